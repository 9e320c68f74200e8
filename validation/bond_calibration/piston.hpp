// A cylinder of glued spheres under a piston (Ferrez 6.4.2), for validation/bond_calibration and
// its short form in tests/sim/piston.cpp.
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "sim/simulation.hpp"

namespace scree::piston {

inline constexpr double kAlpha = 0.2, kA = -1500, kSize = 1;  // distance of neighbours, m

struct Cylinder {
  std::vector<Vec3> centres;
  std::vector<int> layer;
};

// Close-packed layers, stacked ABC; each with the sites within one radius about the axis.
inline Cylinder make_cylinder(int layers, int per_layer) {
  const double area = per_layer * std::sqrt(0.75) * kSize * kSize;
  const double radius2 = area / 3.141592653589793;
  Cylinder c;
  for (int k = 0; k < layers; ++k) {
    const double shift_x = 0.5 * kSize * (k % 3), shift_z = std::sqrt(1.0 / 12) * kSize * (k % 3);
    for (int j = -40; j <= 40; ++j)
      for (int i = -40; i <= 40; ++i) {
        const Vec3 x{kSize * (i + 0.5 * j) + shift_x, k * std::sqrt(2.0 / 3) * kSize,
                     std::sqrt(0.75) * kSize * j + shift_z};
        if (x.x * x.x + x.z * x.z > radius2) continue;
        c.centres.push_back(x), c.layer.push_back(k);
      }
  }
  return c;
}

inline double stiffness_of(double beta) { return -kAlpha * kA * (beta - kAlpha); }  // at kSize = 1

inline Wall plane_at(double y, double up) {
  ParamSet p;
  p.set("point", Vec3{0, y, 0});
  p.set("normal", Vec3{0, up, 0});
  Wall w;
  w.name = up > 0 ? "floor" : "piston";
  w.shape = std::shared_ptr<const WallShape>(std::move(
      *find_wall_shape("plane")->make(*with_defaults(find_wall_shape("plane")->info.params, p))));
  return w;
}

// The cylinder under a piston with a force, damped to rest.
inline World make_world(const Cylinder& c, double beta, double force) {
  World w;
  w.gravity.g = {};
  const double k = stiffness_of(beta), m = 1;
  MaterialSpec material;
  material.name = "sphere";
  material.density = m / (4.0 / 3 * 3.141592653589793 * std::pow(0.5 * kSize, 3));
  material.normal.params.set("stiffness", 8 * k);
  material.normal.params.set("restitution", 0.5);
  w.materials = {material};
  for (const Vec3& x : c.centres)
    w.particles.add({.x = x + Vec3{0, 0.5 * kSize, 0}, .radius = 0.5 * kSize}, material.density);
  BondType glue;
  glue.name = "glue", glue.kind = "lennard-jones";
  glue.params.set("a", kA), glue.params.set("alpha", kAlpha), glue.params.set("beta", beta);
  w.bond_types = {glue};
  for (std::uint32_t i = 0; i < c.centres.size(); ++i)
    for (std::uint32_t j = i + 1; j < c.centres.size(); ++j)
      if (norm(c.centres[i] - c.centres[j]) < 1.01 * kSize)
        w.bonds.add(ParticleId{i}, ParticleId{j}, 0);
  const double top = c.layer.back() * std::sqrt(2.0 / 3) * kSize + kSize;
  w.walls = {plane_at(0, 1), plane_at(top, -1)};
  ParamSet drive;
  const double per_layer =
      static_cast<double>(c.centres.size()) / static_cast<double>(c.layer.back() + 1);
  drive.set("direction", Vec3{0, -1, 0});
  drive.set("mass", 0.5 * per_layer * m);
  drive.set("force", force);
  drive.set("weight", false);
  const WallMotionEntry* free = find_wall_motion("free");
  w.walls[1].motion = std::move(*free->make(*with_defaults(free->info.params, drive)));
  // Critical for the slowest mode of a rod clamped at its foot.
  const double height = top - kSize, rigidity = 1.7 * k * per_layer * std::sqrt(0.75) * kSize;
  const double line_mass = per_layer * m / (std::sqrt(2.0 / 3) * kSize);
  w.damping = 2 * m * 1.5708 / height * std::sqrt(rigidity / line_mass);
  return w;
}

// Mean height of a layer.
inline double level(const Simulation& s, const Cylinder& c, int layer) {
  double sum = 0, n = 0;
  for (std::size_t id = 0; id < c.layer.size(); ++id)
    if (c.layer[id] == layer) sum += s.particles().xr[s.particles().row_of()[id]].x.y, n += 1;
  return sum / n;
}

// Strain at rest under a force: of the glued body, without what the walls give way.
inline Result<double> strain(const Cylinder& c, double beta, double force) {
  auto s = Simulation::create(make_world(c, beta, force), {.threads = 1});
  if (!s) return s.errors();
  const double start = level(*s, c, c.layer.back()) - level(*s, c, 0);
  double before = 0, now = 0;
  for (int k = 0; k < 400; ++k) {
    if (const auto failure = s->run(250))
      return Error{failure->code, failure->message, "piston", ""};
    now = start - (level(*s, c, c.layer.back()) - level(*s, c, 0));
    // The load of the floor is that of the piston, and nothing moves any more.
    const double carried = -s->wall_reports()[0].force.y;
    if (k > 3 && std::abs(carried - force) < 1e-3 * force && std::abs(now - before) < 1e-4 * now)
      break;
    before = now;
  }
  return now / start;
}

}  // namespace scree::piston
