// Questions to a triangulation that does not move: edges, neighbours, cells, location.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "clouds.hpp"
#include "geometry/triangulation/triangulation.hpp"

namespace scree::geometry {
namespace {

using Edges = std::vector<std::array<std::uint32_t, 2>>;

TEST(Triangulation, gives_each_edge_once_and_the_same_neighbours) {
  for (const Cloud kind : {Cloud::random, Cloud::weighted, Cloud::cubic, Cloud::duplicates}) {
    const auto sites = make_cloud(kind, 400);
    const auto t = Triangulation::build(sites);
    Edges once;
    t->for_each_edge([&](std::uint32_t i, std::uint32_t j) { once.push_back({i, j}); });
    std::sort(once.begin(), once.end());
    EXPECT_EQ(once, t->edges());
    Edges around;
    for (std::uint32_t v = 0; v < sites.size(); ++v)
      for (const std::uint32_t n : t->neighbours(v))
        if (v < n) around.push_back({v, n});
    EXPECT_EQ(around, t->edges());
    std::size_t count = 0, corners = 0;
    t->for_each_tetrahedron([&](const auto&) { ++count; });
    EXPECT_EQ(count, t->tetrahedra().size());
    for (std::uint32_t v = 0; v < sites.size(); ++v)
      for (const auto& c : t->cells_around(v))
        corners += std::count(c.begin(), c.end(), Triangulation::infinite) == 0;
    EXPECT_EQ(corners, 4 * count);
  }
}

TEST(Triangulation, locates_a_point_in_its_tetrahedron) {
  const auto sites = make_cloud(Cloud::random, 500);
  const auto t = Triangulation::build(sites);
  Draw d(1, 2);
  for (int i = 0; i < 200; ++i) {
    const Vec3 x{d.between(-0.2, 1.2), d.between(-0.2, 1.2), d.between(-0.2, 1.2)};
    const auto v = t->locate(x);
    if (std::count(v.begin(), v.end(), Triangulation::infinite) != 0) continue;
    for (int k = 0; k < 4; ++k) {
      std::array<Vec3, 4> p;
      for (int j = 0; j < 4; ++j) p[j] = j == k ? x : sites[v[j]].x;
      EXPECT_GE(orient3d(p[0], p[1], p[2], p[3]), 0);
    }
  }
  const auto outside = t->locate({5, 5, 5});
  EXPECT_EQ(std::count(outside.begin(), outside.end(), Triangulation::infinite), 1);
}

}  // namespace
}  // namespace scree::geometry
