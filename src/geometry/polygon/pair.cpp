#include "geometry/polygon/pair.hpp"

namespace scree::geometry {
namespace {

std::uint32_t lowest_corner(const RingView& r) {
  std::uint32_t best = 0;
  for (std::uint32_t k = 1; k < r.size(); ++k)
    if (lower(r.corner(k), r.corner(best))) best = k;
  return best;
}

// Corners in their order from the lowest one: -1, 0 (the same polygon) or 1.
int compare(const RingView& a, const RingView& b) {
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  std::uint32_t i = lowest_corner(a), j = lowest_corner(b);
  for (std::uint32_t k = 0; k < a.size(); ++k, i = a.next(i), j = b.next(j)) {
    const Vec2 p = a.corner(i), q = b.corner(j);
    if (p != q) return lower(p, q) ? -1 : 1;
  }
  return 0;
}

}  // namespace

std::uint32_t RingView::farthest(const Vec2& u, std::uint32_t from) const {
  std::uint32_t at = from;
  double height = dot(u, corner(at));
  for (const bool forward : {true, false}) {
    for (std::uint32_t step = 0; step < count_; ++step) {
      const std::uint32_t to = forward ? next(at) : previous(at);
      const double h = dot(u, corner(to));
      if (!(h > height)) break;
      at = to;
      height = h;
    }
  }
  return at;
}

std::uint32_t RingView::farthest_out(const Vec2& start, const Vec2& end, std::uint32_t from) const {
  // The height of corner q over p, outwards, is (end - start) x (p - q).
  const auto above = [&](std::uint32_t q, std::uint32_t p) {
    return sign_cross(end, start, corner(p), corner(q)) > 0;
  };
  std::uint32_t at = from;
  for (const bool forward : {true, false}) {
    for (std::uint32_t step = 0; step < count_; ++step) {
      const std::uint32_t to = forward ? next(at) : previous(at);
      if (!above(to, at)) break;
      at = to;
    }
  }
  return at;
}

PolygonPair::PolygonPair(const PlacedPolygon& a, const PlacedPolygon& b)
    : origin_(0.5 * (a.x + b.x)),
      a_(a, origin_),
      b_(b, origin_),
      centres_((b.x - origin_ + rotate(b.turn, b.body->centroid())) -
               (a.x - origin_ + rotate(a.turn, a.body->centroid()))) {}

int PolygonPair::shifted() const {
  if (centres_ != Vec2{}) return lower(Vec2{}, centres_) ? 1 : -1;
  return compare(a_, b_) <= 0 ? 1 : -1;
}

// The side of the line from -> to on which the infinitesimal shift (e, e^2) of a point leads.
bool PolygonPair::shifted_left(int which, const Vec2& from, const Vec2& to) const {
  const bool left = to.y != from.y ? to.y < from.y : to.x > from.x;
  // Points of b move by the shift where b is shifted, and against it where a is.
  const bool along = (shifted() > 0) == (which == 0);
  return along ? left : !left;
}

}  // namespace scree::geometry
