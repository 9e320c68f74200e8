#include "geometry/convex/methods.hpp"

#include <cmath>
#include <limits>

namespace scree::geometry {

PlaneGap gap_along(const PlacedBody& a, const PlacedBody& b, const Vec3& n, std::uint32_t from_a,
                   std::uint32_t from_b) {
  PlaneGap out;
  out.a = a.farthest(n, from_a);
  out.b = b.farthest(-n, from_b);
  out.gap = dot(n, b.corner(out.b) - a.corner(out.a));
  return out;
}

bool proves(const PlacedBody& a, const PlacedBody& b, const Gap& link, GapHint& hint) {
  const PlaneGap plane = gap_along(a, b, link.normal, hint.corner_a, hint.corner_b);
  hint.axis = link.normal;
  hint.corner_a = plane.a;
  hint.corner_b = plane.b;
  // Coordinates of this size round to 1e-16 of it; a link of length d turns by that over d.
  const double size = a.radius() + b.radius() + norm(a.x - b.x);
  return link.distance - plane.gap <= 1e-14 * size * (1 + size / link.distance);
}

MethodGap convex_gap_by(GapMethod method, const PlacedBody& a, const PlacedBody& b, GapHint& hint) {
  // A link shorter than this has no direction but rounding.
  const double touching = 1e-8 * (a.radius() + b.radius());
  std::optional<Gap> found;
  switch (method) {
    case GapMethod::gjk:
      return {convex_gap(a, b, std::numeric_limits<double>::infinity(), hint), true};
    case GapMethod::slm:
      found = shortest_link_walk(a, b, hint);
      break;
    case GapMethod::fcp:
      found = fast_common_plane(a, b, hint);
      break;
    case GapMethod::cp:
      found = turned_common_plane(a, b, hint);
      break;
  }
  if (found && found->distance > touching) return {*found, true};
  GapHint fresh;
  if (const auto link = shortest_link(a, b, fresh); link && link->distance > touching) {
    hint = fresh;
    return {*link, false};
  }
  const Gap widest = widest_plane(a, b);
  hint = {};
  hint.axis = widest.normal;
  return {widest, false};
}

}  // namespace scree::geometry
