// The fast way to the depth of a contact against the slow one, which asks all features.
#include "shapes/exact_press.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/random.hpp"
#include "shapes/polygon.hpp"
#include "shapes/polyhedron.hpp"
#include "shapes/sphere.hpp"
#include "support/effort.hpp"
#include "support/random_body.hpp"

namespace scree::test {
namespace {

using Solid = std::shared_ptr<const Shape>;

Solid solid_box(const Vec3& s, double rounding = 0) {
  return *PolyhedronShape::make(box_points(s), rounding);
}
Solid solid_stone(int corners, std::uint64_t seed) {
  return *PolyhedronShape::make(points_on_ball(corners, 1, CounterRandom(seed, 1)));
}
Solid flat_stone(int corners, double rounding) {
  std::vector<geometry::Vec2> ring;
  for (int k = 0; k < corners; ++k) {
    const double a = 2 * std::numbers::pi * k / corners;
    ring.push_back({0.5 * std::cos(a), 0.4 * std::sin(a)});
  }
  return *PolygonShape::make(ring, rounding);
}

// In random poses and turned alike, from far away until deep in each other.
int compare(const std::vector<Solid>& all, bool flat) {
  const CollideTable table = CollideTable::with({});
  const CounterRandom random(9, flat ? 2 : 3);
  std::uint64_t draw = 0;
  const auto u = [&] { return 2 * random.uniform(draw++) - 1; };
  const auto turn = [&] {
    return normalized(flat ? Quat{u(), 0, 0, u()} : Quat{u(), u(), u(), u()});
  };
  int touching = 0;
  for (const Solid& a : all)
    for (const Solid& b : all)
      for (int n = 0; n < tries(20); ++n) {
        const Pose at_a{{}, turn()};
        Pose at_b{{}, n % 3 == 0 ? at_a.q : turn()};
        const Vec3 away = normalized(Vec3{u(), u(), flat ? 0 : u()});
        PairHint hint;  // as from step to step
        for (double r = 1.1; r > 0.05; r -= 0.003) {
          at_b.x = r * away;
          ContactPoints found;
          table.collide(*a, at_a, *b, at_b, 0, found, &hint);
          const auto exact = exact_depth(*a, at_a, *b, at_b);
          if (!exact) continue;
          const double depth = found.count > 0 ? found.point[0].depth : 0;
          EXPECT_FALSE(exact->differs(depth)) << a->kind() << " " << b->kind() << " " << n << ": "
                                              << depth << " and " << exact->depth;
          if (exact->differs(depth)) return touching;
          touching += depth > 0;
          if (depth > 0.4) break;
        }
      }
  return touching;
}

TEST(ExactPress, agrees_with_the_depth_of_polyhedra_and_balls) {
  EXPECT_GT(
      compare({solid_box({1, 1, 1}), solid_box({1, 0.1, 0.8}), solid_box({0.5, 0.5, 0.5}, 0.1),
               solid_stone(4, 1), solid_stone(14, 3), std::make_shared<Sphere>(0.2)},
              false),
      36 * tries(20));
}

TEST(ExactPress, agrees_with_the_depth_of_polygons_and_discs) {
  EXPECT_GT(compare({flat_stone(3, 0), flat_stone(4, 0.05), flat_stone(7, 0), flat_stone(40, 0),
                     std::make_shared<Sphere>(0.2)},
                    true),
            25 * tries(20));
}

// Two cubes whose corners lie over each other, 0.02 deep: 8 corners over a cube, 24 crossing edges.
TEST(ExactPress, counts_all_features_of_cubes_on_each_other) {
  const Solid cube = solid_box({1, 1, 1});
  const auto exact = exact_depth(*cube, {}, *cube, {{0, 0.98, 0}, {}});
  ASSERT_TRUE(exact.has_value());
  EXPECT_NEAR(exact->depth, 0.02 * std::pow(32, 0.125), 1e-9);
}

TEST(ExactPress, says_nothing_of_bodies_that_press_at_points) {
  const Sphere ball(0.2);
  EXPECT_FALSE(exact_depth(ball, {}, ball, {}).has_value());
  const auto sharp = *PolyhedronShape::make(
      std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 0, ContactModel::points);
  EXPECT_FALSE(exact_depth(*sharp, {}, *sharp, {{0.1, 0, 0}, {}}).has_value());
}

}  // namespace
}  // namespace scree::test
