// The common plane by its definition: the plane with the greatest gap.
//
// cp turns the plane by an angle about two axes across its normal, to either side, keeps a turn
// that widens the gap and halves the angle where none does (Cundall 1988). The gap has ridges, on
// which a search along fixed axes gets stuck: the axes are turned in each round. The last digits
// come from the link between the corners that it ends at.
//
// fcp takes the best of a few planes: across the line between the two corners that are nearest to
// the plane of now, along the faces that meet there, along one edge of each, and across the
// perpendicular from a corner to an edge of the other body; until none has a wider gap (Nezami et
// al. 2004).
#include <cmath>

#include "geometry/convex/methods.hpp"
#include "geometry/convex/surface_point.hpp"

namespace scree::geometry {
namespace {

constexpr int kMaxRounds = 400;
constexpr double kFirstAngle = 0.1, kLastAngle = 1e-6;

// The link between the two bodies near the plane that a method has come to.
std::optional<Gap> link_across(const PlacedBody& a, const PlacedBody& b, GapHint& hint,
                               int rounds) {
  std::optional<Gap> link = shortest_link_walk(a, b, hint);
  if (link) link->iterations = rounds;
  return link;
}

Vec3 first_normal(const PlacedBody& a, const PlacedBody& b, const GapHint& hint) {
  if (hint.axis != Vec3{}) return hint.axis;
  const Vec3 n = b.centre() - a.centre();
  return norm2(n) > 0 ? normalized(n) : Vec3{1, 0, 0};
}

}  // namespace

std::optional<Gap> turned_common_plane(const PlacedBody& a, const PlacedBody& b, GapHint& hint) {
  Vec3 n = first_normal(a, b, hint);
  PlaneGap best = gap_along(a, b, n, hint.corner_a, hint.corner_b);
  double angle = kFirstAngle;
  int rounds = 0;
  Vec3 u = any_perpendicular(n);
  while (angle > kLastAngle && rounds < kMaxRounds) {
    ++rounds;
    const Vec3 v = cross(n, u);
    bool wider = false;
    for (const Vec3& turn : {u, v, -u, -v}) {
      const Vec3 tried = normalized(n + angle * turn);
      const PlaneGap gap = gap_along(a, b, tried, best.a, best.b);
      if (!(gap.gap > best.gap)) continue;
      best = gap;
      n = tried;
      wider = true;
      break;
    }
    if (!wider) angle *= 0.5;
    // A third of a right angle on: the axes come back to themselves after three rounds.
    const Vec3 w = cross(n, u);
    u = normalized(0.8660254037844386 * (u - dot(u, n) * n) + 0.5 * w);
  }
  hint.axis = n;
  hint.corner_a = best.a;
  hint.corner_b = best.b;
  if (!(best.gap > 0)) return std::nullopt;
  return link_across(a, b, hint, rounds);
}

std::optional<Gap> fast_common_plane(const PlacedBody& a, const PlacedBody& b, GapHint& hint) {
  Vec3 n = first_normal(a, b, hint);
  PlaneGap best = gap_along(a, b, n, hint.corner_a, hint.corner_b);
  int rounds = 0;
  for (bool wider = true; wider && rounds < kMaxRounds;) {
    wider = false;
    ++rounds;
    const std::uint32_t i = best.a, j = best.b;
    const Vec3 p = a.corner(i), q = b.corner(j);
    const Vec3 between = q - p;
    const auto try_normal = [&](const Vec3& direction) {
      const double l2 = norm2(direction);
      if (!(l2 > 0)) return;
      const double along = dot(direction, between);
      // Its gap is at most that of the two corners at hand: most candidates end here.
      if (!(along * along > best.gap * best.gap * l2) && best.gap > 0) return;
      const Vec3 tried = (along < 0 ? -1 : 1) / std::sqrt(l2) * direction;
      const PlaneGap gap = gap_along(a, b, tried, i, j);
      if (!(gap.gap > best.gap * (1 + 1e-15))) return;
      best = gap;
      n = tried;
      wider = true;
    };
    try_normal(between);
    for (const std::uint32_t f : a.body->faces_of(i)) try_normal(a.plane(f).normal);
    for (const std::uint32_t f : b.body->faces_of(j)) try_normal(b.plane(f).normal);
    for (const std::uint32_t k : a.body->neighbours(i)) {
      const Vec3 u = a.corner(k) - p;
      try_normal(between - (dot(between, u) / norm2(u)) * u);
      for (const std::uint32_t m : b.body->neighbours(j)) try_normal(cross(u, b.corner(m) - q));
    }
    for (const std::uint32_t m : b.body->neighbours(j)) {
      const Vec3 v = b.corner(m) - q;
      try_normal(between - (dot(between, v) / norm2(v)) * v);
    }
  }
  hint.axis = n;
  hint.corner_a = best.a;
  hint.corner_b = best.b;
  if (!(best.gap > 0)) return std::nullopt;
  return link_across(a, b, hint, rounds);
}

}  // namespace scree::geometry
