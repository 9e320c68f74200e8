// Point by point: the triangles that a new point sees are replaced by those between the point and
// the border of what it sees. "Sees" is strict, by the exact sign of orient3d: a point in the plane
// of a triangle does not see it. A border edge u, v is never in line with the point (the point
// would lie in the planes of both triangles at the edge and see neither), so no triangle is flat.
//
// Every point that is not added yet waits at one triangle that it sees; the others that it sees
// hang together with that one. When the triangle goes, the point waits at one of the new triangles.
// If it sees none of them it lies inside for ever: the line from the lost triangle to the point
// leaves the hull, and not through an old triangle, for all of those lie below the lost one (Barber
// et al. 1996). 10^5 points on a sphere take half a second, in the order of x as well; the points
// of a circle in their order take the square.
#include "geometry/convex/hull.hpp"

#include <algorithm>
#include <optional>

#include "geometry/predicates/predicates.hpp"

namespace scree::geometry {
namespace {

using Points = std::span<const Vec3>;

// The four points that the hull starts from, seen counter-clockwise from outside; far apart, so
// that few triangles are made in vain.
std::optional<std::array<std::uint32_t, 4>> first_tetrahedron(Points p) {
  const auto n = static_cast<std::uint32_t>(p.size());
  const auto farthest = [&](const auto& measure) {
    std::uint32_t best = 0;
    double most = -1;
    for (std::uint32_t k = 0; k < n; ++k)
      if (const double m = measure(p[k]); m > most) most = m, best = k;
    return best;
  };
  const std::uint32_t a = farthest([&](const Vec3& x) { return norm2(x - p[0]); });
  const std::uint32_t b = farthest([&](const Vec3& x) { return norm2(x - p[a]); });
  std::uint32_t c = farthest([&](const Vec3& x) { return norm2(cross(x - p[a], p[b] - p[a])); });
  // Rounding may prefer a point that is exactly in line, or in the plane.
  for (std::uint32_t k = 0; k < n && collinear(p[a], p[b], p[c]); ++k) c = k;
  if (collinear(p[a], p[b], p[c])) return std::nullopt;
  const Vec3 normal = cross(p[b] - p[a], p[c] - p[a]);
  std::uint32_t d = farthest([&](const Vec3& x) {
    const double h = dot(x - p[a], normal);
    return h < 0 ? -h : h;
  });
  for (std::uint32_t k = 0; k < n && orient3d(p[a], p[b], p[c], p[d]) == 0; ++k) d = k;
  const int side = orient3d(p[a], p[b], p[c], p[d]);
  if (side == 0) return std::nullopt;
  if (side > 0) return std::array{a, c, b, d};  // d must not see the first triangle
  return std::array{a, b, c, d};
}

class Builder {
 public:
  Builder(Points points, const std::array<std::uint32_t, 4>& t) : p_(points) {
    waits_at_.assign(p_.size(), kNone);
    next_waiting_.assign(p_.size(), kNone);
    begins_at_.assign(p_.size(), kNone);
    triangles_ = {{{t[0], t[1], t[2]}, {1, 2, 3}},
                  {{t[0], t[3], t[1]}, {3, 2, 0}},
                  {{t[1], t[3], t[2]}, {1, 3, 0}},
                  {{t[2], t[3], t[0]}, {2, 1, 0}}};
    made_ = {0, 1, 2, 3};
    for (std::uint32_t k = 0; k < p_.size(); ++k) wait_at_one_of_the_new(k);
  }
  void add(std::uint32_t point) {
    if (waits_at_[point] == kNone) return;
    find_seen(point);
    std::vector<std::uint32_t> homeless;
    for (const std::uint32_t t : seen_) {
      for (std::uint32_t q = triangles_[t].first_waiting; q != kNone; q = next_waiting_[q])
        if (q != point) homeless.push_back(q);
      triangles_[t].corner = kRemoved;
      free_.push_back(t);
    }
    close_with(point);
    waits_at_[point] = kNone;
    for (const std::uint32_t q : homeless) wait_at_one_of_the_new(q);
  }
  std::vector<HullTriangle> take() {
    std::vector<HullTriangle> out;
    for (Triangle& t : triangles_) {
      if (t.corner == kRemoved) continue;
      std::rotate(t.corner.begin(), std::min_element(t.corner.begin(), t.corner.end()),
                  t.corner.end());
      out.push_back(t.corner);
    }
    std::sort(out.begin(), out.end());
    return out;
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffu;
  static constexpr HullTriangle kRemoved{kNone, kNone, kNone};
  struct Triangle {
    HullTriangle corner;
    std::array<std::uint32_t, 3> across;  // triangle over the edge from corner k to corner k + 1
    std::uint32_t first_waiting = kNone;  // of the points that wait here
    std::uint32_t asked_by = kNone;       // the point that last came by
    bool seen = false;                    // by that one
  };
  struct BorderEdge {
    std::uint32_t from, to, outside;
  };

  bool sees(std::uint32_t point, const Triangle& t) const {
    return orient3d(p_[t.corner[0]], p_[t.corner[1]], p_[t.corner[2]], p_[point]) > 0;
  }
  bool asked(std::uint32_t point, std::uint32_t number) {
    Triangle& t = triangles_[number];
    if (t.asked_by != point) t.asked_by = point, t.seen = sees(point, t);
    return t.seen;
  }
  // What the point sees hangs together: from the triangle at which it waits outwards.
  void find_seen(std::uint32_t point) {
    border_.clear();
    seen_ = {waits_at_[point]};
    triangles_[seen_[0]].asked_by = point;
    triangles_[seen_[0]].seen = true;
    for (std::size_t n = 0; n < seen_.size(); ++n) {
      const Triangle t = triangles_[seen_[n]];
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t next = t.across[k];
        const bool reached = triangles_[next].asked_by == point;
        if (!asked(point, next))
          border_.push_back({t.corner[k], t.corner[(k + 1) % 3], next});
        else if (!reached)
          seen_.push_back(next);
      }
    }
  }
  // A triangle between the point and each edge of the border.
  void close_with(std::uint32_t point) {
    made_.clear();
    for (const BorderEdge& e : border_) {
      if (free_.empty()) {
        free_.push_back(static_cast<std::uint32_t>(triangles_.size()));
        triangles_.emplace_back();
      }
      const std::uint32_t number = free_.back();
      free_.pop_back();
      triangles_[number] = {{e.from, e.to, point}, {e.outside, kNone, kNone}};
      Triangle& beyond = triangles_[e.outside];
      for (std::size_t k = 0; k < 3; ++k)
        if (beyond.corner[k] == e.to && beyond.corner[(k + 1) % 3] == e.from)
          beyond.across[k] = number;
      begins_at_[e.from] = number;
      made_.push_back(number);
    }
    for (const std::uint32_t number : made_) {
      const std::uint32_t next = begins_at_[triangles_[number].corner[1]];
      triangles_[number].across[1] = next;
      triangles_[next].across[2] = number;
    }
  }
  void wait_at_one_of_the_new(std::uint32_t point) {
    waits_at_[point] = kNone;
    for (const std::uint32_t t : made_)
      if (sees(point, triangles_[t])) {
        waits_at_[point] = t;
        next_waiting_[point] = triangles_[t].first_waiting;
        triangles_[t].first_waiting = point;
        return;
      }
  }

  Points p_;
  std::vector<Triangle> triangles_;
  std::vector<std::uint32_t> free_;      // numbers of removed triangles
  std::vector<std::uint32_t> waits_at_;  // of each point: a triangle that it sees; kNone: inside
  std::vector<std::uint32_t> next_waiting_;  // the next point at the same triangle
  std::vector<std::uint32_t> begins_at_;     // the new triangle whose border edge begins at a point
  std::vector<std::uint32_t> seen_, made_;   // by the point that is added, and for it
  std::vector<BorderEdge> border_;
};

}  // namespace

Result<std::vector<HullTriangle>> convex_hull(std::span<const Vec3> points) {
  for (const Vec3& x : points)
    if (!in_exact_domain({x, 0}))
      return Error{"E0571", "a vertex has a coordinate that is not a finite number of usable size",
                   "", "coordinates are 0 or between 1e-44 and 1e60"};
  const auto first = points.size() < 4 ? std::nullopt : first_tetrahedron(points);
  if (!first)
    return Error{"E0570", "the vertices span no volume: fewer than four, or all in one plane", "",
                 "a body needs four vertices that do not lie in one plane"};
  Builder hull(points, *first);
  for (std::uint32_t k = 0; k < points.size(); ++k) hull.add(k);
  return hull.take();
}

}  // namespace scree::geometry
