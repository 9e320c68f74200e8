#include <cmath>
#include <voro++/voro++.hh>

#include "triangulation.hpp"

namespace scree::bench::triangulation {

// With filling the container and finding neighbours, which is most of its work; on the other side
// that is the build, a line of its own. Blocks of about five grains, as its manual advises.
double voro_volume_seconds(const Grains& g, std::vector<double>& volume, int rounds) {
  volume.assign(g.sites.size(), 0.0);
  return least_seconds(rounds, [&] {
    const Vec3 size = g.box.high - g.box.low;
    const double side = std::cbrt(g.box.volume() / (static_cast<double>(g.sites.size()) / 5));
    const auto blocks = [side](double l) { return std::max(1, static_cast<int>(l / side)); };
    voro::container_poly c(g.box.low.x, g.box.high.x, g.box.low.y, g.box.high.y, g.box.low.z,
                           g.box.high.z, blocks(size.x), blocks(size.y), blocks(size.z), false,
                           false, false, 8);
    for (std::size_t i = 0; i < g.sites.size(); ++i) {
      const Vec3& x = g.sites[i].x;
      c.put(static_cast<int>(i), x.x, x.y, x.z, g.radius[i]);
    }
    voro::c_loop_all loop(c);
    voro::voronoicell cell;
    if (loop.start()) do {
        if (c.compute_cell(cell, loop))
          volume[static_cast<std::size_t>(loop.pid())] = cell.volume();
      } while (loop.inc());
  });
}

}  // namespace scree::bench::triangulation
