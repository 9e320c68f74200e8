#include "geometry/laguerre/laguerre.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <numeric>

#include "clouds.hpp"

namespace scree::geometry {
namespace {

ClipBox box_around(const std::vector<Site>& sites, double margin) {
  ClipBox b{sites[0].x, sites[0].x};
  for (const Site& s : sites)
    for (int k = 0; k < 3; ++k) {
      b.low[k] = std::min(b.low[k], s.x[k]);
      b.high[k] = std::max(b.high[k], s.x[k]);
    }
  const double size = norm(b.high - b.low);
  const Vec3 m = margin * size * Vec3{1, 1.1, 0.9};
  return {b.low - m, b.high + m};
}

Triangulation built_from(const std::vector<Site>& sites) {
  auto t = Triangulation::build(sites);
  EXPECT_TRUE(t.ok());
  return std::move(*t);
}

double sum(const std::vector<double>& v) { return std::accumulate(v.begin(), v.end(), 0.0); }

// A packing without overlaps is not needed: a jittered lattice has cells of every shape.
std::vector<Site> jittered(std::size_t n, double jitter, double spread, std::uint64_t seed = 3) {
  Draw d(seed, 0);
  std::vector<Site> s = lattice(n, {{}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}}, {1, 1, 1});
  for (Site& site : s) {
    for (int k = 0; k < 3; ++k) site.x[k] += d.between(-jitter, jitter);
    const double r = 0.35 * (1 + d.between(-spread, spread));
    site.w = r * r;
  }
  return s;
}

const ClipBox unit{{0, 0, 0}, {1, 1, 1}};

TEST(Laguerre, one_site_has_the_whole_box_wherever_it_is) {
  for (const Vec3& x : {Vec3{0.3, 0.4, 0.5}, Vec3{0, 0, 0}, Vec3{-7, 3, 1e6}}) {
    const Triangulation t = built_from({{x, 0.5}});
    const LaguerreCell c = laguerre_cell(t, 0, unit);
    EXPECT_NEAR(c.volume, 1.0, 1e-15);
    ASSERT_EQ(c.faces.size(), 6u);
    for (const LaguerreFace& f : c.faces)
      EXPECT_TRUE(f.of_box() && std::abs(f.area - 1.0) < 1e-15) << f.area;
    EXPECT_EQ(laguerre_volumes(t, unit), std::vector<double>{c.volume});
  }
}

TEST(Laguerre, no_site_and_no_box_give_nothing) {
  EXPECT_TRUE(laguerre_volumes(built_from({}), unit).empty());
  const Triangulation t = built_from({{{0, 0, 0}, 1}, {{1, 0, 0}, 1}});
  for (const ClipBox& none : {ClipBox{{1, 1, 1}, {0, 0, 0}}, ClipBox{{0, 0, 0}, {1, 0, 1}}}) {
    EXPECT_EQ(laguerre_volumes(t, none), (std::vector<double>{0, 0}));
    EXPECT_EQ(laguerre_cells(t, none).faces.size(), 0u);
    EXPECT_EQ(laguerre_cell(t, 0, none).volume, 0.0);
  }
}

TEST(Laguerre, two_sites_share_the_box_at_the_plane_of_equal_power) {
  // |p| = 0.5, weights 0.04 and 0.01: the plane is at 0.25 + (0.5^2 + 0.03) / (2 * 0.5).
  const Triangulation t = built_from({{{0.25, 0.5, 0.5}, 0.04}, {{0.75, 0.5, 0.5}, 0.01}});
  const LaguerreCells c = laguerre_cells(t, unit);
  EXPECT_NEAR(c.volume[0], 0.53, 1e-15);
  EXPECT_NEAR(c.volume[1], 0.47, 1e-15);
  EXPECT_EQ(c.begin, (std::vector<std::uint32_t>{0, 6, 12}));
  EXPECT_EQ(c.faces[0].neighbour, 1u);
  EXPECT_NEAR(c.faces[0].area, 1.0, 1e-15);
}

TEST(Laguerre, a_hidden_site_has_no_volume) {
  // A small grain inside a large one, beside four others; and the large one once more.
  const Triangulation t = built_from({{{0.5, 0.5, 0.5}, 0.25},
                                      {{0.51, 0.5, 0.5}, 0.0},
                                      {{0.5, 0.5, 0.5}, 0.25},
                                      {{2, 0.5, 0.5}, 0.25},
                                      {{-1, 2, 0.5}, 0.25},
                                      {{-1, -1, 2}, 0.25},
                                      {{-1, -1, -1}, 0.25}});
  for (const std::uint32_t i : {1u, 2u}) {
    const LaguerreCell hidden = laguerre_cell(t, i, unit);
    EXPECT_TRUE(hidden.hidden);
    EXPECT_EQ(hidden.volume, 0.0);
    EXPECT_TRUE(hidden.faces.empty());
    EXPECT_EQ(laguerre_volumes(t, unit)[i], 0.0);
  }
  EXPECT_NEAR(sum(laguerre_volumes(t, unit)), 1.0, 1e-15);
}

TEST(Laguerre, flat_input_fills_the_box_too) {
  const std::vector<std::vector<Site>> flat = {
      {{{0.2, 0.2, 0.2}, 0}, {{0.8, 0.8, 0.8}, 0.1}},
      {{{0.1, 0.5, 0.5}, 0}, {{0.5, 0.5, 0.5}, 0}, {{0.9, 0.5, 0.5}, 0}},
      {{{0.1, 0.1, 0.5}, 0}, {{0.9, 0.1, 0.5}, 0}, {{0.5, 0.9, 0.5}, 0.2}},
      {{{0, 0, 0.5}, 0}, {{1, 0, 0.5}, 0}, {{1, 1, 0.5}, 0}, {{0, 1, 0.5}, 0}, {{2, 3, 0.5}, 0}}};
  for (const auto& sites : flat) {
    const Triangulation t = built_from(sites);
    EXPECT_LT(t.dimension(), 3);
    const std::vector<double> v = laguerre_volumes(t, unit);
    EXPECT_NEAR(sum(v), 1.0, 1e-14);  // some dozens of roundings
    EXPECT_EQ(v, laguerre_cells(t, unit).volume);
  }
}

TEST(Laguerre, a_cubic_lattice_has_cubes_with_six_faces) {
  const Triangulation t = built_from(make_cloud(Cloud::cubic, 125));
  const ClipBox box{{-0.5, -0.5, -0.5}, {4.5, 4.5, 4.5}};
  const LaguerreCells c = laguerre_cells(t, box);
  for (std::size_t i = 0; i < 125; ++i) {
    EXPECT_NEAR(c.volume[i], 1.0, 1e-14);
    EXPECT_EQ(c.begin[i + 1] - c.begin[i], 6u);
  }
  for (const double v : laguerre_volumes(t, box)) EXPECT_NEAR(v, 1.0, 1e-14);
}

// Sides of the box in the planes between cells, and a hair beside them: a face and a side that
// coincide must count once.
TEST(Laguerre, sides_of_the_box_may_lie_in_faces_of_cells) {
  const Triangulation t = built_from(make_cloud(Cloud::soft_cubic, 216));  // 0.1 to 0.6, +- 1 ulp
  for (const double off : {0.0, 1e-17, -1e-17, 1e-16, -1e-16, 1e-12, -1e-12}) {
    const double low = 0.15 + off, high = 0.45 - off;
    const ClipBox box{{low, low, low}, {high, high, high}};
    const double whole = box.volume();
    EXPECT_NEAR(sum(laguerre_volumes(t, box)), whole, 1e-12 * whole) << off;
    for (const double v : laguerre_cells(t, box).volume)
      EXPECT_TRUE(std::abs(v) < 1e-12 || std::abs(v - 1e-3) < 2e-12) << v << " " << off;
  }
}

TEST(Laguerre, volumes_of_all_clouds_add_up_to_the_box_both_ways) {
  for (const Cloud kind : all_clouds)
    for (const double margin : {0.1, 0.0, -0.2, 10.0}) {
      const std::vector<Site> sites = make_cloud(kind, 700);
      const ClipBox box = box_around(sites, margin);
      const double whole = box.volume();
      if (!(whole > 0)) continue;
      const Triangulation t = built_from(sites);
      const std::vector<double> fast = laguerre_volumes(t, box);
      const LaguerreCells clipped = laguerre_cells(t, box);
      // Clusters, and boxes ten times the cloud: planes of neighbours a 10^-5 of the box apart
      // reach through it.
      const double tolerance = margin < 1 && kind != Cloud::clustered ? 1e-12 : 1e-10;
      EXPECT_NEAR(sum(fast), whole, tolerance * whole) << name(kind) << margin;
      EXPECT_NEAR(sum(clipped.volume), whole, tolerance * whole) << name(kind) << margin;
      // Pieces of a tetrahedron lose digits of its own size: 1e-9 of a cell, and 1e-13 of the box
      // where cells of one input differ by more than four orders.
      for (std::size_t i = 0; i < sites.size(); ++i) {
        const double same = 1e-9 * clipped.volume[i] + 1e-13 * whole;
        ASSERT_NEAR(fast[i], clipped.volume[i], same) << name(kind) << margin << " " << i;
      }
    }
}

TEST(Laguerre, most_cells_of_a_packing_come_from_pieces) {
  const std::vector<Site> sites = jittered(4000, 0.15, 0.2);
  const Triangulation t = built_from(sites);
  const ClipBox box = box_around(sites, 0.0);
  VolumeReport report;
  const std::vector<double> fast = laguerre_volumes(t, box, {}, &report);
  const std::vector<double> clipped = laguerre_cells(t, box).volume;
  // 10 x 10 x 10 cubes of four: those along the 12 edges of the box, where two sides cut a cell,
  // are 8 + 12 * 8 cubes.
  EXPECT_LT(report.clipped, 4u * 104);
  for (std::size_t i = 0; i < sites.size(); ++i)
    ASSERT_NEAR(fast[i], clipped[i], 1e-11 * clipped[i]);
}

// A box that one side of the packing sticks out of, by less than a layer up to half of it.
TEST(Laguerre, cells_that_one_side_cuts_are_those_of_clipping) {
  const std::vector<Site> sites = jittered(1500, 0.2, 0.3);
  const Triangulation t = built_from(sites);
  const ClipBox all = box_around(sites, 0.3);
  for (int side = 0; side < 6; ++side)
    for (const double share : {0.2, 0.21, 0.35, 0.5}) {
      ClipBox box = all;
      const int axis = side / 2;
      const double cut = share * (all.high[axis] - all.low[axis]);
      (side % 2 == 0 ? box.low : box.high)[axis] += side % 2 == 0 ? cut : -cut;
      const std::vector<double> fast = laguerre_volumes(t, box);
      const std::vector<double> clipped = laguerre_cells(t, box).volume;
      EXPECT_NEAR(sum(fast), box.volume(), 1e-12 * box.volume()) << side;
      for (std::size_t i = 0; i < sites.size(); ++i)  // a slice of a cell has no digits of its own
        ASSERT_NEAR(fast[i], clipped[i], 1e-11 * clipped[i] + 1e-13) << side << " " << i;
    }
}

// Grains that touch a wall have their centres in a plane, exactly or nearly: the tetrahedra between
// them are flat, with centres far beyond the wall, on either side of any rounding.
TEST(Laguerre, a_flat_stack_along_a_wall_needs_no_clipping) {
  for (const double rough : {0.0, 1e-15, 1e-12, 1e-8, 1e-4}) {
    std::vector<Site> sites = jittered(2000, 0.15, 0.0);
    Draw d(9, 1);
    for (Site& s : sites)
      if (s.x.y < 0.3) s.x.y = rough * d.between(-1, 1);
    const Triangulation t = built_from(sites);
    ClipBox box = box_around(sites, 0.0);
    box.low.y = -0.35;
    VolumeReport report;
    const std::vector<double> fast = laguerre_volumes(t, box, {}, &report);
    const std::vector<double> clipped = laguerre_cells(t, box).volume;
    EXPECT_LT(report.clipped, sites.size() / 4) << rough;  // at the edges of the box
    for (std::size_t i = 0; i < sites.size(); ++i)
      ASSERT_NEAR(fast[i], clipped[i], 1e-11 * clipped[i]) << rough << " " << i;
  }
}

TEST(Laguerre, cells_beyond_a_side_have_no_volume_at_all) {
  const std::vector<Site> sites = jittered(2000, 0.2, 0.2);
  const Triangulation t = built_from(sites);
  ClipBox box = box_around(sites, 0.1);
  box.high.z = 0.5 * (box.low.z + box.high.z);
  const std::vector<double> v = laguerre_volumes(t, box);
  for (std::size_t i = 0; i < sites.size(); ++i)
    EXPECT_TRUE(v[i] == 0.0 || sites[i].x.z < box.high.z + 1.5) << i;
}

TEST(Laguerre, threads_and_instruction_sets_do_not_change_a_bit) {
  const std::vector<Site> sites = jittered(3000, 0.2, 0.3);
  const Triangulation t = built_from(sites);
  const ClipBox box = box_around(sites, -0.05);
  const std::vector<double> one =
      laguerre_volumes(t, box, {.threads = 1, .instruction_set = "plain"});
  for (const int threads : {1, 2, 3, 7})
    for (const char* set : {"plain", "avx2", "avx512", "auto"})
      EXPECT_EQ(one, laguerre_volumes(t, box, {.threads = threads, .instruction_set = set})) << set;
  const LaguerreCells c = laguerre_cells(t, box, 1), d = laguerre_cells(t, box, 3);
  EXPECT_EQ(c.volume, d.volume);
  EXPECT_EQ(c.begin, d.begin);
}

TEST(Laguerre, faces_are_shared_and_surfaces_closed) {
  const std::vector<Site> sites = jittered(500, 0.2, 0.3);
  const Triangulation t = built_from(sites);
  const ClipBox box = box_around(sites, 0.02);
  double sides = 0;
  for (std::uint32_t i = 0; i < sites.size(); ++i) {
    const LaguerreCell c = laguerre_cell(t, i, box, true);
    ASSERT_EQ(c.polygons.size(), c.faces.size());
    double volume = 0;
    for (std::size_t k = 0; k < c.faces.size(); ++k) {
      Vec3 area;
      for (std::size_t m = 1; m + 1 < c.polygons[k].size(); ++m)
        area += 0.5 *
                cross(c.polygons[k][m] - c.polygons[k][0], c.polygons[k][m + 1] - c.polygons[k][0]);
      EXPECT_NEAR(norm(area), c.faces[k].area, 1e-12);
      volume += dot(area, c.polygons[k][0] - sites[i].x) / 3;
      if (c.faces[k].of_box()) {
        sides += c.faces[k].area;
        continue;
      }
      const LaguerreCell other = laguerre_cell(t, c.faces[k].neighbour, box);
      const auto back = std::find_if(other.faces.begin(), other.faces.end(),
                                     [i](const LaguerreFace& f) { return f.neighbour == i; });
      ASSERT_NE(back, other.faces.end());
      EXPECT_NEAR(back->area, c.faces[k].area, 1e-12);
    }
    EXPECT_NEAR(volume, c.volume, 1e-12);
  }
  const Vec3 s = box.high - box.low;
  EXPECT_NEAR(sides, 2 * (s.x * s.y + s.y * s.z + s.z * s.x), 1e-10);
}

TEST(Laguerre, a_site_with_thousands_of_neighbours_is_clipped) {
  Draw d(5, 0);
  std::vector<Site> sites{{{0, 0, 0}, 0.81}};
  for (int k = 0; k < 5000; ++k) sites.push_back({on_sphere(d), 1e-6});
  const Triangulation t = built_from(sites);
  const ClipBox box{{-1, -1, -1}, {1, 1, 1}};
  const LaguerreCell c = laguerre_cell(t, 0, box);
  EXPECT_GT(c.faces.size(), 4000u);
  // All planes are at (1 + 0.81 - 1e-6) / 2 from the centre: outside the ball of that radius.
  EXPECT_NEAR(c.volume, 4.0 / 3 * 3.14159265358979 * std::pow(0.905, 3), 0.01);
  EXPECT_NEAR(sum(laguerre_volumes(t, box)), 8.0, 1e-11);
}

TEST(Laguerre, any_sites_fill_any_box) {
  EXPECT_TRUE(rc::check("sum of volumes", [] {
    const int kind = *rc::gen::inRange(0, static_cast<int>(all_clouds.size()));
    const auto count = static_cast<std::size_t>(*rc::gen::inRange(1, 60));
    const auto seed = static_cast<std::uint64_t>(*rc::gen::inRange(1, 100000));
    const std::vector<Site> sites =
        make_cloud(all_clouds[static_cast<std::size_t>(kind)], count, seed);
    ClipBox box = box_around(sites, 0.3);
    Draw d(seed, 99);
    const Vec3 s = box.high - box.low;
    if (!(box.volume() > 0)) return;
    for (int k = 0; k < 3; ++k) {
      box.low[k] += d.between(0, 0.6) * s[k];
      box.high[k] = box.low[k] + d.between(0.05, 1) * s[k];
    }
    const Triangulation t = built_from(sites);
    const double whole = box.volume();
    // 1e-10, not 1e-12: clusters of 10^-6 of the box have cells that reach through all of it.
    const std::vector<double> fast = laguerre_volumes(t, box), cut = laguerre_cells(t, box).volume;
    RC_ASSERT(std::abs(sum(fast) - whole) <= 1e-10 * whole);
    RC_ASSERT(std::abs(sum(cut) - whole) <= 1e-10 * whole);
    for (std::size_t i = 0; i < fast.size(); ++i)
      RC_ASSERT(std::abs(fast[i] - cut[i]) <= 1e-9 * cut[i] + 1e-12 * whole);
  }));
}

}  // namespace
}  // namespace scree::geometry
