// The border of the difference A - B of two convex polygons, feature by feature.
#pragma once

#include "geometry/polygon/pair.hpp"

namespace scree::geometry {

// A side of A - B is a side of A at a corner of B, a side of B at a corner of A, or, where two are
// parallel, both; a corner is a corner of each.
struct BorderFeature {
  enum class Kind : std::uint8_t { corner, side_a, side_b, both };
  Kind kind = Kind::corner;
  std::uint32_t a = 0, b = 0;
};

class DifferenceBorder {
 public:
  explicit DifferenceBorder(const PolygonPair& pair) : a_(pair.a()), b_(pair.b()) {}

  std::uint32_t size() const { return a_.size() + b_.size(); }
  // Sides with the opposite feature that belongs to them; the climb begins at `from`.
  BorderFeature at_side_of_a(std::uint32_t k, std::uint32_t from) const;
  BorderFeature at_side_of_b(std::uint32_t k, std::uint32_t from) const;

  BorderFeature start(const BorderFeature& side) const;
  BorderFeature end(const BorderFeature& side) const;
  BorderFeature side_after(const BorderFeature& corner) const;  // counter-clockwise
  BorderFeature side_before(const BorderFeature& corner) const;

  // Is the origin outside of a side, or on its line? Then the polygons do not overlap.
  bool apart_across(const BorderFeature& side) const;
  // Sign of the origin's place along a side, from a corner of the border.
  int along(const BorderFeature& side, const BorderFeature& from_corner) const {
    Vec2 p, q;
    direction(side, p, q);
    return sign_dot(b_.corner(from_corner.b), a_.corner(from_corner.a), p, q);
  }

 private:
  // A side goes along p - q.
  void direction(const BorderFeature& side, Vec2& p, Vec2& q) const;

  const RingView& a_;
  const RingView& b_;
};

}  // namespace scree::geometry
