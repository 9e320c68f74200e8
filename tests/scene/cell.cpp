// [[cell]]: what a scene may say, and what it is told when it is wrong.
#include "helpers.hpp"
#include "scene/codes/codes.hpp"
#include "scene/text/locate.hpp"
#include "sim/simulation.hpp"

namespace scree {
namespace {

std::string cell_scene(const std::string& cell, const std::string& more = {}) {
  return "gravity = [0, 0, 0]\n" + more +
         "[box]\nlo = [0, 0, 0]\nhi = [\"4 cm\", \"4 cm\", \"4 cm\"]\n" + cell +
         "[[fill]]\nkind = \"grains\"\n"
         "grains = [{ position = [0.01, 0.01, 0.01], diameter = \"4 mm\" }]\n";
}

std::string cell_answer(const std::string& text) {
  auto scene = parse_scene(text, "s.toml");
  if (!scene) return joined(scene.errors());
  const auto sim = Simulation::create(std::move(scene->world), {.threads = 1});
  return sim ? "no mistake" : joined(located(*scene, sim.errors()));
}

TEST(Cell, has_phases_with_rates_strains_and_stresses) {
  const Scene s = good(cell_scene(R"([[cell]]
duration = "0.1 s"
strain   = { xx = "-5 %", yz = 0.1 }
stress   = { yy = "2 kPa", zz = 2000 }
max_rate = "3 1/s"
gain     = 0.5
[[cell]]
rate = { xy = "0.5 1/s" }
ramp = "10 ms"
)"));
  ASSERT_EQ(s.world.cell.phases.size(), 2u);
  const CellPhase &first = s.world.cell.phases[0], &second = s.world.cell.phases[1];
  EXPECT_EQ(first.duration, 0.1);
  EXPECT_EQ(first.of[0].drive, CellDrive::strain);
  EXPECT_EQ(first.of[0].value, -0.05);
  EXPECT_EQ(first.of[1].drive, CellDrive::stress);
  EXPECT_EQ(first.of[1].value, 2000);
  EXPECT_EQ(first.of[3].drive, CellDrive::held);
  EXPECT_EQ(first.of[5].value, 0.1);
  EXPECT_EQ(first.max_rate, 3);
  EXPECT_EQ(first.gain, 0.5);
  EXPECT_EQ(second.duration, 0);
  EXPECT_EQ(second.of[3].drive, CellDrive::rate);
  EXPECT_EQ(second.ramp, 0.01);
  EXPECT_TRUE(s.world.cell.tilts());
  const Scene again = good(s.resolved);
  EXPECT_EQ(again.resolved, s.resolved);
}

TEST(Cell, tells_a_tired_user_what_to_write) {
  // One bracket instead of two.
  EXPECT_NE(mistakes(cell_scene("[cell]\nrate = { xx = 1 }\n")).find("[[cell]]"),
            std::string::npos);
  // A component that does not exist.
  EXPECT_NE(mistakes(cell_scene("[[cell]]\nrate = { x = 1 }\n")).find("xx"), std::string::npos);
  EXPECT_NE(mistakes(cell_scene("[[cell]]\nrate = { yx = 1 }\n")).find("[E0101]"),
            std::string::npos);
  // A rate with the unit of a speed.
  EXPECT_NE(mistakes(cell_scene("[[cell]]\nrate = { xx = \"1 m/s\" }\n")).find("m/s"),
            std::string::npos);
  // The same component twice.
  EXPECT_NE(mistakes(cell_scene("[[cell]]\nrate = { xx = 1 }\nstrain = { xx = 0.1 }\n"
                                "duration = 1\n"))
                .find("[E0652]"),
            std::string::npos);
}

TEST(Cell, has_an_example_for_every_code) {
  for (const CodeExample& e : cell_code_examples()) {
    EXPECT_NE(find_code(e.code), nullptr) << e.code;
    if (e.wrong.starts_with("$")) continue;
    const std::string answered = cell_answer(std::string(e.wrong));
    EXPECT_NE(answered.find("[" + std::string(e.code) + "]"), std::string::npos)
        << e.code << ": " << answered;
  }
  EXPECT_EQ(cell_codes().size(), cell_code_examples().size());
}

TEST(Cell, refuses_measures_that_need_an_upright_box_only_when_it_tilts) {
  const auto with = [](const std::string& rate, const std::string& measure) {
    return mistakes(cell_scene("[[cell]]\nrate = { " + rate + " = \"1 1/s\" }\n",
                               "[output]\nmeasures = [" + measure + "]\n"));
  };
  const std::string ball = R"({ kind = "mass", region = "sphere", radius = "5 mm" })";
  for (const std::string& measure : {ball, std::string("\"voronoi\"")}) {
    EXPECT_EQ(with("xx", measure), "no mistake") << measure;
    EXPECT_NE(with("xy", measure).find("[E0656]"), std::string::npos) << measure;
  }
  for (const char* measure : {"\"cell\"", "\"stress\"", "\"density\"", "\"fabric\"", "\"mass\""})
    EXPECT_EQ(with("xy", measure), "no mistake") << measure;
}

TEST(Cell, is_known_to_the_measure_of_that_name_only_where_there_is_one) {
  EXPECT_NE(mistakes(cell_scene("", "[output]\nmeasures = [\"cell\"]\n")).find("[[cell]]"),
            std::string::npos);
}

// Grains are placed clear of their images in the tilted cell: brute force, which knows tilts, finds
// no overlap.
TEST(CellOfAScene, may_begin_tilted) {
  const std::string text =
      "gravity = [0, 0, 0]\nmax_start_overlap = 1e-9\n[box]\nlo = [0, 0, 0]\nhi = [0.03, 0.03, "
      "0.03]\n"
      "tilt = [0.013, -0.009, 0.015]\n[[cell]]\nrate = { xy = 1 }\n[[fill]]\nkind = \"random\"\n"
      "diameter = 0.004\ncount = 200\nregion = { kind = \"box\", lo = [0, 0, 0], hi = [0.03, 0.03, "
      "0.03] }\n";
  const Scene s = good(text);
  EXPECT_EQ(s.world.box.tilt, (Vec3{0.013, -0.009, 0.015}));
  const auto sim = Simulation::create(s.world, {.threads = 1});
  EXPECT_TRUE(sim.ok()) << (sim ? "" : joined(sim.errors()));
  EXPECT_EQ(good(s.resolved).resolved, s.resolved);
  EXPECT_NE(mistakes(text, {"box.tilt=[0.02, 0, 0]"}).find("half of the length"),
            std::string::npos);
}

}  // namespace
}  // namespace scree
