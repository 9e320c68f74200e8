// Both theorems on contacts and edges, against all pairs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "geometry/triangulation/triangulation.hpp"
#include "samples.hpp"

namespace scree::geometry {
namespace {

// The greatest (w_i + w_j) / |x_i - x_j|^2 over the edges; infinite where a site is hidden. Below 1
// no two balls of radius sqrt(w) meet at a right angle or more, and then every pair of balls that
// touch is an edge. Weights must not be negative.
double greatest_meeting_ratio(const Triangulation& t) {
  for (Triangulation::Vertex v = 0; v < t.sites(); ++v)
    if (t.hidden(v)) return std::numeric_limits<double>::infinity();
  double most = 0;
  t.for_each_edge([&](Triangulation::Vertex i, Triangulation::Vertex j) {
    const Site &a = t.site(i), &b = t.site(j);
    most = std::max(most, (a.w + b.w) / norm2(a.x - b.x));
  });
  return most;
}

// For weights (r + s)^2 the ratio stays below 1 while s is below this, whatever the larger radii:
// (sqrt 2 - 1) r_min - overlap / sqrt 2. Negative where the overlaps alone are too deep.
double greatest_skin(double least_radius, double greatest_overlap) {
  return 0.41421356237309503 * least_radius - 0.70710678118654757 * greatest_overlap;
}

struct Balls {
  std::vector<Vec3> x;
  std::vector<double> r;
  std::vector<Site> sites(double skin = 0) const {
    std::vector<Site> s;
    for (std::size_t i = 0; i < x.size(); ++i) s.push_back({x[i], (r[i] + skin) * (r[i] + skin)});
    return s;
  }
};

// Random balls, each placed where it overlaps no other by more than depth times the smaller radius.
Balls random_balls(int count, double depth, double ratio, std::uint64_t seed, double room = 1.3) {
  Draw d(21, seed);
  Balls b;
  const double side = room * std::cbrt(count);
  for (int i = 0, trial = 0; i < count && trial < 200 * count; ++trial) {
    const Vec3 x{d.between(0, side), d.between(0, side), d.between(0, side)};
    const double r = 0.5 * std::pow(ratio, -d.unit());
    bool fits = true;
    for (std::size_t j = 0; j < b.x.size() && fits; ++j)
      fits = norm(x - b.x[j]) >= r + b.r[j] - depth * std::min(r, b.r[j]);
    if (!fits) continue;
    b.x.push_back(x), b.r.push_back(r), ++i;
  }
  return b;
}

std::size_t missed(const Balls& b, const Triangulation& t, double gap = 0) {
  const auto edges = t.edges();
  std::size_t out = 0;
  for (std::uint32_t i = 0; i < b.x.size(); ++i)
    for (std::uint32_t j = i + 1; j < b.x.size(); ++j)
      if (norm(b.x[i] - b.x[j]) <= b.r[i] + b.r[j] + gap)
        out += !std::binary_search(edges.begin(), edges.end(), std::array{i, j});
  return out;
}

TEST(Completeness, edges_contain_every_contact_while_balls_meet_below_a_right_angle) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    // 0.58 < 2 - sqrt 2 of the smaller radius: below a right angle, whatever the larger radius.
    const Balls b = random_balls(300, 0.58, seed % 3 == 0 ? 1 : 10, seed);
    const auto t = Triangulation::build(b.sites());
    EXPECT_LT(greatest_meeting_ratio(*t), 1);
    EXPECT_EQ(missed(b, *t), 0u);
  }
}

TEST(Completeness, the_ratio_over_edges_is_that_over_all_pairs) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const Balls b = random_balls(200, 0.1 * double(seed % 6), 3, seed);
    double most = 0;
    for (std::size_t i = 0; i < b.x.size(); ++i)
      for (std::size_t j = i + 1; j < b.x.size(); ++j)
        most = std::max(most, (b.r[i] * b.r[i] + b.r[j] * b.r[j]) / norm2(b.x[i] - b.x[j]));
    const double ratio = greatest_meeting_ratio(*Triangulation::build(b.sites()));
    EXPECT_LE(ratio, most);
    EXPECT_EQ(ratio < 1, most < 1);
  }
}

TEST(Completeness, deep_overlaps_are_reported_and_do_lose_contacts) {
  std::size_t lost = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const Balls b = random_balls(300, 1.2, 3, seed, 0.4);
    const auto t = Triangulation::build(b.sites());
    const std::size_t here = missed(b, *t);
    EXPECT_TRUE(here == 0 || greatest_meeting_ratio(*t) >= 1);
    lost += here;
  }
  EXPECT_GT(lost, 0u);
}

TEST(Completeness, with_a_skin_edges_stay_complete_until_a_grain_has_moved_it) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const double depth = 0.02;  // of the smaller radius, so at most 0.02 * 0.5
    Balls b = random_balls(300, depth, seed % 2 == 0 ? 1 : 4, seed);
    const double least = *std::min_element(b.r.begin(), b.r.end());
    const double skin = 0.999 * greatest_skin(least, depth * 0.5);
    ASSERT_GT(skin, 0);
    const auto t = Triangulation::build(b.sites(skin));
    ASSERT_LT(greatest_meeting_ratio(*t), 1);
    EXPECT_EQ(missed(b, *t, 2 * skin), 0u);
    Draw d(22, seed);
    for (Vec3& x : b.x) x += skin * on_sphere(d);  // to the limit
    EXPECT_EQ(missed(b, *t), 0u);
  }
}

TEST(Completeness, the_greatest_skin_is_sharp_for_equal_grains) {
  const double r = 0.5, limit = greatest_skin(r, 0);
  const auto ratio = [&](double s) {
    const double w = (r + s) * (r + s);
    return greatest_meeting_ratio(
        *Triangulation::build(std::vector<Site>{{{0, 0, 0}, w}, {{2 * r, 0, 0}, w}}));
  };
  EXPECT_LT(ratio(0.9999 * limit), 1);
  EXPECT_GT(ratio(1.0001 * limit), 1);
}

}  // namespace
}  // namespace scree::geometry
