// A polyhedron where it is: turned, scaled and moved.
//
// Its corners are not stored in the world. A search along a direction turns the direction into the
// frame of the body instead, so that a body costs nothing until it meets another, and all bodies of
// one form share its corners whatever their sizes.
#pragma once

#include <cstdint>

#include "geometry/convex/polyhedron.hpp"

namespace scree::geometry {

// A rotation as a matrix: nine products for a vector instead of the eighteen of a quaternion.
struct Turn {
  Vec3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};  // rows

  static Turn of(const Quat& q);
  Vec3 operator*(const Vec3& v) const { return {dot(x, v), dot(y, v), dot(z, v)}; }
  Vec3 back(const Vec3& v) const { return v.x * x + v.y * y + v.z * z; }
};

struct PlacedBody {
  const Polyhedron* body = nullptr;
  Vec3 x{};
  Turn turn{};
  double size = 1;  // one unit of the body is so long

  PlacedBody() = default;
  PlacedBody(const Polyhedron& of, const Vec3& at, const Quat& q, double scale = 1)
      : body(&of), x(at), turn(Turn::of(q)), size(scale) {}

  std::size_t corner_count() const { return body->corners().size(); }
  Vec3 to_world(const Vec3& own) const { return x + turn * (size * own); }
  Vec3 corner(std::size_t k) const { return to_world(body->corners()[k]); }
  Vec3 centre() const { return to_world(body->centre()); }
  double radius() const { return size * body->radius(); }
  Vec3 normal(std::size_t face) const { return turn * body->plane(face).normal; }
  Plane plane(std::size_t face) const {
    const Vec3 n = normal(face);
    return {n, size * body->plane(face).offset + dot(n, x)};
  }
  // The corner farthest along u.
  std::uint32_t farthest(const Vec3& u, std::uint32_t from) const {
    return body->farthest(turn.back(u), from);
  }
};

inline Turn Turn::of(const Quat& q) {
  const double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
  const double xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
  const double wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
  return {{1 - 2 * (yy + zz), 2 * (xy - wz), 2 * (xz + wy)},
          {2 * (xy + wz), 1 - 2 * (xx + zz), 2 * (yz - wx)},
          {2 * (xz - wy), 2 * (yz + wx), 1 - 2 * (xx + yy)}};
}

}  // namespace scree::geometry
