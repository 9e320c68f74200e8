// Polyhedra at rims, in meshes and on tips: every pose that a flat plate or a mesh can be met in.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "make.hpp"
#include "shapes/polyhedron.hpp"

namespace scree {
namespace {

using test::shape;

// An edge of 2, about the origin.
std::shared_ptr<const PolyhedronShape> cube(double rounding) {
  std::vector<Vec3> points;
  for (const double x : {-1.0, 1.0})
    for (const double y : {-1.0, 1.0})
      for (const double z : {-1.0, 1.0}) points.push_back((1 - rounding) * Vec3{x, y, z});
  return *PolyhedronShape::make(points, rounding);
}

ShapeTouches touches_of(const WallShape& wall, const Shape& s, const Pose& at) {
  ShapeTouches t;
  wall.touch_shape(s, at, 0, t);
  return t;
}

// What a linear law would do: the sum of the pushes on the body, and its moment about the origin.
struct Push {
  Vec3 force{}, moment{};
};
Push push_of(const ShapeTouches& t, const Vec3& origin) {
  Push out;
  for (int k = 0; k < t.count; ++k) {
    const ShapeTouch& at = t.touch[static_cast<std::size_t>(k)];
    const Vec3 f = -at.share * at.gap() * at.at.normal;
    out.force += f;
    out.moment += cross(at.x - at.radius * at.at.normal - origin, f);
  }
  return out;
}

std::string text_of(const ShapeTouches& t) {
  std::string s;
  for (int k = 0; k < t.count; ++k) {
    const ShapeTouch& at = t.touch[static_cast<std::size_t>(k)];
    s += fmt::format(
        "piece {} at ({:.4g}, {:.4g}, {:.4g}) gap {:.4g} share {:.3g} normal ({:.3g}, {:.3g}, "
        "{:.3g})\n",
        at.piece, at.x.x, at.x.y, at.x.z, at.gap(), at.share, at.at.normal.x, at.at.normal.y,
        at.at.normal.z);
  }
  return s;
}

// Half on a plate: two corners there and two edges over the rim, whatever the rounding.
TEST(PolyhedronTouch, a_cube_half_on_a_plate_stands_on_the_corners_of_what_lies_on_it) {
  const auto plate = shape("rectangle", {{"width", 10.0}, {"length", 10.0}});
  for (const double rounding : {0.0, 0.02, 0.2}) {
    const auto body = cube(rounding);
    // The rim is at x = 5; the middle of the cube 0.4 within.
    const ShapeTouches t = touches_of(*plate, *body, {{4.6, 1 - 0.01, 0.3}, {}});
    SCOPED_TRACE(fmt::format("rounding {}\n{}", rounding, text_of(t)));
    ASSERT_EQ(t.count, 4);
    int at_rim = 0;
    for (int k = 0; k < 4; ++k) {
      EXPECT_NEAR(t.touch[k].gap(), -0.01, 1e-12);
      EXPECT_NEAR(t.touch[k].at.normal.y, 1, 1e-12);
      EXPECT_EQ(t.touch[k].share, 1);
      at_rim += std::abs(t.touch[k].x.x - 5) < 1e-9;
    }
    EXPECT_EQ(at_rim, 2);
  }
}

// On a plate that is smaller than its face it stands on the plate's corners.
TEST(PolyhedronTouch, a_small_plate_pokes_into_a_face_with_its_corners) {
  const auto plate = shape("rectangle", {{"width", 0.6}, {"length", 0.4}});
  for (const double rounding : {0.0, 0.05}) {
    const auto body = cube(rounding);
    const ShapeTouches t = touches_of(*plate, *body, {{0.1, 1 - 0.01, 0.05}, {}});
    SCOPED_TRACE(text_of(t));
    ASSERT_EQ(t.count, 4);
    for (int k = 0; k < 4; ++k) {
      EXPECT_NEAR(t.touch[k].gap(), -0.01, 1e-12);
      EXPECT_NEAR(t.touch[k].at.normal.y, 1, 1e-12);
    }
    EXPECT_NEAR(push_of(t, {0, 0, 0}).moment.x, 0, 1e-12) << "the plate is about the origin";
  }
}

// In the corner of an open box only the cube's own corners count, with all three faces of the box.
TEST(PolyhedronTouch, the_corner_of_a_hollow_box_does_not_poke) {
  const auto box =
      shape("box", {{"min", Vec3{0, 0, 0}}, {"max", Vec3{9, 9, 9}}, {"open", std::string("top")}});
  const ShapeTouches t = touches_of(*box, *cube(0.1), {{0.99, 0.98, 0.97}, {}});
  SCOPED_TRACE(text_of(t));
  EXPECT_EQ(t.count, 8) << "of twelve the deepest";
  for (int k = 0; k < t.count; ++k) EXPECT_LT(t.touch[k].piece, 8u);
}

TEST(PolyhedronTouch, a_ball_that_is_a_wall_pokes_into_a_face) {
  const auto ball = shape("sphere", {{"radius", 0.3}, {"side", std::string("outside")}});
  const auto body = cube(0);
  const ShapeTouches t = touches_of(*ball, *body, {{0.2, 1.28, -0.4}, {}});
  ASSERT_EQ(t.count, 1) << text_of(t);
  EXPECT_NEAR(t.touch[0].gap(), -0.02, 1e-12);
  EXPECT_NEAR(t.touch[0].at.normal.y, 1, 1e-12);
}

// An edge across the rim of a standing plate, as rocks hang on the lip of a hopper.
TEST(PolyhedronTouch, a_sharp_edge_across_a_rim_is_held) {
  const auto plate =
      shape("rectangle", {{"width", 4.0}, {"length", 10.0}, {"normal", Vec3{1, 0, 0}}});
  // The rim is along z at y = 2; the cube stands on an edge along x, above it.
  const Quat on_edge =
      normalized(Quat{std::cos(std::numbers::pi / 8), std::sin(std::numbers::pi / 8), 0, 0});
  const auto body = cube(0);
  const double least = body->edge_axes().empty() ? 0 : body->edge_axes()[0].a.radius;
  ASSERT_GT(least, 0);
  const double late = (std::sqrt(2.0) - 1) * least;  // what the balls of the edge leave out
  for (const double depth : {0.0, 0.01, 0.03}) {
    const double y = 2 + std::sqrt(2.0) - late - depth - 1e-9;
    const ShapeTouches t = touches_of(*plate, *body, {{0.2, y, 0}, on_edge});
    ASSERT_GE(t.count, 1) << depth;
    EXPECT_NEAR(push_of(t, {}).force.y, depth, 1e-6) << text_of(t);
  }
  EXPECT_EQ(touches_of(*plate, *body, {{0.2, 2 + std::sqrt(2.0), 0}, on_edge}).count, 0);
}

// A bumpy floor of triangles smaller than the body.
std::string bumps(int n, double height) {
  WallMesh m;
  const auto at = [&](int i, int j) { return static_cast<std::uint32_t>(i * (n + 1) + j); };
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j)
      m.points.push_back({-4 + 8.0 * i / n, (i + j) % 2 ? height : 0, -4 + 8.0 * j / n});
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      m.triangles.push_back({at(i, j), at(i, j + 1), at(i + 1, j)});
      m.triangles.push_back({at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)});
    }
  return test::stl_text(m);
}

TEST(PolyhedronTouch, sharp_corners_are_pushed_out_of_a_mesh_of_small_triangles) {
  const test::TempFile file("bumps.stl", bumps(20, 0.03));
  const auto mesh = shape("mesh", {{"file", file.path()}});
  const auto body = cube(0);
  int met = 0;
  for (std::uint64_t i = 0; i < 100; ++i) {
    const Vec3 a = test::random_point(1, i, 1), b = test::random_point(2, i, 1);
    const Pose at{{0.5 * b.y, 0, 0.5 * b.z}, normalized(Quat{a.x, a.y, a.z, b.x})};
    double lowest = 0;
    for (const Corner& c : body->corners()) lowest = std::min(lowest, rotate(at.q, c.x).y);
    Pose deep = at;
    deep.x.y = -lowest - 0.05;  // below every bump
    const ShapeTouches t = touches_of(*mesh, *body, deep);
    double up = 0;
    for (int k = 0; k < t.count; ++k) up = std::max(up, -t.touch[k].gap() * t.touch[k].at.normal.y);
    EXPECT_GT(up, 0.02) << i << "\n" << text_of(t);
    ++met;
  }
  EXPECT_EQ(met, 100);
}

// Sliding off a plate, tilting over its rim, passing its corner: pushes change no faster than the
// body moves. A rounded body has no jump anywhere.
TEST(PolyhedronTouch, over_rims_and_corners_of_a_plate_pushes_have_no_jump) {
  const auto plate = shape("rectangle", {{"width", 3.0}, {"length", 3.0}});
  const auto body = cube(0.1);
  for (std::uint64_t i = 0; i < 30; ++i) {
    const Vec3 r = test::random_point(3, i, 1), s = test::random_point(4, i, 1);
    const Vec3 way = normalized(Vec3{r.x, 0.02 * r.y, r.z});
    const Vec3 tilt{0.02 * s.x, s.y, 0.02 * s.z};
    const double step = 1e-4;
    double before = -1, steepest = 0, deepest = 0;
    for (int k = 0; k < 2000; ++k) {
      const double u = k * step - 0.05;
      const Quat q =
          normalized(Quat{1, 0.5 * tilt.x * (1 + u), 0.5 * tilt.y, 0.5 * tilt.z * (1 - u)});
      const Vec3 x = Vec3{1.2 * (r.x > 0 ? 1 : -1), 0.995, 1.2 * (r.z > 0 ? 1 : -1)} + u * 4 * way;
      const ShapeTouches t = touches_of(*plate, *body, {x, q});
      for (int m = 0; m < t.count; ++m) deepest = std::min(deepest, t.touch[m].gap());
      if (deepest < -0.08) break;  // the rounding is 0.1
      const double up = push_of(t, x).force.y;
      if (before >= 0) steepest = std::max(steepest, std::abs(up - before));
      before = up;
    }
    // A point moves 4 step and turns a little; a share changes by 4 step / rounding of a depth of
    // 0.03 at most; up to eight points.
    EXPECT_LT(steepest, 8 * 4 * step * (1 + 0.06 / 0.1)) << i;
  }
}

}  // namespace
}  // namespace scree
