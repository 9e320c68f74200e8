#include "geometry/convex/methods.hpp"

#include <cmath>
#include <limits>

#include "geometry/convex/link_methods.hpp"

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

namespace {

// How far bodies that overlap are moved apart, of their radii: little enough that the pieces that
// face each other stay the same, and far more than rounding.
constexpr double kMovedApart = 1e-4;

std::optional<MethodLink> link_by(GapMethod method, const PairFrame& f, const Vec3& axis,
                                  GapHint& hint) {
  switch (method) {
    case GapMethod::slm:
      return shortest_link_walk(f, axis, hint);
    case GapMethod::fcp:
      return fast_common_plane(f, axis, hint);
    case GapMethod::cp:
      return turned_common_plane(f, axis, hint);
    case GapMethod::gjk:
      break;
  }
  return std::nullopt;
}

// What the paper's methods come to by themselves.
std::optional<MethodLink> gap_by(GapMethod method, const PairFrame& f, const Vec3& axis,
                                 GapHint& hint) {
  MethodLink facet{{}, true};
  // The walk begins at the pieces of the last step. Where its ends only slide on these, they tell
  // the link, and their proof is the second round, which would find both ends at rest.
  if (method == GapMethod::slm && certain_gap(f, hint.feature_a, hint.feature_b, facet.gap)) {
    facet.gap.iterations = 2;
    return facet;
  }
  if (axis == Vec3{}) return link_by(method, f, axis, hint);
  // By the corners of the last step first: while they are apart, nothing more is asked.
  const std::uint32_t i = known_corner(f.a, hint.corner_a), j = known_corner(f.b, hint.corner_b);
  if (dot(axis, f.corner_b(j) - f.corner_a(i)) > 0) {
    const std::optional<MethodLink> found = link_by(method, f, axis, hint);
    if (found) return found;
  }
  const Vec3 p = f.corner_a(f.a.farthest(axis, i));
  const Vec3 q = f.corner_b(f.b.farthest(f.turn.back(-axis), j));
  const double gap = dot(axis, q - p);
  if (gap > 0) return std::nullopt;
  PairFrame apart = f;
  apart.x += (kMovedApart * f.radii - gap) * axis;
  const std::optional<MethodLink> found = link_by(method, apart, axis, hint);
  if (!found || !certain_gap(f, hint.feature_a, hint.feature_b, facet.gap)) return std::nullopt;
  facet.gap.iterations = found->gap.iterations;
  return facet;
}

}  // namespace

MethodGap convex_gap_by(GapMethod method, const PlacedBody& a, const PlacedBody& b, GapHint& hint) {
  if (method == GapMethod::gjk)
    return {convex_gap(a, b, std::numeric_limits<double>::infinity(), hint), true};
  const PairFrame f(a, b);
  // A link shorter than this has no direction but rounding.
  const double touching = 1e-8 * f.radii;
  const std::optional<MethodLink> found = gap_by(method, f, a.turn.back(hint.axis), hint);
  if (found && (found->certain || found->gap.distance > touching)) {
    hint.axis = a.turn * found->gap.normal;
    return {PairFrame::in_world(a, found->gap), true};
  }
  return {careful_gap(a, b, hint), false};
}

Gap convex_gap_by(GapMethod method, const PlacedBody& a, const PlacedBody& b, double reach,
                  GapHint& hint) {
  if (method == GapMethod::gjk) return convex_gap(a, b, reach, hint);
  const bool warm = hint.axis != Vec3{};
  const PairFrame f(a, b);
  const std::optional<MethodLink> found = gap_by(method, f, a.turn.back(hint.axis), hint);
  // Of several links one is as good as another where nothing touches; the slack is far above what
  // two ways of computing a distance differ by.
  if (found && (found->certain || found->gap.distance > reach + 1e-6 * f.radii)) {
    hint.axis = a.turn * found->gap.normal;
    hint.found_by = warm ? FoundBy::hint : FoundBy::search;
    return PairFrame::in_world(a, found->gap);
  }
  Gap gap = careful_gap(a, b, hint);
  if (found) gap.iterations = found->gap.iterations;
  return gap;
}

}  // namespace scree::geometry
