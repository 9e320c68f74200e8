// Many updates of a large packing, each equal to a rebuild: test_geometry_long GRAINS UPDATES.
// Motions in turn: random from 1e-4 to 1e-1 diameters, shear, compression, rotation, a falling
// layer. Exits with 1 at the first difference.
#include <fmt/format.h>

#include <cstdlib>
#include <functional>
#include <vector>

#include "base/random.hpp"
#include "geometry/hilbert.hpp"
#include "geometry/triangulation.hpp"

using namespace scree;
using namespace scree::geometry;

namespace {

std::vector<Site> packing(int count) {
  const CounterRandom random(5, 1);
  const int side = static_cast<int>(std::ceil(std::cbrt(count)));
  std::vector<Site> s(count);
  for (int i = 0; i < count; ++i) {
    const auto noise = [&](int k) { return 0.7 * (random.uniform(3 * i + k) - 0.5); };
    s[i].x = {i % side + noise(0), i / side % side + noise(1), i / side / side + noise(2)};
    s[i].w = 0.25 * (0.8 + 0.4 * random.uniform(i, 1));
  }
  std::vector<Site> sorted;
  for (const std::uint32_t i : spatial_order(s)) sorted.push_back(s[i]);
  return sorted;
}

Vec3 moved(const Vec3& x, int update, std::uint64_t row) {
  const CounterRandom random(11, static_cast<std::uint64_t>(update));
  const double sizes[] = {1e-4, 1e-3, 1e-2, 1e-1};
  switch (update % 8) {
    case 4:
      return {x.x + 2e-3 * x.y, x.y, x.z};
    case 5:
      return {x.x, x.y, (update / 8 % 2 == 0 ? 0.995 : 1 / 0.995) * x.z};
    case 6:
      return rotate(normalized(Quat{1, 1e-3, 2e-3, -1e-3}), x);
    case 7:
      return {x.x, x.y - (x.z > 5 ? 0.02 : 0), x.z};
    default: {
      const double size = sizes[update % 4];
      const auto noise = [&](int k) { return size * (2 * random.uniform(3 * row + k) - 1); };
      return x + Vec3{noise(0), noise(1), noise(2)};
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 10000;
  const int updates = argc > 2 ? std::atoi(argv[2]) : 1000;
  std::vector<Site> sites = packing(count);
  Triangulation t = std::move(*Triangulation::build(sites));
  RepairStats all;
  std::vector<Vec3> x(sites.size());
  for (int update = 0; update < updates; ++update) {
    for (std::size_t i = 0; i < sites.size(); ++i) x[i] = sites[i].x = moved(sites[i].x, update, i);
    all += *t.move_all(x, {}, 2);
    if (t.tetrahedra() != Triangulation::build(sites)->tetrahedra() || !t.is_valid(4)) {
      fmt::print("update {}: not equal to a rebuild\n", update);
      return 1;
    }
  }
  fmt::print(
      "{} updates of {} grains equal to rebuilds; a grain and update: {:.4f} flips, {:.3f} tests; "
      "turned {} held {} reinserted {} local {} full {}\n",
      updates, count, double(all.flips()) / updates / count,
      double(all.facets_tested) / updates / count, all.turned, all.held, all.reinserted,
      all.local_rebuilds, all.full_rebuilds);
}
