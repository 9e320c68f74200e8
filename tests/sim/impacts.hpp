// One body thrown at a wall or at another body, without losses: the energy must come back.
#pragma once

#include <functional>

#include "shapes/polyhedron.hpp"
#include "sim/bodies.hpp"
#include "sim/wall_meshes.hpp"
#include "support/random_body.hpp"
#include "walls/images.hpp"

namespace scree::test {

using Poly = std::shared_ptr<const PolyhedronShape>;

inline Poly hull(const std::vector<Vec3>& points, double rounding = 0) {
  return *PolyhedronShape::make(points, rounding);
}

inline Poly brick(const Vec3& s, double rounding = 0) {
  return hull(box_points(s - 2 * rounding * Vec3{1, 1, 1}), rounding);
}

inline Poly prism(int sides, double diameter, double height) {
  return hull(prism_points(sides, diameter, height));
}

inline Poly gravel(double diameter, int corners, std::uint64_t seed) {
  return hull(points_on_ball(corners, diameter, CounterRandom(seed, 5)));
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

struct ThrowResult {
  double energy_ratio = 0;  // after over before
  bool touched = false, left = false;
  bool pierced = false;  // a wall was inside the body
};

// How it is thrown: elastic and without friction, unless asked otherwise.
struct Throw {
  double steps_per_contact = 50, speed = 0.5;
  double restitution = 1, friction = 0, contact_time = 2e-4;
  bool from_inside = false;  // from the target's middle outwards
  int audit = 0;
};

// Towards a random place of the target.
inline ThrowResult thrown(const Poly& body, const Target& target, std::uint64_t seed,
                          const Throw& how = {}) {
  const double speed = how.from_inside ? -how.speed : how.speed;
  World w = empty_world(linear_material(how.contact_time, how.restitution, how.friction));
  if (how.friction == 0) w.materials[0].tangential = {"none", {}};
  w.steps_per_contact = how.steps_per_contact;
  w.detect.audit = how.audit;
  target.put(w);
  const CounterRandom random(seed, 9);
  const auto u = [&](std::uint64_t k) { return 2 * random.uniform(k) - 1; };
  const Vec3 at{target.spread.x * u(0), target.spread.y * u(1), target.spread.z * u(2)};
  const Vec3 from = normalized(Vec3{u(3), u(4), u(5)});
  const double away =
      how.from_inside ? 0 : 2.1 * body->bounding_radius() + 0.5 * norm(target.spread);
  add(w, {.primitives = {{.shape = body}},
          .x = at + away * from,
          .q = normalized(Quat{u(6), u(7), u(8), u(9) + 0.01}),
          .v = -speed * from,
          .omega = {20 * u(10), 20 * u(11), 20 * u(12)}});
  ThrowResult out;
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
  const double path = how.from_inside ? 0.08 : 2.2 * away;
  const auto steps = static_cast<std::uint64_t>(path / how.speed / s.dt());
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
