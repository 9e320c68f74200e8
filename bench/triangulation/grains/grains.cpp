#include "grains/grains.hpp"

#include <fmt/core.h>
#include <time.h>

#include <algorithm>
#include <cmath>

#include "base/random.hpp"
#include "geometry/triangulation/hilbert.hpp"

namespace scree::bench::triangulation {

double now(int threads) {
  timespec t;
  clock_gettime(threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

void set_box(Grains& g) {
  g.box = {g.sites[0].x, g.sites[0].x};
  for (std::size_t i = 0; i < g.sites.size(); ++i)
    for (int k = 0; k < 3; ++k) {
      g.box.low[k] = std::min(g.box.low[k], g.sites[i].x[k] - g.radius[i]);
      g.box.high[k] = std::max(g.box.high[k], g.sites[i].x[k] + g.radius[i]);
    }
}

Grains mixed(std::size_t count, double ratio) {
  Grains g{.name = fmt::format("mixed 1:{} {}", ratio, count)};
  const CounterRandom random(5, count);
  const auto side = static_cast<std::size_t>(std::ceil(std::cbrt(static_cast<double>(count) / 4)));
  constexpr double base[4][3] = {{0, 0, 0}, {.5, .5, 0}, {.5, 0, .5}, {0, .5, .5}};
  for (std::size_t k = 0; g.sites.size() < count; ++k) {
    const std::size_t c = k / 4, cell[3] = {c % side, c / side % side, c / side / side};
    Vec3 x;
    for (int a = 0; a < 3; ++a)
      x[a] =
          static_cast<double>(cell[a]) + base[k % 4][a] + 0.2 * (random.uniform(4 * k + a) - 0.5);
    const double r = 0.35 * std::pow(ratio, -random.uniform(4 * k + 3));
    g.sites.push_back({x, r * r});
    g.radius.push_back(r);
  }
  set_box(g);
  return g;
}

Grains along_the_curve(const Grains& g) {
  Grains out{.name = g.name, .box = g.box};
  for (const std::uint32_t i : geometry::spatial_order(g.sites)) {
    out.sites.push_back(g.sites[i]);
    out.radius.push_back(g.radius[i]);
  }
  return out;
}

void move_on(std::vector<Vec3>& x, double length, std::uint64_t update) {
  const CounterRandom random(17, update);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double z = 2 * random.uniform(2 * i) - 1, angle = 2 * M_PI * random.uniform(2 * i + 1);
    const double r = std::sqrt(1 - z * z);
    x[i] += length * Vec3{r * std::cos(angle), r * std::sin(angle), z};
  }
}

}  // namespace scree::bench::triangulation
