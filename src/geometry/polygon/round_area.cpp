#include <algorithm>
#include <numbers>

#include "base/exact_math.hpp"
#include "geometry/polygon/round.hpp"

namespace scree::geometry {
namespace {

// t - sin(t) cos(t): the area of a segment of half angle t of a disc of radius 1. The series does
// not cancel where the segment is thin.
double unit_segment(double t) {
  const double x = 2 * t;
  if (x > 0.5) return 0.5 * (x - exact::sin(x));
  const double s = x * x;
  double tail = 1;
  for (const double k : {12.0 * 13, 10.0 * 11, 8.0 * 9, 6.0 * 7, 4.0 * 5}) tail = 1 - s / k * tail;
  return 0.5 * x * s / 6 * tail;
}

// Signed area and first moment of what a disc about the origin has of a triangle (0, p, q).
class DiscSlice {
 public:
  explicit DiscSlice(double radius) : r_(radius) {}

  void add_side(const Vec2& p, const Vec2& q) {
    // |p + t (q - p)|^2 = r^2
    const Vec2 d = q - p;
    const double a = norm2(d), b = dot(p, d), c = norm2(p) - r_ * r_;
    const double root2 = b * b - a * c;
    if (!(root2 > 0)) return add_sector(p, q);
    const double root = __builtin_sqrt(root2);
    const double in = std::clamp((-b - root) / a, 0.0, 1.0),
                 out = std::clamp((-b + root) / a, 0.0, 1.0);
    if (!(out > in)) return add_sector(p, q);
    const Vec2 u = in > 0 ? p + in * d : p, v = out < 1 ? p + out * d : q;
    if (in > 0) add_sector(p, u);
    const double twice = cross(u, v);
    area_ += 0.5 * twice;
    moment_ += (twice / 6) * (u + v);
    if (out < 1) add_sector(v, q);
  }
  double area() const { return area_; }
  const Vec2& moment() const { return moment_; }

 private:
  void add_sector(const Vec2& p, const Vec2& q) {
    const double angle = exact::atan2(cross(p, q), dot(p, q));
    area_ += 0.5 * r_ * r_ * angle;
    const Vec2 u = normalized(p), v = normalized(q);
    moment_ += (r_ * r_ * r_ / 3) * Vec2{v.y - u.y, u.x - v.x};
  }

  double r_;
  double area_ = 0;
  Vec2 moment_;
};

}  // namespace

CommonArea common_area(const Disc& a, const Disc& b) {
  const Vec2 link = b.x - a.x;
  const double d = norm(link), depth = a.radius + b.radius - d;
  if (!(depth > 0)) return {};
  const Disc& small = a.radius < b.radius ? a : b;
  const double least = small.radius;
  if (d <= __builtin_fabs(a.radius - b.radius)) return {std::numbers::pi * least * least, small.x};
  // Half the common chord, from heights that do not cancel.
  const double cap_a = depth * (b.radius + d - a.radius) / (2 * d),
               cap_b = depth * (a.radius + d - b.radius) / (2 * d);
  const double chord = __builtin_sqrt(cap_a * (2 * a.radius - cap_a));
  const double part_a = a.radius * a.radius * unit_segment(exact::atan2(chord, a.radius - cap_a)),
               part_b = b.radius * b.radius * unit_segment(exact::atan2(chord, b.radius - cap_b));
  const double area = part_a + part_b;
  return {area, area > 0 ? a.x + (part_b / area) * link : a.x};
}

CommonArea common_area(const PlacedPolygon& a, const Disc& b) {
  DiscSlice slice(b.radius);
  for (std::uint32_t k = 0; k < a.body->size(); ++k)
    slice.add_side(a.corner(k) - b.x, a.corner(a.body->next(k)) - b.x);
  const double area = std::max(0.0, slice.area());
  return {area, area > 0 ? b.x + slice.moment() / area : b.x};
}

}  // namespace scree::geometry
