#include "walls/mesh/mesh_inside.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/random.hpp"

namespace scree {
namespace {

using Triangles = std::vector<MeshInside::Triangle>;

// The corners of the unit cube by bits of x, y, z, and its twelve triangles.
std::vector<Vec3> cube_points(const Vec3& at = {}, double size = 1) {
  std::vector<Vec3> out;
  for (int k = 0; k < 8; ++k)
    out.push_back(at + size * Vec3{double(k & 1), double(k >> 1 & 1), double(k >> 2 & 1)});
  return out;
}
Triangles cube_triangles(std::uint32_t first = 0) {
  Triangles out{{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  for (auto& t : out)
    for (auto& v : t) v += first;
  return out;
}

// Winding number by solid angles (van Oosterom & Strackee 1983): another method for the same
// answer.
double winding(const std::vector<Vec3>& p, const Triangles& triangles, const Vec3& x) {
  double sum = 0;
  for (const auto& t : triangles) {
    const Vec3 a = p[t[0]] - x, b = p[t[1]] - x, c = p[t[2]] - x;
    const double la = norm(a), lb = norm(b), lc = norm(c);
    sum += 2 * std::atan2(dot(a, cross(b, c)),
                          la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum / (4 * std::numbers::pi);
}

TEST(MeshInside, a_cube_holds_what_is_in_it_also_on_lines_through_edges_and_corners) {
  const MeshInside m(cube_points(), cube_triangles());
  EXPECT_FALSE(m.open_edge());
  // Quarters: rays along y through the diagonals of the faces, and through edges.
  for (int i = -2; i <= 6; ++i)
    for (int j = -2; j <= 6; ++j)
      for (int k = -2; k <= 6; ++k) {
        const bool rim = i % 4 == 0 || j % 4 == 0 || k % 4 == 0;
        const bool in = i > 0 && i < 4 && j > 0 && j < 4 && k > 0 && k < 4;
        if (rim) continue;
        EXPECT_EQ(m.contains({i / 4.0, j / 4.0, k / 4.0}), in) << i << j << k;
      }
}

TEST(MeshInside, names_the_edge_where_a_mesh_is_open) {
  Triangles open = cube_triangles();
  open.erase(open.begin() + 6, open.begin() + 8);  // the lid at y = 1
  const MeshInside m(cube_points(), open);
  ASSERT_TRUE(m.open_edge());
  EXPECT_EQ((*m.open_edge())[0].y, 1);
  EXPECT_EQ((*m.open_edge())[1].y, 1);
  EXPECT_FALSE(m.contains({0.5, 0.5, 0.5}));
}

TEST(MeshInside, agrees_with_the_winding_number_on_a_rough_ball_with_a_hollow) {
  // A ball of latitudes and longitudes with random radii, and a small cube as a hollow in it.
  const CounterRandom random(7, 1);
  const int rings = 9, around = 14;
  std::vector<Vec3> p{{0, 1, 0}, {0, -1, 0}};
  for (int i = 1; i < rings; ++i)
    for (int j = 0; j < around; ++j) {
      const double a = std::numbers::pi * i / rings, b = 2 * std::numbers::pi * j / around;
      const double r = 0.6 + 0.4 * random.uniform(std::uint64_t(i * 100 + j));
      p.push_back(r * Vec3{std::sin(a) * std::cos(b), std::cos(a), std::sin(a) * std::sin(b)});
    }
  const auto at = [&](int i, int j) { return std::uint32_t(2 + (i - 1) * around + j % around); };
  Triangles t;
  for (int j = 0; j < around; ++j) {
    t.push_back({0, at(1, j + 1), at(1, j)});
    t.push_back({1, at(rings - 1, j), at(rings - 1, j + 1)});
    for (int i = 1; i + 1 < rings; ++i) {
      t.push_back({at(i, j), at(i, j + 1), at(i + 1, j)});
      t.push_back({at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)});
    }
  }
  const Triangles ball = t;
  const auto first = static_cast<std::uint32_t>(p.size());
  for (const Vec3& x : cube_points({-0.1, -0.1, -0.1}, 0.2)) p.push_back(x);
  const Triangles hollow = cube_triangles(first);
  t.insert(t.end(), hollow.begin(), hollow.end());
  const MeshInside m(p, t);
  ASSERT_FALSE(m.open_edge());
  int in = 0;
  for (std::uint64_t k = 0; k < 4000; ++k) {
    const Vec3 x{2 * random.uniform(3 * k + 10000) - 1, 2 * random.uniform(3 * k + 10001) - 1,
                 2 * random.uniform(3 * k + 10002) - 1};
    const bool expected =
        (std::abs(winding(p, ball, x)) > 0.5) != (std::abs(winding(p, hollow, x)) > 0.5);
    EXPECT_EQ(m.contains(x), expected) << x.x << " " << x.y << " " << x.z;
    in += expected;
  }
  EXPECT_GT(in, 400);
}

}  // namespace
}  // namespace scree
