// One body thrown at a wall or at another body, without losses: the energy must come back.
#pragma once

#include <functional>

#include "shapes/polyhedron.hpp"
#include "sim/bodies.hpp"
#include "sim/wall_meshes.hpp"
#include "walls/images.hpp"

namespace scree::test {

using Poly = std::shared_ptr<const PolyhedronShape>;

inline Poly hull(const std::vector<Vec3>& points, double rounding = 0) {
  return *PolyhedronShape::make(points, rounding);
}

inline Poly brick(const Vec3& s, double rounding = 0) {
  std::vector<Vec3> points;
  for (int k = 0; k < 8; ++k)
    points.push_back({(k & 1 ? 0.5 : -0.5) * (s.x - 2 * rounding),
                      (k & 2 ? 0.5 : -0.5) * (s.y - 2 * rounding),
                      (k & 4 ? 0.5 : -0.5) * (s.z - 2 * rounding)});
  return hull(points, rounding);
}

inline Poly prism(int sides, double diameter, double height) {
  std::vector<Vec3> points;
  for (int k = 0; k < sides; ++k) {
    const double a = 2 * M_PI * k / sides;
    for (const double h : {-0.5, 0.5})
      points.push_back({0.5 * diameter * std::cos(a), h * height, 0.5 * diameter * std::sin(a)});
  }
  return hull(points);
}

inline Poly gravel(double diameter, int corners, std::uint64_t seed) {
  const CounterRandom random(seed, 5);
  std::vector<Vec3> points;
  for (std::uint64_t k = 0; points.size() < static_cast<std::size_t>(corners); ++k) {
    const Vec3 x{random.uniform(4 * k) - 0.5, random.uniform(4 * k + 1) - 0.5,
                 random.uniform(4 * k + 2) - 0.5};
    if (norm(x) > 0.1 && norm(x) < 0.5) points.push_back(0.5 * diameter * normalized(x));
  }
  return hull(points);
}

struct NamedBody {
  std::string name;
  Poly shape;
};
inline std::vector<NamedBody> impact_bodies() {
  return {{"tetrahedron", hull({{0.006, 0.006, 0.006},
                                {0.006, -0.006, -0.006},
                                {-0.006, 0.006, -0.006},
                                {-0.006, -0.006, 0.006}})},
          {"cube", brick({0.01, 0.01, 0.01})},
          {"rounded cube", brick({0.01, 0.01, 0.01}, 5e-4)},
          {"plate", brick({0.012, 0.002, 0.01})},
          {"prism of 40 corners", prism(20, 0.012, 0.006)},
          {"gravel", gravel(0.014, 12, 3)}};
}

// What is thrown at, near the origin: within `spread` of it are the edges that matter.
struct Target {
  std::string name;
  std::function<void(World&)> put;
  Vec3 spread;
};

struct ImpactResult {
  double energy_ratio = 0;  // after over before
  bool touched = false, left = false;
  bool pierced = false;  // a wall was inside the body
};

// `speed` m/s towards a random place of the target.
inline ImpactResult impact(const Poly& body, const Target& target, std::uint64_t seed,
                           double steps_per_contact = 50, double speed = 0.5) {
  World w = empty_world(linear_material(2e-4, 1, 0));
  w.materials[0].tangential = {"none", {}};
  w.steps_per_contact = steps_per_contact;
  target.put(w);
  const CounterRandom random(seed, 9);
  const auto u = [&](std::uint64_t k) { return 2 * random.uniform(k) - 1; };
  const Vec3 at{target.spread.x * u(0), target.spread.y * u(1), target.spread.z * u(2)};
  const Vec3 from = normalized(Vec3{u(3), u(4), u(5)});
  const double away = 2.1 * body->bounding_radius() + 0.5 * norm(target.spread);
  add(w, {.primitives = {{.shape = body}},
          .x = at + away * from,
          .q = normalized(Quat{u(6), u(7), u(8), u(9) + 0.01}),
          .v = -speed * from,
          .omega = {20 * u(10), 20 * u(11), 20 * u(12)}});
  ImpactResult out;
  Result<Simulation> made = Simulation::create(std::move(w), {.threads = 1});
  if (!made) return out;  // it began inside
  Simulation& s = *made;
  if (s.contact_count() > 0) return out;
  const double before = s.energy().kinetic + s.energy().rotational;
  const auto is_pierced = [&] {
    const World& now = s.world();
    const std::uint32_t at_row = row(s, now.bodies.body.back().first_id);
    const PositionRadius& g = now.particles.xr[at_row];
    for (const Wall& wall : now.walls)
      if (WallImages(wall, now.box)
              .pierces(wall, *body->rounded_core(), {g.x, now.particles.q[at_row]}, g.r))
        return true;
    return false;
  };
  const auto steps = static_cast<std::uint64_t>(2.2 * away / speed / s.dt());
  for (std::uint64_t k = 0; k < steps; k += 10) {
    run(s, 10);
    out.pierced = out.pierced || is_pierced();
    if (s.contact_count() > 0) out.touched = true, out.left = false;
    if (out.touched && s.contact_count() == 0) out.left = true;
  }
  const EnergyReport e = s.energy();
  out.energy_ratio = (e.kinetic + e.rotational) / before;
  return out;
}

}  // namespace scree::test
