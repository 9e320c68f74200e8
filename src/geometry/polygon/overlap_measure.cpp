#include <algorithm>

#include "geometry/polygon/difference_border.hpp"
#include "geometry/polygon/overlap.hpp"

namespace scree::geometry {
namespace {

// Sums start at the lowest corner, of equal ones at the first: the same order whatever the walk
// began with and whichever polygon is called a.
void begin_at_lowest(std::vector<OverlapCorner>& c) {
  std::size_t best = 0;
  for (std::size_t k = 1; k < c.size(); ++k)
    if (lower(c[k].x, c[best].x)) best = k;
  for (std::size_t back = 1; back < c.size(); ++back) {
    const std::size_t before = (best + c.size() - 1) % c.size();
    if (c[before].x != c[best].x) break;
    best = before;
  }
  std::rotate(c.begin(), c.begin() + static_cast<std::ptrdiff_t>(best), c.end());
}

// Does a side of a polygon lie in a side of the other?
bool coincides(const PolygonPair& pair, const OverlapCorner& piece) {
  const RingView &own = pair.ring(piece.owner), &other = pair.ring(1 - piece.owner);
  const Vec2 from = own.corner(piece.side), to = own.corner(own.next(piece.side));
  const std::uint32_t k = other.farthest_out(from, to, 0);
  if (side_of(from, to, other.corner(k)) != 0) return false;
  return side_of(from, to, other.corner(other.next(k))) == 0 ||
         side_of(from, to, other.corner(other.previous(k))) == 0;
}

struct BorderSums {
  Vec2 lo, hi;  // the box around the corners
  double twice_area = 0;
  Vec2 first;    // of the area, times 6
  Vec2 along_a;  // along the border that is a's alone
  Vec2 along_b;
};

BorderSums border_sums(const PolygonPair& pair, const OverlapBorder& border) {
  BorderSums s;
  const auto& c = border.corners;
  const Vec2 o = c[0].x;
  s.lo = s.hi = o;
  for (std::size_t k = 0; k < c.size(); ++k) {
    s.lo = {std::min(s.lo.x, c[k].x.x), std::min(s.lo.y, c[k].x.y)};
    s.hi = {std::max(s.hi.x, c[k].x.x), std::max(s.hi.y, c[k].x.y)};
    const Vec2 p = c[k].x - o, q = c[k + 1 == c.size() ? 0 : k + 1].x - o;
    const double t = cross(p, q);
    s.twice_area += t;
    s.first += t * (p + q);
    if (border.tie && coincides(pair, c[k])) continue;
    (c[k].owner == 0 ? s.along_a : s.along_b) += q - p;
  }
  return s;
}

Vec2 centroid_of(const Vec2& o, const BorderSums& s) {
  const Vec2 &lo = s.lo, &hi = s.hi;
  if (!(s.twice_area > 0)) return 0.5 * (lo + hi);
  const Vec2 at = o + s.first / (3 * s.twice_area);
  // Of an overlap that is thinner than rounding the quotient may be anything.
  return {std::clamp(at.x, lo.x, hi.x), std::clamp(at.y, lo.y, hi.y)};
}

// Between the crossing points where there are two; else, or where sides coincide and both points
// lie on one of them, through the centroid.
void put_contact_line(const OverlapBorder& border, PolygonGap& out) {
  const Vec2 along = outward(out.normal);
  const double apart =
      border.crossings.size() == 2 ? dot(along, border.crossings[1] - border.crossings[0]) : 0;
  if (apart != 0) {
    out.line[0] = border.crossings[apart > 0 ? 0 : 1];
    out.line[1] = border.crossings[apart > 0 ? 1 : 0];
  } else {
    const Vec2 half = (0.5 * out.length) * along;
    out.line[0] = out.centroid - half;
    out.line[1] = out.centroid + half;
  }
}

// Corners come stretch by stretch, each with the crossing that it begins with.
OverlapForm form_of_overlap(const OverlapBorder& border) {
  OverlapForm out;
  const auto& c = border.corners;
  if (border.crossings.size() != 2) return out;
  out.known = true;
  for (std::size_t k = 0; k < c.size(); ++k) {
    const bool first = c[k == 0 ? c.size() - 1 : k - 1].owner != c[k].owner;
    if (c[k].owner == 0)
      first ? void(out.enter_a = c[k].side) : void(++out.inside_a);
    else
      first ? void(out.enter_b = c[k].side) : void(++out.inside_b);
  }
  return out;
}

}  // namespace

void measure_overlap(const PolygonPair& pair, OverlapBorder& border, PolygonGap& out) {
  begin_at_lowest(border.corners);
  const BorderSums s = border_sums(pair, border);
  out.overlap = true;
  out.area = std::max(0.0, 0.5 * s.twice_area);
  out.centroid = centroid_of(border.corners[0].x, s);
  out.crossings = static_cast<int>(border.crossings.size());
  out.form = form_of_overlap(border);
  const Vec2 twice = s.along_a - s.along_b;
  out.length = 0.5 * norm(twice);
  // Bars that cross, or one polygon within the other, push to no side.
  constexpr double kNoDirection = 1e-9;
  out.normal = out.length > kNoDirection * ((s.hi.x - s.lo.x) + (s.hi.y - s.lo.y))
                   ? normalized(outward(twice))
                   : parting_normal(pair);
  double lo = dot(out.normal, border.corners[0].x), hi = lo;
  for (const OverlapCorner& c : border.corners) {
    const double h = dot(out.normal, c.x);
    lo = std::min(lo, h);
    hi = std::max(hi, h);
  }
  const double at = dot(out.normal, out.centroid);
  out.depth = hi - lo;
  out.on_a = out.centroid + (hi - at) * out.normal;
  out.on_b = out.centroid + (lo - at) * out.normal;
  put_contact_line(border, out);
}

Vec2 parting_normal(const PolygonPair& pair) {
  const DifferenceBorder border(pair);
  const RingView &a = pair.a(), &b = pair.b();
  const double sign = pair.shifted();
  double best = 0;
  Vec2 normal{};
  BorderFeature side = border.at_side_of_a(0, 0);
  for (std::uint32_t k = 0; k < border.size(); ++k) {
    Vec2 along{};
    if (side.kind != BorderFeature::Kind::side_b)
      along += a.corner(a.next(side.a)) - a.corner(side.a);
    if (side.kind != BorderFeature::Kind::side_a)
      along += b.corner(side.b) - b.corner(b.next(side.b));
    const Vec2 n = normalized(outward(along));
    const double inside = dot(n, a.corner(side.a) - b.corner(side.b));
    const bool first = normal == Vec2{};
    // Of equal ones the same whichever polygon is called a.
    if (first || inside < best || (inside == best && lower(sign * normal, sign * n))) {
      best = inside;
      normal = n;
    }
    side = border.side_after(border.end(side));
  }
  return normal;
}

}  // namespace scree::geometry
