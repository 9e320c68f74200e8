// Derivatives of cell volumes by positions: sums that must vanish, finite differences, threads.
#include "geometry/laguerre/laguerre_gradient.hpp"

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

// The fast way gives what cutting gives, face by face, and is taken inside the box alone. A site
// shifted onto a lattice has flat tetrahedra: those cells are left to the clipper.
TEST(CellCorners, give_the_faces_that_cutting_gives) {
  std::vector<Site> sites = packing(400);
  for (int k = 0; k < 27; ++k)
    sites.push_back({{2 + 0.5 * (k % 3), 2 + 0.5 * (k / 3 % 3), 2 + 0.5 * (k / 9)}, 0.01});
  const auto t = Triangulation::build(sites);
  CellCorners corners;
  CellClipper clipper;
  Star star;
  int found = 0, left = 0;
  for (std::uint32_t i = 0; i < sites.size(); ++i) {
    if (t->hidden(i)) continue;
    std::vector<LaguerreFace> faces, cut;
    std::vector<Vec3> moments, cut_moments;
    std::vector<std::vector<Vec3>> polygons;
    star.collect(*t, i);
    star.find_order();
    const double volume =
        clipper.clip_with_moments(*t, i, kGradientBox, cut, cut_moments, &polygons);
    bool at_box = false;
    for (const LaguerreFace& f : cut) at_box |= f.of_box();
    if (!corners.find(*t, i, kGradientBox, star, faces, moments)) {
      EXPECT_TRUE(faces.empty() && moments.empty());
      left += at_box ? 0 : 1;
      continue;
    }
    ++found;
    EXPECT_FALSE(at_box);
    EXPECT_NEAR(corners.volume(), volume, 1e-12);
    double reach = 0;
    for (const auto& polygon : polygons)
      for (const Vec3& corner : polygon) reach = std::max(reach, norm(corner - sites[i].x));
    EXPECT_NEAR(std::sqrt(corners.reach2()), reach, 1e-10);
    std::size_t k = 0;
    for (std::size_t m = 0; m < faces.size(); ++m) {
      EXPECT_TRUE(m == 0 || faces[m - 1].neighbour < faces[m].neighbour);
      if (!(faces[m].area > 1e-11)) continue;
      while (k < cut.size() && cut[k].neighbour != faces[m].neighbour) ++k;
      ASSERT_LT(k, cut.size()) << i;
      EXPECT_NEAR(faces[m].area, cut[k].area, 1e-11) << i;
      EXPECT_LT(norm(moments[m] - cut_moments[k]), 1e-11) << i;
    }
  }
  EXPECT_GT(found, 100);
  EXPECT_GT(left, 0);
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
    // Two exact ways: corners of tetrahedra and cuts.
    EXPECT_NEAR(g.volume[i], cells.volume[i], 1e-12 * cells.volume[i]);
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
