// Rigid bodies that are more, or other, than one ball.
//
// The primitives of a body are rows of Particles like any grain: detectors, lists, kernels and
// walls see nothing but rows. A body adds up what acts on its rows, moves, and puts its rows where
// they belong (sim/engines/body_system.hpp). A plain ball is its own body, its row has all that a
// body has, and it is not listed here.
//
// The primitives of a body have consecutive ids. Its name, in files and in SpinMaterial::body, is
// the id of the first one plus 1.
#pragma once

#include <cstdint>
#include <vector>

#include "base/vec3.hpp"

namespace scree {

struct Body {
  std::uint32_t first_id = 0;  // of its primitives
  std::uint32_t count = 0;
  std::uint32_t first_primitive = 0;  // in Bodies::primitive
  std::uint32_t locked = 0;           // freedoms that it lacks: kLocked of its rows' flags
  Vec3 x{};                           // centre of mass
  Quat q{};                           // principal frame -> world
  Vec3 v{}, omega{};
  double inv_mass = 0;  // 0: immovable
  Vec3 inertia{};       // principal moments
  double volume = 0;    // of the solid: overlaps of its primitives count once
  Vec3 f{}, tq{};       // at this instant, about the centre of mass

  std::uint32_t name() const { return first_id + 1; }
  HD double mass() const { return inv_mass > 0 ? 1 / inv_mass : 0; }
  // Angular momentum of a spin, and the spin of an angular momentum, in the world.
  HD Vec3 momentum(const Vec3& w) const {
    const Vec3 b = rotate_back(q, w);
    return rotate(q, {inertia.x * b.x, inertia.y * b.y, inertia.z * b.z});
  }
  HD Vec3 spin(const Vec3& l) const {
    const Vec3 b = rotate_back(q, l);
    return rotate(q, {b.x / inertia.x, b.y / inertia.y, b.z / inertia.z});
  }
};

// Where a primitive is on its body, and what it is.
struct Primitive {
  Vec3 x{};                 // in the principal frame
  Quat q{};                 // shape's frame -> principal frame
  std::uint32_t shape = 0;  // number in World::shapes; 0: the ball of its row
  // The shape is this one, so many times as large: how a resumed run makes it again.
  std::uint32_t form = 0;  // 0: it is one of those that a world starts with
  double size = 1;
};

struct Bodies {
  std::vector<Body> body;  // by first_id
  std::vector<Primitive> primitive;

  bool empty() const { return body.empty(); }
  // By its name; null for a grain that is its own body.
  const Body* find(std::uint32_t name) const;
  const Primitive& primitive_of(const Body& b, std::uint32_t id) const {
    return primitive[b.first_primitive + (id - b.first_id)];
  }
  // Removes the bodies where `gone` is true.
  void remove(const std::vector<bool>& gone);
};

}  // namespace scree
