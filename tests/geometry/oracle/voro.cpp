// Laguerre cells against voro++ (container_poly).
#include <gtest/gtest.h>

#include <cmath>
#include <voro++/voro++.hh>

#include "../clouds.hpp"
#include "geometry/laguerre.hpp"

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

}  // namespace
}  // namespace scree::geometry
