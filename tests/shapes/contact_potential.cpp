// The depth of a contact is a function of the poses, and force and torque are its gradient.
#include "shapes/contact_potential.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"
#include "shapes/polyhedron.hpp"
#include "shapes/sphere.hpp"
#include "support/effort.hpp"
#include "support/random_body.hpp"

namespace scree::potential_test {
namespace {

using Poly = std::shared_ptr<const PolyhedronShape>;

Poly block(const Vec3& s, double rounding = 0) {
  return *PolyhedronShape::make(test::box_points(s), rounding);
}

Poly prism(int sides, double height) {
  return *PolyhedronShape::make(test::prism_points(sides, 1, height));
}

Poly random_hull(int corners, std::uint64_t seed) {
  return *PolyhedronShape::make(test::points_on_ball(corners, 1, CounterRandom(seed, 1)));
}

std::vector<Poly> bodies() {
  return {block({1, 1, 1}), block({1, 0.1, 0.8}), block({0.7, 0.7, 0.7}, 0.1), prism(3, 1),
          prism(40, 0.4),   random_hull(4, 1),    random_hull(8, 2),           random_hull(14, 3)};
}

ContactPoints touch(const Shape& a, const Pose& pa, const Shape& b, const Pose& pb) {
  ContactPoints out;
  CollideTable::with({}).collide(a, pa, b, pb, 0, out);
  return out;
}

double depth_of(const ContactPoints& c) { return c.count > 0 ? c.point[0].depth : 0; }

// dd/d(x, theta) of the first body: force and torque about its origin of a unit of normal force.
struct Gradient {
  Vec3 x, turn;
};
Gradient gradient_of(const ContactPoints& c, const Vec3& origin) {
  Gradient g;
  for (int k = 0; k < c.count; ++k) {
    const ContactPoint& p = c.point[static_cast<std::size_t>(k)];
    g.x += p.share * p.normal;
    g.turn += p.share * (cross(p.point - origin, p.normal) - p.moment);
  }
  return g;
}

Vec3 unit_axis(int k) {
  Vec3 e{};
  e[k] = 1;
  return e;
}

Gradient differences(const Shape& a, const Pose& pa, const Shape& b, const Pose& pb) {
  constexpr double h = 1e-6;
  Gradient g;
  for (int k = 0; k < 3; ++k) {
    Pose up = pa, down = pa;
    up.x += h * unit_axis(k), down.x -= h * unit_axis(k);
    g.x[k] = (depth_of(touch(a, up, b, pb)) - depth_of(touch(a, down, b, pb))) / (2 * h);
    const auto turn = [&](double angle) {
      const Vec3 u = unit_axis(k);
      const double s = std::sin(0.5 * angle);
      return normalized(Quat{std::cos(0.5 * angle), s * u.x, s * u.y, s * u.z} * pa.q);
    };
    g.turn[k] =
        (depth_of(touch(a, {pa.x, turn(h)}, b, pb)) - depth_of(touch(a, {pa.x, turn(-h)}, b, pb))) /
        (2 * h);
  }
  return g;
}

Quat random_turn(const CounterRandom& random, std::uint64_t k) {
  return normalized(Quat{random.uniform(k) - 0.5, random.uniform(k + 1) - 0.5,
                         random.uniform(k + 2) - 0.5, random.uniform(k + 3) - 0.49});
}

// Moves b away from a along a direction until the two overlap by a part of their roundings.
bool place_touching(const Shape& a, const Shape& b, Pose& pb, const Vec3& u, double wanted) {
  double lo = 0, hi = 2.5;
  for (int k = 0; k < 60; ++k) {
    const double at = 0.5 * (lo + hi);
    pb.x = at * u;
    (depth_of(touch(a, {}, b, pb)) > wanted ? lo : hi) = at;
  }
  return depth_of(touch(a, {}, b, pb)) > 0;
}

TEST(ContactPotential, force_and_torque_are_the_gradient_of_the_depth) {
  const auto all = bodies();
  const CounterRandom random(5, 7);
  std::uint64_t k = 0;
  int tried = 0;
  for (const Poly& a : all)
    for (const Poly& b : all)
      for (int turn = 0; turn < 8; ++turn, k += 32) {
        const double radius = a->rounded_core()->radius + b->rounded_core()->radius;
        const Vec3 u = normalized(Vec3{random.uniform(k + 8) - 0.5, random.uniform(k + 9) - 0.5,
                                       random.uniform(k + 10) - 0.5});
        Pose pb{{}, random_turn(random, k)};
        if (!place_touching(*a, *b, pb, u, random.uniform(k + 11) * 0.3 * radius)) continue;
        ++tried;
        const ContactPoints c = touch(*a, {}, *b, pb);
        const Gradient g = gradient_of(c, {}), d = differences(*a, {}, *b, pb);
        // Differences of second order; the depth bends within a part of the rounding.
        EXPECT_LT(norm(g.x - d.x), 1e-4 * (1 + norm(d.x))) << k;
        EXPECT_LT(norm(g.turn - d.turn), 1e-4 * (1 + norm(d.turn))) << k;
      }
  EXPECT_GT(tried, 400);
}

TEST(ContactPotential, faces_that_lie_flat_on_each_other_have_a_gradient_too) {
  const Poly a = block({1, 1, 1}), b = block({1, 1, 1}), p = prism(40, 0.4);
  for (const Poly& other : {b, p}) {
    const double half = other == b ? 0.5 : 0.2;
    for (const Vec3& aside : {Vec3{}, Vec3{0.3, 0, 0}, Vec3{0.2, 0, 0.4}}) {
      const Pose pb{aside + Vec3{0, 0.5 + half - 0.01, 0}, {}};
      const ContactPoints c = touch(*a, {}, *other, pb);
      const Gradient g = gradient_of(c, {}), d = differences(*a, {}, *other, pb);
      EXPECT_LT(norm(g.x - d.x), 1e-4) << aside.x;
      EXPECT_LT(norm(g.turn - d.turn), 1e-4) << aside.x;
      // Corners just beside the other's border lean outwards.
      EXPECT_NEAR(g.x.y / norm(g.x), 1, 1e-3);
    }
  }
}

TEST(ContactPotential, energies_of_the_points_add_up_to_one) {
  const auto all = bodies();
  for (const Poly& b : all) {
    Pose pb{{}, normalized(Quat{0.9, 0.1, 0.2, 0.3})};
    if (!place_touching(*all[0], *b, pb, normalized(Vec3{0.3, 1, 0.2}), 0.01)) continue;
    const ContactPoints c = touch(*all[0], {}, *b, pb);
    double sum = 0;
    for (int k = 0; k < c.count; ++k) sum += c.point[static_cast<std::size_t>(k)].energy();
    EXPECT_NEAR(sum, 1, 1e-12);
  }
}

// One goes around the other, always as deep. The greatest change of the gradient from one place to
// the next, of so many places.
double greatest_change(const Shape& a, const Shape& b, int places) {
  Gradient before;
  double greatest = 0;
  for (int k = 0; k <= places; ++k) {
    const double t = 2 * M_PI * k / places;
    const Vec3 u = normalized(Vec3{std::cos(t), 0.4 * std::sin(3 * t), std::sin(t)});
    Pose pb{{}, normalized(Quat{0.7, 0.3, 0.1, 0.5})};
    EXPECT_TRUE(place_touching(a, b, pb, u, 0.02));
    const Gradient g = gradient_of(touch(a, {}, b, pb), {});
    EXPECT_GT(norm(g.x), 0.5) << k;
    if (k > 0) greatest = std::max(greatest, norm(g.x - before.x));
    before = g;
  }
  return greatest;
}

// Where a feature takes over from another with a jump, smaller steps do not make it smaller.
TEST(ContactPotential, gradients_are_continuous_while_features_change) {
  const Poly a = block({1, 1, 1});
  const int places = test::reduced_effort() ? 500 : 1500;
  for (const Poly& b : {random_hull(8, 2), block({1, 0.3, 0.8}), prism(6, 0.7)}) {
    const double coarse = greatest_change(*a, *b, places);
    const double fine = greatest_change(*a, *b, 8 * places);
    EXPECT_LT(fine, 0.25 * coarse);  // an eighth where the gradient has a slope
  }
}

TEST(ContactPotential, a_ball_is_met_where_the_rounded_body_is) {
  const Poly a = block({1, 1, 1});
  const Sphere ball(0.2);
  const ContactPoints flat = touch(*a, {}, ball, {{0.1, 0.69, 0}, {}});
  ASSERT_EQ(flat.count, 1);
  EXPECT_NEAR(flat.point[0].depth, 0.01, 1e-12);
  // Beside an edge: the core ends as far inside the faces as its rounding is.
  const double r = kContactRounding * 0.5, core = 0.5 - r, d = (r + 0.195) / std::sqrt(2.0);
  const ContactPoints edge = touch(*a, {}, ball, {{core + d, core + d, 0}, {}});
  ASSERT_EQ(edge.count, 1);
  EXPECT_NEAR(edge.point[0].depth, 0.005, 1e-12);
}

}  // namespace
}  // namespace scree::potential_test
