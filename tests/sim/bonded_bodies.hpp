// Worlds of bonded polygons, polyhedra and clumps.
#pragma once

#include "shapes/polygon.hpp"
#include "shapes/polyhedron.hpp"
#include "sim/bodies.hpp"
#include "sim/bonds.hpp"
#include "sim/bonds/bond_joint.hpp"
#include "support/random_body.hpp"

namespace scree::test {

inline std::shared_ptr<const Shape> rectangle(double w, double h) {
  return *PolygonShape::make(std::vector<geometry::Vec2>{
      {-0.5 * w, -0.5 * h}, {0.5 * w, -0.5 * h}, {0.5 * w, 0.5 * h}, {-0.5 * w, 0.5 * h}});
}

inline std::shared_ptr<const Shape> block(const Vec3& s) {
  return *PolyhedronShape::make(box_points(s), 0);
}

inline World plane_world(const BondType& type,
                         const MaterialSpec& m = linear_material(2e-3, 0.5, 0.4)) {
  World w = empty_world(m);
  w.particles.set_dimensions(Dimensions::two);
  w.bond_types = {type};
  return w;
}

inline std::uint32_t add_solid(World& w, const std::shared_ptr<const Shape>& shape, const Vec3& x,
                               const Vec3& v = {}, const Vec3& omega = {}, bool fixed = false) {
  return add(w,
             {.primitives = {{.shape = shape}}, .x = x, .v = v, .omega = omega, .fixed = fixed}) -
         1;
}

// Bonds between all rows that share a face, as a fill makes them.
inline void glue_all(World& w, double gap) {
  const CollideTable table = CollideTable::with(w.collisions);
  const Particles& p = w.particles;
  for (std::uint32_t i = 0; i < p.size(); ++i)
    for (std::uint32_t j = i + 1; j < p.size(); ++j)
      if (!same_body(p.ws[i], p.ws[j]) && !(p.ws[i].flags & p.ws[j].flags & kFixed) &&
          can_be_glued(w, table, i, j, gap))
        w.bonds.add(p.id[i], p.id[j], 0);
}

// n x m squares of side a that touch, thrown and turning.
inline void add_square_grid(World& w, int n, int m, double a, const Vec3& at, const Vec3& v,
                            double omega) {
  const auto square = rectangle(a, a);
  const Vec3 centre = at + Vec3{0.5 * (n - 1) * a, 0.5 * (m - 1) * a, 0}, spin{0, 0, omega};
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < n; ++i) {
      const Vec3 x = at + Vec3{i * a, j * a, 0};
      add_solid(w, square, x, v + cross(spin, x - centre), spin);
    }
}

struct BodyMomenta {
  Vec3 linear{}, angular{};
};
// Of bodies and of balls that are their own.
inline BodyMomenta body_momenta(const Simulation& s) {
  BodyMomenta m;
  const Particles& p = s.particles();
  for (const Body& b : s.world().bodies.body) {
    m.linear += b.mass() * b.v;
    m.angular += b.mass() * cross(b.x, b.v) + b.momentum(b.omega);
  }
  for (std::size_t k = 0; k < p.size(); ++k) {
    if (p.ws[k].flags & kMember) continue;
    m.linear += p.mass(k) * p.vm[k].v;
    m.angular += p.mass(k) * cross(p.xr[k].x, p.vm[k].v) + p.ws[k].omega / p.inv_inertia[k];
  }
  return m;
}

}  // namespace scree::test
