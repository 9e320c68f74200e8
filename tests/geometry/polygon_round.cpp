// Discs and rounded polygons: closed forms, loops over everything, areas by fine polygons.
#include <gtest/gtest.h>

#include <cmath>

#include "geometry/plane_samples.hpp"
#include "geometry/polygon/round.hpp"
#include "support/effort.hpp"

namespace scree::geometry {
namespace {

using namespace plane_samples;

const double kHalfTurn = std::acos(-1.0);

Polygon many_sided(int corners, double radius) {
  std::vector<Vec2> ring;
  for (int k = 0; k < corners; ++k)
    ring.push_back({radius * std::cos(2 * kHalfTurn * k / corners),
                    radius * std::sin(2 * kHalfTurn * k / corners)});
  return *Polygon::make(ring);
}

TEST(DiscGap, of_two_discs) {
  const RoundGap apart = disc_gap(Disc{{0, 0}, 1}, Disc{{3, 4}, 2});
  EXPECT_EQ(apart.distance, 2);
  EXPECT_EQ(apart.depth, 0);
  EXPECT_EQ(apart.normal, (Vec2{0.6, 0.8}));
  const RoundGap deep = disc_gap(Disc{{0, 0}, 3}, Disc{{3, 4}, 2.5});
  EXPECT_EQ(deep.distance, 0);
  EXPECT_EQ(deep.depth, 0.5);
  EXPECT_NEAR(dot(deep.normal, deep.on_b - deep.on_a), -0.5, 1e-15);
  EXPECT_EQ(norm(disc_gap(Disc{{1, 1}, 1}, Disc{{1, 1}, 1}).normal), 1);
}

TEST(DiscGap, of_a_disc_and_a_polygon_is_that_of_loops_from_any_side) {
  PlaneDraw draw(7);
  for (int k = 0; k < test::tries(1500); ++k) {
    const bool lattice = k % 2;
    const auto p = lattice ? on_lattice(draw, 7, 5)
                           : on_ellipse(draw, 3 + static_cast<int>(draw.below(60)), 3, 1);
    if (!p) continue;
    const auto place = [&](double width) {
      const double x = draw.uniform(-width, width);
      return lattice ? std::round(x) : x;
    };
    const PlacedPolygon a{&*p, {0.25, -0.5}, {}};
    const Disc b{{place(5) + 0.25, place(4) - 0.5}, 0.5};
    FeatureHint hint{FeatureHint::Kind::side_of_a, draw.below(1000), 0}, other;
    const RoundGap g = disc_gap(a, b, hint);
    const std::vector<Vec2> c = corners_of(a);
    double nearest = 1e300, inside = 1e300;
    for (std::size_t s = 0; s < c.size(); ++s) {
      const Vec2 &u = c[s], &v = c[(s + 1) % c.size()];
      nearest = std::min(nearest, distance_to_side(b.x, u, v));
      inside = std::min(inside, cross(v - u, b.x - u) / norm(v - u));
    }
    const double gap = (inside > 0 ? -inside : nearest) - b.radius;
    EXPECT_NEAR(g.distance - g.depth, gap, 1e-13) << k;
    EXPECT_NEAR(dot(g.normal, g.on_b - g.on_a), gap, 1e-13) << k;
    EXPECT_NEAR(norm(g.normal), 1, 1e-14) << k;
    const RoundGap h = disc_gap(a, b, other);
    EXPECT_TRUE(g.distance == h.distance && g.depth == h.depth && g.normal == h.normal &&
                g.on_a == h.on_a && g.on_b == h.on_b)
        << k;
  }
}

// A disc as a polygon of 1000 corners: the area differs by 2 pi^2 / (3 n^2) = 7e-6 of its size.
TEST(DiscGap, areas_are_those_of_polygons_with_many_corners) {
  const Polygon round = many_sided(1000, 1);
  PlaneDraw draw(8);
  for (int k = 0; k < 40; ++k) {
    const double r = std::pow(10, draw.uniform(-0.5, 0.5)), d = draw.uniform(0, 1 + r);
    const Polygon other = round.scaled(r);
    const PolygonGap g = polygon_gap({&round, {}, {}}, {&other, {d, 0.1}, {}});
    const CommonArea c = common_area(Disc{{}, 1}, Disc{{d, 0.1}, r});
    EXPECT_NEAR(c.area, g.area, 3e-5 * (1 + r)) << k;
    if (g.area > 1e-2) {
      EXPECT_NEAR(c.centroid.x, g.centroid.x, 1e-4) << k;
      EXPECT_NEAR(c.centroid.y, g.centroid.y, 1e-4) << k;
    }
    const auto p = on_ellipse(draw, 3 + k % 9, 1.5, 1);
    if (!p) continue;
    const PlacedPolygon a{&*p, {}, {0.6, 0.8}};
    const PolygonGap h = polygon_gap(a, {&other, {d, 0.1}, {}});
    const CommonArea e = common_area(a, Disc{{d, 0.1}, r});
    EXPECT_NEAR(e.area, h.area, 3e-5 * (1 + r)) << k;
    if (h.area > 1e-2) {
      EXPECT_NEAR(e.centroid.x, h.centroid.x, 1e-4) << k;
      EXPECT_NEAR(e.centroid.y, h.centroid.y, 1e-4) << k;
    }
  }
}

// A thin lens of two discs: 4/3 sqrt(r) depth^(3/2), to 1e-8 of itself where the depth is 1e-8.
TEST(DiscGap, the_area_of_a_thin_lens_does_not_cancel) {
  const double depth = 0x1p-27;
  EXPECT_NEAR(
      common_area(Disc{{}, 1}, Disc{{2 - depth, 0}, 1}).area / (4.0 / 3 * std::pow(depth, 1.5)), 1,
      1e-8);
  EXPECT_EQ(common_area(Disc{{}, 1}, Disc{{2, 0}, 1}).area, 0);
  EXPECT_NEAR(common_area(Disc{{}, 3}, Disc{{1, 0}, 1}).area, kHalfTurn, 1e-15);
}

TEST(RoundedGap, adds_the_radii_and_is_continuous_as_the_cores_meet) {
  const Polygon box = *Polygon::make(std::vector<Vec2>{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}});
  const Polygon tip = *Polygon::make(std::vector<Vec2>{{0, -1}, {1, 0}, {0, 1}, {-1, 0}});
  double before = 0;
  for (int k = -100; k <= 100; ++k) {
    FeatureHint hint;
    const double y = 2 - 1e-3 * k;
    const RoundGap g = rounded_gap({&box, {}, {}}, 0.1, {&tip, {0.25, y}, {}}, 0.2, hint);
    EXPECT_NEAR(g.depth, 0.3 + 1e-3 * k, 1e-12);
    EXPECT_NEAR(g.normal.y, 1, 1e-12);
    EXPECT_NEAR(g.on_a.y, 1.1, 1e-12);
    EXPECT_GT(g.depth, before);
    before = g.depth;
  }
}

}  // namespace
}  // namespace scree::geometry
