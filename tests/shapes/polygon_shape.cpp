// Polygons as shapes: mass, corners that face a direction, and where two of them press.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/random.hpp"
#include "shapes/cluster.hpp"
#include "shapes/disc_union.hpp"
#include "shapes/polygon.hpp"

namespace scree {
namespace {

using geometry::Vec2;

std::shared_ptr<const PolygonShape> square(double side, double rounding = 0, bool area = false) {
  const double h = 0.5 * side;
  return *PolygonShape::make(std::vector<Vec2>{{-h, -h}, {h, -h}, {h, h}, {-h, h}}, rounding,
                             area ? PolygonContact::area : PolygonContact::depth);
}
std::shared_ptr<const PolygonShape> regular(int n, double radius) {
  std::vector<Vec2> c;
  for (int k = 0; k < n; ++k) {
    const double a = 2 * std::numbers::pi * (k + 0.5) / n - 0.5 * std::numbers::pi;
    c.push_back({radius * std::cos(a), radius * std::sin(a)});
  }
  return *PolygonShape::make(c, 0, PolygonContact::depth);
}
std::shared_ptr<const PolygonShape> slab() {
  return *PolygonShape::make(std::vector<Vec2>{{-2, -0.5}, {2, -0.5}, {2, 0.5}, {-2, 0.5}}, 0,
                             PolygonContact::depth);
}
Quat about_z(double angle) { return {std::cos(0.5 * angle), 0, 0, std::sin(0.5 * angle)}; }

// What a linear law of stiffness 1 would do to b.
struct Push {
  Vec3 force;
  double torque = 0;  // on a about its origin
};
Push push(const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b) {
  ContactPoints points;
  CollideTable::with({}).collide(a, at_a, b, at_b, 0, points);
  Push out;
  for (int k = 0; k < points.count; ++k) {
    const ContactPoint& p = points.point[static_cast<std::size_t>(k)];
    EXPECT_EQ(p.normal.z, 0);
    EXPECT_EQ(p.point.z, 0);
    const Vec3 f = (p.share * p.depth) * p.normal;
    out.force += f;
    out.torque -= cross(p.point - at_a.x, f).z;
  }
  return out;
}

TEST(PolygonShape, mass_is_that_of_the_area) {
  const auto s = square(0.2);
  const MassProperties m = s->mass_properties(Dimensions::two);
  EXPECT_NEAR(m.mass, 0.04, 1e-15);
  EXPECT_NEAR(m.inertia.zz, 0.04 * 0.04 / 6, 1e-17);
  EXPECT_EQ(m.inertia.xx, m.inertia.zz);
  const auto twice = s->scaled(2);
  EXPECT_NEAR(twice->mass_properties(Dimensions::two).mass, 0.16, 1e-15);
  EXPECT_NEAR(twice->mass_properties(Dimensions::two).inertia.zz, 16 * m.inertia.zz, 1e-16);
  EXPECT_NEAR(twice->bounding_radius(), 0.2 * std::sqrt(2.0), 1e-3);
}

// A tiny square with a large rounding is a disc, but for terms of the square's side.
TEST(PolygonShape, a_rounded_polygon_has_the_mass_of_its_pieces) {
  const MassProperties disc = square(1e-7, 0.3)->mass_properties(Dimensions::two);
  EXPECT_NEAR(disc.mass, std::numbers::pi * 0.09, 1e-6);
  EXPECT_NEAR(disc.inertia.zz, 0.5 * std::numbers::pi * 0.0081, 1e-6);
  const MassProperties m = square(1, 0.25)->mass_properties(Dimensions::two);
  EXPECT_NEAR(m.mass, 1 + 4 * 0.25 + std::numbers::pi * 0.0625, 1e-14);
  EXPECT_LT(norm(m.centre), 1e-12);
}

TEST(PolygonShape, discs_that_overlap_count_once) {
  const double r = 0.5;
  const SolidBall one[] = {{{0, 0, 0}, r}}, same[] = {{{0, 0, 0}, r}, {{0, 0, 0}, r}},
                  apart[] = {{{-1, 0, 0}, r}, {{1, 0, 0}, r}},
                  lens[] = {{{-0.25, 0, 0}, r}, {{0.25, 0, 0}, r}};
  const double disc = std::numbers::pi * r * r, moment = 0.5 * disc * r * r;
  EXPECT_NEAR(union_of_discs(one).mass, disc, 1e-14);
  EXPECT_NEAR(union_of_discs(one).inertia.zz, moment, 1e-14);
  EXPECT_NEAR(union_of_discs(same).mass, disc, 1e-14);
  EXPECT_NEAR(union_of_discs(apart).mass, 2 * disc, 1e-14);
  EXPECT_NEAR(union_of_discs(apart).inertia.zz, 2 * (moment + disc), 1e-13);
  // Two segments: r^2 (2 theta - sin 2 theta)/2 with cos theta = 1/2 each.
  const double theta = std::numbers::pi / 3, common = r * r * (2 * theta - std::sin(2 * theta));
  EXPECT_NEAR(union_of_discs(lens).mass, 2 * disc - common, 1e-14);
  // By counting points of a fine grid.
  double area = 0, square = 0;
  constexpr int n = 1000;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const Vec3 x{-0.75 + 1.5 * (i + 0.5) / n, -0.5 + 1.0 * (j + 0.5) / n, 0};
      if (norm(x - lens[0].x) > r && norm(x - lens[1].x) > r) continue;
      area += 1.5 / n / n, square += 1.5 / n / n * norm2(x);
    }
  EXPECT_NEAR(union_of_discs(lens).mass, area, 1e-3);
  EXPECT_NEAR(union_of_discs(lens).inertia.zz, square, 1e-3);
  const double density[] = {1000, 2000};
  EXPECT_NEAR(union_of_discs(same, density).mass, 2000 * disc, 1e-9);
}

TEST(PolygonShape, the_side_that_faces_a_direction_is_the_best_of_all) {
  const CounterRandom random(1, 1);
  for (const int n : {3, 4, 7, 100}) {
    const auto s = regular(n, 1);
    for (std::uint64_t k = 0; k < 200; ++k) {
      const double a = 2 * std::numbers::pi * random.uniform(k);
      const Vec2 u{std::cos(a), std::sin(a)};
      double best = -2;
      for (const Vec2& o : s->form().outward) best = std::max(best, dot(o, u));
      EXPECT_EQ(dot(s->form().outward[s->form().facing(u)], u), best) << n << " " << k;
    }
  }
}

// Flat on flat: the whole law at each end. On one corner: the law once.
TEST(PolygonShape, a_flat_contact_has_two_points_and_a_corner_one) {
  const auto s = square(1);
  ContactPoints flat, corner;
  const CollideTable table = CollideTable::with({});
  table.collide(*slab(), {}, *s, {{0.1, 0.99, 0}, {}}, 0, flat);
  ASSERT_EQ(flat.count, 2);
  EXPECT_NEAR(flat.point[0].depth, 0.01, 1e-12);
  EXPECT_NEAR(flat.point[0].share, 1, 1e-9);
  EXPECT_NEAR(flat.point[0].mass_share, 0.5, 1e-9);
  EXPECT_NEAR(std::abs(flat.point[0].point.x - flat.point[1].point.x), 1, 1e-9);
  table.collide(*s, {}, *s, {{0, 0.5 + std::sqrt(0.5) - 0.01, 0}, about_z(std::numbers::pi / 4)}, 0,
                corner);
  ASSERT_EQ(corner.count, 1);
  EXPECT_NEAR(corner.point[0].depth, 0.01, 1e-12);
  EXPECT_NEAR(corner.point[0].share, 1, 1e-12);
  EXPECT_NEAR(corner.point[0].normal.y, 1, 1e-12);
}

// Polygons that slide past each other while they turn, a hundredth of their size deep: no force may
// jump. Where it changes much in a step, the step is halved until nothing is left of it: a jump
// would stay.
TEST(PolygonShape, the_force_is_continuous_as_polygons_slide_and_turn_past_corners) {
  for (const bool area : {false, true})
    for (const int n : {3, 4, 6, 12}) {
      const auto a = square(1, 0, area);
      const auto form = regular(n, 0.6);
      const auto ring = form->core().corners();
      const auto b =
          *PolygonShape::make(ring, 0, area ? PolygonContact::area : PolygonContact::depth);
      for (const double turn : {0.0, 0.2, 0.7}) {
        // The lowest corner of b is always so deep below the top of a.
        const auto at = [&](double t) {
          const double angle = turn + 0.9 * t;
          double low = 1;
          for (const Vec2& c : ring)
            low = std::min(low, c.x * std::sin(angle) + c.y * std::cos(angle));
          return push(*a, {}, *b, {{-0.9 + 1.9 * t, 0.49 - low, 0}, about_z(angle)}).force;
        };
        double greatest = 0, least_left = 0;
        constexpr int steps = 1500;
        for (int k = 0; k < steps; ++k) {
          double lo = static_cast<double>(k) / steps, hi = (k + 1.0) / steps;
          Vec3 f_lo = at(lo), f_hi = at(hi);
          greatest = std::max(greatest, norm(f_hi));
          for (int m = 0; m < 50 && norm(f_hi - f_lo) > (area ? 1e-9 : 1e-5); ++m) {
            const double middle = 0.5 * (lo + hi);
            const Vec3 f = at(middle);
            if (norm(f - f_lo) > norm(f_hi - f))
              hi = middle, f_hi = f;
            else
              lo = middle, f_lo = f;
          }
          least_left = std::max(least_left, norm(f_hi - f_lo));
        }
        EXPECT_GT(greatest, area ? 1e-5 : 5e-3);
        EXPECT_LT(least_left, 0.01 * greatest)
            << n << " corners, " << turn << (area ? ", area" : "");
      }
    }
}

// A square that goes round in height and tilt, one corner lifted off on the way: the work of a loop
// is zero, because each end is a spring of its own.
TEST(PolygonShape, rocking_on_a_flat_side_gives_back_its_work) {
  const auto lower = slab(), s = square(1);
  const CollideTable table = CollideTable::with({});
  const auto at = [](double t) {
    const double a = 2 * std::numbers::pi * t;
    return std::pair(0.99 + 0.003 * std::cos(a), 0.03 * std::sin(a));
  };
  double work = 0, most = 0;
  constexpr int n = 4000;
  for (int k = 0; k < n; ++k) {
    const auto [y, tilt] = at((k + 0.5) / n);
    const auto [y0, tilt0] = at(static_cast<double>(k) / n);
    const auto [y1, tilt1] = at((k + 1.0) / n);
    ContactPoints points;
    table.collide(*lower, {}, *s, {{0, y, 0}, about_z(tilt)}, 0, points);
    for (int m = 0; m < points.count; ++m) {
      const ContactPoint& p = points.point[static_cast<std::size_t>(m)];
      const Vec3 f = (p.share * p.depth) * p.normal;
      work += f.y * (y1 - y0) + cross(p.point - Vec3{0, y, 0}, f).z * (tilt1 - tilt0);
      most = std::max(most, 0.5 * p.share * p.depth * p.depth);
    }
  }
  EXPECT_GT(most, 1e-4);
  EXPECT_LT(std::abs(work), 0.01 * most);
}

// A tilt is driven back, by forces at both ends.
TEST(PolygonShape, a_tilt_of_a_flat_contact_is_driven_back) {
  const auto lower = slab(), s = square(1);
  const auto torque_on_upper = [&](double tilt) {
    ContactPoints points;
    CollideTable::with({}).collide(*lower, {}, *s, {{0, 0.99, 0}, about_z(tilt)}, 0, points);
    double t = 0;
    for (int m = 0; m < points.count; ++m) {
      const ContactPoint& p = points.point[static_cast<std::size_t>(m)];
      t += cross(p.point - Vec3{0, 0.99, 0}, (p.share * p.depth) * p.normal).z;
    }
    return t;
  };
  // Ends at +-w/2 with k each: k w^2/2 times the tilt.
  EXPECT_NEAR(torque_on_upper(0.002), -0.001, 3e-5);
  EXPECT_NEAR(torque_on_upper(-0.002), 0.001, 3e-5);
}

TEST(PolygonShape, the_answer_for_a_hint_is_that_without) {
  const auto a = regular(9, 0.5), b = regular(5, 0.4);
  const CounterRandom random(4, 4);
  const CollideTable table = CollideTable::with({});
  PairHint hint;
  int touching = 0;
  for (std::uint64_t k = 0; k < 3000; ++k) {
    const auto u = [&](std::uint64_t m) { return random.uniform(8 * k + m) - 0.5; };
    const Pose at{{1.6 * u(0), 1.6 * u(1), 0}, about_z(6 * u(2))};
    ContactPoints warm, cold;
    table.collide(*a, {}, *b, at, 0, warm, &hint);
    table.collide(*a, {}, *b, at, 0, cold);
    ASSERT_EQ(warm.count, cold.count);
    touching += warm.count;
    for (int m = 0; m < warm.count; ++m) {
      const auto &p = warm.point[static_cast<std::size_t>(m)],
                 &q = cold.point[static_cast<std::size_t>(m)];
      ASSERT_TRUE(p.point == q.point && p.normal == q.normal && p.depth == q.depth &&
                  p.share == q.share);
    }
  }
  EXPECT_GT(touching, 1000);
}

// F = k A/l at the centroid, l = 4 r1 r2/(r1 + r2).
TEST(PolygonShape, the_area_law_pushes_by_area_over_length) {
  const auto s = square(1, 0, true);
  const Push p = push(*s, {}, *s, {{0.2, 0.97, 0}, {}});
  const double r = s->bounding_radius();
  EXPECT_NEAR(norm(p.force), 0.8 * 0.03 / (2 * r), 1e-12);
  // Across the line through the crossing points, at the centroid.
  EXPECT_NEAR(-p.force.x / p.force.y, -0.03 / 0.8, 1e-9);
  EXPECT_NEAR(p.torque, -(0.1 * p.force.y - 0.485 * p.force.x), 1e-12);
  EXPECT_FALSE(
      PolygonShape::make(std::vector<Vec2>{{0, 0}, {1, 0}, {0, 1}}, 0.1, PolygonContact::area)
          .ok());
}

TEST(PolygonShape, pieces_are_adjacent_where_they_meet) {
  const auto s = square(1);
  EXPECT_TRUE(s->adjacent(0, 1) && s->adjacent(0, 3) && !s->adjacent(0, 2));
  EXPECT_TRUE(s->adjacent(0, 4) && s->adjacent(1, 4) && !s->adjacent(2, 4));
  EXPECT_TRUE(s->adjacent(4, 7) && !s->adjacent(4, 6));
}

}  // namespace
}  // namespace scree
