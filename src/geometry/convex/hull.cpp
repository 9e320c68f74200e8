// Point by point: the triangles that a new point sees are replaced by those between the point and
// the border of what it sees. "Sees" is strict, by the exact sign of orient3d: a point in the plane
// of a triangle does not see it. A border edge u, v is never in line with the point (the point
// would lie in the planes of both triangles at the edge and see neither), so no triangle is flat.
//
// Quadratic in the number of points, which is small for a grain; a mesh of 10^4 points takes
// seconds.
#include "geometry/convex/hull.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "geometry/predicates.hpp"

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
  explicit Builder(Points points) : p_(points) {}

  void start(const std::array<std::uint32_t, 4>& t) {
    triangles_ = {{t[0], t[1], t[2]}, {t[0], t[3], t[1]}, {t[1], t[3], t[2]}, {t[2], t[3], t[0]}};
  }
  void add(std::uint32_t point) {
    const auto seen =
        std::partition(triangles_.begin(), triangles_.end(), [&](const HullTriangle& t) {
          return orient3d(p_[t[0]], p_[t[1]], p_[t[2]], p_[point]) <= 0;
        });
    if (seen == triangles_.end()) return;
    border_.clear();
    for (auto t = seen; t != triangles_.end(); ++t)
      for (int k = 0; k < 3; ++k) {
        const std::uint32_t u = (*t)[k], v = (*t)[(k + 1) % 3];
        // The edge of two triangles that are both seen goes twice, there and back.
        if (!border_.erase({v, u})) border_.insert({u, v});
      }
    triangles_.erase(seen, triangles_.end());
    for (const auto& [u, v] : border_) triangles_.push_back({u, v, point});
  }
  std::vector<HullTriangle> take() {
    for (HullTriangle& t : triangles_)
      std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
    std::sort(triangles_.begin(), triangles_.end());
    return std::move(triangles_);
  }

 private:
  Points p_;
  std::vector<HullTriangle> triangles_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> border_;
};

}  // namespace

Result<std::vector<HullTriangle>> convex_hull(std::span<const Vec3> points) {
  for (const Vec3& x : points)
    if (!in_exact_domain({x, 0}))
      return Error{"E0571", "a vertex has a coordinate that is no finite number of usable size", "",
                   "coordinates are 0 or between 1e-44 and 1e60"};
  const auto first = points.size() < 4 ? std::nullopt : first_tetrahedron(points);
  if (!first)
    return Error{"E0570", "the vertices span no volume: fewer than four, or all in one plane", "",
                 "a body needs four vertices that do not lie in one plane"};
  Builder hull(points);
  hull.start(*first);
  for (std::uint32_t k = 0; k < points.size(); ++k) hull.add(k);
  return hull.take();
}

}  // namespace scree::geometry
