// `freedoms` of a fill, and what a tired user types.
#include "helpers.hpp"
#include "sim/simulation.hpp"

namespace scree {
namespace {

std::string fill(const std::string& freedoms, const std::string& more = {}) {
  return "[[fill]]\nkind = \"grains\"\ngrains = [{ position = [0, 0, 0], diameter = 0.01 }]\n"
         "freedoms = \"" +
         freedoms + "\"\n" + more;
}
unsigned locked(const std::string& text) {
  return good(text).world.particles.ws.at(0).flags & unsigned{kLocked};
}

TEST(FreedomsOfAScene, lock_what_is_not_named) {
  EXPECT_EQ(locked(fill("all")), 0u);
  EXPECT_EQ(locked(fill("none")), unsigned{kLocked});
  EXPECT_EQ(locked(fill("x y rz")), unsigned{kLockedZ} | kLockedRx | kLockedRy);
  EXPECT_EQ(locked(fill("x, y,z")), unsigned{kLockedRx} | kLockedRy | kLockedRz);
  EXPECT_EQ(locked("dimension = 2\n" + fill("x y")), unsigned{kLockedRz});
  EXPECT_EQ(locked("dimension = 2\n" + fill("x y rz")), 0u);
}

TEST(FreedomsOfAScene, survive_being_resolved) {
  const Scene s = good(fill("x y rz"));
  EXPECT_NE(s.resolved.find("freedoms = \"x y rz\""), std::string::npos) << s.resolved;
  EXPECT_EQ(locked(s.resolved), unsigned{kLockedZ} | kLockedRx | kLockedRy);
}

TEST(FreedomsOfAScene, mistakes_have_a_place_and_a_way_out) {
  EXPECT_NE(mistakes(fill("x y r")).find("there is no freedom `r`"), std::string::npos);
  EXPECT_NE(mistakes(fill("")).find("[E0658]"), std::string::npos);
  EXPECT_NE(mistakes(fill("xy")).find("some of \"x y z rx ry rz\""), std::string::npos);
  EXPECT_NE(mistakes(fill("x none")).find("`none`"), std::string::npos);
  EXPECT_NE(mistakes("dimension = 2\n" + fill("x z")).find("in two dimensions"), std::string::npos);
  EXPECT_NE(mistakes(fill("x y", "velocity = [0, 0, 1]\n")).find("[E0657]"), std::string::npos);
  const std::string rods =
      "[cluster.rod]\nshape = \"rod\"\nballs = 3\ndiameter = 0.004\n[[fill]]\nkind = \"lattice\"\n"
      "cluster = \"rod\"\ncount = 2\nregion = { kind = \"box\", lo = [0, 0, 0], hi = [0.1, 0.1, "
      "0.1] "
      "}\n";
  EXPECT_NE(mistakes(rods + "freedoms = \"x rx ry\"\n").find("[E0659]"), std::string::npos);
  EXPECT_EQ(locked(rods + "freedoms = \"x y z rz\"\n"), unsigned{kLockedRx} | kLockedRy);
}

TEST(FreedomsOfAScene, hold_for_what_is_poured) {
  const std::string pour =
      "[[wall]]\nshape = \"plane\"\n[[fill]]\nkind = \"pour\"\ndiameter = 0.005\ncentre = [0, "
      "0.1, 0]\nwidth = 0.04\nrate = 100\ncount = 20\n";
  const Scene s = good(pour + "freedoms = \"y\"\n");
  EXPECT_EQ(s.world.inlets.at(0).locked, unsigned{kLocked} & ~unsigned{kLockedY});
  EXPECT_NE(mistakes(pour + "freedoms = \"x\"\nvelocity = [0, -1, 0]\n").find("[E0657]"),
            std::string::npos);
}

TEST(FreedomsOfAScene, are_refused_where_space_itself_moves) {
  const std::string cell =
      "gravity = [0, 0, 0]\n[box]\nlo = [0, 0, 0]\nhi = [0.1, 0.1, 0.1]\n[[cell]]\nrate = { xx = "
      "-0.1 }\n";
  const Scene s = good(cell + fill("x y"));
  const auto sim = Simulation::create(s.world, {.threads = 1});
  ASSERT_FALSE(sim);
  EXPECT_EQ(sim.error().code, "E0651");
}

}  // namespace
}  // namespace scree
