// Derivatives of cell volumes by positions: sums that must vanish, finite differences, threads.
#include "geometry/laguerre_gradient.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "packing.hpp"

namespace scree::geometry {
namespace {

constexpr ClipBox kGradientBox{{-0.6, -0.6, -0.6}, {6.7, 6.5, 6.4}};

TEST(LaguerreGradient, two_cells_in_a_box) {
  const std::vector<Site> sites = {{{0.5, 0.5, 0.5}, 0}, {{1.5, 0.5, 0.5}, 0}};
  const auto t = Triangulation::build(sites);
  const LaguerreGradient g = laguerre_gradient(*t, {{0, 0, 0}, {2, 1, 1}});
  ASSERT_EQ(g.entries.size(), 4u);
  EXPECT_NEAR(g.volume[0], 1, 1e-15);
  // The face moves half as far as one of them.
  EXPECT_LT(norm(g.entries[0].slope - Vec3{0.5, 0, 0}), 1e-15);   // dV_0 / dx_0
  EXPECT_LT(norm(g.entries[1].slope - Vec3{0.5, 0, 0}), 1e-15);   // dV_0 / dx_1
  EXPECT_LT(norm(g.entries[2].slope - Vec3{-0.5, 0, 0}), 1e-15);  // dV_1 / dx_0
  EXPECT_EQ(g.entries[3].site, 1u);
}

TEST(LaguerreGradient, translation_changes_no_cell_inside_and_all_cells_fill_the_box) {
  std::vector<Site> sites = packing(400);
  sites[17].w = 0;  // a hidden one, perhaps
  sites.push_back({sites[18].x, 0});
  const auto t = Triangulation::build(sites);
  const LaguerreGradient g = laguerre_gradient(*t, kGradientBox);
  const LaguerreCells cells = laguerre_cells(*t, kGradientBox);
  std::vector<Vec3> column(sites.size());
  double sum = 0;
  int inside = 0;
  for (std::uint32_t i = 0; i < sites.size(); ++i) {
    EXPECT_EQ(g.volume[i], cells.volume[i]);
    sum += g.volume[i];
    Vec3 row;
    bool has_itself = false;
    for (std::uint32_t k = g.begin[i]; k < g.begin[i + 1]; ++k) {
      EXPECT_TRUE(k == g.begin[i] || g.entries[k - 1].site < g.entries[k].site);
      has_itself |= g.entries[k].site == i;
      row += g.entries[k].slope;
      column[g.entries[k].site] += g.entries[k].slope;
    }
    EXPECT_EQ(has_itself, !t->hidden(i));
    bool at_box = false;
    for (std::uint32_t k = cells.begin[i]; k < cells.begin[i + 1]; ++k)
      at_box |= cells.faces[k].of_box();
    if (at_box) continue;
    ++inside;
    EXPECT_LT(norm(row), 1e-12) << i;
  }
  for (const Vec3& c : column) EXPECT_LT(norm(c), 1e-12);
  EXPECT_GT(inside, 100);
  EXPECT_TRUE(t->hidden(400));
  EXPECT_NEAR(sum, kGradientBox.volume(), 1e-12 * kGradientBox.volume());
}

TEST(LaguerreGradient, equals_finite_differences_at_the_box_as_well) {
  const std::vector<Site> sites = packing(60);
  const ClipBox box{{-0.3, -0.5, -0.5}, {3.4, 3.5, 3.5}};  // some sites are outside
  const auto t = Triangulation::build(sites);
  const LaguerreGradient g = laguerre_gradient(*t, box);
  const double step = 1e-5;
  for (std::uint32_t j = 0; j < sites.size(); j += 7)
    for (int c = 0; c < 3; ++c) {
      const auto volumes = [&](double way) {
        std::vector<Site> moved = sites;
        moved[j].x[c] += way;
        return laguerre_cells(*Triangulation::build(moved), box).volume;
      };
      const std::vector<double> up = volumes(step), down = volumes(-step);
      for (std::uint32_t i = 0; i < sites.size(); ++i) {
        double slope = 0;
        for (std::uint32_t k = g.begin[i]; k < g.begin[i + 1]; ++k)
          if (g.entries[k].site == j) slope = g.entries[k].slope[c];
        // Faces that come or go have a jump in the second derivative: step times it.
        EXPECT_NEAR(slope, (up[i] - down[i]) / (2 * step), 1e-6) << i << " " << j;
      }
    }
}

TEST(LaguerreGradient, does_not_depend_on_threads) {
  const std::vector<Site> sites = packing(2000);
  const auto t = Triangulation::build(sites);
  const LaguerreGradient one = laguerre_gradient(*t, kGradientBox, 1);
  for (const int threads : {2, 7}) {
    const LaguerreGradient g = laguerre_gradient(*t, kGradientBox, threads);
    EXPECT_EQ(g.volume, one.volume);
    EXPECT_EQ(g.begin, one.begin);
    ASSERT_EQ(g.entries.size(), one.entries.size());
    for (std::size_t k = 0; k < g.entries.size(); ++k)
      ASSERT_TRUE(g.entries[k].site == one.entries[k].site &&
                  g.entries[k].slope == one.entries[k].slope);
  }
}

}  // namespace
}  // namespace scree::geometry
