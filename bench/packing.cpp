#include "packing.hpp"

#include <cmath>

#include "base/random.hpp"

namespace scree::bench {
namespace {

Wall plane(const std::string& name, const Vec3& point, const Vec3& normal) {
  ParamSet p;
  p.set("point", point);
  p.set("normal", normal);
  Wall w;
  w.name = name;
  w.shape = std::shared_ptr<const WallShape>(std::move(*find_wall_shape("plane")->make(p)));
  return w;
}

}  // namespace

World loose_world(const PackingSettings& s) {
  World w;
  MaterialSpec m;
  m.name = "glass";
  m.density = s.density;
  m.normal.law = "linear";
  m.normal.params.set("contact_time", s.contact_time);
  m.normal.params.set("restitution", s.restitution);
  m.tangential.law = "spring";
  m.tangential.params.set("friction", s.friction);
  w.materials.push_back(m);
  w.steps_per_contact = s.steps_per_contact;

  const double d = s.diameter, pitch = 1.06 * d * (1 + s.spread);
  const double wanted =
      s.width > 0 ? s.width * d : pitch * std::cbrt(static_cast<double>(s.grains) / 2.0);
  const int across = std::max(1, static_cast<int>(std::floor(wanted / pitch)));
  const double width = across * pitch;
  const CounterRandom random(1, 7);
  for (std::size_t k = 0; k < s.grains; ++k) {
    const auto layer = static_cast<double>(k / (across * across));
    const auto row = static_cast<double>((k / across) % across),
               column = static_cast<double>(k % across);
    const auto jitter = [&](std::uint64_t c) {
      return 0.05 * d * (random.uniform(3 * k + c) - 0.5);
    };
    const double r = 0.5 * d * (1 + s.spread * (2 * random.uniform(k, 1) - 1));
    w.particles.add({.x = {(column + 0.5) * pitch + jitter(0), (layer + 0.5) * pitch + jitter(1),
                           (row + 0.5) * pitch + jitter(2)},
                     .radius = r},
                    s.density);
  }
  w.walls = {plane("floor", {0, 0, 0}, {0, 1, 0}), plane("left", {0, 0, 0}, {1, 0, 0}),
             plane("right", {width, 0, 0}, {-1, 0, 0}), plane("front", {0, 0, 0}, {0, 0, 1}),
             plane("back", {0, 0, width}, {0, 0, -1})};
  return w;
}

void settle(Simulation& sim, double max_time, double share) {
  double peak = 0;
  while (sim.time() < max_time) {
    if (sim.run(500)) return;
    const EnergyReport e = sim.energy();
    const double kinetic = e.kinetic + e.rotational;
    peak = std::max(peak, kinetic);
    if (kinetic < share * peak) return;
  }
}

}  // namespace scree::bench
