// Sets of sites for the triangulation, from harmless to nasty.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "geometry/predicates/predicates.hpp"
#include "samples.hpp"

namespace scree::geometry {

enum class Cloud {
  random,      // uniform, no weights
  weighted,    // weights large enough to hide some sites
  bidisperse,  // radii 1 : 35
  wide,        // radii 1 : 1000
  clustered,   // tight clusters far apart
  far,         // 10^6 diameters from the origin
  sphere,      // on a sphere up to rounding
  cylinder,    // on a cylinder, in rings
  walls,       // on the faces of a box, and inside
  cubic,       // simple cubic lattice
  bcc,         //
  fcc,         //
  hcp,         // rounded coordinates: nearly a lattice
  soft_cubic,  // cubic, +- 1 ulp
  duplicates,  // sites at the same positions, weights equal or not
  barely,      // sites hidden or visible by a tie or an ulp
  two_lines,   // quadratic number of edges (Ferrez, figure 2.18)
};
inline constexpr std::array all_clouds{
    Cloud::random, Cloud::weighted, Cloud::bidisperse, Cloud::wide,       Cloud::clustered,
    Cloud::far,    Cloud::sphere,   Cloud::cylinder,   Cloud::walls,      Cloud::cubic,
    Cloud::bcc,    Cloud::fcc,      Cloud::hcp,        Cloud::soft_cubic, Cloud::duplicates,
    Cloud::barely, Cloud::two_lines};

inline const char* name(Cloud c) {
  constexpr const char* names[] = {"random", "weighted", "bidisperse", "wide",       "clustered",
                                   "far",    "sphere",   "cylinder",   "walls",      "cubic",
                                   "bcc",    "fcc",      "hcp",        "soft_cubic", "duplicates",
                                   "barely", "two_lines"};
  return names[static_cast<int>(c)];
}

// Lattice of the unit cell's base, cut at count sites.
inline std::vector<Site> lattice(std::size_t count, const std::vector<Vec3>& base, Vec3 step) {
  const int side = static_cast<int>(std::ceil(std::cbrt(double(count) / base.size())));
  std::vector<Site> s;
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j)
      for (int k = 0; k < side; ++k)
        for (const Vec3& b : base) {
          const Vec3 x{(i + b.x) * step.x, (j + b.y) * step.y, (k + b.z) * step.z};
          if (s.size() < count) s.push_back({x, 0.25});
        }
  return s;
}

inline Site cloud_site(Cloud kind, Draw& d, std::size_t i, std::size_t count) {
  const Vec3 cube{d.unit(), d.unit(), d.unit()};
  const double spacing = std::cbrt(1.0 / double(count));
  switch (kind) {
    case Cloud::weighted:
      return {cube, spacing * spacing * d.between(0, 2)};
    case Cloud::bidisperse: {
      const double r = i % 10 == 0 ? 0.5 * spacing : 0.5 * spacing / 35;
      return {cube, r * r};
    }
    case Cloud::wide: {
      const double r = 0.5 * spacing * std::pow(10.0, d.between(-3, 0));
      return {cube, r * r};
    }
    case Cloud::clustered: {
      const double h = d.integer(0, 4);
      return {Vec3{h, h * h, 3 * h} + 1e-4 * cube, 1e-12};
    }
    case Cloud::far:
      return {Vec3{1e6, 1e6, -1e6} + (1 / spacing) * cube, 0.25};
    case Cloud::sphere:
      return {on_sphere(d), 0};
    case Cloud::cylinder: {
      const double t = d.integer(0, 11) * 0.5235987755982988, z = d.integer(0, 40);
      return {{std::cos(t), std::sin(t), 0.1 * z + 1e-3 * d.unit()}, 0.01};
    }
    case Cloud::walls: {
      Vec3 x = cube;
      if (i % 2 == 0) x[d.integer(0, 2)] = d.integer(0, 1);
      return {x, 0.001};
    }
    case Cloud::duplicates: {
      const Vec3 x{0.25 * d.integer(0, 5), 0.25 * d.integer(0, 5), cube.z > 0.5 ? 0.0 : cube.z};
      return {x, 0.01 * d.integer(0, 2)};
    }
    case Cloud::barely: {  // |x|^2 - w constant: the lift is flat, every choice is a tie or an ulp
      const Vec3 x{1.0 * d.integer(0, 4), 1.0 * d.integer(0, 4), 1.0 * d.integer(0, 4)};
      return {x, moved_by_ulps(1 + norm2(x), d.integer(0, 8) < 7 ? 0 : d.integer(-1, 1))};
    }
    case Cloud::two_lines:
      return i % 2 == 0 ? Site{{0.1 * double(i), 0, 0}, 0} : Site{{0, 0.1 * double(i), 1}, 0};
    default:
      return {cube, 0};
  }
}

inline std::vector<Site> make_cloud(Cloud kind, std::size_t count, std::uint64_t seed = 1) {
  Draw d(seed, static_cast<std::uint64_t>(kind));
  if (kind == Cloud::cubic) return lattice(count, {{}}, {1, 1, 1});
  if (kind == Cloud::bcc) return lattice(count, {{}, {0.5, 0.5, 0.5}}, {1, 1, 1});
  if (kind == Cloud::fcc)
    return lattice(count, {{}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}}, {1, 1, 1});
  if (kind == Cloud::hcp)
    return lattice(count, {{}, {0.5, 0.5, 0}, {0.5, 5.0 / 6, 0.5}, {0, 1.0 / 3, 0.5}},
                   {1, std::sqrt(3.0), std::sqrt(8.0 / 3)});
  if (kind == Cloud::soft_cubic) {
    std::vector<Site> s = lattice(count, {{1, 1, 1}}, {0.1, 0.1, 0.1});
    for (Site& site : s)
      for (int k = 0; k < 3; ++k) site.x[k] = moved_by_ulps(site.x[k], d.integer(-1, 1));
    return s;
  }
  if (kind == Cloud::two_lines) count = std::min<std::size_t>(count, 200);
  std::vector<Site> s;
  for (std::size_t i = 0; i < count; ++i) s.push_back(cloud_site(kind, d, i, count));
  return s;
}

}  // namespace scree::geometry
