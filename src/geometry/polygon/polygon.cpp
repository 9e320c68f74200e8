#include "geometry/polygon/polygon.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "geometry/convex/clip_ring.hpp"
#include "geometry/predicates/predicates.hpp"

namespace scree::geometry {
namespace {

// A corner of the input with its number there, for messages.
struct GivenCorner {
  Vec2 x;
  std::size_t number;
};

std::vector<GivenCorner> without_repeats(std::span<const Vec2> points) {
  std::vector<GivenCorner> out;
  for (std::size_t k = 0; k < points.size(); ++k)
    if (out.empty() || out.back().x != points[k]) out.push_back({points[k], k});
  while (out.size() > 1 && out.back().x == out.front().x) out.pop_back();
  return out;
}

double size_of(std::span<const Vec2> points) {
  Vec2 lo = points[0], hi = points[0];
  for (const Vec2& p : points) {
    lo = {std::min(lo.x, p.x), std::min(lo.y, p.y)};
    hi = {std::max(hi.x, p.x), std::max(hi.y, p.y)};
  }
  return std::max(hi.x - lo.x, hi.y - lo.y);
}

// Between its neighbours and so near to the line through them that it is not a corner.
bool straight(const Vec2& before, const Vec2& at, const Vec2& after, double slack) {
  const Vec2 chord = after - before;
  const double height = cross(chord, at - before);
  return std::abs(height) <= slack * norm(chord) && dot(at - before, after - at) > 0;
}

// Until no corner is left that lies straight between its neighbours.
void drop_straight(std::vector<GivenCorner>& ring, double slack) {
  for (bool again = true; again && ring.size() >= 3;) {
    again = false;
    for (std::size_t k = 0; k < ring.size() && ring.size() >= 3;) {
      const GivenCorner &before = ring[(k + ring.size() - 1) % ring.size()],
                        &after = ring[(k + 1) % ring.size()];
      if (straight(before.x, ring[k].x, after.x, slack)) {
        ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(k));
        again = true;
      } else {
        ++k;
      }
    }
  }
}

// How often the sides turn about once: 1 for a simple polygon whose corners are all left turns.
int turns_around(const std::vector<GivenCorner>& ring) {
  int count = 0;
  const auto upward = [&](std::size_t k) {
    const Vec2 &from = ring[k % ring.size()].x, &to = ring[(k + 1) % ring.size()].x;
    return to.y > from.y || (to.y == from.y && to.x > from.x);
  };
  for (std::size_t k = 0; k < ring.size(); ++k) count += !upward(k) && upward(k + 1) ? 1 : 0;
  return count;
}

Error unusable_corner(std::size_t k, const Vec2& p) {
  return {"E0461",
          fmt::format("vertex {} ({}, {}) cannot be used", k, p.x, p.y),
          {},
          "give finite coordinates that are 0 or of a size between 1e-44 and 1e60",
          {}};
}

Error no_area() {
  return {"E0460",
          "these vertices enclose no area",
          {},
          "a polygon has three corners at least that are not in line",
          {}};
}

}  // namespace

Result<Polygon> Polygon::make(std::span<const Vec2> points, double flat) {
  for (std::size_t k = 0; k < points.size(); ++k)
    if (!in_exact_domain({{points[k].x, points[k].y, 0}, 0})) return unusable_corner(k, points[k]);
  if (points.size() < 3) return no_area();
  std::vector<GivenCorner> ring = without_repeats(points);
  drop_straight(ring, flat * size_of(points));
  if (ring.size() < 3) return no_area();
  int left = 0, right = 0;
  std::size_t reflex = 0, convex = 0;
  for (std::size_t k = 0; k < ring.size(); ++k) {
    const std::size_t at = (k + 1) % ring.size();
    const int turn = side_of(ring[k].x, ring[at].x, ring[(k + 2) % ring.size()].x);
    if (turn > 0) ++left, convex = ring[at].number;
    if (turn <= 0) ++right, reflex = ring[at].number;
  }
  if (left == 0)
    return Error{
        "E0463", "the vertices go round clockwise", {}, "list them in the other order", {}};
  if (right > 0)
    return Error{
        "E0462",
        fmt::format("the polygon is not convex at vertex {}", left >= right ? reflex : convex),
        {},
        "take its hull, or put it together from convex polygons",
        {}};
  if (turns_around(ring) != 1)
    return Error{"E0462",
                 "the polygon goes round more than once",
                 {},
                 "list its corners in the order in which they follow each other",
                 {}};
  Polygon p;
  for (const GivenCorner& c : ring) p.corners_.push_back(c.x);
  p.measure();
  return p;
}

// Triangles from the first corner: nothing cancels where a small polygon is far from the origin.
void Polygon::measure() {
  const Vec2 o = corners_[0];
  double twice = 0;
  Vec2 first{};
  for (std::uint32_t k = 1; k + 1 < size(); ++k) {
    const Vec2 p = corners_[k] - o, q = corners_[k + 1] - o;
    const double t = cross(p, q);
    twice += t;
    first += t * (p + q);
  }
  area_ = 0.5 * twice;
  const Vec2 centre = first / (3 * twice);  // from o
  centroid_ = o + centre;
  moment_ = 0;
  radius_ = perimeter_ = 0;
  inner_ = HUGE_VAL;
  for (std::uint32_t k = 0; k < size(); ++k) {
    const Vec2 p = (corners_[k] - o) - centre, q = (corners_[next(k)] - o) - centre;
    moment_ += cross(p, q) * (norm2(p) + dot(p, q) + norm2(q)) / 12;
    radius_ = std::max(radius_, norm(p));
    const double length = norm(q - p);
    perimeter_ += length;
    inner_ = std::min(inner_, cross(p, q) / length);
  }
}

Polygon Polygon::centred() const {
  Polygon out = *this;
  for (Vec2& c : out.corners_) c = c - centroid_;
  out.measure();
  return out;
}

Polygon Polygon::scaled(double by) const {
  Polygon out = *this;
  for (Vec2& c : out.corners_) c = by * c;
  out.measure();
  return out;
}

// Cut by the line of every side, moved inwards.
Result<Polygon> Polygon::eroded(double by) const {
  std::vector<Vec2> ring(corners_), cut;
  for (std::uint32_t k = 0; k < size(); ++k) {
    const Vec2 from = corners_[k], out = normalized(outward(corners_[next(k)] - from));
    cut.resize(ring.size() + 1);
    const int kept = clip_ring(
        ring.data(), static_cast<int>(ring.size()), cut.data(),
        [&](const Vec2& p) { return -by - dot(out, p - from); },
        [](const Vec2& p, const Vec2& q, double t) { return p + t * (q - p); });
    cut.resize(static_cast<std::size_t>(kept));
    ring.swap(cut);
  }
  return make(ring);
}

}  // namespace scree::geometry
