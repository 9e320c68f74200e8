// Closest features and overlaps of convex polygons: plain loops, closed forms, every start of the
// walk, degenerate poses.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "geometry/plane_samples.hpp"
#include "geometry/polygon/pair.hpp"
#include "support/effort.hpp"

namespace scree::geometry {
namespace {

using namespace plane_samples;
using test::tries;

Polygon made_of(const std::vector<Vec2>& p) { return *Polygon::make(p); }
Polygon rectangle(double a, double b) { return made_of({{-a, -b}, {a, -b}, {a, b}, {-a, b}}); }
Turn2 by_angle(double t) { return {std::cos(t), std::sin(t)}; }

bool same_bits(const PolygonGap& g, const PolygonGap& h) {
  const auto equal = [](const Vec2& p, const Vec2& q) { return p == q; };
  return g.overlap == h.overlap && g.distance == h.distance && equal(g.normal, h.normal) &&
         equal(g.on_a, h.on_a) && equal(g.on_b, h.on_b) && g.depth == h.depth && g.area == h.area &&
         equal(g.centroid, h.centroid) && g.length == h.length && equal(g.line[0], h.line[0]) &&
         equal(g.line[1], h.line[1]) && g.crossings == h.crossings;
}

PolygonGap mirrored(const PolygonGap& g) {
  PolygonGap out = g;
  out.normal = -g.normal;
  std::swap(out.on_a, out.on_b);
  std::swap(out.line[0], out.line[1]);
  return out;
}

// Whatever the walk begins with, and in either order of the two, the answer is one.
void expect_one_gap(const PlacedPolygon& a, const PlacedPolygon& b, const PolygonGap& g,
                    PlaneDraw& draw, const std::string& who) {
  for (int k = 0; k < 3; ++k) {
    FeatureHint hint{static_cast<FeatureHint::Kind>(draw.below(4)), draw.below(1000),
                     draw.below(1000)};
    const PolygonGap h = polygon_gap(a, b, hint);
    EXPECT_TRUE(same_bits(g, h)) << who << ": areas " << g.area << " " << h.area << ", distances "
                                 << g.distance << " " << h.distance;
    EXPECT_TRUE(same_bits(g, polygon_gap(a, b, hint))) << who << ": with the hint that was left";
  }
  const PolygonGap h = polygon_gap(b, a);
  EXPECT_TRUE(same_bits(g, mirrored(h))) << who << ": swapped, areas " << g.area << " " << h.area
                                         << ", distances " << g.distance << " " << h.distance;
}

// Against loops over everything. `slack`: rounding of coordinates of this size.
void expect_gap_of_loops(const PlacedPolygon& a, const PlacedPolygon& b, const PolygonGap& g,
                         double slack, const std::string& who) {
  const std::vector<Vec2> p = corners_of(a), q = corners_of(b);
  const std::vector<Vec2> common = common_part(p, q);
  const double area = area_of(common);
  EXPECT_NEAR(g.area, area, slack) << who;
  EXPECT_NEAR(norm(g.normal), 1, 1e-12) << who;
  double far = -1e300, near = 1e300;
  for (const Vec2& x : p) far = std::max(far, dot(g.normal, x));
  for (const Vec2& x : q) near = std::min(near, dot(g.normal, x));
  if (!g.overlap) {
    EXPECT_NEAR(g.distance, least_distance(p, q), slack) << who;
    EXPECT_NEAR(near - far, g.distance, slack) << who;  // the proof that nothing is nearer
    EXPECT_NEAR(norm(g.on_b - g.on_a), g.distance, slack) << who;
    EXPECT_EQ(g.area, 0) << who;
  } else {
    EXPECT_EQ(g.distance, 0) << who;
    EXPECT_NEAR(dot(g.normal, g.on_b - g.on_a), -g.depth, slack) << who;
    EXPECT_GE(g.depth * 1.0000001 + slack, 0) << who;
    for (std::size_t k = 0; k < p.size(); ++k)  // the centroid is in both
      EXPECT_GE(cross(p[(k + 1) % p.size()] - p[k], g.centroid - p[k]), -slack) << who;
    for (std::size_t k = 0; k < q.size(); ++k)
      EXPECT_GE(cross(q[(k + 1) % q.size()] - q[k], g.centroid - q[k]), -slack) << who;
  }
}

TEST(PolygonGap, agrees_with_loops_over_everything_for_random_pairs) {
  PlaneDraw draw(1);
  int overlapping = 0;
  for (int k = 0; k < tries(1500); ++k) {
    const auto corners = [&] {
      return 3 + static_cast<int>(std::pow(draw.uniform(0, 1), 3) * 198);
    };
    const double size = std::pow(10, draw.uniform(-1, 1));
    const auto a = on_ellipse(draw, corners(), 1, std::pow(10, draw.uniform(-1.5, 0)));
    const auto b = on_ellipse(draw, corners(), size, size * std::pow(10, draw.uniform(-1.5, 0)));
    if (!a || !b) continue;
    const double d = draw.uniform(0, 1.2) * (1 + size), t = draw.uniform(0, 6.3);
    const Vec2 far{draw.uniform(-10, 10), draw.uniform(-10, 10)};
    const PlacedPolygon pa{&*a, far, by_angle(draw.uniform(0, 6.3))};
    const PlacedPolygon pb{&*b, far + Vec2{d * std::cos(t), d * std::sin(t)},
                           by_angle(draw.uniform(0, 6.3))};
    const PolygonGap g = polygon_gap(pa, pb);
    const std::string who = "pair " + std::to_string(k);
    expect_gap_of_loops(pa, pb, g, 1e-12 * (1 + size) * 10, who);
    expect_one_gap(pa, pb, g, draw, who);
    overlapping += g.overlap;
  }
  EXPECT_GT(overlapping, tries(1500) / 4);
}

// Corners on corners, on sides, sides on sides, one in the other with a common border.
TEST(PolygonGap, agrees_with_loops_over_everything_on_a_lattice) {
  PlaneDraw draw(2);
  int touching = 0, overlapping = 0;
  for (int k = 0; k < tries(12000); ++k) {
    const int width = 3 + static_cast<int>(draw.below(4));
    const auto a = on_lattice(draw, 3 + static_cast<int>(draw.below(8)), width);
    const auto b = on_lattice(draw, 3 + static_cast<int>(draw.below(8)), width);
    if (!a || !b) continue;
    const auto step = [&] { return static_cast<double>(draw.below(2 * width)) - width; };
    const PlacedPolygon pa{&*a, {}, {}}, pb{&*b, {step(), step()}, {}};
    const PolygonGap g = polygon_gap(pa, pb);
    const std::string who = "pair " + std::to_string(k);
    expect_gap_of_loops(pa, pb, g, 1e-12, who);
    EXPECT_EQ(g.overlap, area_of(common_part(corners_of(pa), corners_of(pb))) > 1e-9) << who;
    expect_one_gap(pa, pb, g, draw, who);
    touching += !g.overlap && g.distance == 0;
    overlapping += g.overlap;
  }
  EXPECT_GT(touching, tries(12000) / 50);
  EXPECT_GT(overlapping, tries(12000) / 10);
}

// The same poses but for the last bits of the coordinates, or with angles of 1e-9.
TEST(PolygonGap, is_one_answer_where_sides_are_all_but_parallel) {
  PlaneDraw draw(3);
  for (int k = 0; k < tries(5000); ++k) {
    const auto a = on_lattice(draw, 8, 5), b = on_lattice(draw, 8, 5);
    if (!a || !b) continue;
    const double tilt = k % 2 ? 1e-9 : 3e-16;
    const Vec2 shift{draw.uniform(-4, 4), std::round(draw.uniform(-4, 4))};
    const PlacedPolygon pa{&*a, {}, by_angle(draw.uniform(-tilt, tilt))};
    const PlacedPolygon pb{&*b, k % 3 ? shift : Vec2{std::round(shift.x), shift.y},
                           by_angle(draw.uniform(-tilt, tilt))};
    const PolygonGap g = polygon_gap(pa, pb);
    const std::string who = "pair " + std::to_string(k);
    expect_gap_of_loops(pa, pb, g, 1e-11, who);
    expect_one_gap(pa, pb, g, draw, who);
  }
}

TEST(PolygonGap, holds_for_a_size_ratio_of_1000_far_from_the_origin) {
  PlaneDraw draw(4);
  for (int k = 0; k < tries(300); ++k) {
    const auto a = on_ellipse(draw, 200, 1000, 800), b = on_ellipse(draw, 40, 1, 0.7);
    ASSERT_TRUE(a && b);
    const double t = draw.uniform(0, 6.3), d = draw.uniform(780, 1005);
    const Vec2 far{1e5, -3e5};
    const PlacedPolygon pa{&*a, far, by_angle(draw.uniform(0, 6.3))};
    const PlacedPolygon pb{&*b, far + Vec2{d * std::cos(t), d * std::sin(t)},
                           by_angle(draw.uniform(0, 6.3))};
    const PolygonGap g = polygon_gap(pa, pb);
    expect_gap_of_loops(pa, pb, g, 1e-8, "pair " + std::to_string(k));  // 3e5 * u * a few
    expect_one_gap(pa, pb, g, draw, "pair " + std::to_string(k));
  }
}

// There the small polygon's corners are rounded until it is not convex any more. No answer is
// promised to be exact, but there is one.
TEST(PolygonGap, ends_where_rounding_bends_a_polygon) {
  PlaneDraw draw(6);
  for (int k = 0; k < tries(400); ++k) {
    const double size = std::pow(10, draw.uniform(9, 18));
    const auto a = on_ellipse(draw, 30, size, 0.8 * size), b = on_ellipse(draw, 60, 1, 0.7);
    ASSERT_TRUE(a && b);
    const double t = draw.uniform(0, 6.3);
    const Vec2 x{size * std::cos(t), 0.8 * size * std::sin(t)};
    FeatureHint hint{static_cast<FeatureHint::Kind>(draw.below(4)), draw.below(60), draw.below(60)};
    const PolygonGap g = polygon_gap({&*a, {}, {}}, {&*b, x, by_angle(t)}, hint);
    EXPECT_LE(g.area, 1.01 * a->area());
    EXPECT_GE(g.distance, 0);
    EXPECT_TRUE(std::isfinite(g.depth) && std::isfinite(g.centroid.x) && std::isfinite(g.on_b.y));
    EXPECT_LE(norm(g.normal), 1.000001);
  }
}

TEST(PolygonGap, of_a_corner_in_a_side_is_its_triangle) {
  // A square on its tip, 0.1 deep in the top of a box: a triangle of width 0.2 and height 0.1.
  const Polygon box = rectangle(2, 1), tip = made_of({{0, -1}, {1, 0}, {0, 1}, {-1, 0}});
  const PolygonGap g = polygon_gap({&box, {}, {}}, {&tip, {0.3, 1.9}, {}});
  EXPECT_TRUE(g.overlap);
  EXPECT_NEAR(g.area, 0.01, 1e-15);
  EXPECT_NEAR(g.depth, 0.1, 1e-15);
  EXPECT_NEAR(g.length, 0.2, 1e-15);
  EXPECT_NEAR(g.centroid.x, 0.3, 1e-15);
  EXPECT_NEAR(g.centroid.y, 1 - 0.1 / 3, 1e-15);
  EXPECT_NEAR(g.normal.x, 0, 1e-15);
  EXPECT_NEAR(g.normal.y, 1, 1e-15);
  EXPECT_NEAR(g.on_a.y, 1, 1e-15);
  EXPECT_NEAR(g.on_b.y, 0.9, 1e-15);
  EXPECT_EQ(g.crossings, 2);
  EXPECT_NEAR(norm(g.line[1] - g.line[0]), 0.2, 1e-15);
}

// Sides that coincide belong to both: the load goes straight up a tower of equal squares.
TEST(PolygonGap, of_equal_squares_one_above_the_other_is_upright) {
  const Polygon square = rectangle(1, 1);
  const PolygonGap g = polygon_gap({&square, {}, {}}, {&square, {0, 1.75}, {}});
  EXPECT_TRUE(g.overlap);
  EXPECT_EQ(g.normal, (Vec2{0, 1}));
  EXPECT_EQ(g.area, 0.5);
  EXPECT_EQ(g.depth, 0.25);
  EXPECT_EQ(g.length, 2);
  EXPECT_EQ(g.centroid, (Vec2{0, 0.875}));
}

TEST(PolygonGap, of_parallel_sides_is_in_the_middle_of_what_faces) {
  const Polygon wide = rectangle(3, 1), small = rectangle(1, 1);
  const PolygonGap g = polygon_gap({&wide, {}, {}}, {&small, {3, 2.5}, {}});
  EXPECT_FALSE(g.overlap);
  EXPECT_EQ(g.distance, 0.5);
  EXPECT_EQ(g.on_a, (Vec2{2.5, 1}));
  EXPECT_EQ(g.on_b, (Vec2{2.5, 1.5}));
  EXPECT_EQ(g.normal, (Vec2{0, 1}));
}

TEST(PolygonGap, of_polygons_that_touch_is_zero_and_no_overlap) {
  const Polygon square = rectangle(1, 1);
  for (const Vec2& at : {Vec2{0, 2}, Vec2{0.5, 2}, Vec2{2, 2}, Vec2{-2, 1}}) {
    const PolygonGap g = polygon_gap({&square, {}, {}}, {&square, at, {}});
    EXPECT_FALSE(g.overlap);
    EXPECT_EQ(g.distance, 0);
    EXPECT_EQ(g.area, 0);
    EXPECT_GT(dot(g.normal, at), 0);
  }
  const PolygonGap corner = polygon_gap({&square, {}, {}}, {&square, {2, 2}, {}});
  EXPECT_NEAR(corner.normal.x, std::sqrt(0.5), 1e-15);
  EXPECT_EQ(corner.normal.x, corner.normal.y);
}

TEST(PolygonGap, of_one_polygon_within_the_other_pushes_out_the_shortest_way) {
  const Polygon box = rectangle(3, 1), small = rectangle(0.25, 0.25);
  const PolygonGap g = polygon_gap({&box, {}, {}}, {&small, {0.5, -0.25}, {}});
  EXPECT_TRUE(g.overlap);
  EXPECT_EQ(g.area, small.area());
  EXPECT_EQ(g.crossings, 0);
  EXPECT_EQ(g.normal, (Vec2{0, -1}));
  EXPECT_EQ(g.centroid, (Vec2{0.5, -0.25}));
  const PolygonGap same = polygon_gap({&box, {}, {}}, {&box, {}, {}});
  EXPECT_EQ(same.area, box.area());
  EXPECT_NEAR(std::abs(same.normal.y), 1, 1e-15);
}

// From one instant to the next the pair of features is the one before or its neighbour.
TEST(PolygonGap, takes_few_steps_however_many_corners_when_it_follows_a_motion) {
  for (const int corners : {6, 100, 1000}) {
    std::vector<Vec2> ring;
    for (int k = 0; k < corners; ++k) {
      const double t = 6.283185307179586 * k / corners;
      ring.push_back({std::cos(t), std::sin(t)});
    }
    const Polygon p = made_of(ring);
    FeatureHint hint;
    int most = 0;
    for (int k = 0; k < 2000; ++k) {
      const double t = 1e-3 * k;
      const PlacedPolygon a{&p, {}, by_angle(0.3 * t)};
      const PlacedPolygon b{&p, {2.05 * std::cos(t), 2.05 * std::sin(t)}, by_angle(1 - 0.5 * t)};
      const PolygonGap g = polygon_gap(a, b, hint);
      if (k > 0) most = std::max(most, g.iterations);
    }
    EXPECT_LE(most, 12) << corners;
  }
}

// Area and push of the overlap are continuous where corners pass each other: over a step h both
// change by at most a constant times h, the constant being the size of the border.
TEST(PolygonGap, changes_continuously_as_corners_slide_past_each_other) {
  PlaneDraw draw(5);
  const double h = 1e-6;
  for (int k = 0; k < tries(60); ++k) {
    const auto a = on_ellipse(draw, 5, 1, 0.8), b = on_ellipse(draw, 7, 1, 0.6);
    if (!a || !b) continue;
    const double angle = draw.uniform(0, 6.3), height = draw.uniform(1.0, 1.6);
    FeatureHint hint;
    std::optional<PolygonGap> before;
    for (int s = 0; s < 400; ++s) {
      // Coarse steps to somewhere else, each followed by a fine one.
      const double x = -1 + 0.01 * (s / 2) + (s % 2 ? h : 0);
      const PlacedPolygon pa{&*a, {}, {}}, pb{&*b, {x, height}, by_angle(angle + x)};
      const PolygonGap g = polygon_gap(pa, pb, hint);
      if (s % 2 && before && g.overlap && before->overlap && g.crossings == 2) {
        const double reach = 8 * (1 + g.depth / g.length);  // perimeter 2 pi, spin 1
        EXPECT_LE(std::abs(g.area - before->area), reach * h) << k << " " << x;
        EXPECT_LE(norm(g.area * g.normal - before->area * before->normal), 2 * reach * h) << k;
        EXPECT_LE(std::abs(g.depth - before->depth), 4 * reach * h) << k << " " << x;
      } else if (s % 2 && before && g.overlap != before->overlap) {
        EXPECT_LE(g.area + before->area, 8 * h);
        EXPECT_LE(g.distance + before->distance, 8 * h);
      }
      before = g;
    }
  }
}

}  // namespace
}  // namespace scree::geometry
