// Convex polygons against Boost.Geometry: distance, area and centroid of the overlap, over random
// pairs and poses in which corners and sides meet. SCREE_LONG=1: a million pairs, and loops over
// everything as a second opinion.
//
// Boost rounds coordinates to a grid before it intersects unless it is told not to.
#define BOOST_GEOMETRY_NO_ROBUSTNESS
#include <gtest/gtest.h>

#include <boost/geometry/algorithms/area.hpp>
#include <boost/geometry/algorithms/centroid.hpp>
#include <boost/geometry/algorithms/distance.hpp>
#include <boost/geometry/algorithms/intersection.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/polygon.hpp>
#include <boost/geometry/strategies/strategies.hpp>
#include <cstdio>
#include <cstdlib>

#include "geometry/plane_samples.hpp"

namespace scree::geometry {
namespace {

namespace bg = boost::geometry;
using namespace plane_samples;
using BoostPoint = bg::model::d2::point_xy<double>;
using BoostPolygon = bg::model::polygon<BoostPoint, false, true>;

bool long_run() { return std::getenv("SCREE_LONG") != nullptr; }

BoostPolygon boosted(const PlacedPolygon& p) {
  BoostPolygon out;
  for (const Vec2& c : corners_of(p)) bg::append(out.outer(), BoostPoint(c.x, c.y));
  bg::append(out.outer(), out.outer().front());
  return out;
}

struct Sample {
  std::optional<Polygon> a, b;
  PlacedPolygon pa, pb;
};

int some_corners(PlaneDraw& draw) {
  return 3 + static_cast<int>(std::pow(draw.uniform(0, 1), 2) * 198);
}

Turn2 some_turn(PlaneDraw& draw) {
  const double t = draw.uniform(0, 6.3);
  return {std::cos(t), std::sin(t)};
}

// Random; on a lattice; a polygon and itself, turned by a share of its symmetry and moved along a
// side; one that has been moved until it touches.
bool sample(PlaneDraw& draw, int k, Sample& s) {
  const int kind = k % 4;
  if (kind == 0 || kind == 3) {
    const double size = std::pow(10, draw.uniform(-1, 1));
    s.a = on_ellipse(draw, some_corners(draw), 1, std::pow(10, draw.uniform(-1.5, 0)));
    s.b = on_ellipse(draw, some_corners(draw), size, size * std::pow(10, draw.uniform(-1.5, 0)));
    if (!s.a || !s.b) return false;
    const double d = draw.uniform(0, 1.2) * (1 + size);
    const Turn2 way = some_turn(draw);
    s.pa = {&*s.a, {}, some_turn(draw)};
    s.pb = {&*s.b, {d * way.c, d * way.s}, some_turn(draw)};
    if (kind == 3) {  // as near as rounding allows
      const PolygonGap g = polygon_gap(s.pa, s.pb);
      s.pb.x = s.pb.x + (g.overlap ? g.depth : -g.distance) * g.normal;
    }
  } else if (kind == 1) {
    s.a = on_lattice(draw, 3 + static_cast<int>(draw.below(10)), 7);
    s.b = on_lattice(draw, 3 + static_cast<int>(draw.below(10)), 7);
    if (!s.a || !s.b) return false;
    s.pa = {&*s.a, {}, {}};
    s.pb = {&*s.b, {std::floor(draw.uniform(-7, 7)), std::floor(draw.uniform(-7, 7))}, {}};
  } else {
    const int n = 3 + static_cast<int>(draw.below(30));
    std::vector<Vec2> ring;
    for (int c = 0; c < n; ++c)
      ring.push_back({std::cos(6.283185307179586 * c / n), std::sin(6.283185307179586 * c / n)});
    s.a = s.b = *Polygon::make(ring);
    const double turn =
        6.283185307179586 * draw.below(2u * static_cast<std::uint32_t>(n)) / (2.0 * n);
    s.pa = {&*s.a, {}, {}};
    s.pb = {&*s.b,
            (draw.uniform(0, 1) < 0.3 ? 2.0 : draw.uniform(0, 2)) * ring[draw.below(3)],
            {std::cos(turn), std::sin(turn)}};
  }
  return true;
}

struct Worst {
  double distance = 0, area = 0, centroid = 0;
  long pairs = 0, overlaps = 0, boost_gave_up = 0;
};

// Of one in eight hundred pairs, those that touch within rounding, Boost takes a whole polygon for
// the overlap; there the loops decide.
void compare(const Sample& s, Worst& worst, bool loops) {
  const PolygonGap g = polygon_gap(s.pa, s.pb);
  const BoostPolygon a = boosted(s.pa), b = boosted(s.pb);
  std::vector<BoostPolygon> common;
  bg::intersection(a, b, common);
  double area = 0;
  for (const BoostPolygon& p : common) area += bg::area(p);
  const double slack = 1e-12;
  ++worst.pairs;
  worst.overlaps += g.overlap;
  const bool differs = !(std::abs(area - g.area) < slack);
  if (differs || loops) {
    const double clip = area_of(common_part(corners_of(s.pa), corners_of(s.pb)));
    EXPECT_NEAR(g.area, clip, 1e-11);
    worst.boost_gave_up += differs;
  }
  if (!differs) worst.area = std::max(worst.area, std::abs(area - g.area));
  if (!differs && common.size() == 1 && area > 1e-3) {
    BoostPoint c(0, 0);
    bg::centroid(common.front(), c);
    const double off = norm(Vec2{c.x(), c.y()} - g.centroid);
    EXPECT_LT(off, 1e-10);
    worst.centroid = std::max(worst.centroid, off);
  }
  // Boost takes the root of a squared distance: next to touching it knows half of the digits.
  const double boost = bg::distance(a, b), off = std::abs(boost - g.distance);
  EXPECT_LT(off * std::min(1.0, boost + g.distance), 1e-14) << boost << " " << g.distance;
  if (boost > 1e-3) worst.distance = std::max(worst.distance, off);
  if (!g.overlap) {
    EXPECT_NEAR(g.distance, least_distance(corners_of(s.pa), corners_of(s.pb)), slack);
  }
}

long number_of(const char* variable, long fallback) {
  const char* set = std::getenv(variable);
  return set == nullptr ? fallback : std::atol(set);
}

TEST(PolygonsAndBoost, agree_on_distance_area_and_centroid) {
  // SCREE_PAIRS and SCREE_SEED divide the long run among processes.
  PlaneDraw draw(static_cast<std::uint64_t>(number_of("SCREE_SEED", 11)));
  Worst worst;
  const long wanted = number_of("SCREE_PAIRS", long_run() ? 1000000 : 2000);
  for (int k = 0; worst.pairs < wanted; ++k) {
    Sample s;
    if (!sample(draw, k, s)) continue;
    compare(s, worst, long_run());
    ASSERT_FALSE(testing::Test::HasFailure()) << "pair " << k;
  }
  EXPECT_LT(worst.boost_gave_up, wanted / 100);
  if (long_run())
    std::printf(
        "%ld pairs, %ld overlap; greatest differences: distance %.1e, area %.1e, centroid "
        "%.1e; area by loops alone: %ld\n",
        worst.pairs, worst.overlaps, worst.distance, worst.area, worst.centroid,
        worst.boost_gave_up);
}

}  // namespace
}  // namespace scree::geometry
