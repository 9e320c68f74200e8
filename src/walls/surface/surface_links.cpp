#include "walls/surface/surface_links.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace scree {
namespace {

Box3 box_of(const std::vector<Vec3>& points, const std::array<std::uint32_t, 3>& v) {
  Box3 b{points[v[0]], points[v[0]]};
  for (const std::uint32_t i : v)
    for (int k = 0; k < 3; ++k) {
      b.lo[k] = std::min(b.lo[k], points[i][k]);
      b.hi[k] = std::max(b.hi[k], points[i][k]);
    }
  return b;
}
bool boxes_touch(const Box3& a, const Box3& b, double tolerance) {
  for (int k = 0; k < 3; ++k)
    if (a.lo[k] > b.hi[k] + tolerance || b.lo[k] > a.hi[k] + tolerance) return false;
  return true;
}

}  // namespace

void SurfaceLinker::run() {
  double size = 0;
  for (const Vec3& p : s_.points_)
    size = std::max({size, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
  tolerance_ = s_.flat_ + 1e-14 * size;
  shared_edges();
  fans_at_vertices();
  touching();
  std::stable_sort(pairs_.begin(), pairs_.end(), [](const Pair& a, const Pair& b) {
    return a.higher != b.higher ? a.higher < b.higher : a.link.other < b.link.other;
  });
  s_.link_first_.assign(s_.triangles_.size() + 1, 0);
  for (const Pair& p : pairs_) {
    ++s_.link_first_[p.higher + 1];
    s_.links_.push_back(p.link);
  }
  for (std::size_t t = 0; t < s_.triangles_.size(); ++t) s_.link_first_[t + 1] += s_.link_first_[t];
}

void SurfaceLinker::link(std::uint32_t a, std::uint32_t b, Surface::LinkKind kind,
                         std::uint32_t index, bool smooth) {
  pairs_.push_back({std::max(a, b), {std::min(a, b), index, kind, smooth}});
}

// Whatever the sides that the triangles' windings give: straight on is into_a = -into_b.
bool SurfaceLinker::turns_little(const Vec3& into_a, const Vec3& into_b) const {
  return -dot(into_a, into_b) >= s_.cos_merge_;
}

// All pairs at an edge, also where three triangles or more share it.
void SurfaceLinker::shared_edges() {
  for (std::uint32_t e = 0; e < s_.edges_.size(); ++e)
    for (std::uint32_t i = s_.edge_first_[e]; i < s_.edge_first_[e + 1]; ++i)
      for (std::uint32_t j = s_.edge_first_[e]; j < i; ++j) {
        const Surface::Corner &a = s_.edge_corners_[i], &b = s_.edge_corners_[j];
        link(a.triangle, b.triangle, Surface::LinkKind::edge, e,
             turns_little(s_.triangles_[a.triangle].inward[a.side],
                          s_.triangles_[b.triangle].inward[b.side]));
      }
}

std::uint32_t SurfaceLinker::add_segment(const Vec3& a, const Vec3& b) {
  s_.segments_.push_back({a, b, normalized(b - a)});
  return static_cast<std::uint32_t>(s_.segments_.size() - 1);
}

// Triangles at a vertex hang together by their edges; where they are two fans or more, the vertex
// itself joins these.
void SurfaceLinker::fans_at_vertices() {
  std::vector<std::vector<std::uint32_t>> at(s_.points_.size());
  for (std::uint32_t t = 0; t < s_.triangles_.size(); ++t)
    for (const std::uint32_t v : s_.triangles_[t].v) at[v].push_back(t);
  for (std::uint32_t v = 0; v < at.size(); ++v) {
    std::map<std::uint32_t, std::uint32_t> fan;  // triangle -> its fan
    std::vector<std::uint32_t> heads;
    for (const std::uint32_t start : at[v]) {
      if (fan.count(start)) continue;
      heads.push_back(start);
      std::vector<std::uint32_t> front{start};
      fan[start] = start;
      while (!front.empty()) {
        const std::uint32_t t = front.back();
        front.pop_back();
        for (const std::uint32_t e : s_.triangles_[t].e) {
          if (s_.edges_[e].v[0] != v && s_.edges_[e].v[1] != v) continue;
          for (std::uint32_t i = s_.edge_first_[e]; i < s_.edge_first_[e + 1]; ++i)
            if (fan.insert({s_.edge_corners_[i].triangle, start}).second)
              front.push_back(s_.edge_corners_[i].triangle);
        }
      }
    }
    for (std::size_t k = 1; k < heads.size(); ++k)
      link(heads[0], heads[k], Surface::LinkKind::segment,
           add_segment(s_.points_[v], s_.points_[v]), false);
  }
}

void SurfaceLinker::touching() {
  for (std::uint32_t t = 0; t < s_.triangles_.size(); ++t) {
    const Box3 box = box_of(s_.points_, s_.triangles_[t].v);
    const Vec3 middle = 0.5 * (box.lo + box.hi);
    const double reach = 0.5 * norm(box.hi - box.lo) * (1 + 1e-12) + 2 * tolerance_;
    s_.tree_.visit_near(middle, reach, [&](std::uint32_t o) {
      if (o < t && boxes_touch(box, box_of(s_.points_, s_.triangles_[o].v), tolerance_))
        touching_pair(t, o);
    });
  }
}

void SurfaceLinker::touching_pair(std::uint32_t a, std::uint32_t b) {
  const Surface::Triangle &ta = s_.triangles_[a], &tb = s_.triangles_[b];
  for (const std::uint32_t e : ta.e)
    if (std::find(tb.e.begin(), tb.e.end(), e) != tb.e.end()) return;
  std::vector<Vec3> points;
  common_points(a, b, points);
  const bool share = std::any_of(ta.v.begin(), ta.v.end(), [&](std::uint32_t v) {
    return std::find(tb.v.begin(), tb.v.end(), v) != tb.v.end();
  });
  if (points.empty()) return;
  double longest = 0;
  for (const Vec3& p : points) longest = std::max(longest, norm(p - points[0]));
  if (share && longest <= 4 * tolerance_) return;  // no more than the vertex: its fan sees to it
  join(a, b, points);
}

bool SurfaceLinker::contains(const Surface::Triangle& t, const Vec3& x) const {
  const Surface::Patch& p = s_.patches_[t.patch];
  if (std::abs(dot(p.n, x) - p.offset) > 2 * tolerance_) return false;
  for (int k = 0; k < 3; ++k)
    if (Surface::inside(t, k, x) < -tolerance_) return false;
  return true;
}

// Corners of one that lie in the other, and edges of one that pass through the other.
void SurfaceLinker::common_points(std::uint32_t a, std::uint32_t b, std::vector<Vec3>& out) const {
  for (int swap = 0; swap < 2; ++swap, std::swap(a, b)) {
    const Surface::Triangle &ta = s_.triangles_[a], &tb = s_.triangles_[b];
    const Surface::Patch& plane = s_.patches_[tb.patch];
    for (int k = 0; k < 3; ++k) {
      const Vec3 &p = s_.points_[ta.v[k]], &q = s_.points_[ta.v[(k + 1) % 3]];
      if (contains(tb, p)) out.push_back(p);
      const double dp = dot(plane.n, p) - plane.offset, dq = dot(plane.n, q) - plane.offset;
      if (std::min(std::abs(dp), std::abs(dq)) <= tolerance_ || (dp > 0) == (dq > 0)) continue;
      const Vec3 x = p + (dp / (dp - dq)) * (q - p);
      if (contains(tb, x)) out.push_back(x);
    }
  }
}

// In the triangle's plane, normal to the line, towards the triangle.
Vec3 SurfaceLinker::into(std::uint32_t t, const Vec3& at, const Vec3& along) const {
  const auto& v = s_.triangles_[t].v;
  const Vec3 to = (s_.points_[v[0]] + s_.points_[v[1]] + s_.points_[v[2]]) / 3 - at;
  return normalized(to - dot(to, along) * along);
}

void SurfaceLinker::join(std::uint32_t a, std::uint32_t b, const std::vector<Vec3>& points) {
  Vec3 from = points[0], to = points[0];
  for (const Vec3& p : points)
    for (const Vec3& q : points)
      if (norm2(q - p) > norm2(to - from)) from = p, to = q;
  const std::uint32_t segment = add_segment(from, to);
  const Vec3& along = s_.segments_[segment].along;
  double off_line = 0;
  for (const Vec3& p : points)
    off_line = std::max(off_line, norm(p - from - dot(p - from, along) * along));
  const bool area = off_line > 8 * tolerance_;  // they overlap in one plane
  link(a, b, area ? Surface::LinkKind::area : Surface::LinkKind::segment, segment,
       !area && norm(to - from) > 0 && turns_little(into(a, from, along), into(b, from, along)));
}

}  // namespace scree
