// What a second inlet and a wall that stands askew must have of their own.
#include <gtest/gtest.h>

#include <numbers>

#include "helpers.hpp"

namespace scree {
namespace {

std::string spout(const std::string& name, const std::string& more) {
  return "[[fill]]\nname = \"" + name +
         "\"\nkind = \"pour\"\ndiameter = \"4 mm\"\ncentre = [0, 0.2, 0]\nwidth = \"4 cm\"\n" +
         more;
}

TEST(Pour, gives_every_inlet_random_numbers_of_its_own) {
  const Scene s = good(spout("one", "rate = 500\n") + spout("two", "rate = 500\n"));
  ASSERT_EQ(s.world.inlets.size(), 2u);
  // Sizes and positions are streams 4 s and 4 s + 1 of an inlet's stream s: none may be shared.
  EXPECT_GE(s.world.inlets[1].stream, s.world.inlets[0].stream + 1);
}

TEST(Pour, takes_every_key_of_a_rectangle) {
  const Scene s = good(spout("one",
                             "opening = \"rectangle\"\ndepth = \"2 cm\"\nthickness = \"5 mm\"\n"
                             "mass_rate = 0.5\nmass = 3\nstart = \"1 s\"\nend = \"4 s\"\n"));
  ASSERT_EQ(s.world.inlets.size(), 1u);
  const Inlet& i = s.world.inlets[0];
  EXPECT_FALSE(i.disc);
  // Half a side less the radius of the largest grain; rounding of two decimals.
  EXPECT_LT(norm(i.axis_u - Vec3{0.018, 0, 0}), 1e-16);
  EXPECT_LT(norm(i.axis_v - Vec3{0, 0, 0.008}), 1e-16);
  EXPECT_EQ(i.thickness, 0.005);
  EXPECT_EQ(i.rate, 0);
  EXPECT_EQ(i.mass_rate, 0.5);
  EXPECT_EQ(i.mass, 3);
  EXPECT_EQ(i.start, 1);
  EXPECT_EQ(i.end, 4);
}

TEST(Sizes, of_classes_are_by_number_unless_mass_is_asked_for) {
  const auto sizes = [](const std::string& by) {
    return good(
               "[[fill]]\nkind = \"pour\"\ncentre = [0, 0.2, 0]\nwidth = 1\nrate = 5\n"
               "size = { kind = \"classes\", diameters = [0.1, 0.2], shares = [3, 1]" +
               by + " }\n")
        .world.inlets.at(0)
        .sizes;
  };
  EXPECT_FALSE(sizes("").by_mass);
  EXPECT_FALSE(sizes(", by = \"number\"").by_mass);
  EXPECT_TRUE(sizes(", by = \"mass\"").by_mass);
  ASSERT_EQ(sizes("").classes.size(), 2u);
  EXPECT_EQ(sizes("").classes[1].diameter, 0.2);
  EXPECT_EQ(sizes("").classes[1].share, 1);
}

// The shape is turned by a quarter about z first, then the motion turns it about y.
TEST(WallMotion, of_a_wall_that_stands_askew_turns_it_further) {
  Scene s = good(
      "[[wall]]\nshape = \"cylinder\"\nradius = 1\nheight = 1\nposition = [5, 0, 0]\n"
      "rotation = [0, 0, " +
      std::to_string(0.5 * std::numbers::pi) +
      "]\n"
      "motion = { kind = \"rotate\", angular_velocity = \"60 rpm\", axis = [0, 1, 0] }\n"
      "[[fill]]\nkind = \"lattice\"\ndiameter = 0.2\ncount = 1\n");
  ASSERT_TRUE(s.world.walls[0].motion);
  const WallPose at_start = s.world.walls[0].motion->advance(0, 0, {});
  const WallPose p = s.world.walls[0].motion->advance(0.25, 0, {});
  // Six digits of pi / 2 were written above.
  EXPECT_LT(norm(rotate(at_start.q, Vec3{0, 1, 0}) - Vec3{-1, 0, 0}), 1e-6);
  EXPECT_LT(norm(rotate(p.q, Vec3{0, 1, 0}) - Vec3{0, 0, 1}), 1e-6);
  EXPECT_LT(norm(p.x - Vec3{5, 0, 0}), 1e-14);
}

}  // namespace
}  // namespace scree
