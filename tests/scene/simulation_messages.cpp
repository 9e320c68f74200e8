// Mistakes that only the simulation can see, with their line of the scene; measures and sweeps.
#include "helpers.hpp"
#include "scene/text/locate.hpp"
#include "sim/simulation.hpp"

namespace scree {
namespace {

std::string refused(std::string_view text, const std::vector<std::string>& overrides = {}) {
  auto scene = parse_scene(text, "s.toml", overrides);
  if (!scene) return joined(scene.errors());
  const auto sim = Simulation::create(std::move(scene->world), {.threads = 1});
  return sim ? "no mistake" : joined(located(*scene, sim.errors()));
}

constexpr std::string_view kLateGrain = R"([[fill]]
kind = "grains"
grains = [{ position = [0, 0, 0], diameter = "4 mm" }]
)";

TEST(LaterMessage, an_unstable_time_step) {
  EXPECT_EQ(
      refused("dt = \"1 ms\"\n" + std::string(kLateGrain)),
      "s.toml:1:6: the time step of 0.001 s is above the stable one of 5e-05 s [E0523]\n"
      "     1 | dt = \"1 ms\"\n"
      "       |      ^^^^^^\n"
      "  hint: limited by contact default-default: linear, spring (0.0005 s); leave dt out to "
      "have 1e-05 s, or set allow_unstable_dt = true\n");
  const std::string override = refused(kLateGrain, {"dt=1"});
  EXPECT_EQ(override.substr(0, override.find(" [E0523]")),
            "--set: the time step of 1 s is above the stable one of 5e-05 s");
}

constexpr std::string_view kLateTwo = R"([material.glass]
normal = { law = "hertz", young = "70 GPa", poisson = 0.2, restitution = 0.9 }
[material.rubber]
normal = { law = "linear", contact_time = "1 ms", restitution = 0.5 }
[[wall]]
shape = "plane"
material = "rubber"
[[fill]]
kind = "grains"
material = "glass"
grains = [{ position = [0, 1, 0], diameter = "4 mm" }]
)";

TEST(LaterMessage, laws_that_do_not_mix) {
  EXPECT_EQ(refused(kLateTwo),
            "s.toml:4:10: pair 'glass'-'rubber': the normal laws `hertz` and `linear` cannot be "
            "mixed [E0302]\n"
            "     4 | normal = { law = \"linear\", contact_time = \"1 ms\", restitution = 0.5 }\n"
            "       |          "
            "^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
            "  hint: write [pair.A.B] with the normal law of this pair\n");
  EXPECT_EQ(refused(std::string(kLateTwo) +
                    "[pair.rubber.glass]\nnormal = { law = \"linear\", contact_time = \"1 ms\", "
                    "restitution = 0.5 }\n"),
            "no mistake");
}

TEST(LaterMessage, two_ways_of_giving_one_law) {
  const std::string m =
      refused(kLateTwo, {"material.glass.normal={ law = \"linear\", stiffness = 1000, "
                         "restitution = 0.5 }"});
  EXPECT_EQ(m.substr(0, m.find("give")), "s.toml:3:11: pair 'glass'-'rubber': ");
}

TEST(LaterMessage, a_periodic_box_that_is_too_short) {
  const std::string m =
      refused("[box]\nlo = [-0.005, -1, -1]\nhi = [0.005, 1, 1]\n" + std::string(kLateGrain));
  EXPECT_EQ(m,
            "s.toml:1:1: the periodic box is 0.01 m long in x, the largest grain has a diameter of "
            "0.004 m [E0504]\n"
            "     1 | [box]\n"
            "       | ^^^^^\n"
            "  hint: a periodic direction must be longer than 3.3 diameters\n");
}

std::string with_measures(std::string_view list) {
  return std::string(kLateGrain) +
         "[[wall]]\nname = \"floor\"\nshape = \"plane\"\npoint = [0, -1, 0]\n" +
         "[output]\nmeasures = " + std::string(list) + "\n";
}

TEST(MeasureMessage, an_unknown_measure) {
  EXPECT_EQ(mistakes(with_measures("[\"energi\"]")),
            "s.toml:9:13: there is no measure `energi` [E0105]\n"
            "     9 | measures = [\"energi\"]\n"
            "       |             ^^^^^^^^\n"
            "  hint: did you mean `energy`?\n");
}

TEST(MeasureMessage, a_wall_that_does_not_exist) {
  EXPECT_EQ(mistakes(with_measures("[{ kind = \"walls\", wall = \"flor\" }]")),
            "s.toml:9:38: measure `walls`: there is no wall `flor` [E0202]\n"
            "     9 | measures = [{ kind = \"walls\", wall = \"flor\" }]\n"
            "       |                                      ^^^^^^\n"
            "  hint: did you mean `floor`?\n");
}

TEST(MeasureMessage, wrong_keys_units_and_kinds) {
  EXPECT_EQ(mistakes(with_measures("[{ kind = \"flow\", plan = \"y\" }]")),
            "s.toml:9:30: unknown key `plan` in a measure (kind = \"flow\") [E0101]\n"
            "     9 | measures = [{ kind = \"flow\", plan = \"y\" }]\n"
            "       |                              ^^^^\n"
            "  hint: did you mean `plane`?\n");
  EXPECT_NE(mistakes(with_measures("[{ kind = \"flow\", at = \"3 kg\" }]")).find("[E0112]"),
            std::string::npos);
  EXPECT_EQ(mistakes(with_measures("\"energy\"")),
            "s.toml:9:12: `measures` must be a list, not a text [E0103]\n"
            "     9 | measures = \"energy\"\n"
            "       |            ^^^^^^^^\n"
            "  hint: put it in brackets: measures = [...]\n");
  EXPECT_NE(mistakes(with_measures("[3]")).find("[E0103]"), std::string::npos);
}

TEST(MeasureMessage, what_the_measure_itself_misses) {
  EXPECT_EQ(mistakes(with_measures("[\"density\"]")),
            "s.toml:9:13: measure `density`: `area` or `radius` is missing: the cross-section that "
            "the grains fill [E0102]\n"
            "     9 | measures = [\"density\"]\n"
            "       |             ^^^^^^^^^\n"
            "  hint: only a box that is periodic across the axis has one by itself\n");
}

TEST(MeasureMessage, names_differ_and_fit_a_header) {
  EXPECT_NE(
      mistakes(with_measures("[\"speed\", { kind = \"flow\", name = \"speed\" }]")).find("E0205"),
      std::string::npos);
  EXPECT_NE(mistakes(with_measures("[{ kind = \"flow\", name = \"a,b\" }]")).find("E0104"),
            std::string::npos);
  const Scene s = good(with_measures("[\"flow\", \"flow\", { kind = \"speed\", name = \"v\" }]"));
  ASSERT_EQ(s.output.measures.size(), 3u);
  EXPECT_EQ(s.output.measures[1].name, "flow_2");
  EXPECT_EQ(s.output.measures[2].name, "v");
  EXPECT_EQ(good(s.resolved).resolved, s.resolved);
}

std::string sweep(std::string_view table) {
  return std::string(kLateGrain) + "[sweep]\n" + std::string(table);
}

TEST(SweepMessage, not_a_list) {
  EXPECT_EQ(mistakes(sweep("seed = 3\n")),
            "s.toml:5:8: [sweep] `seed` must be a list of values, not a whole number [E0731]\n"
            "     5 | seed = 3\n"
            "       |        ^\n"
            "  hint: for example seed = [3, ...]\n");
}

TEST(SweepMessage, empty_lists) {
  EXPECT_EQ(mistakes(sweep("seed = []\n")),
            "s.toml:5:8: [sweep] `seed` has no values [E0732]\n"
            "     5 | seed = []\n"
            "       |        ^^\n"
            "  hint: give at least one, or remove the key\n");
  EXPECT_EQ(mistakes(sweep("")),
            "s.toml:4:2: [sweep] names nothing to vary [E0732]\n"
            "     4 | [sweep]\n"
            "       |  ^^^^^\n"
            "  hint: for example seed = [1, 2, 3]\n");
}

TEST(SweepMessage, an_unknown_key_is_shown_where_the_sweep_names_it) {
  EXPECT_EQ(mistakes(sweep("duratoin = [1, 2]\n")),
            "s.toml:5:1: unknown key `duratoin` in the scene [E0101]\n"
            "     5 | duratoin = [1, 2]\n"
            "       | ^^^^^^^^\n"
            "  hint: did you mean `duration`?\n");
  EXPECT_NE(mistakes(sweep("fill.7.count = [1, 2]\n")).find("there is no item `7`"),
            std::string::npos);
}

TEST(SweepMessage, too_many_runs) {
  std::string list = "[";
  for (int k = 1; k <= 200; ++k) list += std::to_string(k) + ",";
  list += "]";
  EXPECT_EQ(mistakes(sweep("seed = " + list + "\nduration = " + list + "\n")),
            "s.toml:4:2: [sweep] makes 40000 runs; at most 10000 are accepted [E0733]\n"
            "     4 | [sweep]\n"
            "       |  ^^^^^\n"
            "  hint: give fewer values, or `zip = true` to go through the lists side by side\n");
  std::string many;
  for (const char* key : {"seed", "duration", "steps_per_contact", "reference_speed", "damping",
                          "rotational_damping", "dt", "threads", "title", "lever"})
    many += std::string(key) + " = " + list + "\n";
  EXPECT_NE(mistakes(sweep(many)).find("more than 1000000 runs"), std::string::npos);
}

TEST(SweepMessage, lists_of_differing_lengths) {
  EXPECT_EQ(mistakes(sweep("zip = true\nseed = [1, 2, 3]\nduration = [1, 2]\n")),
            "s.toml:7:12: [sweep] with `zip`: `duration` has 2 values, but `seed` has 3 [E0734]\n"
            "     7 | duration = [1, 2]\n"
            "       |            ^^^^^^\n"
            "  hint: make the lists equally long, or leave `zip` out to combine each with each\n");
}

TEST(SweepMessage, a_run_that_is_not_in_the_table) {
  EXPECT_NE(mistakes(sweep("run = 3\nseed = [1, 2]\n")).find("there is no run 3: [sweep] makes 2"),
            std::string::npos);
}

TEST(SweepTables, a_chosen_run_is_a_plain_scene) {
  const std::string text =
      sweep("seed = [7, 8]\nfill.0.grains.0.diameter = [\"4 mm\", \"6 mm\"]\n");
  const Scene first = good(text);
  EXPECT_EQ(first.sweep.runs, 4u);
  EXPECT_EQ(first.sweep.axes[1].values[1], "\"6 mm\"");
  EXPECT_EQ(first.world.seed, 7u);
  const Scene fourth = good(text, {"sweep.run=4"});
  EXPECT_EQ(fourth.world.seed, 8u);
  EXPECT_DOUBLE_EQ(fourth.world.particles.xr[0].r, 0.003);
  EXPECT_EQ(fourth.resolved.find("sweep"), std::string::npos);
}

// A shape without corners kept fills from being looked at.
TEST(LaterMessages, a_mistake_of_a_shape_does_not_hide_those_of_fills) {
  const std::string text = mistakes(
      "dimension = 2\n[shape.p]\nkind = \"polygon\"\n[[fill]]\nkind = \"grains\"\n"
      "[[fill]]\nkind = \"lattice\"\ncount = 5\n[[fill]]\nkind = \"pour\"\nrate = 5\n"
      "centre = [0, 0.1]\nwidth = 0.1\n");
  EXPECT_NE(text.find("[E0466]"), std::string::npos) << text;
  EXPECT_NE(text.find("fill 0 has no `grains` [E0102]"), std::string::npos) << text;
  EXPECT_NE(text.find("fill 1 lacks `diameter` or `size` [E0706]"), std::string::npos) << text;
  EXPECT_NE(text.find("fill 2 lacks `diameter` or `size` [E0706]"), std::string::npos) << text;
}

}  // namespace
}  // namespace scree
