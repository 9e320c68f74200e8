// A gap by way of its features. Most queries of a simulation are answered by the features of the
// step before; where these have changed, a search finds others; what cannot be proved there
// (parallel pieces, bodies that touch, deep overlaps) is computed from the poses alone. So the
// answer within reach never depends on the hint: see certain_link() and certain_overlap().
#include "geometry/convex/gap.hpp"

#include "geometry/convex/methods.hpp"
#include "geometry/convex/pair_frame.hpp"

namespace scree::geometry {
namespace {

// Without a hint: from the centres, or any direction where these are one.
Vec3 first_axis(const PairFrame& f) {
  const Vec3 v = f.size_a * f.a.centre() - (f.x + f.turn * (f.size_b * f.b.centre()));
  return norm2(v) > 0 ? v : Vec3{1, 0, 0};
}

void remember(const PlacedBody& a, const LinkFeatures& link, const Gap& gap, GapHint& hint) {
  hint.axis = a.turn * gap.normal;
  hint.feature_a = link.a;
  hint.feature_b = link.b;
}

}  // namespace

// Of bodies that overlap no plane has a gap. A link that rounding made up there is none.
static bool is_apart(const PlacedBody& a, const PlacedBody& b, const Gap& link) {
  // A link of 1e-8 of the size has a direction to 1e-8; certain_overlap() begins at 1e-7.
  const double slack = 5e-8 * (a.radius() + b.radius());
  return gap_along(a, b, link.normal, 0, 0).gap > link.distance - slack;
}

Gap careful_gap(const PlacedBody& a, const PlacedBody& b, GapHint& hint) {
  hint.found_by = FoundBy::fallback;
  GapHint fresh;
  const auto link = shortest_link(a, b, fresh);
  if (!link || !is_apart(a, b, *link)) return widest_plane(a, b, hint);
  hint.axis = link->normal;
  hint.feature_a = fresh.feature_a;
  hint.feature_b = fresh.feature_b;
  return *link;
}

Gap convex_gap(const PlacedBody& a, const PlacedBody& b, double reach, GapHint& hint) {
  const PairFrame f(a, b);
  Gap gap;
  if (certain_gap(f, hint.feature_a, hint.feature_b, gap)) {
    gap.iterations = 1;
    hint.axis = a.turn * gap.normal;
    hint.found_by = FoundBy::hint;
    return PairFrame::in_world(a, gap);
  }
  Vec3 axis;
  if (hint.axis == Vec3{}) {
    axis = first_axis(f);
  } else {
    const Vec3 n = a.turn.back(hint.axis);
    hint.corner_a = f.a.farthest(n, hint.corner_a < f.a.corners().size() ? hint.corner_a : 0);
    hint.corner_b =
        f.b.farthest(f.turn.back(-n), hint.corner_b < f.b.corners().size() ? hint.corner_b : 0);
    const Vec3 p = f.corner_a(hint.corner_a), q = f.corner_b(hint.corner_b);
    const double d = dot(n, q - p);
    if (d > reach) {
      hint.found_by = FoundBy::hint;
      return PairFrame::in_world(a, {d, n, p, q, 1});
    }
    axis = -n;
  }
  LinkFeatures link;
  if (search_link(f, axis, link) && certain_link(f, link.a, link.b, gap)) {
    gap.iterations = link.iterations;
    hint.found_by = FoundBy::search;
    remember(a, link, gap, hint);
    return PairFrame::in_world(a, gap);
  }
  return careful_gap(a, b, hint);
}

Gap convex_gap(const PlacedBody& a, const PlacedBody& b) {
  GapHint none;
  return convex_gap(a, b, 0, none);
}

}  // namespace scree::geometry
