// Volumes of Voronoi cells from r_k, their gradient (18), and the linear form between updates.
#include <gtest/gtest.h>

#include <cmath>

#include "clouds.hpp"
#include "geometry/halfspaces/linear.hpp"

namespace scree::geometry {
namespace {

std::vector<Vec3> dodecahedron_like(Draw& d) {
  std::vector<Vec3> r;
  for (const Vec3& u : {Vec3{1, 1, 0}, Vec3{1, 0, 1}, Vec3{0, 1, 1}, Vec3{1, -1, 0}, Vec3{1, 0, -1},
                        Vec3{0, 1, -1}})
    for (const double side : {-1.0, 1.0}) {
      const Vec3 v = side * u + Vec3{d.between(-0.2, 0.2), d.between(-0.2, 0.2), 0};
      r.push_back(d.between(0.8, 1) * normalized(v));
    }
  return r;
}

TEST(LinearVolume, rhombic_dodecahedron_in_closed_form) {
  std::vector<Vec3> r;
  for (const Vec3& u : {Vec3{1, 1, 0}, Vec3{1, 0, 1}, Vec3{0, 1, 1}, Vec3{1, -1, 0}, Vec3{1, 0, -1},
                        Vec3{0, 1, -1}})
    r.push_back(normalized(u)), r.push_back(-normalized(u));
  VoronoiCell cell;
  std::vector<Vec3> g(r.size());
  const double volume = 4 * std::sqrt(2.0);  // inscribed ball of radius 1: 0.7405 of it
  EXPECT_NEAR(cell.volume(r), volume, 1e-13);
  EXPECT_EQ(cell.volume(r, g), cell.volume(r));
  EXPECT_TRUE(cell.is_bounded(r));
  EXPECT_FALSE(cell.is_bounded(std::span(r).first(3)));
  // Each vector moves its face outwards by as much: the face's area, 3 V / 12.
  for (std::size_t k = 0; k < r.size(); ++k) EXPECT_LT(norm(g[k] - volume / 4 * r[k]), 1e-13);
}

TEST(LinearVolume, gradient_equals_finite_differences) {
  Draw d(5, 5);
  VoronoiCell cell;
  for (int body = 0; body < 10; ++body) {
    std::vector<Vec3> r = dodecahedron_like(d), g(r.size());
    cell.volume(r, g);
    for (std::size_t k = 0; k < r.size(); ++k)
      for (int c = 0; c < 3; ++c) {
        const double step = 1e-6, before = r[k][c];
        r[k][c] = before + step;
        const double up = cell.volume(r);
        r[k][c] = before - step;
        const double down = cell.volume(r);
        r[k][c] = before;
        EXPECT_NEAR(g[k][c], (up - down) / (2 * step), 1e-7);
      }
  }
}

// Half the change, a quarter of the error.
TEST(LinearVolume, error_is_of_second_order) {
  Draw d(6, 5);
  VoronoiCell cell;
  double sum[2] = {0, 0};
  for (int body = 0; body < 200; ++body) {
    const std::vector<Vec3> r0 = dodecahedron_like(d);
    LinearVolume linear;
    linear.set(r0, cell);
    EXPECT_EQ(linear(r0), cell.volume(r0));
    std::vector<Vec3> way;
    for (std::size_t k = 0; k < r0.size(); ++k)
      way.push_back({d.between(-1, 1), d.between(-1, 1), d.between(-1, 1)});
    for (int half = 0; half < 2; ++half) {
      std::vector<Vec3> r = r0;
      const double size = half == 0 ? 0.02 : 0.01;
      for (std::size_t k = 0; k < r.size(); ++k) r[k] += size * way[k];
      sum[half] += std::abs(linear(r) - cell.volume(r)) / cell.volume(r);
    }
  }
  EXPECT_NEAR(sum[0] / sum[1], 4, 0.3);
  EXPECT_LT(sum[1] / 200, 4.3e-3 / std::pow(12, 1.5) * 1.5);  // C of the paper's experiment at 1%
}

TEST(LinearVolume, a_followed_cell_is_exact_when_contacts_change_or_it_has_changed_enough) {
  Draw d(7, 5);
  VoronoiCell cell;
  std::vector<Vec3> r = dodecahedron_like(d);
  std::vector<std::uint32_t> partners = {3, 5, 6, 9, 12, 20, 21, 22, 23, 30, 31, 32};
  FollowedCell followed;
  EXPECT_EQ(followed.update(r, partners, 0.01, cell), cell.volume(r));
  EXPECT_EQ(followed.updates(), 1u);
  r[2].y += 0.009;
  const double linear = followed.update(r, partners, 0.01, cell);
  EXPECT_EQ(followed.updates(), 1u);
  EXPECT_NE(linear, cell.volume(r));
  EXPECT_NEAR(linear, cell.volume(r), 1e-3);
  r[2].y += 0.001;  // (30) holds at the limit itself
  EXPECT_EQ(followed.update(r, partners, 0.0099, cell), cell.volume(r));
  EXPECT_EQ(followed.updates(), 2u);
  partners[4] = 13;  // another contact in the same number
  followed.update(r, partners, 0.01, cell);
  EXPECT_EQ(followed.updates(), 3u);
  r.push_back({0.9, 0, 0}), partners.push_back(40);
  EXPECT_EQ(followed.update(r, partners, 0.01, cell), cell.volume(r));
  EXPECT_EQ(followed.updates(), 4u);
  r.pop_back(), partners.pop_back();
  EXPECT_EQ(followed.update(r, partners, 0.01, cell), cell.volume(r));
}

}  // namespace
}  // namespace scree::geometry
