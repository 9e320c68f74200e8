// Grains of a lattice, each moved and resized at random, and what tests of motion compare.
#pragma once

#include <array>
#include <vector>

#include "clouds.hpp"
#include "geometry/triangulation/hilbert.hpp"
#include "geometry/triangulation/triangulation.hpp"

namespace scree::geometry {

inline Vec3 jitter(Draw& d, double size) {
  return {d.between(-size, size), d.between(-size, size), d.between(-size, size)};
}

inline std::vector<Site> packing(std::size_t count) {
  std::vector<Site> s = lattice(count, {{}}, {1, 1, 1});
  Draw d(5, count);
  for (Site& site : s) site = {site.x + jitter(d, 0.35), 0.25 * d.between(0.8, 1.2)};
  return s;
}

// Along the curve, as an engine keeps its rows.
inline std::vector<Site> sorted_packing(std::size_t count) {
  const std::vector<Site> made = packing(count);
  std::vector<Site> s;
  for (const std::uint32_t i : spatial_order(made)) s.push_back(made[i]);
  return s;
}

// The tetrahedra in the order of their storage, which must not depend on threads either.
inline std::vector<std::array<std::uint32_t, 4>> cells_in_order(const Triangulation& t) {
  std::vector<std::array<std::uint32_t, 4>> cells;
  t.for_each_tetrahedron([&](const auto& v) { cells.push_back(v); });
  return cells;
}

}  // namespace scree::geometry
