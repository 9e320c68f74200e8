#include "sim/world/freedoms.hpp"

#include <fmt/format.h>

#include "sim/world/world.hpp"
#include "state/freedoms.hpp"

namespace scree {
namespace {

bool is_held(unsigned flags, const Vec3& v, const Vec3& omega) {
  return free_along(flags, v) == v && free_about(flags, omega) == omega;
}

Error moves_along_a_lock(std::uint32_t id) {
  return {"E0657", "moves along, or turns about, an axis that is locked",
          fmt::format("grain {}", id), "start it at rest there"};
}

int free_turns(unsigned locked) {
  return ((locked & kLockedRx) == 0) + ((locked & kLockedRy) == 0) + ((locked & kLockedRz) == 0);
}

// One moment about the only axis that is left, in the frame of the world.
void turn_about_one_axis(Body& b, std::uint16_t locked, World& world) {
  const Vec3 axis{(locked & kLockedRx) != 0 ? 0.0 : 1.0, (locked & kLockedRy) != 0 ? 0.0 : 1.0,
                  (locked & kLockedRz) != 0 ? 0.0 : 1.0};
  const double moment = dot(axis, b.momentum(axis));
  for (std::uint32_t k = 0; k < b.count; ++k) {
    Primitive& p = world.bodies.primitive[b.first_primitive + k];
    p.x = rotate(b.q, p.x);
    p.q = normalized(b.q * p.q);
  }
  b.inertia = {moment, moment, moment};
  b.q = {};
}

}  // namespace

std::optional<Error> lock_freedoms(World& world, std::size_t first, std::uint16_t locked) {
  Particles& p = world.particles;
  const bool two_d = p.dimensions() == Dimensions::two;
  for (std::size_t s = first; s < p.size(); ++s) {
    const bool member = (p.ws[s].flags & kMember) != 0;
    if (!member && !is_held(locked, p.vm[s].v, p.ws[s].omega))
      return moves_along_a_lock(p.id[s].value);
    p.ws[s].flags = static_cast<std::uint16_t>(p.ws[s].flags | locked);
  }
  auto& bodies = world.bodies.body;
  for (std::size_t k = bodies.size(); k > 0 && p.row_of()[bodies[k - 1].first_id] >= first; --k) {
    Body& b = bodies[k - 1];
    if (!is_held(locked, b.v, b.omega)) return moves_along_a_lock(b.first_id);
    b.locked = locked;
    const int turns = two_d ? 3 : free_turns(locked);
    if (turns == 2)
      return Error{"E0659", "a cluster or a shape cannot turn about two axes of the world",
                   fmt::format("grain {}", b.first_id), "leave it all of rx ry rz, one, or none"};
    if (turns == 1) turn_about_one_axis(b, locked, world);
  }
  return std::nullopt;
}

void read_locks(World& world) {
  const Particles& p = world.particles;
  for (Body& b : world.bodies.body)
    b.locked = p.ws[p.row_of()[b.first_id]].flags & std::uint32_t{kLocked};
}

void check_locks(const World& world, Errors& all) {
  const Particles& p = world.particles;
  for (std::size_t s = 0; s < p.size(); ++s)
    if (!(p.ws[s].flags & kMember) && !is_held(p.ws[s].flags, p.vm[s].v, p.ws[s].omega))
      return all.push_back(moves_along_a_lock(p.id[s].value));
  for (const Body& b : world.bodies.body)
    if (!is_held(b.locked, b.v, b.omega)) return all.push_back(moves_along_a_lock(b.first_id));
}

}  // namespace scree
