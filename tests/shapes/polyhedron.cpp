// What polyhedra are, and how they touch by points (ContactModel::points).
#include "shapes/polyhedron.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "base/random.hpp"
#include "shapes/sphere.hpp"
#include "support/random_body.hpp"

namespace scree {
namespace {

using std::numbers::pi;
using Poly = std::shared_ptr<const PolyhedronShape>;

Poly box_shape(const Vec3& s, double rounding = 0, const Vec3& shift = {}) {
  std::vector<Vec3> points = test::box_points(s);
  for (Vec3& p : points) p += shift;
  return *PolyhedronShape::make(points, rounding, ContactModel::points);
}

Poly random_shape(int corners, double rounding, std::uint64_t seed) {
  return *PolyhedronShape::make(test::points_on_ball(corners, 1, CounterRandom(seed, 1)), rounding,
                                ContactModel::points);
}

Quat random_turn(const CounterRandom& random, std::uint64_t k) {
  return normalized(Quat{random.uniform(8 * k) - 0.5, random.uniform(8 * k + 1) - 0.5,
                         random.uniform(8 * k + 2) - 0.5, random.uniform(8 * k + 3) - 0.49});
}

ContactPoints touch(const Shape& a, const Pose& pa, const Shape& b, const Pose& pb,
                    double reach = 0) {
  ContactPoints out;
  CollideTable::with({}).collide(a, pa, b, pb, reach, out);
  return out;
}

// What a law without history does with the points: a force, and a torque about the origin.
struct Load {
  Vec3 force, torque;
};
Load load_of(const ContactPoints& points) {
  Load out;
  for (int k = 0; k < points.count; ++k) {
    const ContactPoint& p = points.point[static_cast<std::size_t>(k)];
    const Vec3 f = p.share * p.depth * p.normal;
    out.force += f;
    out.torque += cross(p.point, f);
  }
  return out;
}

// A box of sides a with everything within r of it, cut into box, slabs, cylinders and balls.
TEST(Polyhedron, a_rounded_box_has_the_mass_of_its_pieces) {
  const Vec3 s{1, 0.6, 0.4};
  const double r = 0.15;
  const MassProperties m = box_shape(s, r, {3, -2, 1})->mass_properties(Dimensions::three);
  const auto second = [&](double a, double b, double c) {  // of x^2, a along x
    const double h = a / 2;
    return a * a * a / 12 * b * c + b * c * 2 * (std::pow(h + r, 3) - h * h * h) / 3 +
           a * a * a / 12 * 2 * r * (b + c) + pi * r * r * a * a * a / 12 +
           (b + c) * (h * h * pi * r * r + 2 * h * 4 * r * r * r / 3 + pi * r * r * r * r / 4) +
           h * h * 4 * pi / 3 * r * r * r + 2 * h * pi / 2 * std::pow(r, 4) +
           4 * pi / 15 * std::pow(r, 5);
  };
  const double volume = s.x * s.y * s.z + 2 * r * (s.x * s.y + s.y * s.z + s.z * s.x) +
                        pi * r * r * (s.x + s.y + s.z) + 4 * pi / 3 * r * r * r;
  const double xx = second(s.x, s.y, s.z), yy = second(s.y, s.z, s.x), zz = second(s.z, s.x, s.y);
  EXPECT_NEAR(m.mass, volume, 1e-13);  // a few hundred operations on numbers near 1
  EXPECT_NEAR(m.inertia.xx, yy + zz, 1e-13);
  EXPECT_NEAR(m.inertia.yy, zz + xx, 1e-13);
  EXPECT_NEAR(m.inertia.zz, xx + yy, 1e-13);
  EXPECT_NEAR(m.inertia.xy, 0, 1e-13);
  EXPECT_NEAR(norm(m.centre), 0, 1e-13);  // the frame is that of the ball around it
}

// Steiner's formula holds for any convex body; a tiny one with a large rounding is a ball.
TEST(Polyhedron, rounding_follows_steiner_and_ends_as_a_ball) {
  const Poly sharp = random_shape(12, 0, 5);
  const auto& core = sharp->form().core;
  double area = 0, bend = 0;
  for (std::size_t f = 0; f < core.face_count(); ++f) {
    const auto loop = core.face(f);
    for (std::size_t k = 2; k < loop.size(); ++k)
      area += 0.5 * norm(cross(core.corners()[loop[k - 1]] - core.corners()[loop[0]],
                               core.corners()[loop[k]] - core.corners()[loop[0]]));
  }
  for (const auto& e : core.edges())
    bend += 0.5 * norm(core.corners()[e.to] - core.corners()[e.from]) *
            std::acos(dot(core.plane(e.left).normal, core.plane(e.right).normal));
  const double r = 0.07;
  const MassProperties m = rounded_mass(core, r);
  EXPECT_NEAR(m.mass, core.volume() + area * r + bend * r * r + 4 * pi / 3 * r * r * r, 1e-13);
  const MassProperties ball = rounded_mass(core.scaled(1e-6), 1);
  EXPECT_NEAR(ball.mass, 4 * pi / 3, 1e-5);  // the body is 1e-6 wide
  EXPECT_NEAR(ball.inertia.xx, 8 * pi / 15, 1e-5);
  EXPECT_NEAR(ball.inertia.yz, 0, 1e-5);
}

TEST(Polyhedron, scales_with_its_size) {
  const Poly one = random_shape(14, 0.02, 3);
  const auto large = one->scaled(3);
  EXPECT_DOUBLE_EQ(large->bounding_radius(), 3 * one->bounding_radius());
  const auto a = one->mass_properties(Dimensions::three),
             b = large->mass_properties(Dimensions::three);
  EXPECT_NEAR(b.mass, 27 * a.mass, 1e-12);
  EXPECT_NEAR(b.inertia.xy, 243 * a.inertia.xy, 1e-12);
}

TEST(Polyhedron, bad_input_is_refused) {
  const std::vector<Vec3> flat{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  EXPECT_EQ(PolyhedronShape::make(flat).error().code, "E0570");
  const std::vector<Vec3> good{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  EXPECT_EQ(PolyhedronShape::make(good, -1).error().code, "E0572");
  EXPECT_EQ(PolyhedronShape::make(good, std::nan("")).error().code, "E0572");
}

TEST(Polyhedron, a_cube_on_a_cube_rests_on_four_corners) {
  for (const double rounding : {0.0, 0.05}) {
    const Poly cube = box_shape({1 - 2 * rounding, 1 - 2 * rounding, 1 - 2 * rounding}, rounding);
    const auto points = touch(*cube, {}, *cube, {{0.2, 0.99, 0}, {}});
    ASSERT_EQ(points.count, 4) << rounding;
    double shares = 0;
    for (int k = 0; k < 4; ++k) {
      const ContactPoint& p = points.point[static_cast<std::size_t>(k)];
      EXPECT_NEAR(p.depth, 0.01, 1e-12);
      EXPECT_NEAR(p.normal.y, 1, 1e-12);
      EXPECT_NEAR(p.point.y, 0.495, 1e-12);
      EXPECT_NEAR(p.mass_share, 1.0 / 3, 1e-12);
      shares += p.share;
    }
    EXPECT_NEAR(shares, 3, 1e-12);
  }
}

TEST(Polyhedron, a_corner_has_the_whole_law_and_an_edge_half_more) {
  const Poly cube = box_shape({1, 1, 1});
  const Quat edge_down{std::cos(pi / 8), 0, 0, std::sin(pi / 8)};
  const double height = 0.5 + std::sqrt(0.5) - 0.001;
  const auto edge = touch(*cube, {}, *cube, {{0, height, 0}, edge_down});
  ASSERT_EQ(edge.count, 2);
  EXPECT_NEAR(edge.point[0].share + edge.point[1].share, 1.5, 1e-9);
  EXPECT_NEAR(edge.point[0].depth, 0.001, 1e-12);
  // A corner down: the long diagonal turned to -y.
  const Vec3 axis = normalized(cross(Vec3{-1, -1, -1}, Vec3{0, -1, 0}));
  const double half = 0.5 * std::acos(1 / std::sqrt(3.0));
  const Quat corner_down{std::cos(half), std::sin(half) * axis.x, std::sin(half) * axis.y,
                         std::sin(half) * axis.z};
  const auto corner = touch(*cube, {}, *cube, {{0, 0.5 + std::sqrt(0.75) - 0.001, 0}, corner_down});
  ASSERT_EQ(corner.count, 1);
  EXPECT_NEAR(corner.point[0].share, 1, 1e-9);
  EXPECT_NEAR(corner.point[0].mass_share, 1, 1e-9);
  EXPECT_NEAR(corner.point[0].depth, 0.001, 1e-12);
}

// Along a path on which a body slides, turns and sinks, corners of the area come and go; force and
// torque of the pair change no faster than the motion lets them.
TEST(Polyhedron, force_and_torque_of_a_pair_are_continuous) {
  const Poly cube = box_shape({1, 1, 1});
  for (const double tilt : {0.0, 1e-4, 0.01}) {
    const auto at = [&](double t) {
      const Quat q = normalized(Quat{1, 0.5 * tilt * std::cos(5 * t), 0.4 * t, 0.5 * tilt});
      return load_of(touch(*cube, {}, *cube, {{0.3 * t, 0.995 + 0.002 * t, 0.4 * t}, q}));
    };
    constexpr int kSteps = 4000;
    Load before = at(0);
    double fastest = 0;
    for (int k = 1; k <= kSteps; ++k) {
      const Load now = at(static_cast<double>(k) / kSteps);
      fastest =
          std::max({fastest, norm(now.force - before.force), norm(now.torque - before.torque)});
      before = now;
    }
    // The depth is 0.005 and more where it is tilted: a jump would be of its order. Moving by
    // 1/4000 of a side moves the force by its lever arm of about 1 at most. Where the wider plane
    // changes from a face of one to a face of the other, the direction jumps by their tilt.
    EXPECT_LT(fastest, (12.0 / kSteps + 2 * tilt) * (0.005 + tilt)) << tilt;
    EXPECT_GT(norm(at(0.5).force), 0.005) << tilt;
  }
}

TEST(Polyhedron, exchanged_bodies_press_on_each_other_alike) {
  const CounterRandom random(7, 2);
  int touching = 0;
  for (std::uint64_t k = 0; k < 300; ++k) {
    const Poly a = random_shape(10, k % 2 ? 0.03 : 0, k + 1), b = random_shape(14, 0, k + 500);
    const Pose pa{{}, random_turn(random, 2 * k)},
        pb{{0.8, 0.1, -0.2}, random_turn(random, 2 * k + 1)};
    const auto ab = touch(*a, pa, *b, pb), ba = touch(*b, pb, *a, pa);
    const Load x = load_of(ab), y = load_of(ba);
    touching += ab.count > 0;
    const double size = norm(x.force) + 1e-12;
    EXPECT_NEAR(norm(x.force + y.force), 0, 1e-8 * size + 1e-12) << k;
    EXPECT_NEAR(norm(x.torque + y.torque), 0, 1e-6 * size + 1e-12) << k;
  }
  EXPECT_GT(touching, 60);
}

TEST(Polyhedron, a_hint_changes_no_bit) {
  const CounterRandom random(9, 2);
  const CollideTable table = CollideTable::with({});
  PairHint hint;
  const Poly a = random_shape(20, 0.02, 1), b = random_shape(20, 0.02, 2);
  for (std::uint64_t k = 0; k < 400; ++k) {
    const double t = static_cast<double>(k) / 400;
    const Pose pa{{}, random_turn(random, 0)},
        pb{{1.15 - 0.3 * t, 0.1 * t, 0}, random_turn(random, 1)};
    ContactPoints warm, cold;
    table.collide(*a, pa, *b, pb, 0, warm, &hint);
    table.collide(*a, pa, *b, pb, 0, cold);
    ASSERT_EQ(warm.count, cold.count) << k;
    for (std::size_t m = 0; m < static_cast<std::size_t>(warm.count); ++m) {
      EXPECT_EQ(warm.point[m].normal, cold.point[m].normal);
      EXPECT_EQ(warm.point[m].point, cold.point[m].point);
      EXPECT_EQ(warm.point[m].depth, cold.point[m].depth);
      EXPECT_EQ(warm.point[m].share, cold.point[m].share);
    }
  }
}

TEST(Polyhedron, a_ball_meets_faces_edges_corners_and_the_inside) {
  const Poly cube = box_shape({1, 1, 1}, 0);
  const Sphere ball(0.25);
  const auto at = [&](const Vec3& x) { return touch(*cube, {}, ball, {x, {}}); };
  const auto face = at({0.1, 0.74, 0.2});
  ASSERT_EQ(face.count, 1);
  EXPECT_NEAR(face.point[0].depth, 0.01, 1e-14);
  EXPECT_NEAR(face.point[0].normal.y, 1, 1e-14);
  EXPECT_NEAR(face.point[0].point.y, 0.495, 1e-14);
  const double h = 0.5 + 0.24 * std::sqrt(0.5);
  const auto edge = at({h, h, 0.1});
  ASSERT_EQ(edge.count, 1);
  EXPECT_NEAR(edge.point[0].depth, 0.01, 1e-14);
  EXPECT_NEAR(edge.point[0].normal.x, std::sqrt(0.5), 1e-14);
  const double c = 0.5 + 0.24 / std::sqrt(3.0);
  ASSERT_EQ(at({c, c, c}).count, 1);
  EXPECT_NEAR(at({c, c, c}).point[0].depth, 0.01, 1e-14);
  EXPECT_EQ(at({0.1, 0.76, 0.2}).count, 0);
  EXPECT_NEAR(at({0.1, 0.4, 0.2}).point[0].depth, 0.35, 1e-14);  // out through the nearest face
  // Through the surface the depth has no jump.
  EXPECT_NEAR(at({0.1, 0.5 + 1e-12, 0.2}).point[0].depth,
              at({0.1, 0.5 - 1e-12, 0.2}).point[0].depth, 1e-11);
}

TEST(Polyhedron, extreme_pairs_have_finite_answers) {
  const Poly needle = box_shape({1, 1e-3, 1e-3}), plate = box_shape({1, 1e-3, 1}),
             cube = box_shape({1, 1, 1}), dust = box_shape({1e-3, 1e-3, 1e-3});
  const Poly all[] = {needle, plate, cube, dust};
  const CounterRandom random(4, 4);
  for (std::uint64_t k = 0; k < 2000; ++k) {
    const Poly &a = all[k % 4], &b = all[k / 4 % 4];
    const double d = 0.2 * random.uniform(100 * k + 90);
    const Pose pa{{}, k % 3 ? random_turn(random, 2 * k) : Quat{}},
        pb{{d, 0.5 * d, 0}, k % 5 ? random_turn(random, 2 * k + 1) : Quat{}};
    const auto points = touch(*a, pa, *b, pb);
    EXPECT_LE(points.count, ContactPoints::kMax);
    for (std::size_t m = 0; m < static_cast<std::size_t>(points.count); ++m) {
      const ContactPoint& p = points.point[m];
      EXPECT_TRUE(is_finite(p.normal) && is_finite(p.point) && std::isfinite(p.depth)) << k;
      EXPECT_NEAR(norm(p.normal), 1, 1e-9);
      EXPECT_GT(p.share, 0);
      EXPECT_LE(p.share, 3 + 1e-9);
    }
  }
  // The same body in the same place.
  EXPECT_GE(touch(*cube, {}, *cube, {}).count, 1);
}

// Faces around every piece of the surface, closed: each side is run through once in each direction.
TEST(Polyhedron, its_drawing_is_closed) {
  for (const double rounding : {0.0, 0.05}) {
    const ShapeSurface s = random_shape(12, rounding, 8)->surface();
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> sides;
    for (const auto& f : s.faces)
      for (std::size_t k = 0; k < f.size(); ++k) ++sides[{f[k], f[(k + 1) % f.size()]}];
    for (const auto& [side, count] : sides) {
      EXPECT_EQ(count, 1);
      EXPECT_TRUE(sides.contains({side.second, side.first})) << rounding;
    }
  }
}

}  // namespace
}  // namespace scree
