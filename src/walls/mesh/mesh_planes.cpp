#include "walls/mesh/mesh_planes.hpp"

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

constexpr double kPlanar = 1e-6;
constexpr std::size_t kMostSides = 4096;

}  // namespace

std::optional<std::vector<SpacePart>> convex_planes(
    std::span<const Vec3> points, std::span<const std::array<std::uint32_t, 3>> triangles) {
  if (points.empty()) return std::nullopt;
  Vec3 low = points[0], high = low, middle{};
  for (const Vec3& x : points) {
    middle += x;
    for (int k = 0; k < 3; ++k) low[k] = std::min(low[k], x[k]), high[k] = std::max(high[k], x[k]);
  }
  middle = middle / static_cast<double>(points.size());
  const double margin = kPlanar * norm(high - low);
  std::vector<SpacePart> out;
  for (const auto& t : triangles) {
    const Vec3 &a = points[t[0]], &b = points[t[1]], &c = points[t[2]];
    const Vec3 n = cross(b - a, c - a);
    if (!(norm(n) > 0)) continue;
    Vec3 outwards = normalized(n);
    if (dot(outwards, middle - a) > 0) outwards = -outwards;
    const bool known = std::any_of(out.begin(), out.end(), [&](const SpacePart& p) {
      return std::max({std::abs(dot(p.axis, a - p.x)), std::abs(dot(p.axis, b - p.x)),
                       std::abs(dot(p.axis, c - p.x))}) <= margin &&
             dot(p.axis, outwards) > 0;
    });
    if (known) continue;
    for (const Vec3& x : points)
      if (dot(outwards, x - a) > margin) return std::nullopt;
    if (out.size() == kMostSides) return std::nullopt;
    out.push_back({a, outwards});
  }
  if (out.size() < 2) return std::nullopt;
  return out;
}

}  // namespace scree
