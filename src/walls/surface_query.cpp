#include <algorithm>
#include <cmath>

#include "walls/frame.hpp"
#include "walls/surface.hpp"

namespace scree {

// One question to a surface. Lives on the stack; allocates nothing.
class SurfaceQuery {
 public:
  SurfaceQuery(const Surface& s, const Vec3& x, double reach) : s_(s), x_(x), reach_(reach) {}

  void run(WallTouches& out) {
    s_.tree_.visit_near(x_, reach_, [this](std::uint32_t t) { triangle(s_.triangles_[t]); });
    if (count_ == 0 && near_) closest_of_all();
    select(out);
  }

 private:
  enum class Kind : std::uint8_t { face, edge, vertex };
  struct Candidate {
    Vec3 normal;
    double distance;
    std::uint32_t feature;
    Kind kind;
  };
  static constexpr int kMax = 32;

  void triangle(const Surface::Triangle& t) {
    const Surface::Patch& p = s_.patches_[t.patch];
    const double d = dot(p.n, x_) - p.offset;
    // Within `flat` a triangle may lie nearer than its patch's plane.
    if (!(std::abs(d) < reach_ + s_.flat_)) return;
    bool in = true;
    for (int k = 0; k < 3; ++k) {
      const double from_edge = Surface::inside(t, k, x_);
      if (from_edge < -reach_) return;
      in = in && from_edge >= 0;
    }
    near_ = true;
    if (in) return face(t.patch, d);
    for (int k = 0; k < 3; ++k) {
      if (t.owns_edge[k]) edge(t.e[k]);
      if (t.owns_vertex[k]) vertex(t.v[k]);
    }
  }
  void face(std::uint32_t patch, double d) {
    const Vec3& n = s_.patches_[patch].n;
    if (std::abs(d) < reach_) add({d < 0 ? negated(n) : n, std::abs(d), patch, Kind::face});
  }
  void edge(std::uint32_t e) {
    const Surface::Edge& edge = s_.edges_[e];
    const Vec3 w = x_ - s_.points_[edge.v[0]];
    const double u = dot(w, edge.along);
    if (!(u >= 0) || !(dot(x_ - s_.points_[edge.v[1]], edge.along) <= 0)) return;
    const Vec3 away = w - u * edge.along;
    const double d2 = norm2(away);
    if (!(d2 < reach_ * reach_)) return;
    for (std::uint32_t i = s_.edge_first_[e]; i < s_.edge_first_[e + 1]; ++i) {
      const Surface::Corner& c = s_.edge_corners_[i];
      if (Surface::inside(s_.triangles_[c.triangle], c.side, x_) >= 0) return;
    }
    add({direction(away, d2, e), std::sqrt(d2), edge.feature, Kind::edge});
  }
  void vertex(std::uint32_t v) {
    const Vec3 w = x_ - s_.points_[v];
    const double d2 = norm2(w);
    if (!(d2 < reach_ * reach_)) return;
    for (std::uint32_t i = s_.vertex_first_[v]; i < s_.vertex_first_[v + 1]; ++i) {
      const Surface::Edge& e = s_.edges_[s_.vertex_edges_[i]];
      const double u = dot(w, e.along);
      if (e.v[0] == v ? u >= 0 : u <= 0) return;
    }
    add({direction(w, d2, s_.vertex_edges_[s_.vertex_first_[v]]), std::sqrt(d2),
         s_.vertex_feature_[v], Kind::vertex});
  }
  // On the edge itself the direction is that of a face beside it.
  Vec3 direction(const Vec3& away, double d2, std::uint32_t e) const {
    if (d2 > 1e-300) return away / std::sqrt(d2);
    return s_.patches_[s_.triangles_[s_.edge_corners_[s_.edge_first_[e]].triangle].patch].n;
  }

  // Rounding could place a point beyond an edge for the face and before it for the edge. The
  // closest point of all is a contact whatever the tests above say.
  void closest_of_all() {
    Candidate best{{}, reach_, 0, Kind::face};
    bool found = false;
    s_.tree_.visit_near(x_, reach_, [&](std::uint32_t i) {
      const Surface::Triangle& t = s_.triangles_[i];
      bool in = true;
      for (int k = 0; k < 3; ++k) in = in && Surface::inside(t, k, x_) >= 0;
      if (in) return;  // a face was looked at already
      for (int k = 0; k < 3; ++k) {
        const std::uint32_t e = t.e[k];
        const Surface::Edge& edge = s_.edges_[e];
        const Vec3 from_a = x_ - s_.points_[edge.v[0]], from_b = x_ - s_.points_[edge.v[1]];
        const double u = dot(from_a, edge.along);
        const bool after = dot(from_b, edge.along) > 0;
        const Vec3 away = u < 0 ? from_a : (after ? from_b : from_a - u * edge.along);
        const double d = norm(away);
        if (!(d < best.distance)) continue;
        const std::uint32_t f = edge.sharp ? edge.feature : t.patch;
        best = {direction(away, d * d, e), d, f, edge.sharp ? Kind::edge : Kind::face};
        found = true;
      }
    });
    if (found) add(best);
  }

  void add(const Candidate& c) {
    if (!(c.distance < reach_)) return;  // the squares may round the other way
    for (int i = 0; i < count_; ++i) {
      if (found_[i].feature != c.feature) continue;
      if (c.distance < found_[i].distance) found_[i] = c;
      return;
    }
    if (count_ < kMax) {
      found_[count_++] = c;
      return;
    }
    auto* farthest = std::max_element(found_.begin(), found_.end(), before);
    if (before(c, *farthest)) *farthest = c;
  }
  static bool before(const Candidate& a, const Candidate& b) {
    if (a.distance != b.distance) return a.distance < b.distance;
    return a.feature < b.feature;
  }

  void select(WallTouches& out) {
    std::sort(found_.begin(), found_.begin() + count_, before);
    int kept = 0;
    for (int i = 0; i < count_ && kept < WallTouches::kMax; ++i) {
      bool covered = false;
      for (int j = 0; j < kept && !covered; ++j) covered = covers(found_[j], found_[i]);
      if (!covered) found_[kept++] = found_[i];
    }
    for (int i = 0; i < kept; ++i)
      out.add({found_[i].normal, found_[i].distance, found_[i].feature});
  }
  // Nearly the same normal, or an edge that lies in the plane of a face that is touched: the seam
  // of two coplanar patches whose triangles do not share their edges.
  bool covers(const Candidate& near, const Candidate& c) const {
    const double cosine = dot(near.normal, c.normal);
    if (cosine >= s_.cos_merge_) return true;
    if (near.kind != Kind::face || c.kind == Kind::face) return false;
    return std::abs(c.distance * cosine - near.distance) <= 4 * s_.flat_;
  }

  const Surface& s_;
  const Vec3& x_;
  double reach_;
  std::array<Candidate, kMax> found_;
  int count_ = 0;
  bool near_ = false;
};

void Surface::touch(const Vec3& x, double reach, WallTouches& out) const {
  SurfaceQuery(*this, x, reach).run(out);
}

// They share a vertex. The shorter list is looked up in the longer one: most features have three
// vertices or fewer.
bool Surface::adjacent(std::uint32_t a, std::uint32_t b) const {
  if (a == b) return true;
  if (a >= features() || b >= features()) return false;
  if (feature_first_[a + 1] - feature_first_[a] > feature_first_[b + 1] - feature_first_[b])
    std::swap(a, b);
  const auto at = [this](std::uint32_t i) { return feature_vertices_.begin() + i; };
  for (auto v = at(feature_first_[a]); v != at(feature_first_[a + 1]); ++v)
    if (std::binary_search(at(feature_first_[b]), at(feature_first_[b + 1]), *v)) return true;
  return false;
}

std::vector<std::array<std::uint32_t, 3>> Surface::triangles() const {
  std::vector<std::array<std::uint32_t, 3>> out;
  out.reserve(triangles_.size());
  for (const Triangle& t : triangles_) out.push_back(t.v);
  return out;
}

}  // namespace scree
