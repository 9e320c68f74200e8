#include "sim/world/body_spec.hpp"

#include <cmath>

#include "dynamics/integrator.hpp"
#include "shapes/disc_union.hpp"
#include "shapes/union_mass.hpp"
#include "sim/world/world.hpp"

namespace scree {
namespace {

Error refused(const std::string& what, const std::string& hint = {}) {
  return {"E0540", "a body " + what, "", hint};
}

Errors check_spec(const World& world, const BodySpec& spec) {
  Errors all;
  if (spec.primitives.empty()) all.push_back(refused("needs at least one primitive"));
  if (!is_finite(spec.x) || !is_finite(spec.v) || !is_finite(spec.omega))
    all.push_back(refused("has a position or velocity that is not a number"));
  if (!is_unit(spec.q)) all.push_back(refused("has an orientation that is not a unit quaternion"));
  for (const PrimitiveSpec& p : spec.primitives) {
    if (p.material.value >= world.materials.size())
      all.push_back(refused("names a material that is not there"));
    const double r = p.shape ? p.shape->bounding_radius() : p.radius;
    if (!(r > 0) || !std::isfinite(r)) all.push_back(refused("has a primitive without size"));
    if (!is_finite(p.x) || !is_unit(p.q))
      all.push_back(refused("has a primitive without a location"));
  }
  return all;
}

// No two balls overlap: then the plain sum is as good as the union, and cheaper.
bool are_apart(std::span<const SolidBall> balls) {
  for (std::size_t a = 0; a < balls.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      if (norm(balls[a].x - balls[b].x) < balls[a].r + balls[b].r) return false;
  return true;
}

// Of density 1 where the materials are not asked.
MassProperties mass_of_primitives(const World& world, const BodySpec& spec, bool of_materials) {
  const Dimensions d = world.particles.dimensions();
  std::vector<MassProperties> parts;
  std::vector<SolidBall> balls;
  std::vector<double> densities;
  for (const PrimitiveSpec& p : spec.primitives) {
    const double density = of_materials ? world.materials[p.material.value].density : 1;
    if (p.shape) {
      const MassProperties own = p.shape->mass_properties(d);
      parts.push_back(moved(scaled(own, density), p.x, p.q));
    } else {
      balls.push_back({p.x, p.radius});
      densities.push_back(density);
    }
  }
  if (are_apart(balls)) {
    for (std::size_t k = 0; k < balls.size(); ++k)
      parts.push_back(moved(scaled(ball_mass(balls[k].r, d), densities[k]), balls[k].x, {}));
  } else if (d == Dimensions::two) {
    parts.push_back(union_of_discs(balls, densities));
  } else {
    parts.push_back(union_mass(balls, densities));
  }
  return d == Dimensions::two ? flat(sum(parts)) : sum(parts);
}

struct Weight {
  MassProperties mass;
  PrincipalInertia inertia;
  double volume = 0;
};
Result<Weight> weight_of(const World& world, const BodySpec& spec) {
  if (Errors all = check_spec(world, spec); !all.empty()) return all;
  MassProperties mass = spec.mass ? *spec.mass : mass_of_primitives(world, spec, true);
  if (world.particles.dimensions() == Dimensions::two) mass = flat(mass);
  const double volume = spec.volume ? *spec.volume : mass_of_primitives(world, spec, false).mass;
  const PrincipalInertia inertia = principal(mass.inertia);
  const Vec3& m = inertia.moments;
  if (!(mass.mass > 0) || !std::isfinite(mass.mass) || !(m.x > 0 && m.y > 0 && m.z > 0) ||
      !is_finite(m))
    return refused("needs a positive mass and three positive moments of inertia");
  if (!is_finite(mass.centre)) return refused("has a centre of mass that is not a number");
  if (!(volume > 0) || !std::isfinite(volume)) return refused("needs a positive volume");
  return Weight{mass, inertia, volume};
}

}  // namespace

// The same object is listed once.
std::uint32_t list_shape(World& world, const std::shared_ptr<const Shape>& shape) {
  if (!shape) return 0;
  if (world.shapes.empty()) world.shapes.push_back(nullptr);
  if (shape.use_count() == 1) {  // it has no other owner: it cannot be listed
    world.shapes.push_back(shape);
    return static_cast<std::uint32_t>(world.shapes.size() - 1);
  }
  for (std::uint32_t k = 1; k < world.shapes.size(); ++k)
    if (world.shapes[k] == shape) return k;
  world.shapes.push_back(shape);
  return static_cast<std::uint32_t>(world.shapes.size() - 1);
}

Result<MassProperties> body_mass(const World& world, const BodySpec& spec) {
  if (Errors all = check_spec(world, spec); !all.empty()) return all;
  return mass_of_primitives(world, spec, true);
}

Result<double> body_volume(const World& world, const BodySpec& spec) {
  if (Errors all = check_spec(world, spec); !all.empty()) return all;
  return mass_of_primitives(world, spec, false).mass;
}

std::optional<Error> body_mistake(const World& world, const BodySpec& spec) {
  const Result<Weight> weight = weight_of(world, spec);
  return weight ? std::nullopt : std::optional(weight.error());
}

Result<std::uint32_t> add_body(World& world, const BodySpec& spec) {
  const Result<Weight> weight = weight_of(world, spec);
  if (!weight) return weight.errors();
  const auto& [mass, inertia, volume] = *weight;

  Body b;
  b.first_id = world.particles.next_id();
  b.count = static_cast<std::uint32_t>(spec.primitives.size());
  b.first_primitive = static_cast<std::uint32_t>(world.bodies.primitive.size());
  const Quat turn = normalized(spec.q);
  b.x = spec.x + rotate(turn, mass.centre);
  b.q = normalized(turn * inertia.frame);
  b.v = spec.fixed ? Vec3{} : spec.v;
  b.omega = spec.fixed ? Vec3{} : spec.omega;
  b.inv_mass = spec.fixed ? 0 : 1 / mass.mass;
  b.inertia = inertia.moments;
  b.volume = volume;
  Particles& rows = world.particles;
  for (const PrimitiveSpec& p : spec.primitives) {
    const std::uint32_t form = list_shape(world, p.form);
    const Primitive at{rotate_back(inertia.frame, p.x - mass.centre),
                       normalized(conjugate(inertia.frame) * p.q), list_shape(world, p.shape), form,
                       p.size};
    world.bodies.primitive.push_back(at);
    const Vec3 arm = rotate(b.q, at.x);
    rows.add({.x = b.x + arm,
              .radius = p.shape ? p.shape->bounding_radius() : p.radius,
              .material = p.material,
              .v = b.v + cross(b.omega, arm),
              .omega = b.omega,
              .q = normalized(b.q * at.q),
              .fixed = spec.fixed,
              .body = b.name()},
             world.materials[p.material.value].density);
    const std::size_t s = rows.size() - 1;
    rows.ws[s].flags =
        static_cast<std::uint16_t>(rows.ws[s].flags | kMember | (p.shape ? kShaped : 0));
    rows.vm[s].inv_mass = b.inv_mass;
    if (world.box.any()) wrap(rows.xr[s].x, world.box);
  }
  world.bodies.body.push_back(b);
  return b.name();
}

}  // namespace scree
