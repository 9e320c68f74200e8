// Small fixed-size algebra for the hot paths: vectors and quaternions.
//
// Every operation spells out its order of evaluation, because one scene must give one answer to
// the last bit: no fused multiply-add (-ffp-contract=off), no reassociation (no fast-math).
#pragma once

#include <cmath>

#include "base/macros.hpp"

namespace scree {

struct Vec3 {
  double x = 0, y = 0, z = 0;

  HD double& operator[](int k) { return k == 0 ? x : (k == 1 ? y : z); }
  HD double operator[](int k) const { return k == 0 ? x : (k == 1 ? y : z); }
  HD Vec3& operator+=(const Vec3& b) { return x += b.x, y += b.y, z += b.z, *this; }
  HD Vec3& operator-=(const Vec3& b) { return x -= b.x, y -= b.y, z -= b.z, *this; }
  HD Vec3& operator*=(double s) { return x *= s, y *= s, z *= s, *this; }
  HD bool operator==(const Vec3&) const = default;
};

HD Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
HD Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
HD Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
HD Vec3 operator*(double s, const Vec3& a) { return {s * a.x, s * a.y, s * a.z}; }
HD Vec3 operator*(const Vec3& a, double s) { return {s * a.x, s * a.y, s * a.z}; }
HD Vec3 operator/(const Vec3& a, double s) { return {a.x / s, a.y / s, a.z / s}; }
HD double dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
HD Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
HD double norm2(const Vec3& a) { return dot(a, a); }
HD double norm(const Vec3& a) { return __builtin_sqrt(norm2(a)); }
// The zero vector stays the zero vector.
HD Vec3 normalized(const Vec3& a) {
  const double l = norm(a);
  return l > 0 ? a / l : Vec3{};
}
inline bool is_finite(const Vec3& a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}
// Some unit vector normal to the unit vector n.
HD Vec3 any_perpendicular(const Vec3& n) {
  const double ax = n.x < 0 ? -n.x : n.x;
  return normalized(ax < 0.8 ? cross(n, Vec3{1, 0, 0}) : cross(n, Vec3{0, 1, 0}));
}

// Rotation as a unit quaternion w + xi + yj + zk, body frame -> world frame.
struct Quat {
  double w = 1, x = 0, y = 0, z = 0;
  HD bool operator==(const Quat&) const = default;
};

HD Quat operator*(const Quat& a, const Quat& b) {
  return {
      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
HD Quat conjugate(const Quat& q) { return {q.w, -q.x, -q.y, -q.z}; }
HD Quat normalized(const Quat& q) {
  const double s = 1.0 / __builtin_sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {q.w * s, q.x * s, q.y * s, q.z * s};
}
// Up to 1e-6: what a few digits written in a file leave.
inline bool is_unit(const Quat& q) {
  return std::abs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1) < 1e-6;
}
HD Vec3 rotate(const Quat& q, const Vec3& v) {
  const Vec3 u{q.x, q.y, q.z};
  const Vec3 t = 2.0 * cross(u, v);
  return v + q.w * t + cross(u, t);
}
HD Vec3 rotate_back(const Quat& q, const Vec3& v) { return rotate(conjugate(q), v); }

// Turns q by the small rotation vector theta (world frame) without a transcendental function:
// half-angle tangent form, exact to O(|theta|^3), then normalised.
HD Quat turned(const Quat& q, const Vec3& theta) {
  return normalized(Quat{1.0, 0.5 * theta.x, 0.5 * theta.y, 0.5 * theta.z} * q);
}

}  // namespace scree
