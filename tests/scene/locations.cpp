// Mistakes that the simulation finds get their line of the scene from what they are about, whatever
// their words are.
#include "helpers.hpp"
#include "scene/text/locate.hpp"
#include "sim/simulation.hpp"

namespace scree {
namespace {

constexpr std::string_view kEverything = R"(duration = "1 s"
damping = 0.1
gravity = [0, -9.81, 0]
[detect]
audit = 10
[material."a'-'b"]
density = 2000
normal = { law = "linear", contact_time = "1 ms", restitution = 0.5 }
[material.b]
[material."a"]
[pair.b."a"]
tangential = { law = "spring", friction = 0.1 }
[[wall]]
shape = "plane"
material = "b"
[[wall]]
name = "lid"
shape = "plane"
point = [0, 9, 0]
normal = [0, -1, 0]
material = "b"
[[outlet]]
region = "below"
height = -3
[[fill]]
kind = "grains"
material = "b"
grains = [{ position = [0, 1, 0], diameter = 0.1 }, { position = [1, 1, 0], diameter = 0.1 }]
[[fill]]
kind = "pour"
material = "a"
centre = [0, 5, 0]
width = 1
diameter = 0.1
rate = 100
[[fill]]
kind = "grains"
material = "b"
grains = [{ position = [0, 1, 1], diameter = 0.1 }]
)";

// Where a mistake of any words goes; empty: nowhere.
std::string location_of(const Scene& scene, const Subject& subject,
                        const std::string& message = "something is wrong") {
  const Errors out = located(scene, {{"E0500", message, "", "", subject}});
  return out[0].location;
}

TEST(Location, is_that_of_the_key_or_else_of_the_table) {
  const Scene s = good(kEverything);
  EXPECT_EQ(location_of(s, Subject::setting("damping")), "s.toml:2:11");
  EXPECT_EQ(location_of(s, Subject::setting("gravity")), "s.toml:3:11");
  EXPECT_EQ(location_of(s, Subject::setting("detect.audit")), "s.toml:5:9");
  EXPECT_EQ(location_of(s, Subject::setting("detect.skin")), "s.toml:4:1");
  EXPECT_EQ(location_of(s, Subject::material(0, "density")), "s.toml:7:11");
  EXPECT_EQ(location_of(s, Subject::material(0, "normal")), "s.toml:8:10");
  EXPECT_EQ(location_of(s, Subject::material(0, "normal.restitution")), "s.toml:8:65");
  EXPECT_EQ(location_of(s, Subject::material(1, "normal")), "s.toml:9:11");
  EXPECT_EQ(location_of(s, Subject::material(1, "normal.restitution")), "s.toml:9:11")
      << "a default is in no line";
  EXPECT_EQ(location_of(s, Subject::wall(0)), "s.toml:13:1");
  EXPECT_EQ(location_of(s, Subject::wall(1, "normal")), "s.toml:20:10");
  EXPECT_EQ(location_of(s, Subject::outlet(0, "height")), "s.toml:24:10");
}

TEST(Location, of_a_pair_is_its_table_or_the_later_material) {
  const Scene s = good(kEverything);
  for (const auto& [a, b] : {std::pair(1, 2), std::pair(2, 1)}) {
    EXPECT_EQ(location_of(s, Subject::pair(a, b, "tangential")), "s.toml:12:14");
    EXPECT_EQ(location_of(s, Subject::pair(a, b, "normal")), "s.toml:11:9");
  }
  EXPECT_EQ(location_of(s, Subject::pair(0, 1, "normal")), "s.toml:9:11");
  EXPECT_EQ(location_of(s, Subject::pair(2, 0)), "s.toml:10:11");
  EXPECT_EQ(location_of(s, Subject::pair(0, 0, "normal")), "s.toml:8:10");
}

TEST(Location, of_a_grain_or_an_inlet_is_its_fill) {
  const Scene s = good(kEverything);
  EXPECT_EQ(location_of(s, Subject::grain(0)), "s.toml:25:1");
  EXPECT_EQ(location_of(s, Subject::grain(1)), "s.toml:25:1");
  EXPECT_EQ(location_of(s, Subject::inlet(0)), "s.toml:29:1");
  EXPECT_EQ(location_of(s, Subject::inlet(0, "width")), "s.toml:33:9");
  EXPECT_EQ(location_of(s, Subject::grain(2)), "s.toml:36:1");
}

TEST(Location, is_nowhere_for_what_the_scene_does_not_say) {
  const Scene s = good(kEverything);
  EXPECT_EQ(location_of(s, {}), "");
  EXPECT_EQ(location_of(s, Subject::of_key("damping")), "") << "of which table?";
  EXPECT_EQ(location_of(s, Subject::setting("dt")), "");
  EXPECT_EQ(location_of(s, Subject::setting("verdict.overlap")), "") << "a default is in no line";
  const Errors kept = located(
      s, {{"E0104", "too small", "verdict.overlap", "", Subject::setting("verdict.overlap")}});
  EXPECT_EQ(to_string(kept[0]), "verdict.overlap: too small [E0104]");
  for (const Subject& beyond : {Subject::material(3), Subject::wall(2), Subject::outlet(1),
                                Subject::inlet(1), Subject::grain(3), Subject::pair(7, 9)})
    EXPECT_EQ(location_of(s, beyond), "");
}

TEST(Location, does_not_depend_on_words) {
  const Scene s = good(kEverything);
  for (const char* words : {"", "the tangential law `x`", "wall 'lid'", "`density` of 3 grains"})
    EXPECT_EQ(location_of(s, Subject::material(0, "normal"), words), "s.toml:8:10") << words;
  EXPECT_EQ(location_of(s, Subject::material(0), "the normal law is wrong"), "s.toml:6:11");
  const Errors out =
      located(s, {{"E0999", "words", "whatever", "a hint", Subject::setting("damping")}});
  EXPECT_EQ(to_string(out[0]),
            "s.toml:2:11: whatever: words [E0999]\n"
            "     2 | damping = 0.1\n"
            "       |           ^^^\n"
            "  hint: a hint");
}

TEST(Location, of_what_the_command_line_gave_is_the_command_line) {
  const Scene s =
      good(kEverything, {"damping=0.2", "wall.lid.material=\"a\"", "fill.2.name = \"z\""});
  EXPECT_EQ(location_of(s, Subject::setting("damping")), "--set");
  EXPECT_EQ(location_of(s, Subject::wall(1, "material")), "--set");
  EXPECT_EQ(location_of(s, Subject::wall(1, "name")), "s.toml:17:8");
}

// Of a world that someone changed after the scene was read: what its reader cannot refuse.
std::string refused_after(void (*change)(World&), const std::string& more = "") {
  auto scene = parse_scene(more + std::string(kEverything), "s.toml");
  if (!scene) return joined(scene.errors());
  change(scene->world);
  const auto sim = Simulation::create(std::move(scene->world), {.threads = 1});
  if (sim) return "no mistake";
  std::string out;
  for (const Error& e : located(*scene, sim.errors())) out += e.location + " " + e.code + "\n";
  return out;
}

TEST(Location, is_given_by_every_check_of_a_world) {
  EXPECT_EQ(refused_after([](World&) {}), "no mistake");
  EXPECT_EQ(refused_after([](World& w) { w.damping = -1; }), "s.toml:2:11 E0510\n");
  EXPECT_EQ(refused_after([](World& w) { w.gravity.g.x = 1e300 * 1e300; }), "s.toml:3:11 E0510\n");
  EXPECT_EQ(refused_after([](World& w) { w.detect.audit = -1; }), "s.toml:5:9 E0533\n");
  EXPECT_EQ(refused_after([](World& w) { w.detect.method = "guess"; }), "s.toml:4:1 E0532\n");
  EXPECT_EQ(refused_after([](World& w) { w.materials[0].density = 0; }), "s.toml:7:11 E0509\n");
  EXPECT_EQ(refused_after([](World& w) { w.walls[1].material = MaterialId{9}; }),
            "s.toml:21:12 E0503\n");
  EXPECT_EQ(refused_after([](World& w) { w.outlets[0].check_every = 0; }), "s.toml:22:1 E0512\n");
  EXPECT_EQ(refused_after([](World& w) { w.particles.xr[2].r = -1; }), "s.toml:36:1 E0501\n");
  EXPECT_EQ(refused_after([](World& w) { w.particles.xr[1].x.y = -1; }), "s.toml:25:1 E0506\n");
  EXPECT_EQ(refused_after([](World& w) {
              w.particles.xr[1].x = {0.01, 1, 0};
            }),
            "s.toml:25:1 E0508\n");
  EXPECT_EQ(refused_after([](World& w) { w.inlets[0].sizes = {}; }), "s.toml:29:1 E0511\n");
  EXPECT_EQ(refused_after([](World& w) { w.materials[2].normal.law = "none such"; }),
            "s.toml:11:9 E0302\ns.toml:10:11 E0301\n");
}

TEST(Location, of_a_derived_step_that_is_too_long_is_what_it_was_derived_from) {
  // Without friction the contact alone limits the step.
  Scene s = good(
      "steps_per_contact = 20\n[material.smooth]\ntangential = { law = \"none\" }\n[[fill]]\n"
      "kind = \"grains\"\ngrains = [{ position = [0, 1, 0], diameter = 0.1 }]\n");
  World derived = s.world;
  derived.steps_per_contact = 2;
  const auto too_long = Simulation::create(std::move(derived), {.threads = 1});
  ASSERT_FALSE(too_long.ok());
  EXPECT_EQ(to_string(located(s, too_long.errors())[0]).substr(0, 31),
            "s.toml:1:21: dt: the time step ");
  EXPECT_EQ(refused_after([](World& w) { w.dt = 1; }, "dt = 0.00001\n"), "s.toml:1:6 E0523\n");
}

TEST(Location, of_a_grain_outside_the_periodic_box_is_the_box) {
  Scene s = good(
      "[box]\nlo = [-1, -1, -1]\nhi = [1, 1, 1]\n[[fill]]\nkind = \"grains\"\n"
      "grains = [{ position = [5, 0, 0], diameter = 0.1 }]\n");
  const auto sim = Simulation::create(std::move(s.world), {.threads = 1});
  ASSERT_FALSE(sim.ok());
  EXPECT_EQ(to_string(located(s, sim.errors())[0]),
            "s.toml:1:1: grain 0 at (5, 0, 0) m: the grain lies outside the periodic box [E0505]\n"
            "     1 | [box]\n"
            "       | ^^^^^");
}

// Measures and outlets know their own keys only.
TEST(Location, of_a_mistake_in_a_measure_or_an_outlet_is_its_key) {
  const auto begin = [](const std::string& text) {
    const std::string m = mistakes(
        text +
        "\n[[fill]]\nkind = \"grains\"\ngrains = [{ position = [0, 9, 0], diameter = 1 }]\n");
    return m.substr(0, m.find(": "));
  };
  const auto column_of = [](const std::string& text, const std::string& value) {
    return std::to_string(text.find(value) + 1);
  };
  const std::pair<const char*, const char*> measures[] = {
      {"{ kind = \"stress\", low = [0, 0, 0], high = [0, 1, 1] }", "[0, 1, 1]"},
      {"{ kind = \"stress\", low = [0, 0, 0] }", "[0, 0, 0]"},
      {"{ kind = \"flow\", at = 1, normal = [0, 0, 0] }", "[0, 0, 0]"},
      {"{ kind = \"flow\", columns = \"nothing\" }", "\"nothing\""},
      {"{ kind = \"flow\", average = 3.5 }", "3.5"},
      {"{ kind = \"walls\", wall = \"none\" }", "\"none\""},
      {"{ kind = \"density\", radius = 2, area = 7 }", "7"},
  };
  for (const auto& [table, value] : measures) {
    const std::string line = std::string("measures = [") + table + "]";
    EXPECT_EQ(begin("[output]\n" + line), "s.toml:2:" + column_of(line, value)) << table;
  }
  EXPECT_EQ(begin("[[outlet]]\nregion = \"plane\"\npoint = [0, -9, 0]\nnormal = [0, 0, 0]"),
            "s.toml:4:10");
  EXPECT_EQ(begin("[[outlet]]\nregion = \"cylinder\"\ndiameter = 1\nheight = 1\naxis = [0, 0, 0]"),
            "s.toml:5:8");
}

}  // namespace
}  // namespace scree
