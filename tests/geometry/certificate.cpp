// Certificates against motions that try to break them.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "geometry/triangulation/site_certificate.hpp"
#include "samples.hpp"

namespace scree::geometry {
namespace {

using Five = std::array<Site, 5>;

int test_of(const Five& s) { return power_test(s[0], s[1], s[2], s[3], s[4]); }

std::vector<Five> positive_samples() {
  std::vector<Five> out;
  for (const Family f : {Family::random, Family::grains, Family::far, Family::cospherical})
    for (std::uint64_t i = 0; i < 500; ++i) {
      Five s = sample(f, i);
      const int turn = orient3d(s[0].x, s[1].x, s[2].x, s[3].x);
      if (turn == 0) continue;
      if (turn < 0) std::swap(s[0], s[1]);
      out.push_back(s);
    }
  return out;
}

// Each site along its own gradient of |det|, found by differences: the shortest path to the other
// sign, to first order.
Five attacked(const Five& s, double step) {
  const auto volume = [](const Five& at) {
    double m[4][4];
    for (int i = 0; i < 4; ++i) {
      const Vec3 x = at[i].x - at[4].x;
      m[i][0] = x.x, m[i][1] = x.y, m[i][2] = x.z, m[i][3] = norm2(x) - at[i].w + at[4].w;
    }
    double det = 0;
    for (int i = 0; i < 4; ++i) {
      const int a = i == 0 ? 1 : 0, b = i <= 1 ? 2 : 1, c = i <= 2 ? 3 : 2;
      const Vec3 p{m[a][0], m[a][1], m[a][2]}, q{m[b][0], m[b][1], m[b][2]},
          r{m[c][0], m[c][1], m[c][2]};
      det += (i % 2 == 0 ? 1 : -1) * m[i][3] * dot(p, cross(q, r));
    }
    return det;
  };
  const double sign = volume(s) > 0 ? 1 : -1;
  double size = 0;
  for (const Site& site : s) size = std::max(size, norm(site.x - s[0].x));
  Five moved = s;
  for (int i = 0; i < 5; ++i) {
    Vec3 gradient;
    for (int k = 0; k < 3; ++k) {
      Five up = s, down = s;
      up[i].x[k] += 1e-5 * size, down[i].x[k] -= 1e-5 * size;
      gradient[k] = volume(up) - volume(down);
    }
    moved[i].x -= sign * step * normalized(gradient);
  }
  return moved;
}

TEST(Certificate, holds_against_any_motion_within_reach) {
  Draw d(12, 1);
  int broken_beyond = 0, all = 0;
  for (const Five& s : positive_samples()) {
    const Margin m = power_margin(s[0], s[1], s[2], s[3], s[4]);
    if (m.sign == uncertain) continue;
    ASSERT_EQ(m.sign, test_of(s));
    if (m.reach == 0) continue;
    ++all;
    ASSERT_EQ(test_of(attacked(s, 0.999 * m.reach)), m.sign);
    for (int trial = 0; trial < 10; ++trial) {
      Five moved = s;
      for (Site& site : moved) site.x += (0.999 * m.reach) * on_sphere(d);
      ASSERT_EQ(test_of(moved), m.sign);
    }
    broken_beyond += test_of(attacked(s, 4 * m.reach)) != m.sign;
  }
  EXPECT_GT(all, 1000);
  EXPECT_GT(broken_beyond, all / 2);  // within a factor of four of the best there is
}

TEST(Certificate, by_eights_has_the_same_bits) {
  const auto samples = positive_samples();
  for (std::size_t first = 0; first + 8 <= samples.size(); first += 8) {
    MarginBatch batch;
    for (int i = 0; i < 8; ++i)
      for (int s = 0; s < 5; ++s) {
        const Site& site = samples[first + i][s];
        for (int k = 0; k < 3; ++k) batch.x[s][k][i] = site.x[k];
        batch.x[s][3][i] = site.w;
      }
    power_margins(batch);
    for (int i = 0; i < 8; ++i) {
      const Five& s = samples[first + i];
      const Margin m = power_margin(s[0], s[1], s[2], s[3], s[4]);
      EXPECT_EQ(m.reach, batch.reach[i]);
      EXPECT_EQ(m.sign == uncertain ? 0 : m.sign, (batch.det[i] > 0) - (batch.det[i] < 0));
    }
  }
}

TEST(Certificate, of_the_width_holds_and_is_the_best) {
  // A regular tetrahedron: opposite edges are 1/sqrt 2 apart.
  const Vec3 a{1, 1, 1}, b{1, -1, -1}, c{-1, 1, -1}, e{-1, -1, 1};
  EXPECT_NEAR(half_width(a, b, c, e), 1.0, 1e-8);  // edges 2 sqrt 2 long, 2 apart
  EXPECT_EQ(half_width({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {3, 4, 0}), 0);
  Draw d(13, 1);
  for (const Five& s : positive_samples()) {
    const double reach = half_width(s[0].x, s[1].x, s[2].x, s[3].x);
    for (int trial = 0; trial < 10; ++trial) {
      std::array<Vec3, 4> x;
      for (int i = 0; i < 4; ++i) x[i] = s[i].x + (0.999 * reach) * on_sphere(d);
      ASSERT_EQ(orient3d(x[0], x[1], x[2], x[3]), reach > 0 ? 1 : orient3d(x[0], x[1], x[2], x[3]));
    }
  }
}

}  // namespace
}  // namespace scree::geometry
