// What a surface tells about itself to non-spherical bodies.
#include <algorithm>

#include "walls/surface/surface.hpp"

namespace scree {

void Surface::tips(const Vec3& x, double reach, std::vector<WallTip>& out) const {
  const auto first = static_cast<std::ptrdiff_t>(out.size());
  const auto is_tip = [this](std::uint32_t v) {
    return vertex_feature_[v] != kNone && vertex_feature_[v] >= first_tip_;
  };
  tree_.visit_near(x, reach, [&](std::uint32_t t) {
    for (const std::uint32_t v : triangles_[t].v)
      if (is_tip(v) && norm2(points_[v] - x) < reach * reach)
        out.push_back({points_[v], 0, vertex_feature_[v], v});
  });
  // A vertex has several triangles, and a feature of its own.
  const auto by_feature = [](const WallTip& a, const WallTip& b) { return a.feature < b.feature; };
  std::sort(out.begin() + first, out.end(), by_feature);
  out.erase(std::unique(out.begin() + first, out.end(),
                        [](const WallTip& a, const WallTip& b) { return a.feature == b.feature; }),
            out.end());
}

void Surface::ridges(const Vec3& x, double reach, std::vector<WallRidge>& out) const {
  static thread_local std::vector<std::uint32_t> found;
  found.clear();
  tree_.visit_near(x, reach, [&](std::uint32_t t) {
    for (const std::uint32_t e : triangles_[t].e)
      if (edges_[e].sharp) found.push_back(e);
  });
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  for (const std::uint32_t e : found)
    out.push_back({points_[edges_[e].v[0]], points_[edges_[e].v[1]]});
}

void Surface::all_tips(std::vector<WallTip>& out) const {
  for (std::uint32_t v = 0; v < points_.size(); ++v)
    if (vertex_feature_[v] != kNone && vertex_feature_[v] >= first_tip_)
      out.push_back({points_[v], 0, vertex_feature_[v], v});
}

void Surface::all_ridges(std::vector<WallRidge>& out) const {
  for (const Edge& e : edges_)
    if (e.sharp) out.push_back({points_[e.v[0]], points_[e.v[1]]});
}

bool Surface::pokes(const WallTip& tip, const Vec3& n) const {
  for (std::uint32_t k = vertex_first_[tip.vertex]; k < vertex_first_[tip.vertex + 1]; ++k) {
    const Edge& e = edges_[vertex_edges_[k]];
    const double along = dot(e.along, n);
    if ((e.v[0] == tip.vertex ? along : -along) < -0.5) return false;
  }
  return true;
}

bool Surface::lies_between(const Vec3& a, const Vec3& b) const {
  bool found = false;
  tree_.visit_near(0.5 * (a + b), 0.5 * norm(b - a), [&](std::uint32_t number) {
    const Triangle& t = triangles_[number];
    const Patch& p = patches_[t.patch];
    const double over_a = dot(p.n, a) - p.offset, over_b = dot(p.n, b) - p.offset;
    if (found || !((over_a > 0) != (over_b > 0))) return;
    const Vec3 x = a + over_a / (over_a - over_b) * (b - a);
    found = inside(t, 0, x) >= 0 && inside(t, 1, x) >= 0 && inside(t, 2, x) >= 0;
  });
  return found;
}

}  // namespace scree
