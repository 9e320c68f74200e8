#include "state/row_shares.hpp"

#include <algorithm>
#include <unordered_map>

namespace scree {

std::vector<double> body_fractions(const Particles& p) {
  if (std::none_of(p.ws.begin(), p.ws.end(), [](const SpinMaterial& g) { return g.body != 0; }))
    return {};
  std::vector<double> out(p.size(), 1);
  std::unordered_map<std::uint32_t, double> cubes;  // of the radii, by body; of discs squares
  const auto for_each_member = [&](auto&& visit) {
    for (const std::uint32_t s : p.row_of())  // in the order of ids: one way of rounding
      if (s != Particles::kNoRow && p.ws[s].body != 0)
        visit(s, power_of(p.xr[s].r, p.dimensions()));
  };
  for_each_member([&](std::uint32_t s, double cube) { cubes[p.ws[s].body] += cube; });
  for_each_member([&](std::uint32_t s, double cube) { out[s] = cube / cubes[p.ws[s].body]; });
  return out;
}

RowShares row_shares(const Particles& p, const Bodies& bodies) {
  RowShares out;
  out.fraction = body_fractions(p);
  if (out.empty()) return out;
  out.solid.assign(p.size(), 1);
  out.arm.resize(p.size());
  for (std::size_t s = 0; s < p.size(); ++s) out.mass.push_back(p.mass(s));
  for (const Body& b : bodies.body) {
    double volume = 0;
    for (std::uint32_t k = 0; k < b.count; ++k)
      volume += ball_measure(p.xr[p.row_of()[b.first_id + k]].r, p.dimensions());
    for (std::uint32_t k = 0; k < b.count; ++k) {
      const std::uint32_t s = p.row_of()[b.first_id + k];
      out.mass[s] = out.fraction[s] * b.mass();
      out.solid[s] = b.volume / volume;
      out.arm[s] = rotate(b.q, bodies.primitive[b.first_primitive + k].x);
    }
  }
  return out;
}

}  // namespace scree
