// Cells in a container of planes: they fill it, whatever its direction, and equal the half-spaces.
#include "geometry/laguerre/container.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "geometry/halfspaces/volume.hpp"
#include "packing.hpp"

namespace scree::geometry {
namespace {

double sum_of(const std::vector<double>& v) { return std::accumulate(v.begin(), v.end(), 0.0); }

TEST(ConvexContainer, cells_fill_a_cylinder_of_any_direction) {
  const std::vector<Site> sites = packing(1000);  // 0 to 9 in each direction
  const auto t = Triangulation::build(sites);
  const Vec3 centre{4.5, 4.4, 4.6};
  for (const Vec3& axis : {Vec3{0, 1, 0}, Vec3{0, 0, 1}, normalized(Vec3{1, 2, 3})}) {
    const auto c = ConvexContainer::cylinder(centre, axis, 3.5, 3.1, 60);
    const std::vector<double> v = container_volumes(*t, c);
    const double whole = M_PI * 3.5 * 3.5 * 6.2;
    EXPECT_NEAR(sum_of(v), whole, 1e-11 * whole);
    // Every plane, for every cell.
    for (std::uint32_t i = 0; i < sites.size(); i += 37) {
      std::vector<Vec3> r;
      std::vector<double> f;
      for (const UnitPlane& p : c.planes) r.push_back(p.r), f.push_back(p.d);
      for (int k = 0; k < 3; ++k) {
        Vec3 u;
        u[k] = 1;
        r.push_back(u), f.push_back(c.box.high[k]), r.push_back(-u), f.push_back(-c.box.low[k]);
      }
      for (const std::uint32_t j : t->neighbours(i)) {
        const Site &a = sites[i], &b = sites[j];
        r.push_back(b.x - a.x);
        f.push_back(0.5 * (norm2(b.x) - norm2(a.x) + a.w - b.w));
      }
      EXPECT_NEAR(halfspace_volume(r, f)->volume, v[i], 1e-11) << i;
    }
  }
}

TEST(ConvexContainer, cells_fill_a_cone_and_one_with_a_tip) {
  const std::vector<Site> sites = packing(1000);
  const auto t = Triangulation::build(sites);
  for (const Vec3& axis : {Vec3{0, 1, 0}, normalized(Vec3{3, -2, 1})})
    for (const double far : {1.5, 0.0, 3.0}) {
      const double near = 2.5, height = 5;
      const auto c = ConvexContainer::cone({4.5, 4.5, 4.5}, axis, near, far, height / 2, 40);
      const double whole = M_PI * height / 3 * (near * near + near * far + far * far);
      EXPECT_NEAR(sum_of(container_volumes(*t, c)), whole, 1e-11 * whole) << far;
      // The wide end is at the end that it was given for.
      const double at = far < near ? -2.4 : 2.4;
      const Vec3 side = any_perpendicular(axis);
      EXPECT_TRUE(c.holds(Vec3{4.5, 4.5, 4.5} + at * axis + 2.3 * side));
      EXPECT_EQ(c.holds(Vec3{4.5, 4.5, 4.5} - at * axis + 2.3 * side), far > 2.4);
    }
}

TEST(ConvexContainer, a_box_is_the_box_and_threads_change_nothing) {
  const std::vector<Site> sites = packing(700);
  const auto t = Triangulation::build(sites);
  const ConvexContainer box{{{0.2, 0.1, 0.3}, {7.9, 7.5, 7.2}}, {}};
  EXPECT_EQ(container_volumes(*t, box), laguerre_volumes(*t, box.box));
  const auto round = ConvexContainer::cylinder({4, 4, 4}, {1, 0, 0}, 3, 3, 90);
  const std::vector<double> one = container_volumes(*t, round, {.threads = 1});
  for (const int threads : {2, 7})
    EXPECT_EQ(container_volumes(*t, round, {.threads = threads}), one);
}

// One grain has it all; none outside; a wedge of one plane.
TEST(ConvexContainer, a_few_grains) {
  const Site one{{0.3, 0.2, 0.1}, 0.01};
  const auto t = Triangulation::build(std::span(&one, 1));
  const auto c = ConvexContainer::cylinder({0, 0, 0}, {0, 0, 1}, 1, 1, 180);
  EXPECT_NEAR(container_volumes(*t, c)[0], 2 * M_PI, 1e-11);
  const std::vector<Site> two = {{{0.1, 0, 0}, 0}, {{-0.1, 0, 0}, 0}, {{50, 0, 0}, 0}};
  const auto u = Triangulation::build(two);
  const std::vector<double> v = container_volumes(*u, c);
  EXPECT_NEAR(v[0], M_PI, 1e-11);
  EXPECT_NEAR(v[1], M_PI, 1e-11);
  EXPECT_EQ(v[2], 0);
  const ConvexContainer wedge{{{0, 0, 0}, {1, 1, 1}},
                              {{normalized(Vec3{1, 1, 0}), std::sqrt(0.5)}}};
  EXPECT_NEAR(container_volumes(*t, wedge)[0], 0.5, 1e-14);
}

}  // namespace
}  // namespace scree::geometry
