// Cells at references: derivatives by sites and walls, canonical bits, containers of parts.
#include "geometry/laguerre/reference_cells.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "packing.hpp"

namespace scree::geometry {
namespace {

// A die with a lid: round, a flat bottom across the axis, a tilted lid.
std::vector<SpacePart> die_parts(double lid = 6.5) {
  return {{{3, 0, 3}, {0, 1, 0}, 3.4},
          {{0, -0.4, 0}, {0, -1, 0}},
          {{3, lid, 3}, normalized(Vec3{0.1, 1, 0.05})}};
}
ConvexContainer die(double lid = 6.5) {
  return *ConvexContainer::within(die_parts(lid), 24, {3, 3, 3});
}

std::vector<Vec3> places(const std::vector<Site>& sites) {
  std::vector<Vec3> x;
  for (const Site& s : sites) x.push_back(s.x);
  return x;
}

double sum_of(const ReferenceCells& cells) {
  double sum = 0;
  for (Triangulation::Vertex v = 0; v < cells.size(); ++v) sum += cells.row(v).volume;
  return sum;
}

TEST(ContainerOfParts, tells_what_the_parts_enclose) {
  const SpacePart floor{{0, 0, 0}, {0, -1, 0}}, lid{{0, 2, 0}, {0, 1, 0}};
  const SpacePart round{{0, 5, 0}, {0, 1, 0}, 1};
  const auto cylinder = ConvexContainer::within(std::vector{floor, lid, round}, 180, {0, 1, 0});
  ASSERT_TRUE(cylinder);
  EXPECT_NEAR(cylinder->volume(), 2 * std::numbers::pi, 1e-9);  // the same cross-section
  EXPECT_EQ(cylinder->box.low.y, 0);
  EXPECT_EQ(cylinder->box.high.y, 2);
  EXPECT_FALSE(ConvexContainer::within(std::vector{floor, round}, 180, {0, 1, 0}));
  EXPECT_FALSE(ConvexContainer::within(std::vector{floor, lid}, 180, {0, 1, 0}));
  EXPECT_FALSE(ConvexContainer::within({}, 180, {0, 1, 0}));
  // A cone stands on its tip: pi r^2 h / 3.
  const SpacePart cone{{0, 0, 0}, {0, 1, 0}, 0, 0.5};
  const auto funnel = ConvexContainer::within(std::vector{cone, lid}, 90, {0, 1.5, 0});
  ASSERT_TRUE(funnel);
  EXPECT_NEAR(funnel->volume(), std::numbers::pi * 2 / 3, 1e-9);
  // Four tilted planes: a tetrahedron of edge sqrt 8.
  std::vector<SpacePart> four;
  for (const Vec3& n : {Vec3{1, 1, 1}, Vec3{1, -1, -1}, Vec3{-1, 1, -1}, Vec3{-1, -1, 1}})
    four.push_back({n / 3, normalized(n)});
  const auto tetrahedron = ConvexContainer::within(four, 3, {0, 0, 0});
  ASSERT_TRUE(tetrahedron);
  EXPECT_NEAR(tetrahedron->volume(), 8.0 / 3, 1e-12);
  // Nothing in common.
  const SpacePart below{{0, -1, 0}, {0, 1, 0}};
  EXPECT_FALSE(ConvexContainer::within(std::vector{floor, below, round}, 12, {0, -0.5, 0}));
}

TEST(ReferenceCells, fill_the_container_and_their_derivatives_are_right) {
  std::vector<Site> sites = packing(300);
  const ConvexContainer c = die();
  auto cells = ReferenceCells::start(sites, c, 1);
  ASSERT_TRUE(cells.ok());
  EXPECT_NEAR(sum_of(*cells), c.volume(), 1e-9 * c.volume());
  // Forward and back by h: the error of the difference is of second order but for faces that come
  // and go, a matter of h^2.
  constexpr double h = 1e-5;
  for (const Triangulation::Vertex moved : {7u, 40u, 111u, 203u}) {
    for (int axis = 0; axis < 3; ++axis) {
      std::vector<Vec3> x = places(sites);
      std::vector<double> ahead, back;
      for (const double way : {h, -h}) {
        x[moved][axis] = sites[moved].x[axis] + way;
        ASSERT_TRUE(cells->update(x, c, 1).ok());
        auto& to = way > 0 ? ahead : back;
        for (Triangulation::Vertex v = 0; v < cells->size(); ++v)
          to.push_back(cells->row(v).volume);
      }
      ASSERT_TRUE(cells->update(places(sites), c, 1).ok());
      for (Triangulation::Vertex v = 0; v < cells->size(); ++v) {
        double slope = 0;
        for (const auto& e : cells->row(v).sites)
          if (e.site == moved) slope = e.slope[axis];
        EXPECT_NEAR((ahead[v] - back[v]) / (2 * h), slope, 2e-5) << moved << " " << v;
      }
    }
  }
}

TEST(ReferenceCells, walls_that_move_change_volumes_as_their_sides_say) {
  const std::vector<Site> sites = packing(300);
  const ConvexContainer c = die();
  auto cells = ReferenceCells::start(sites, c, 1);
  ASSERT_TRUE(cells.ok());
  const std::vector<Vec3> still(sites.size());
  ConvexContainer moved = die(6.5 - 1e-4);
  moved.box.low.y += 1e-4;
  // The lid also turns a little.
  UnitPlane& lid = moved.planes.back();
  const Vec3 turned = normalized(lid.r + Vec3{1e-5, 0, -2e-5});
  lid = {turned, lid.d + dot(turned - lid.r, {3, 6.5, 3})};
  std::vector<double> linear;
  for (Triangulation::Vertex v = 0; v < cells->size(); ++v)
    linear.push_back(cells->volume(v, still, moved));
  ASSERT_TRUE(cells->update(places(sites), moved, 1).ok());
  double greatest = 0;
  for (Triangulation::Vertex v = 0; v < cells->size(); ++v) {
    EXPECT_NEAR(linear[v], cells->row(v).volume, 1e-6)
        << v;  // second order: (1e-4)^2 times a length
    greatest = std::max(greatest, std::abs(linear[v] - cells->row(v).volume));
  }
  EXPECT_NEAR(sum_of(*cells), moved.volume(), 1e-9 * moved.volume());
  EXPECT_EQ(cells->volume(5, still, moved), cells->row(5).volume);
}

// Whatever way led to them, equal references give equal bits.
TEST(ReferenceCells, remember_nothing_but_the_references_for_all_threads) {
  const std::vector<Site> sites = packing(250);
  auto way = ReferenceCells::start(sites, die(), 1);
  std::vector<Vec3> x = places(sites);
  Draw d(5, 1);
  double lid = 6.5;
  for (int k = 0; k < 6; ++k) {
    for (std::size_t s = static_cast<std::size_t>(k); s < x.size(); s += 3) x[s] += jitter(d, 0.05);
    lid -= 0.02 * (k % 2);
    ASSERT_TRUE(way->update(x, die(lid), 1 + k % 3).ok());
  }
  std::vector<Site> now = sites;
  for (std::size_t s = 0; s < x.size(); ++s) now[s].x = x[s];
  for (const int threads : {1, 3}) {
    const auto fresh = ReferenceCells::start(now, die(lid), threads);
    for (Triangulation::Vertex v = 0; v < way->size(); ++v) {
      const CellRow &a = way->row(v), &b = fresh->row(v);
      ASSERT_EQ(a.volume, b.volume) << v;
      ASSERT_EQ(a.sites.size(), b.sites.size());
      ASSERT_EQ(a.sides.size(), b.sides.size());
      for (std::size_t k = 0; k < a.sites.size(); ++k) {
        ASSERT_EQ(a.sites[k].site, b.sites[k].site);
        ASSERT_EQ(a.sites[k].slope, b.sites[k].slope);
      }
      for (std::size_t k = 0; k < a.sides.size(); ++k) ASSERT_EQ(a.sides[k].area, b.sides[k].area);
    }
  }
  EXPECT_EQ(*way->update(x, die(lid), 1), 0u);
  EXPECT_FALSE(way->update(std::span(x).first(3), die(lid), 1).ok());
}

// Cells that are asked for one by one, of references that went on meanwhile, are those of a fresh
// start. On a lattice faces without area come and go with every move.
TEST(ReferenceCells, are_found_when_asked_for_with_the_same_bits) {
  std::vector<Site> sites;
  for (int k = 0; k < 6 * 6 * 6; ++k)
    sites.push_back({{1.0 * (k % 6), 1.0 * (k / 6 % 6), 1.0 * (k / 36)}, 0.25});
  const auto lidded = [](double lid) {
    return *ConvexContainer::of_planes(die_parts(lid), 24, {3, 3, 3});
  };
  auto lazy = ReferenceCells::prepare(sites, lidded(6.5));
  ASSERT_TRUE(lazy.ok());
  Draw d(6, 1);
  std::vector<Vec3> x = places(sites);
  std::size_t found = 0, kept = 0;
  for (int k = 0; k < 12; ++k) {
    for (std::size_t s = static_cast<std::size_t>(k) * 7 % x.size(), n = 0; n < 5; ++n)
      x[(s + n) % x.size()] += k % 3 == 0 ? Vec3{0, 0.0625, 0} : jitter(d, 0.05);
    const double lid = 6.5 - 0.03 * k;
    ASSERT_TRUE(lazy->move(x, lidded(lid), 1 + k % 2).ok());
    std::vector<Triangulation::Vertex> wanted;
    for (Triangulation::Vertex v = static_cast<Triangulation::Vertex>(k % 4); v < x.size(); v += 2)
      wanted.push_back(v), kept += lazy->found(v) ? 1 : 0;
    found += lazy->find(wanted, 2);
    for (std::size_t s = 0; s < x.size(); ++s) sites[s].x = x[s];
    const auto fresh = ReferenceCells::start(sites, lidded(lid), 1);
    for (const Triangulation::Vertex v : wanted) {
      const CellRow &a = lazy->row(v), &b = fresh->row(v);
      ASSERT_EQ(a.volume, b.volume) << k << " " << v;
      ASSERT_EQ(a.star, b.star);
      ASSERT_EQ(a.sites.size(), b.sites.size()) << k << " " << v;
      for (std::size_t m = 0; m < a.sites.size(); ++m)
        ASSERT_EQ(a.sites[m].slope, b.sites[m].slope) << k << " " << v;
      ASSERT_EQ(a.sides.size(), b.sides.size());
      for (std::size_t m = 0; m < a.sides.size(); ++m)
        ASSERT_EQ(a.sides[m].area, b.sides[m].area) << k << " " << v;
    }
  }
  EXPECT_GT(kept, 100u);  // the lid moved each time, and yet inner cells stayed
  EXPECT_GT(found, 100u);
}

TEST(ReferenceCells, polygons_close_around_the_cell) {
  const std::vector<Site> sites = packing(200);
  const ConvexContainer c = die();
  const auto t = Triangulation::build(sites);
  ContainerRows rows;
  CellRow row;
  std::vector<std::vector<Vec3>> faces;
  std::vector<Triangulation::Vertex> behind;
  std::size_t cut = 0;
  for (Triangulation::Vertex v = 0; v < sites.size(); ++v) {
    rows.find(*t, v, c, row);
    rows.polygons(*t, v, c, faces, behind);
    double volume = 0;
    for (std::size_t f = 0; f < faces.size(); ++f) {
      cut += behind[f] == LaguerreFace::box_face + 6;
      const Vec3& a = faces[f][0];
      for (std::size_t k = 2; k < faces[f].size(); ++k)
        volume += dot(a - sites[v].x, cross(faces[f][k - 1] - a, faces[f][k] - a)) / 6;
    }
    EXPECT_NEAR(volume, row.volume, 1e-11) << v;
  }
  EXPECT_GT(cut, 20u);
}

TEST(ReferenceCells, rounding_is_to_a_power_of_two_below_the_share) {
  const Vec3 x{0.123456, -7.654321, 0};
  const Vec3 r = rounded(x, 0.5, 0.01);  // 0.005: steps of 2^-8 = 0.0039
  for (int k = 0; k < 3; ++k) {
    EXPECT_LE(std::abs(r[k] - x[k]), 0.5 / 256);
    EXPECT_EQ(256 * r[k], std::nearbyint(256 * r[k]));
  }
}

}  // namespace
}  // namespace scree::geometry
