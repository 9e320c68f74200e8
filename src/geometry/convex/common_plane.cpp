// The common plane by its definition: the plane with the greatest gap.
//
// cp turns the plane by an angle about two axes across its normal, to either side, keeps a turn
// that widens the gap and halves the angle where none does (Cundall 1988). The gap has ridges, on
// which a search along fixed axes gets stuck: the axes are turned in each round. The last digits
// come from the link between the corners that it ends at.
#include <cmath>

#include "geometry/convex/link_methods.hpp"
#include "geometry/convex/methods.hpp"

namespace scree::geometry {
namespace {

constexpr int kMaxRounds = 400;
constexpr double kFirstAngle = 0.1, kLastAngle = 1e-6;

}  // namespace

std::optional<MethodLink> turned_common_plane(const PairFrame& f, const Vec3& axis, GapHint& hint) {
  const PlacedBody a = f.first(), b = f.second();
  Vec3 n = first_normal(f, axis);
  PlaneGap best =
      gap_along(a, b, n, known_corner(f.a, hint.corner_a), known_corner(f.b, hint.corner_b));
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
  hint.corner_a = best.a;
  hint.corner_b = best.b;
  if (!(best.gap > 0)) return std::nullopt;
  std::optional<MethodLink> link = shortest_link_walk(f, n, hint);
  if (link) link->gap.iterations = rounds;
  return link;
}

}  // namespace scree::geometry
