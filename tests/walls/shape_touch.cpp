// Non-spherical primitives at walls: against a brute search along the capsule's axis.
#include <cmath>

#include "make.hpp"
#include "support/capsule.hpp"

namespace scree {
namespace {

using test::Capsule;
using test::shape;

ShapeTouches touches_of(const WallShape& wall, const Capsule& c, const Pose& at, double reach) {
  ShapeTouches t;
  wall.touch_shape(c, at, reach, t);
  return t;
}

double least_gap(const ShapeTouches& t) {
  double gap = 1e300;
  for (int k = 0; k < t.count; ++k) gap = std::min(gap, t.touch[k].gap());
  return gap;
}

// Every point of the axis as a ball.
double brute_gap(const WallShape& wall, const Capsule& c, const Pose& at, double reach) {
  const test::Segment s = test::axis_of(c, at);
  double gap = 1e300;
  for (int k = 0; k <= 20000; ++k) {
    WallTouches t;
    wall.touch(s.at(k / 20000.0), c.radius() + reach, t);
    for (int i = 0; i < t.count; ++i) gap = std::min(gap, t.touch[i].distance - c.radius());
  }
  return gap;
}

Quat random_turn(std::uint64_t i) {
  const Vec3 a = test::random_point(1, i, 1), b = test::random_point(2, i, 1);
  return normalized(Quat{a.x, a.y, a.z, b.x});
}

// A roof of two slopes along z, its ridge at y = 0.
std::string roof() {
  WallMesh m;
  m.points = {{-1, -0.5, -1}, {0, 0, -1}, {1, -0.5, -1}, {-1, -0.5, 1}, {0, 0, 1}, {1, -0.5, 1}};
  m.triangles = {{0, 4, 1}, {0, 3, 4}, {1, 5, 2}, {1, 4, 5}};
  return test::stl_text(m);
}

TEST(ShapeTouch, the_least_gap_is_found_on_every_kind_of_wall) {
  const test::TempFile file("roof.stl", roof());
  const std::unique_ptr<WallShape> walls[] = {
      shape("plane", {}),
      shape("box", {{"size", Vec3{1.4, 1.4, 1.4}}}),
      shape("cylinder", {{"radius", 0.6}, {"height", 1.0}, {"side", std::string("outside")}}),
      shape("cylinder", {{"radius", 0.9}, {"height", 2.0}}),
      shape("sphere", {{"radius", 0.5}, {"side", std::string("outside")}}),
      shape("rectangle", {{"width", 0.8}, {"length", 0.5}}),
      shape("disc", {{"radius", 0.5}}),
      shape("mesh", {{"file", file.path()}})};
  const Capsule c(0.4, 0.1);
  const double reach = 0.3;
  int edges = 0, compared = 0;
  for (const auto& wall : walls) {
    ASSERT_NE(wall, nullptr);
    for (std::uint64_t i = 0; i < 60; ++i) {
      const Pose at{test::random_point(3, i, 1), random_turn(i)};
      const double brute = brute_gap(*wall, c, at, reach);
      // Behind a surface without thickness the nearest point is not the least gap.
      if (brute < -0.05 || brute > 0.9 * reach) continue;
      const ShapeTouches t = touches_of(*wall, c, at, reach);
      ASSERT_GT(t.count, 0) << i;
      EXPECT_NEAR(least_gap(t), brute, 1e-6) << i;
      ++compared;
      for (int k = 0; k < t.count; ++k) edges += t.touch[k].piece == 2;
    }
  }
  EXPECT_GT(compared, 60);
  EXPECT_GT(edges, 20) << "where the axis, not an end, is nearest";
}

TEST(ShapeTouch, across_a_ridge_it_is_one_point_and_along_a_floor_two) {
  const test::TempFile file("ridge.stl", roof());
  const auto ridge = shape("mesh", {{"file", file.path()}});
  const Capsule c(0.4, 0.1);
  const Quat along_x = normalized(Quat{1, 0, 1, 0});  // z -> x
  const ShapeTouches on_ridge = touches_of(*ridge, c, {{0.05, 0.09, 0.2}, along_x}, 0);
  ASSERT_EQ(on_ridge.count, 1);
  EXPECT_EQ(on_ridge.touch[0].piece, 2u);
  EXPECT_NEAR(on_ridge.touch[0].x.x, 0, 1e-9);
  EXPECT_NEAR(on_ridge.touch[0].gap(), -0.01, 1e-12);
  const auto floor = shape("rectangle", {{"width", 4.0}, {"length", 4.0}});
  const ShapeTouches lying = touches_of(*floor, c, {{0, 0.09, 0}, along_x}, 0);
  ASSERT_EQ(lying.count, 2);
  EXPECT_NE(lying.touch[0].piece, lying.touch[1].piece);
}

// The sum of the depths, as a linear law would feel them, has no jump while the capsule slides over
// a bulge and off it at its end.
TEST(ShapeTouch, sliding_off_a_bulge_end_first_goes_without_a_jump) {
  const auto ball = shape("sphere", {{"radius", 0.5}, {"side", std::string("outside")}});
  const Capsule c(0.4, 0.1);
  const Quat along_x = normalized(Quat{1, 0, 1, 0});
  double before = -1;
  const double step = 1e-4;
  int ends = 0, axes = 0;
  for (double x = 0; x < 0.8; x += step) {
    const ShapeTouches t = touches_of(*ball, c, {{x, 0.58, 0}, along_x}, 0);
    double sum = 0;
    for (int k = 0; k < t.count; ++k) {
      sum -= t.touch[k].gap();
      (t.touch[k].piece == 2 ? axes : ends) += 1;
    }
    // The gap of one point falls no faster than the capsule slides.
    if (before >= 0) {
      EXPECT_LE(std::abs(sum - before), 1.01 * step) << x;
    }
    before = sum;
  }
  EXPECT_GT(axes, 1000);
  EXPECT_GT(ends, 100);
}

TEST(ShapeTouch, a_plane_that_looks_at_corners_only_answers_as_one_that_searches) {
  const auto plane = shape("plane", {{"normal", Vec3{0.3, 1, -0.2}}});
  const Capsule c(0.4, 0.1);
  for (std::uint64_t i = 0; i < 200; ++i) {
    const Pose at{test::random_point(4, i, 0.5), random_turn(i)};
    ShapeTouches own, general;
    plane->touch_shape(c, at, 0.1, own);
    plane->WallShape::touch_shape(c, at, 0.1, general);
    ASSERT_EQ(own.count, general.count);
    for (int k = 0; k < own.count; ++k) {
      EXPECT_EQ(own.touch[k].piece, general.touch[k].piece);
      EXPECT_EQ(own.touch[k].gap(), general.touch[k].gap());
    }
  }
}

}  // namespace
}  // namespace scree
