#include "walls/tessellate.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/exact_math.hpp"

namespace scree {
namespace {

constexpr double kFarthest = 1e30;

// Sutherland-Hodgman against the half-space sign * p[axis] <= sign * limit.
void clip(std::vector<Vec3>& polygon, int axis, double sign, double limit) {
  std::vector<Vec3> kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3& a = polygon[i];
    const Vec3& b = polygon[(i + 1) % polygon.size()];
    const double da = sign * (limit - a[axis]), db = sign * (limit - b[axis]);
    if (da >= 0) kept.push_back(a);
    if ((da < 0) != (db < 0)) {
      Vec3 p = a + (da / (da - db)) * (b - a);
      p[axis] = limit;
      kept.push_back(p);
    }
  }
  polygon = std::move(kept);
}

}  // namespace

Bounds drawable(const Bounds& view) {
  Bounds b = view;
  for (int k = 0; k < 3; ++k) {
    b.lo[k] = std::clamp(b.lo[k], -kFarthest, kFarthest);
    b.hi[k] = std::clamp(b.hi[k], -kFarthest, kFarthest);
  }
  return b;
}

WallMesh revolve(std::span<const ProfilePoint> line, const Vec3& centre, const AxisFrame& frame) {
  constexpr int n = kDrawSegments;
  WallMesh mesh;
  std::vector<std::uint32_t> first;  // of each ring
  for (const ProfilePoint& p : line) {
    first.push_back(static_cast<std::uint32_t>(mesh.points.size()));
    for (int i = 0; i < (p.r > 0 ? n : 1); ++i) {
      const auto [s, c] = exact::sin_cos(2 * std::numbers::pi * i / n);
      mesh.points.push_back(centre + p.h * frame.axis + p.r * (c * frame.u + s * frame.w));
    }
  }
  for (std::size_t k = 0; k + 1 < line.size(); ++k) {
    const bool ring_a = line[k].r > 0, ring_b = line[k + 1].r > 0;
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t next = (i + 1) % n;
      const std::uint32_t a0 = first[k] + (ring_a ? i : 0), a1 = first[k] + (ring_a ? next : 0);
      const std::uint32_t b0 = first[k + 1] + (ring_b ? i : 0),
                          b1 = first[k + 1] + (ring_b ? next : 0);
      if (ring_a) mesh.triangles.push_back({a0, a1, b0});
      if (ring_b) mesh.triangles.push_back({a1, b1, b0});
    }
  }
  return mesh;
}

WallMesh clipped_plane(const Vec3& n, double offset, const Bounds& view) {
  const Bounds box = drawable(view);
  const Vec3 middle = 0.5 * (box.lo + box.hi);
  const double half = norm(box.hi - box.lo);  // twice what is needed
  const Vec3 u = any_perpendicular(n), v = cross(n, u);
  const Vec3 c = middle - (dot(n, middle) - offset) * n;
  std::vector<Vec3> polygon{c - half * u - half * v, c + half * u - half * v,
                            c + half * u + half * v, c - half * u + half * v};
  for (int k = 0; k < 3; ++k) {
    clip(polygon, k, 1, box.hi[k]);
    clip(polygon, k, -1, box.lo[k]);
  }
  WallMesh mesh;
  if (polygon.size() < 3) return mesh;
  mesh.points = std::move(polygon);
  for (std::uint32_t i = 2; i < mesh.points.size(); ++i) mesh.triangles.push_back({0, i - 1, i});
  return mesh;
}

void add_quad(WallMesh& mesh, const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const auto first = static_cast<std::uint32_t>(mesh.points.size());
  mesh.points.insert(mesh.points.end(), {a, b, c, d});
  mesh.triangles.push_back({first, first + 1, first + 2});
  mesh.triangles.push_back({first, first + 2, first + 3});
}

}  // namespace scree
