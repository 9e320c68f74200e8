// Vectors of the plane, and the signs of their products, which are always right.
//
// As in predicates.hpp: a floating-point value with a bound of its own error decides almost every
// time, exact arithmetic the rest. Coordinates are to lie within in_exact_domain().
#pragma once

#include "base/macros.hpp"
#include "geometry/rounding.hpp"

namespace scree::geometry {

struct Vec2 {
  double x = 0, y = 0;

  HD Vec2& operator+=(const Vec2& b) { return x += b.x, y += b.y, *this; }
  HD bool operator==(const Vec2&) const = default;
};

HD Vec2 operator+(const Vec2& a, const Vec2& b) { return {a.x + b.x, a.y + b.y}; }
HD Vec2 operator-(const Vec2& a, const Vec2& b) { return {a.x - b.x, a.y - b.y}; }
HD Vec2 operator-(const Vec2& a) { return {-a.x, -a.y}; }
HD Vec2 operator*(double s, const Vec2& a) { return {s * a.x, s * a.y}; }
HD Vec2 operator/(const Vec2& a, double s) { return {a.x / s, a.y / s}; }
HD double dot(const Vec2& a, const Vec2& b) { return a.x * b.x + a.y * b.y; }
HD double cross(const Vec2& a, const Vec2& b) { return a.x * b.y - a.y * b.x; }
HD double norm2(const Vec2& a) { return dot(a, a); }
HD double norm(const Vec2& a) { return __builtin_sqrt(norm2(a)); }
HD Vec2 normalized(const Vec2& a) {
  const double l = norm(a);
  return l > 0 ? a / l : Vec2{};
}
// A quarter turn clockwise: out of a polygon whose side goes along a.
HD Vec2 outward(const Vec2& a) { return {a.y, -a.x}; }

// Turns of the plane: cosine and sine.
struct Turn2 {
  double c = 1, s = 0;
};
HD Vec2 rotate(const Turn2& t, const Vec2& v) {
  return {t.c * v.x - t.s * v.y, t.s * v.x + t.c * v.y};
}

// Lexicographic: lower first, then more to the left.
inline bool lower(const Vec2& a, const Vec2& b) { return a.y < b.y || (a.y == b.y && a.x < b.x); }

int exact_sign_dot(const Vec2& p, const Vec2& q, const Vec2& r, const Vec2& s);

// Sign of (p - q) . (r - s).
inline int sign_dot(const Vec2& p, const Vec2& q, const Vec2& r, const Vec2& s) {
  const double h = (p.x - q.x) * (r.x - s.x), v = (p.y - q.y) * (r.y - s.y);
  const double value = h + v;
  const double size = __builtin_fabs(h) + __builtin_fabs(v);
  const double bound = 6 * rounding::u * size;  // k = 4, see predicates.cpp
  if (value > bound) return 1;
  if (value < -bound) return -1;
  return size == 0 ? 0 : exact_sign_dot(p, q, r, s);
}
// Sign of (p - q) x (r - s).
inline int sign_cross(const Vec2& p, const Vec2& q, const Vec2& r, const Vec2& s) {
  return sign_dot(p, q, {r.y, -r.x}, {s.y, -s.x});
}
// > 0: c lies to the left of the line from a to b.
inline int side_of(const Vec2& a, const Vec2& b, const Vec2& c) { return sign_cross(b, a, c, a); }

}  // namespace scree::geometry
