// The methods of the paper at work: each finds the link of two bodies that are apart, in the frame
// of the pair, and leaves its corners and features in the hint. `axis`: the normal of the plane of
// the last step in that frame; zero: none. Nothing where a method did not come to a link.
#pragma once

#include "geometry/convex/pair_frame.hpp"

namespace scree::geometry {

struct MethodLink {
  Gap gap;
  bool certain = false;  // its features are proved; else no corner is nearer along it
};

std::optional<MethodLink> shortest_link_walk(const PairFrame& f, const Vec3& axis, GapHint& hint);
std::optional<MethodLink> fast_common_plane(const PairFrame& f, const Vec3& axis, GapHint& hint);
std::optional<MethodLink> turned_common_plane(const PairFrame& f, const Vec3& axis, GapHint& hint);

inline Vec3 first_normal(const PairFrame& f, const Vec3& axis) {
  if (axis != Vec3{}) return axis;
  const Vec3 n = f.second().centre() - f.first().centre();
  return norm2(n) > 0 ? normalized(n) : Vec3{1, 0, 0};
}
// A hint may have been kept for another body.
inline std::uint32_t known_corner(const Polyhedron& body, std::uint32_t corner) {
  return corner < body.corners().size() ? corner : 0;
}

}  // namespace scree::geometry
