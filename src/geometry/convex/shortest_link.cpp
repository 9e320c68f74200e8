// Gilbert, Johnson & Keerthi 1988 with climbing supports.
//
// The walk starts at the corners of the hint or, without one, at those that face each other, so
// that a cold answer depends on the poses alone. It ends when no corner of the difference lies
// nearer to the origin along -v than v itself by more than rounding: v is then the link.
#include <cmath>

#include "geometry/convex/feature.hpp"
#include "geometry/convex/gap.hpp"
#include "geometry/convex/pair_frame.hpp"
#include "geometry/convex/simplex.hpp"

namespace scree::geometry {
namespace {

constexpr int kMaxSteps = 100;
// Of the squared size of the bodies: below it the direction of the link is mostly rounding.
constexpr double kTouching = 1e-16;

// The same link from its features, where these are beyond doubt: the bits of every other way to it.
Gap as_certain(const PlacedBody& a, const PlacedBody& b, const Simplex& simplex, const Gap& found,
               GapHint& hint) {
  std::array<std::uint32_t, 4> of_a{}, of_b{};
  for (std::size_t k = 0; k < static_cast<std::size_t>(simplex.count); ++k) {
    of_a[k] = simplex.corner[k].a;
    of_b[k] = simplex.corner[k].b;
  }
  hint.feature_a = feature_of(*a.body, of_a.data(), simplex.count).code;
  hint.feature_b = feature_of(*b.body, of_b.data(), simplex.count).code;
  Gap certain;
  if (!certain_link(PairFrame(a, b), hint.feature_a, hint.feature_b, certain)) return found;
  certain.iterations = found.iterations;
  return PairFrame::in_world(a, certain);
}

}  // namespace

std::optional<Gap> shortest_link(const PlacedBody& a, const PlacedBody& b, GapHint& hint) {
  const double size = a.radius() + b.radius();
  const double least = kTouching * size * size;
  Vec3 v = hint.axis == Vec3{} ? a.centre() - b.centre() : -hint.axis;
  if (!(norm2(v) > 0)) v = {1, 0, 0};
  Simplex simplex;
  std::uint32_t i = hint.corner_a, j = hint.corner_b;
  double best = 1e300;
  for (int step = 1; step <= kMaxSteps; ++step) {
    i = a.farthest(-v, i);
    j = b.farthest(v, j);
    const Vec3 w = a.corner(i) - b.corner(j);
    const double v2 = norm2(v);
    const bool settled =
        simplex.count > 0 && (v2 - dot(v, w) <= 1e-15 * (v2 + size * std::sqrt(v2)) ||
                              simplex.has(i, j) || !(v2 < best));
    if (settled) {
      Gap out;
      out.distance = std::sqrt(v2);
      out.normal = (-1 / out.distance) * v;
      for (int k = 0; k < simplex.count; ++k) {
        const auto c = static_cast<std::size_t>(k);
        out.on_a += simplex.share[c] * a.corner(simplex.corner[c].a);
        out.on_b += simplex.share[c] * b.corner(simplex.corner[c].b);
      }
      out.iterations = step;
      hint = {out.normal, i, j};
      return as_certain(a, b, simplex, out, hint);
    }
    if (simplex.count > 0) best = v2;
    simplex.corner[static_cast<std::size_t>(simplex.count++)] = {w, i, j};
    v = simplex.nearest();
    if (simplex.count == 4 || norm2(v) <= least) break;  // inside, or too near to tell
  }
  return std::nullopt;
}

}  // namespace scree::geometry
