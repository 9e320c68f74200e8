#include "grains.hpp"

#include <algorithm>
#include <numbers>

namespace scree::peers {
namespace {

double volume(double r) { return 4.0 / 3.0 * std::numbers::pi * r * r * r; }

}  // namespace

State state_of(const Particles& p) {
  State s(p.size());
  for (std::size_t row = 0; row < p.size(); ++row)
    s[p.id[row].value] = {.x = p.xr[row].x,
                          .v = p.vm[row].v,
                          .omega = p.ws[row].omega,
                          .radius = p.xr[row].r,
                          .density = p.mass(row) / volume(p.xr[row].r)};
  return s;
}

double kinetic_energy(const State& s) {
  double e = 0;
  for (const GrainState& g : s) e += 0.5 * g.density * volume(g.radius) * norm2(g.v);
  return e;
}

std::vector<double> size_classes(const State& s, std::size_t most) {
  std::vector<double> radii;
  for (const GrainState& g : s) {
    const auto at = std::lower_bound(radii.begin(), radii.end(), g.radius);
    if (at != radii.end() && *at == g.radius) continue;
    if (radii.size() == most) return {};
    radii.insert(at, g.radius);
  }
  return radii;
}

std::size_t class_of(const std::vector<double>& classes, double radius) {
  const auto at = std::lower_bound(classes.begin(), classes.end(), radius);
  return at == classes.end() ? 0 : static_cast<std::size_t>(at - classes.begin());
}

}  // namespace scree::peers
