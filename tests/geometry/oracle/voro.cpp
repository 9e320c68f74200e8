// Laguerre cells against voro++ (container_poly).
#include <gtest/gtest.h>

#include <cmath>
#include <voro++/voro++.hh>

#include "../clouds.hpp"
#include "geometry/halfspaces/volume.hpp"
#include "geometry/laguerre/laguerre_gradient.hpp"

namespace scree::geometry {
namespace {

struct PeerCells {
  std::vector<double> volume;
  std::vector<int> faces;
};

PeerCells peer(const std::vector<Site>& sites, const ClipBox& box) {
  PeerCells out{std::vector<double>(sites.size(), 0.0), std::vector<int>(sites.size(), 0)};
  const int blocks = std::max(1, static_cast<int>(std::cbrt(double(sites.size()) / 5)));
  voro::container_poly c(box.low.x, box.high.x, box.low.y, box.high.y, box.low.z, box.high.z,
                         blocks, blocks, blocks, false, false, false, 8);
  for (std::size_t i = 0; i < sites.size(); ++i)
    c.put(static_cast<int>(i), sites[i].x.x, sites[i].x.y, sites[i].x.z, std::sqrt(sites[i].w));
  voro::c_loop_all loop(c);
  voro::voronoicell cell;
  if (loop.start()) do {
      if (!c.compute_cell(cell, loop)) continue;
      out.volume[static_cast<std::size_t>(loop.pid())] = cell.volume();
      out.faces[static_cast<std::size_t>(loop.pid())] = cell.number_of_faces();
    } while (loop.inc());
  return out;
}

// Of unit size: voro++ has an absolute tolerance of 1e-11. A dense lattice with jitter; radii from
// 0.35 / ratio to 0.35.
std::vector<Site> packed(std::size_t count, double jitter, double ratio) {
  Draw d(11, static_cast<std::uint64_t>(100 * ratio));
  std::vector<Site> s =
      lattice(count, {{}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}}, {1, 1, 1});
  for (Site& site : s) {
    for (int k = 0; k < 3; ++k) site.x[k] += d.between(-jitter, jitter);
    const double r = 0.35 * std::pow(ratio, -d.unit());
    site.w = r * r;
  }
  return s;
}

void compare(const std::vector<Site>& sites, const ClipBox& box, const std::string& what) {
  const auto t = Triangulation::build(sites);
  ASSERT_TRUE(t.ok());
  const std::vector<double> volume = laguerre_volumes(*t, box);
  const LaguerreCells cells = laguerre_cells(*t, box);
  const PeerCells p = peer(sites, box);
  std::size_t other_faces = 0;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    // voro++ does not know cells whose site is far outside of them to the last digit: 1e-11.
    ASSERT_NEAR(volume[i], p.volume[i], 1e-9 * p.volume[i] + 1e-11) << what << " " << i;
    ASSERT_NEAR(cells.volume[i], p.volume[i], 1e-9 * p.volume[i] + 1e-11) << what << " " << i;
    other_faces += static_cast<int>(cells.begin[i + 1] - cells.begin[i]) != p.faces[i];
  }
  // Faces smaller than voro++'s tolerance: about one in 10^5.
  EXPECT_LE(other_faces, sites.size() / 1000) << what;
}

TEST(LaguerreVoro, volumes_and_faces_of_packings) {
  for (const double ratio : {1.0, 1.5, 10.0})
    for (const std::size_t count : {30u, 500u, 6000u}) {
      const std::vector<Site> sites = packed(count, 0.15, ratio);
      double side = 0;
      for (const Site& s : sites) side = std::max({side, s.x.x, s.x.y, s.x.z});
      const double r = 0.3;
      compare(sites, {{-r, -r, -r}, {side + r, side + r, side + r}}, std::to_string(ratio));
    }
}

TEST(LaguerreVoro, random_points_and_hidden_ones) {
  for (const Cloud kind : {Cloud::random, Cloud::weighted, Cloud::walls}) {
    std::vector<Site> sites = make_cloud(kind, 2000);
    for (Site& s : sites) s.x = 12.0 * s.x, s.w *= 144;  // cells of about unit size
    compare(sites, {{-0.1, -0.1, -0.1}, {12.1, 12.1, 12.1}}, name(kind));
  }
}

// voro++ cuts a cube by planes, one after the other.
TEST(HalfSpacesVoro, volumes_of_random_systems) {
  Draw d(12, 3);
  for (int body = 0; body < 500; ++body) {
    voro::voronoicell cell;
    cell.init(-2, 2, -2, 2, -2, 2);
    std::vector<Vec3> r = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    std::vector<double> f(6, 2.0);
    bool left = true;
    for (int k = 0; k < 4 + body % 20; ++k) {
      const Vec3 row{d.between(-1, 1), d.between(-1, 1), d.between(-1, 1)};
      const double limit = d.between(0.3, 1.5) * norm(row);
      r.push_back(row), f.push_back(limit);
      left = left && cell.plane(row.x, row.y, row.z, 2 * limit);
    }
    ASSERT_TRUE(left);
    const auto v = halfspace_volume(r, f);
    ASSERT_EQ(v->state, CellState::bounded);
    EXPECT_NEAR(v->volume, cell.volume(), 1e-9 * v->volume) << body;
  }
}

// Small whole numbers: repeated, parallel and antiparallel rows, many planes through one corner,
// cells that are flat. The order of the rows does not matter.
TEST(HalfSpacesVoro, volumes_of_systems_full_of_ties) {
  Draw d(13, 3);
  const auto whole = [&](int low, int high) { return std::floor(d.between(low, high + 1)); };
  int flat = 0;
  for (int body = 0; body < 2000; ++body) {
    voro::voronoicell cell;
    cell.init(-3, 3, -3, 3, -3, 3);
    std::vector<Vec3> r = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    std::vector<double> f(6, 3.0);
    bool left = true;
    for (int k = 0; k < 1 + body % 25; ++k) {
      const Vec3 row{whole(-2, 2), whole(-2, 2), whole(-2, 2)};
      if (row == Vec3{}) continue;
      const double limit = 0.5 * whole(body % 3 == 0 ? 0 : 1, 4);
      r.push_back(row), f.push_back(limit);
      left = left && cell.plane(row.x, row.y, row.z, 2 * limit);
    }
    const auto v = halfspace_volume(r, f);
    flat += v->state == CellState::flat;
    EXPECT_NEAR(v->volume, left ? cell.volume() : 0, 1e-9) << body;
    const std::vector<Vec3> turned_r(r.rbegin(), r.rend());
    const std::vector<double> turned_f(f.rbegin(), f.rend());
    const auto turned = halfspace_volume(turned_r, turned_f);
    EXPECT_EQ(turned->state, v->state) << body;
    EXPECT_NEAR(turned->volume, v->volume, 1e-12) << body;
  }
  EXPECT_GT(flat, 20);
}

// The half-spaces of each cell are those of its neighbours, whatever gives them.
TEST(HalfSpacesVoro, three_ways_to_the_volume_of_a_cell) {
  const std::vector<Site> sites = packed(500, 0.15, 1.5);
  const auto t = Triangulation::build(sites);
  const ClipBox box{{0.1, 0.1, 0.1}, {4, 4, 4}};
  const PeerCells p = peer(sites, box);
  const LaguerreGradient g = laguerre_gradient(*t, box);
  for (std::uint32_t i = 0; i < sites.size(); ++i) {
    std::vector<Vec3> r = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    std::vector<double> f = {4, -0.1, 4, -0.1, 4, -0.1};
    for (const std::uint32_t j : t->neighbours(i)) {
      r.push_back(sites[j].x - sites[i].x);
      f.push_back(0.5 * (norm2(sites[j].x) - norm2(sites[i].x) + sites[i].w - sites[j].w));
    }
    EXPECT_NEAR(halfspace_volume(r, f)->volume, g.volume[i], 1e-11) << i;
    // voro++ leaves out sites beyond the box; cells near them differ.
    if (p.volume[i] > 0 && sites[i].x.x > 1.5 && sites[i].x.y > 1.5 && sites[i].x.z > 1.5 &&
        sites[i].x.x < 2.5 && sites[i].x.y < 2.5 && sites[i].x.z < 2.5) {
      EXPECT_NEAR(g.volume[i], p.volume[i], 1e-9 * g.volume[i]) << i;
    }
  }
}

}  // namespace
}  // namespace scree::geometry
