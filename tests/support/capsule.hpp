// A shape that Scree does not have: a cylinder with half balls at both ends. Tests add it from
// outside, as a user would.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "shapes/shape.hpp"

namespace scree::test {

class Capsule final : public Shape {
 public:
  Capsule(double half_length, double radius)
      : half_(half_length),
        radius_(radius),
        corners_{Corner{{0, 0, -half_length}, radius}, Corner{{0, 0, half_length}, radius}} {}
  std::string_view kind() const override { return "capsule"; }
  double bounding_radius() const override { return half_ + radius_; }
  MassProperties mass_properties(Dimensions) const override {
    const double pi = std::numbers::pi, r = radius_, h = 2 * half_;
    const double cylinder = pi * r * r * h, balls = 4.0 / 3.0 * pi * r * r * r;
    const double about_z = 0.5 * cylinder * r * r + 0.4 * balls * r * r;
    const double across =
        cylinder * (h * h / 12 + r * r / 4) + balls * (0.4 * r * r + h * h / 4 + 3.0 / 8.0 * h * r);
    return {cylinder + balls, {}, {.xx = across, .yy = across, .zz = about_z}};
  }
  std::span<const Corner> corners() const override { return corners_; }
  std::span<const Edge> edges() const override { return {&kAxis, 1}; }
  bool adjacent(std::uint32_t, std::uint32_t) const override { return true; }

  double half() const { return half_; }
  double radius() const { return radius_; }

 private:
  static constexpr Edge kAxis{0, 1};
  double half_, radius_;
  std::array<Corner, 2> corners_;
};

struct Segment {
  Vec3 a, b;
  Vec3 at(double t) const { return a + t * (b - a); }
};

inline Segment axis_of(const Capsule& c, const Pose& p) {
  return {to_world(p, {0, 0, -c.half()}), to_world(p, {0, 0, c.half()})};
}

// Parameter of the point of a segment that is nearest to x.
inline double nearest(const Segment& s, const Vec3& x) {
  const Vec3 d = s.b - s.a;
  const double l2 = norm2(d);
  return l2 > 0 ? std::clamp(dot(x - s.a, d) / l2, 0.0, 1.0) : 0.0;
}

inline void meet(const Vec3& x, double rx, const Vec3& y, double ry, double reach,
                 std::uint64_t feature, ContactPoints& out) {
  const Vec3 d = y - x;
  const double distance = norm(d);
  if (!(distance < rx + ry + reach)) return;
  const Vec3 n = distance > 0 ? d / distance : Vec3{1, 0, 0};
  const double depth = rx + ry - distance;
  out.add({.normal = n,
           .point = x + (rx - 0.5 * depth) * n,
           .depth = depth,
           .r_eff = rx * ry / (rx + ry),
           .feature = feature});
}

// Each end of one against the axis of the other: up to four points, two of them for capsules that
// lie side by side; for crossed ones the nearest points of the axes.
inline void collide_capsules(const Shape& a, const Pose& pa, const Shape& b, const Pose& pb,
                             double reach, ContactPoints& out) {
  const auto &u = static_cast<const Capsule&>(a), &v = static_cast<const Capsule&>(b);
  const Segment s = axis_of(u, pa), t = axis_of(v, pb);
  const Vec3 d1 = s.b - s.a, d2 = t.b - t.a, w = s.a - t.a;
  const double a11 = norm2(d1), a22 = norm2(d2), a12 = dot(d1, d2);
  const double det = a11 * a22 - a12 * a12;
  if (det > 1e-6 * a11 * a22) {
    const double p = (a12 * dot(d2, w) - a22 * dot(d1, w)) / det;
    const double q = (a11 * dot(d2, w) - a12 * dot(d1, w)) / det;
    if (p > 0 && p < 1 && q > 0 && q < 1)
      return meet(s.at(p), u.radius(), t.at(q), v.radius(), reach, 4, out);
  }
  meet(s.a, u.radius(), t.at(nearest(t, s.a)), v.radius(), reach, 0, out);
  meet(s.b, u.radius(), t.at(nearest(t, s.b)), v.radius(), reach, 1, out);
  if (const double q = nearest(s, t.a); q > 0 && q < 1)
    meet(s.at(q), u.radius(), t.a, v.radius(), reach, 2, out);
  if (const double q = nearest(s, t.b); q > 0 && q < 1)
    meet(s.at(q), u.radius(), t.b, v.radius(), reach, 3, out);
}

inline void collide_capsule_sphere(const Shape& a, const Pose& pa, const Shape& b, const Pose& pb,
                                   double reach, ContactPoints& out) {
  const auto& u = static_cast<const Capsule&>(a);
  const Segment s = axis_of(u, pa);
  meet(s.at(nearest(s, pb.x)), u.radius(), pb.x, b.bounding_radius(), reach, 0, out);
}

inline constexpr CollideEntry kCapsulePairs[] = {{"capsule", "capsule", &collide_capsules},
                                                 {"capsule", "sphere", &collide_capsule_sphere}};

}  // namespace scree::test
