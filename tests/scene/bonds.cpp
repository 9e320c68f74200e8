// [bond.NAME] and fills that are glued.
#include "helpers.hpp"
#include "sim/simulation.hpp"

namespace scree {
namespace {

constexpr std::string_view kTwoAndTwo = R"([[fill]]
kind = "grains"
bond = "glue"
grains = [
  { position = [0, 0, 0], diameter = "1 cm" },
  { position = ["1 cm", 0, 0], diameter = "1 cm" },
  { position = ["5 cm", 0, 0], diameter = "1 cm" },
  { position = ["6.02 cm", 0, 0], diameter = "1 cm" },
]
)";
std::string glued(const std::string& bond, const std::string& more = "") {
  return "[bond.glue]\n" + bond + std::string(kTwoAndTwo) + more;
}

TEST(BondScenes, glue_the_grains_of_a_fill_that_touch) {
  const Scene s = good(glued("young = \"10 MPa\"\n"));
  ASSERT_EQ(s.world.bond_types.size(), 1u);
  EXPECT_EQ(s.world.bond_types[0].name, "glue");
  EXPECT_EQ(s.world.bond_types[0].kind, "beam");
  ASSERT_EQ(s.world.bonds.size(), 1u) << "the other two are 4% of the radius apart";
  EXPECT_EQ(s.world.bonds[0].i, 0u);
  EXPECT_EQ(s.world.bonds[0].j, 1u);
  const Scene wider = good(glued("young = \"10 MPa\"\n"), {"fill.0.bond_gap=0.05"});
  EXPECT_EQ(wider.world.bonds.size(), 2u);
  // Written out in full and read again: the same.
  const Scene again = good(s.resolved);
  EXPECT_EQ(again.resolved, s.resolved);
  EXPECT_EQ(again.world.bonds.size(), 1u);
  const auto sim = Simulation::create(s.world, {.threads = 1});
  ASSERT_TRUE(sim.ok());
  EXPECT_EQ(sim->particles().ws[0].body, 1u);
}

constexpr std::string_view kBricks = R"(dimension = 2
[bond.mortar]
young = "10 MPa"
[shape.brick]
kind = "polygon"
form = "box"
sides = ["4 cm", "1 cm"]
[[fill]]
kind = "grains"
shape = "brick"
orientation = "fixed"
bond = "mortar"
grains = [
  { position = ["2 cm", "5 mm"] },
  { position = ["6 cm", "5 mm"] },
  { position = ["4 cm", "1.5 cm"] },
  { position = ["2 cm", "3.5 cm"] },
]
)";

TEST(BondScenes, glue_polygons_that_share_a_side) {
  const Scene s = good(kBricks);
  // Head joint of the first course, its two bed joints; the last brick lies apart.
  EXPECT_EQ(s.world.bonds.size(), 3u);
  auto sim = Simulation::create(s.world, {.threads = 1});
  ASSERT_TRUE(sim.ok()) << to_string(sim.errors().front());
  const Bonds& bonds = sim->world().bonds;
  EXPECT_NEAR(bonds.joint(0).area, 0.01, 1e-6) << "1 cm by 1 m";
  EXPECT_NEAR(bonds.joint(1).area, 0.02, 1e-6);
  EXPECT_EQ(PieceNames(sim->particles())(2), 1u);
  EXPECT_EQ(PieceNames(sim->particles())(3), 4u) << "the name of its own body";
  EXPECT_FALSE(sim->run(50));
}

TEST(BondScenes, glue_only_within_the_fill) {
  const Scene s = good(glued("young = \"10 MPa\"\n", R"([[fill]]
kind = "grains"
grains = [{ position = [0, "1 cm", 0], diameter = "1 cm" }]
)"));
  EXPECT_EQ(s.world.bonds.size(), 1u);
}

TEST(BondScenes, say_what_is_wrong_and_where) {
  EXPECT_NE(mistakes(glued("kind = \"rope\"\n")).find("[E0105]"), std::string::npos);
  EXPECT_NE(mistakes(glued("kind = \"beam\"\n")).find("[E0430]"), std::string::npos);
  EXPECT_NE(mistakes(glued("kind = \"lennard-jones\"\nbeta = 0.1\na = -3\n")).find("[E0430]"),
            std::string::npos);
  EXPECT_NE(mistakes(glued("young = \"10 mm\"\n")).find("s.toml:2:"), std::string::npos);
  EXPECT_NE(mistakes(std::string(kTwoAndTwo)).find("[E0431]"), std::string::npos);
  EXPECT_NE(mistakes(glued("young = 1e7\n"), {"fill.0.bond=glu"}).find("[E0431]"),
            std::string::npos);
  EXPECT_EQ(mistakes(glued("young = 1e7\n"), {"fill.0.bond_gap=0"}), "no mistake")
      << "two that just touch are glued without a gap";
}

}  // namespace
}  // namespace scree
