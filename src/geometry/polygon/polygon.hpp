// A convex polygon: a ring of corners and sides, counter-clockwise (Schinner 1999, fig. 7).
//
// Side k goes from corner k to the next; the inside is to its left. Corners that stand out from the
// line through their neighbours by less than `flat` times the size of the polygon are dropped, so
// that a polygon stays convex to the last bit when it is placed: the cross product of two sides is
// at least flat * size * chord, and placing changes it by some 4u (size + offset) * chord.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "geometry/polygon/vec2.hpp"

namespace scree::geometry {

class Polygon {
 public:
  static constexpr double kFlat = 1e-10;

  // Corners keep the order of the points; equal neighbours count once.
  // E0460: fewer than three corners, or no area; E0461: a number that is not finite or too large or
  // small for exact arithmetic; E0462: not convex; E0463: clockwise.
  static Result<Polygon> make(std::span<const Vec2> points, double flat = kFlat);

  std::span<const Vec2> corners() const { return corners_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(corners_.size()); }
  std::uint32_t next(std::uint32_t k) const { return k + 1 == size() ? 0 : k + 1; }
  std::uint32_t previous(std::uint32_t k) const { return k == 0 ? size() - 1 : k - 1; }
  const Vec2& corner(std::uint32_t k) const { return corners_[k]; }

  double area() const { return area_; }
  const Vec2& centroid() const { return centroid_; }
  double second_moment() const { return moment_; }  // of the area about its centroid: int r^2 dA
  double radius() const { return radius_; }         // of the circle about the centroid around it
  double perimeter() const { return perimeter_; }
  double inner_radius() const { return inner_; }  // of the circle about the centroid in it

  // The same with its centroid in the origin (up to rounding).
  Polygon centred() const;
  Polygon scaled(double by) const;  // about the origin; by > 0
  // All points that are at least `by` away from the border; sides that vanish are left out.
  // Precondition: 0 <= by < inner_radius().
  Result<Polygon> eroded(double by) const;

 private:
  void measure();

  std::vector<Vec2> corners_;
  Vec2 centroid_;
  double area_ = 0, moment_ = 0, radius_ = 0, perimeter_ = 0, inner_ = 0;
};

// A polygon where it is: turned about the origin of its frame, then moved by x.
struct PlacedPolygon {
  const Polygon* body = nullptr;
  Vec2 x;
  Turn2 turn;

  Vec2 corner(std::uint32_t k) const { return x + rotate(turn, body->corner(k)); }
  Vec2 centroid() const { return x + rotate(turn, body->centroid()); }
};

}  // namespace scree::geometry
