// The hull against a plain one that asks every triangle for every point.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/random.hpp"
#include "geometry/convex/hull.hpp"
#include "geometry/predicates/predicates.hpp"

namespace scree::geometry {
namespace {

using Points = std::vector<Vec3>;

std::vector<HullTriangle> plain_hull(const Points& p, std::vector<HullTriangle> triangles) {
  for (std::uint32_t k = 0; k < p.size(); ++k) {
    const auto seen = std::partition(
        triangles.begin(), triangles.end(),
        [&](const HullTriangle& t) { return orient3d(p[t[0]], p[t[1]], p[t[2]], p[k]) <= 0; });
    std::set<std::pair<std::uint32_t, std::uint32_t>> border;
    for (auto t = seen; t != triangles.end(); ++t)
      for (std::size_t m = 0; m < 3; ++m)
        if (!border.erase({(*t)[(m + 1) % 3], (*t)[m]}))
          border.insert({(*t)[m], (*t)[(m + 1) % 3]});
    triangles.erase(seen, triangles.end());
    for (const auto& [u, v] : border) triangles.push_back({u, v, k});
  }
  for (HullTriangle& t : triangles)
    std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
  std::sort(triangles.begin(), triangles.end());
  return triangles;
}

class Clouds {
 public:
  explicit Clouds(std::uint64_t seed) : random_(seed, 0) {}
  double uniform() { return random_.uniform(drawn_++); }
  int whole(int n) { return static_cast<int>(uniform() * n); }
  Vec3 in_cube() { return {uniform() - 0.5, uniform() - 0.5, uniform() - 0.5}; }
  Vec3 on_sphere() {
    for (;;)
      if (const Vec3 x = in_cube(); norm2(x) > 0.01 && norm2(x) < 0.25) return x / norm(x);
  }

 private:
  CounterRandom random_;
  std::uint64_t drawn_ = 0;
};

// The tetrahedron that the library starts from, for clouds in which no three of the points that are
// farthest apart are in line.
std::vector<HullTriangle> first_faces(const Points& p) {
  const auto farthest = [&p](const auto& measure) {
    std::uint32_t best = 0;
    double most = -1;
    for (std::uint32_t k = 0; k < p.size(); ++k)
      if (const double m = measure(p[k]); m > most) most = m, best = k;
    return best;
  };
  const std::uint32_t a = farthest([&](const Vec3& x) { return norm2(x - p[0]); });
  const std::uint32_t b = farthest([&](const Vec3& x) { return norm2(x - p[a]); });
  const std::uint32_t c =
      farthest([&](const Vec3& x) { return norm2(cross(x - p[a], p[b] - p[a])); });
  const Vec3 normal = cross(p[b] - p[a], p[c] - p[a]);
  const std::uint32_t d = farthest([&](const Vec3& x) { return std::abs(dot(x - p[a], normal)); });
  if (orient3d(p[a], p[b], p[c], p[d]) > 0) return {{a, c, b}, {a, d, c}, {c, d, b}, {b, d, a}};
  return {{a, b, c}, {a, d, b}, {b, d, c}, {c, d, a}};
}

void expect_as_plain(const Points& cloud, const char* what) {
  const auto hull = convex_hull(cloud);
  ASSERT_TRUE(hull.ok()) << what;
  EXPECT_EQ(*hull, plain_hull(cloud, first_faces(cloud))) << what;
}

TEST(ConvexHull, has_the_triangles_of_the_plain_one) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Clouds random(seed);
    Points ball, sphere, lattice, flat, twice;
    for (int k = 0; k < 150; ++k) {
      ball.push_back(12 * random.in_cube());
      sphere.push_back(7 * random.on_sphere());
      // Whole numbers: many points in one plane, in one line, and at the same place.
      lattice.push_back({random.whole(13) - 6.0, random.whole(13) - 6.0, random.whole(13) - 6.0});
      flat.push_back({random.whole(13) - 6.0, random.whole(13) - 6.0, k % 2 == 0 ? 6.0 : -6.0});
      twice.push_back(twice.empty() || k % 3 > 0 ? 7 * random.on_sphere() : twice.back());
    }
    Points sorted = sphere;
    std::sort(sorted.begin(), sorted.end(), [](const Vec3& a, const Vec3& b) { return a.z < b.z; });
    expect_as_plain(ball, "ball");
    expect_as_plain(sphere, "sphere");
    expect_as_plain(sorted, "sorted");
    expect_as_plain(lattice, "lattice");
    expect_as_plain(flat, "flat");
    expect_as_plain(twice, "twice");
  }
}

// All corners, closed and convex at every edge: by Euler 2 n - 4 triangles.
TEST(ConvexHull, of_many_points_of_a_sphere_has_all_of_them) {
  Clouds random(3);
  Points cloud;
  for (int k = 0; k < 20000; ++k) cloud.push_back(random.on_sphere());
  const auto hull = convex_hull(cloud);
  ASSERT_TRUE(hull.ok());
  EXPECT_EQ(hull->size(), 2 * cloud.size() - 4);
  std::set<std::uint32_t> used;
  for (const HullTriangle& t : *hull) used.insert(t.begin(), t.end());
  EXPECT_EQ(used.size(), cloud.size());
}

}  // namespace
}  // namespace scree::geometry
