#include "geometry/convex/methods.hpp"

#include <cmath>
#include <limits>

#include "geometry/convex/pair_frame.hpp"

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

// What the paper's methods come to by themselves.
std::optional<Gap> link_by(GapMethod method, const PlacedBody& a, const PlacedBody& b,
                           GapHint& hint) {
  switch (method) {
    case GapMethod::slm:
      return shortest_link_walk(a, b, hint);
    case GapMethod::fcp:
      return fast_common_plane(a, b, hint);
    case GapMethod::cp:
      return turned_common_plane(a, b, hint);
    case GapMethod::gjk:
      break;
  }
  return std::nullopt;
}

}  // namespace

MethodGap convex_gap_by(GapMethod method, const PlacedBody& a, const PlacedBody& b, GapHint& hint) {
  if (method == GapMethod::gjk)
    return {convex_gap(a, b, std::numeric_limits<double>::infinity(), hint), true};
  // A link shorter than this has no direction but rounding.
  const double touching = 1e-8 * (a.radius() + b.radius());
  const std::optional<Gap> found = link_by(method, a, b, hint);
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

Gap convex_gap_by(GapMethod method, const PlacedBody& a, const PlacedBody& b, double reach,
                  GapHint& hint) {
  if (method == GapMethod::gjk) return convex_gap(a, b, reach, hint);
  const bool warm = hint.axis != Vec3{};
  const std::optional<Gap> found = link_by(method, a, b, hint);
  Gap gap;
  if (found && certain_link(PairFrame(a, b), hint.feature_a, hint.feature_b, gap)) {
    gap.iterations = found->iterations;
    hint.found_by = warm ? FoundBy::hint : FoundBy::search;
    return PairFrame::in_world(a, gap);
  }
  // Of several links one is as good as another where nothing touches; the slack is far above what
  // two ways of computing a distance differ by.
  if (found && found->distance > reach + 1e-6 * (a.radius() + b.radius())) {
    hint.found_by = warm ? FoundBy::hint : FoundBy::search;
    return *found;
  }
  gap = careful_gap(a, b, hint);
  if (found) gap.iterations = found->iterations;
  return gap;
}

}  // namespace scree::geometry
