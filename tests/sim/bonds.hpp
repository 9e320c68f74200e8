// Small worlds with bonds.
#pragma once

#include "sim/bonds/bond_laws.hpp"
#include "worlds.hpp"

namespace scree::test {

inline BondType bond_type(const std::string& kind,
                          std::initializer_list<std::pair<const char*, double>> numbers) {
  BondType t;
  t.name = "glue";
  t.kind = kind;
  for (const auto& [name, value] : numbers) t.params.set(name, value);
  return t;
}

// Spheres that touch in a row along x, the first at the origin.
inline World row_of_spheres(int n, double r, const BondType& type) {
  World w = empty_world(linear_material(1e-3, 0.5, 0.3));
  for (int k = 0; k < n; ++k)
    w.particles.add({.x = {2 * r * k, 0, 0}, .radius = r}, w.materials[0].density);
  w.bond_types = {type};
  for (std::uint32_t k = 0; k + 1 < static_cast<std::uint32_t>(n); ++k)
    w.bonds.add(ParticleId{k}, ParticleId{k + 1}, 0);
  return w;
}

// A tetrahedron of touching spheres, `layers` along an edge, its first sphere at `at`: bonds
// between all that touch.
inline void add_tetrahedron(World& w, int layers, double r, const Vec3& at, const Vec3& v = {},
                            const Vec3& omega = {}) {
  const double d = 2 * r;
  const Vec3 a{d, 0, 0}, b{0.5 * d, 0, std::sqrt(0.75) * d},
      c{0.5 * d, std::sqrt(2.0 / 3) * d, std::sqrt(1.0 / 12) * d};
  const auto first = static_cast<std::uint32_t>(w.particles.size());
  std::vector<Vec3> places;
  Vec3 centre{};
  for (int k = 0; k < layers; ++k)
    for (int j = 0; j < layers - k; ++j)
      for (int i = 0; i < layers - k - j; ++i)
        places.push_back(at + double(i) * a + double(j) * b + double(k) * c);
  for (const Vec3& x : places) centre += (1.0 / double(places.size())) * x;
  for (const Vec3& x : places)
    w.particles.add({.x = x, .radius = r, .v = v + cross(omega, x - centre), .omega = omega},
                    w.materials[0].density);
  for (std::uint32_t i = 0; i < places.size(); ++i)
    for (std::uint32_t j = i + 1; j < places.size(); ++j)
      if (norm(places[i] - places[j]) < 1.01 * d)
        w.bonds.add(ParticleId{first + i}, ParticleId{first + j}, 0);
}

}  // namespace scree::test
