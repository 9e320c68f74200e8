// The rigid motion that is taken off before an update charges what its sites moved.
#pragma once

#include <span>

#include "geometry/predicates/predicates.hpp"

namespace scree::geometry {

// Some frame that moves with the sites; any one is right, a good one charges less.
struct Frame {
  bool still = true;
  Vec3 from, to;
  Quat turn;
  Vec3 operator()(const Vec3& x) const { return still ? x : to + rotate(turn, x - from); }
};

// Fitted to some of the sites, in two rounds; none where it would not halve what is charged.
Frame frame_of(std::span<const Site> old, std::span<const Vec3> now);

}  // namespace scree::geometry
