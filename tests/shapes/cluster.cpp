#include "shapes/cluster.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "shapes/mesh_mass.hpp"

namespace scree {
namespace {

TEST(Cluster, has_its_origin_in_the_middle_of_the_ball_around_it) {
  const Result<Cluster> rod =
      make_cluster("rod", {{{1, 2, 3}, 0.5}, {{2, 2, 3}, 0.5}, {{3, 2, 3}, 0.5}});
  ASSERT_TRUE(rod);
  EXPECT_NEAR(rod->radius, 1.5, 1e-14);
  EXPECT_LT(norm(rod->balls[1].x), 1e-14);
  EXPECT_LT(norm(rod->solid.centre), 1e-13);
  EXPECT_NEAR(rod->solid.mass, 3 * std::numbers::pi / 6, 1e-13);
}

TEST(Cluster, takes_a_mass_that_is_given_in_the_frame_of_the_balls) {
  const MassProperties heavy_end{7, {3, 0, 0}, {.xx = 1, .yy = 2, .zz = 3}};
  const Result<Cluster> rod = make_cluster("rod", {{{0, 0, 0}, 0.5}, {{3, 0, 0}, 0.5}}, heavy_end);
  ASSERT_TRUE(rod);
  EXPECT_EQ(rod->solid.mass, 7);
  EXPECT_NEAR(rod->solid.centre.x, 1.5, 1e-14);
}

TEST(Cluster, without_balls_is_refused) {
  for (const std::vector<SolidBall>& balls :
       {std::vector<SolidBall>{}, {{{0, 0, 0}, 0}}, {{{NAN, 0, 0}, 1}}, {{{0, 0, 0}, HUGE_VAL}}}) {
    const Result<Cluster> none = make_cluster("none", balls);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.errors().front().code, "E0560");
  }
}

// The tetrahedron's ball is known: its centre is that of the corners. The steps stop within 1/2000.
TEST(Cluster, the_ball_around_holds_all_and_is_nearly_the_smallest) {
  const double h = std::sqrt(2.0 / 3), s = std::sqrt(3.0) / 2;
  const std::vector<SolidBall> balls{
      {{0, 0, 0}, 0.5}, {{1, 0, 0}, 0.5}, {{0.5, 0, s}, 0.5}, {{0.5, h, s / 3}, 0.5}};
  const SolidBall around = enclosing_ball(balls);
  const double best = std::sqrt(3.0 / 8) + 0.5;
  EXPECT_GE(around.r, best * (1 - 1e-12));
  EXPECT_LT(around.r, best * 1.001);
  for (const SolidBall& b : balls) EXPECT_LE(norm(b.x - around.x) + b.r, around.r * (1 + 1e-12));
}

TEST(Cluster, scaled_in_size_is_what_scaled_balls_give) {
  const std::vector<SolidBall> one{{{0, 0, 0}, 1}, {{1.2, 0.3, 0}, 0.7}};
  std::vector<SolidBall> two = one;
  for (SolidBall& b : two) b.x *= 2, b.r *= 2;
  const MassProperties a = scaled_in_size(union_mass(one), 2), b = union_mass(two);
  EXPECT_NEAR(a.mass / b.mass, 1, 1e-14);
  EXPECT_LT(norm(a.centre - b.centre), 1e-14);
  EXPECT_NEAR(a.inertia.xx / b.inertia.xx, 1, 1e-13);
  EXPECT_NEAR(a.inertia.xy / b.inertia.xy, 1, 1e-12);
}

TEST(MeshMass, of_a_box_is_that_of_the_formula_for_either_orientation) {
  const double a = 1, b = 2, c = 3;
  std::vector<Vec3> points;
  for (int k = 0; k < 8; ++k)
    points.push_back({10 + (k & 1 ? a : 0), -4 + (k & 2 ? b : 0), (k & 4 ? c : 0)});
  std::vector<std::array<std::uint32_t, 3>> box{{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                                {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                                {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  for (int turn = 0; turn < 2; ++turn) {
    const MassProperties m = mesh_mass(points, box);
    EXPECT_NEAR(m.mass, a * b * c, 1e-13);
    EXPECT_LT(norm(m.centre - Vec3{10.5, -3, 1.5}), 1e-13);
    EXPECT_NEAR(m.inertia.xx, m.mass * (b * b + c * c) / 12, 1e-12);
    EXPECT_NEAR(m.inertia.yy, m.mass * (a * a + c * c) / 12, 1e-12);
    EXPECT_NEAR(m.inertia.zz, m.mass * (a * a + b * b) / 12, 1e-12);
    EXPECT_NEAR(m.inertia.xy, 0, 1e-12);
    for (auto& t : box) std::swap(t[0], t[1]);
  }
}

}  // namespace
}  // namespace scree
