// The parts of a triangulation that hold data, each on its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "clouds.hpp"
#include "geometry/triangulation/builder.hpp"
#include "geometry/triangulation/certify.hpp"
#include "geometry/triangulation/charges.hpp"
#include "geometry/triangulation/check.hpp"
#include "geometry/triangulation/core.hpp"
#include "geometry/triangulation/triangulation.hpp"

namespace scree::geometry {
namespace {

Mesh mesh_of(std::size_t count) {
  Inserter inserter;
  return *build_mesh(make_cloud(Cloud::random, count), Ties::by_id, {}, inserter);
}

// Ready for motion, as Updater makes it; budgets on.
Mesh certified_mesh(std::size_t count, double unit) {
  Mesh mesh = mesh_of(count);
  mesh.core = *find_core(mesh);
  mesh.budgets.set_unit(unit);
  mesh.changes.kept = true;
  certify_all(mesh, 1);
  return mesh;
}

TEST(Sites, take_removed_rows_again_the_last_first) {
  const std::vector<Site> three{{{0, 0, 0}}, {{1, 0, 0}}, {{2, 0, 0}}};
  Sites sites(three, std::vector<std::uint32_t>{5, 9, 7}, Ties::by_id);
  EXPECT_EQ(sites.next_id(), 10u);
  sites.remove(0), sites.remove(2);
  EXPECT_EQ(sites.add({{8, 0, 0}}, 10), 2u);
  EXPECT_EQ(sites.add({{9, 0, 0}}, 20), 0u);
  EXPECT_EQ(sites.add({{3, 0, 0}}, 11), 3u);
  EXPECT_EQ(sites.count(), 4u);
  EXPECT_EQ(sites.next_id(), 21u);
  EXPECT_EQ(sites[2].x.x, 8);
  EXPECT_EQ(sites.id(0), 20u);
  sites.add_helper({0, 0, 1});
  EXPECT_EQ(sites.size(), 5u);
  EXPECT_EQ(sites.count(), 4u);
  sites.drop_helpers();
  EXPECT_EQ(sites.size(), 4u);
}

TEST(Cells, are_taken_many_at_once_as_one_by_one) {
  for (const std::size_t count : {0u, 1u, 3u, 4u, 9u}) {
    Cells one, many;
    for (Cells* c : {&one, &many}) {
      for (int i = 0; i < 6; ++i) c->take();
      for (const std::uint32_t cell : {4u, 0u, 3u}) c->free(cell);
    }
    std::vector<std::uint32_t> a, b;
    for (std::size_t i = 0; i < count; ++i) a.push_back(one.take());
    many.take(count, [&](std::size_t i, std::uint32_t c) {
      EXPECT_EQ(i, b.size());
      b.push_back(c);
    });
    EXPECT_EQ(a, b);
    ASSERT_EQ(one.size(), many.size());
    EXPECT_EQ(one.free_count(), many.free_count());
    for (std::uint32_t c = 0; c < one.size(); ++c) EXPECT_EQ(one.mark(c), many.mark(c));
  }
}

TEST(Cells, sorted_are_the_same_mesh_without_free_cells_in_the_order_of_their_lowest_rows) {
  Mesh mesh = mesh_of(200);
  ASSERT_GT(mesh.cells.free_count(), 0u);
  const auto tetrahedra = [&] {
    std::multiset<std::array<Vertex, 4>> out;
    for (std::uint32_t c = 0; c < mesh.cells.size(); ++c)
      if (!mesh.cells.is_free(c)) out.insert(mesh.cells[c].v);
    return out;
  };
  const auto before = tetrahedra();
  mesh.cells.sort(mesh.sites.size());
  EXPECT_EQ(tetrahedra(), before);
  EXPECT_EQ(mesh.cells.size(), before.size());
  EXPECT_EQ(mesh.cells.free_count(), 0u);
  EXPECT_EQ(fault(mesh, 4), "");
  const auto lowest = [&](std::uint32_t c) { return std::ranges::min(mesh.cells[c].v); };
  for (std::uint32_t c = 1; c < mesh.cells.size(); ++c) EXPECT_LE(lowest(c - 1), lowest(c));
}

TEST(CellRanges, divide_all_cells_and_their_spare_ones) {
  for (const std::uint32_t cells : {1u, 63u, 64u, 1000u, 100000u, 5000000u}) {
    CellRanges ranges;
    ranges.set(cells);
    EXPECT_EQ(ranges.of(0), 0);
    EXPECT_LT(ranges.of(cells - 1), CellRanges::count);
    EXPECT_LT(ranges.of(cells - 1, 1), CellRanges::count + 1);
    int last = 0;
    for (std::uint32_t c = 0; c < cells; c += cells / 997 + 1) {
      EXPECT_GE(ranges.of(c), last);
      EXPECT_GE(ranges.of(c, 1), ranges.of(c));
      EXPECT_LE(ranges.of(c, 1), ranges.of(c) + 1);
      last = ranges.of(c);
    }
    const std::uint32_t spare = ranges.spare_cells();
    std::vector<std::uint32_t> each(CellRanges::count, 0);
    for (std::uint32_t c = cells; c < cells + spare; ++c) ++each[ranges.of(c)];
    for (const std::uint32_t n : each) EXPECT_EQ(n, spare / CellRanges::count);
    EXPECT_EQ(ranges.of(cells + spare), CellRanges::count + 1);
    EXPECT_EQ(ranges.of(cells + spare, 1), CellRanges::count + 1);
  }
}

TEST(Budgets, are_rounded_down_and_stop_at_zero) {
  Budgets budgets;
  budgets.set_unit(0.5);
  EXPECT_EQ(budgets.from_length(3.9), 7);
  EXPECT_EQ(budgets.from_length(1e9), Budgets::largest);
  budgets.switch_on(2, 4);
  for (std::uint32_t k = 0; k < 4; ++k)
    budgets.set_facet(k, 4 | k, static_cast<std::uint16_t>(10 * k + 10));
  EXPECT_EQ(budgets.facet(4 | 2), 30);
  EXPECT_FALSE(budgets.charge_facets(0, 9));
  EXPECT_EQ(budgets.facet(0), 1);
  EXPECT_TRUE(budgets.charge_facets(0, 1));  // used up exactly
  EXPECT_TRUE(budgets.charge_facets(0, 65535));
  for (std::uint32_t k = 0; k < 4; ++k) EXPECT_EQ(budgets.facet(k), 0);
  EXPECT_EQ(budgets.facet(4 | 3), 40) << "each side is charged by itself";
  budgets.set_width(1, 5);
  EXPECT_FALSE(budgets.charge_width(1, 4));
  EXPECT_TRUE(budgets.charge_width(1, 4));
  EXPECT_EQ(budgets.width(1), 0);
}

TEST(Mesh, certifies_no_new_cell_and_no_new_link) {
  Mesh mesh = certified_mesh(100, 1e-6);
  const std::uint32_t inner = [&] {
    for (std::uint32_t c = 0;; ++c)
      if (!mesh.cells.is_free(c) && mesh.certified(c << 2)) return c;
  }();
  const std::uint32_t across = mesh.cells[inner].n[0];
  ASSERT_TRUE(mesh.certified(across));
  mesh.link(inner, 0, across);
  EXPECT_FALSE(mesh.certified(inner << 2));
  EXPECT_FALSE(mesh.certified(across));
  for (int i = 0; i < 200; ++i) {  // free ones, then more than there were
    const std::uint32_t c = mesh.new_cell();
    EXPECT_EQ(mesh.changes.new_cells.back(), c);
    EXPECT_FALSE(mesh.has_width(c));
    for (std::uint32_t k = 0; k < 4; ++k) EXPECT_FALSE(mesh.certified(c << 2 | k));
  }
}

TEST(Charges, list_every_facet_once_whose_budget_is_used_up) {
  const std::size_t count = 3000;
  for (const double size : {1e-5, 1e-3, 0.1}) {
    Mesh mesh = certified_mesh(count, 1e-6), old = mesh;
    std::vector<Vec3> x;
    for (Vertex v = 0; v < count; ++v)
      x.push_back(mesh.sites[v].x + Vec3{v % 3 == 0 ? size : 0, 0, v % 7 == 0 ? -size : 0});
    Motion motion;
    motion.start(x, {});
    motion.start_first_round(mesh);
    Charges charges;
    ASSERT_TRUE(charges.set_all(mesh, motion, 1));
    std::vector<Recheck> lists;
    charges.charge_cells(mesh, lists, 2);
    std::set<std::uint32_t> listed;
    for (const Recheck& r : lists)
      for (const std::uint32_t f : r.facets) {
        const std::uint32_t across = mesh.cells[f >> 2].n[f & 3];
        EXPECT_TRUE(listed.insert(std::min(f, across)).second) << f;
      }
    for (std::uint32_t c = 0; c < mesh.cells.size(); ++c)
      for (std::uint32_t f = c << 2; f < (c + 1) << 2; ++f) {
        if (mesh.cells.is_free(c)) continue;
        const std::uint32_t across = mesh.cells[c].n[f & 3];
        const bool used_up = mesh.budgets.facet(f) == 0 || mesh.budgets.facet(across) == 0;
        EXPECT_EQ(listed.count(std::min(f, across)), used_up ? 1u : 0u) << f;
        EXPECT_LE(mesh.budgets.facet(f), old.budgets.facet(f));
      }
  }
}

// Nothing may have changed after an error; the helpers of flat input belong to the mesh.
TEST(Triangulation, of_a_plane_stays_whole_where_an_id_is_refused) {
  const std::vector<Site> plane{{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {{1, 1.5, 0}}};
  Triangulation t = std::move(*Triangulation::build(plane));
  const auto edges = t.edges();
  EXPECT_EQ(t.insert({{3, 3, 0}}, 2).error().code, "E0802");
  EXPECT_EQ(t.fault(4), "");
  EXPECT_EQ(t.edges(), edges);
  EXPECT_EQ(*t.insert({{0, 0, 1}}), 4u);
  EXPECT_EQ(t.dimension(), 3);
  EXPECT_EQ(t.fault(4), "");
}

}  // namespace
}  // namespace scree::geometry
