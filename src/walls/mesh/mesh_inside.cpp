#include "walls/mesh/mesh_inside.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "geometry/predicates/predicates.hpp"

namespace scree {
namespace {

// The edge crosses the half-line from x along +x in the plane (x, z). Its ends are put in one order
// first, so that all triangles at the edge get the same answer.
bool crosses(const Vec3& a, const Vec3& b, const Vec3& x) {
  if ((a.z > x.z) == (b.z > x.z)) return false;
  const Vec3 &low = a.z < b.z ? a : b, &high = a.z < b.z ? b : a;
  return geometry::orient2d(low.x, low.z, high.x, high.z, x.x, x.z) > 0;
}

}  // namespace

MeshInside::MeshInside(std::vector<Vec3> points, std::vector<Triangle> triangles)
    : points_(std::move(points)), triangles_(std::move(triangles)) {
  find_open_edge();
  if (!open_edge_) sort_into_columns();
}

void MeshInside::find_open_edge() {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  edges.reserve(3 * triangles_.size());
  for (const Triangle& t : triangles_)
    for (int k = 0; k < 3; ++k)
      edges.push_back(
          std::minmax(t[static_cast<std::size_t>(k)], t[static_cast<std::size_t>((k + 1) % 3)]));
  std::sort(edges.begin(), edges.end());
  for (std::size_t k = 0; k < edges.size();) {
    std::size_t next = k;
    while (next < edges.size() && edges[next] == edges[k]) ++next;
    if ((next - k) % 2 != 0) {
      open_edge_ = {points_[edges[k].first], points_[edges[k].second]};
      return;
    }
    k = next;
  }
}

std::size_t MeshInside::column_of(double v, int axis) const {
  const double width = hi_[axis] - lo_[axis];
  const double share = width > 0 ? (v - lo_[axis]) / width : 0;
  return static_cast<std::size_t>(std::clamp(std::floor(share * static_cast<double>(columns_)), 0.0,
                                             static_cast<double>(columns_ - 1)));
}

void MeshInside::sort_into_columns() {
  lo_ = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, hi_ = -1 * lo_;
  for (const Vec3& p : points_)
    for (int a = 0; a < 3; ++a) lo_[a] = std::min(lo_[a], p[a]), hi_[a] = std::max(hi_[a], p[a]);
  columns_ = static_cast<std::size_t>(
      std::clamp(std::sqrt(static_cast<double>(triangles_.size())), 1.0, 512.0));
  first_.assign(columns_ * columns_ + 1, 0);
  const auto for_each_column = [this](const Triangle& t, const auto& visit) {
    const Vec3 &a = points_[t[0]], &b = points_[t[1]], &c = points_[t[2]];
    const std::size_t i1 = column_of(std::max({a.x, b.x, c.x}), 0),
                      j1 = column_of(std::max({a.z, b.z, c.z}), 2);
    for (std::size_t i = column_of(std::min({a.x, b.x, c.x}), 0); i <= i1; ++i)
      for (std::size_t j = column_of(std::min({a.z, b.z, c.z}), 2); j <= j1; ++j)
        visit(i * columns_ + j);
  };
  for (const Triangle& t : triangles_)
    for_each_column(t, [this](std::size_t column) { ++first_[column + 1]; });
  for (std::size_t k = 1; k < first_.size(); ++k) first_[k] += first_[k - 1];
  members_.resize(first_.back());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (std::size_t k = 0; k < triangles_.size(); ++k)
    for_each_column(triangles_[k], [&](std::size_t column) {
      members_[next[column]++] = static_cast<std::uint32_t>(k);
    });
}

// x lies in the triangle as seen along y: an odd number of its edges cross a half-line from x. Of a
// triangle that is seen edge-on none or two do.
bool MeshInside::below_in_plane(const Triangle& t, const Vec3& x) const {
  const Vec3 &a = points_[t[0]], &b = points_[t[1]], &c = points_[t[2]];
  return (crosses(a, b, x) != crosses(b, c, x)) != crosses(c, a, x);
}

bool MeshInside::contains(const Vec3& x) const {
  if (open_edge_) return false;
  for (int a = 0; a < 3; ++a)
    if (!(x[a] >= lo_[a] && x[a] <= hi_[a])) return false;
  const std::size_t column = column_of(x.x, 0) * columns_ + column_of(x.z, 2);
  bool inside = false;
  for (std::uint32_t k = first_[column]; k < first_[column + 1]; ++k) {
    const Triangle& t = triangles_[members_[k]];
    if (!below_in_plane(t, x)) continue;
    const Vec3 &a = points_[t[0]], &b = points_[t[1]], &c = points_[t[2]];
    // Above x if x and a point far below are on the same side of the triangle's plane.
    const int turn = geometry::orient2d(a.x, a.z, b.x, b.z, c.x, c.z);
    if (turn * geometry::orient3d(a, b, c, x) > 0) inside = !inside;
  }
  return inside;
}

}  // namespace scree
