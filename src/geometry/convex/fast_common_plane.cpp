// fcp: the common plane is one of a few planes that the closest corners allow (Nezami et al. 2004).
//
// Let i and j be the corners nearest to the plane. While they stay so, the gap of the plane across
// n is n . (x_j - x_i), and the best n is one of
//
//     across the line from i to j                                  two corners
//     across the perpendicular from a corner to an edge            edge and corner
//     along a face of i, or of j                                   face and corner
//     along an edge of each                                        two edges
//
// as far as i and j are the nearest corners to that plane; all of this is told by the pieces around
// the two corners. Of these the plane with the widest gap is taken: the one towards whose pieces
// the line from i to j leads (the directions that i and j are nearest for are a convex cone, and
// the best of them is the point of the cone nearest to that line, of which there is one). Where the
// link across it lies inside the pieces that made it, it is the common plane, which is proved; else
// it ends beyond them, at corners that are nearer: the next round begins there.
#include <array>
#include <cmath>
#include <vector>

#include "geometry/convex/feature.hpp"
#include "geometry/convex/link_methods.hpp"

namespace scree::geometry {
namespace {

constexpr int kMostPlaneRounds = 40;

class CandidatePlanes {
 public:
  explicit CandidatePlanes(const PairFrame& f) : f_(f) {}
  void start(std::uint32_t i, std::uint32_t j) { i_ = i, j_ = j; }
  void start_across(const Vec3& n) {
    start(f_.a.farthest(n, known_corner(f_.a, i_)),
          f_.b.farthest(f_.turn.back(-n), known_corner(f_.b, j_)));
  }

  // The pieces of the best candidate; false where the two corners are nearest to no plane.
  bool choose() {
    gather();
    best2_ = 0;
    return try_corners() || try_faces() || try_pairs() || try_edges() || best2_ > 0;
  }
  Feature of_a() const { return a_; }
  Feature of_b() const { return b_; }
  std::uint32_t corner_a() const { return i_; }
  std::uint32_t corner_b() const { return j_; }

  // To the corners that the link of the best candidate ends at or beyond. False where these are
  // the same.
  bool move_on() {
    const std::uint32_t i = i_, j = j_;
    if (a_.kind() == Feature::face) i_ = nearest_in_face(f_.a, a_.number(), own_a(q_));
    if (b_.kind() == Feature::face) j_ = nearest_in_face(f_.b, b_.number(), own_b(p_));
    if (a_.kind() == Feature::edge && ahead_a_ > 1) i_ = other_end(f_.a, a_.number(), i);
    if (b_.kind() == Feature::edge && ahead_b_ > 1) j_ = other_end(f_.b, b_.number(), j);
    return i_ != i || j_ != j;
  }

 private:
  // What is around the two corners, in the frame of the pair. Kept from call to call: no
  // allocation in a step.
  struct Around {
    std::vector<Vec3> edge;
    std::vector<double> length2;  // of the edge
    std::vector<double> along;    // its product with the line from i to j
    void resize(std::size_t n) { edge.resize(n), length2.resize(n), along.resize(n); }
    void set(std::size_t k, const Vec3& e, const Vec3& between) {
      edge[k] = e;
      length2[k] = norm2(e);
      along[k] = dot(e, between);
    }
  };

  void gather() {
    p_ = f_.corner_a(i_);
    q_ = f_.corner_b(j_);
    between_ = q_ - p_;
    const auto near_i = f_.a.neighbours(i_), near_j = f_.b.neighbours(j_);
    u_.resize(near_i.size());
    v_.resize(near_j.size());
    for (std::size_t k = 0; k < near_i.size(); ++k)
      u_.set(k, f_.size_a * (f_.a.corners()[near_i[k]] - f_.a.corners()[i_]), between_);
    for (std::size_t k = 0; k < near_j.size(); ++k)
      v_.set(k, f_.turn * (f_.size_b * (f_.b.corners()[near_j[k]] - f_.b.corners()[j_])), between_);
  }

  // i, or j, is the nearest corner of its body to the plane across n.
  // Without a branch for each edge: which of them is in the way cannot be predicted.
  bool leads_a(const Vec3& n) const {
    bool leads = true;
    for (const Vec3& u : u_.edge) leads = leads & (dot(n, u) <= 0);
    return leads;
  }
  bool leads_b(const Vec3& n) const {
    bool leads = true;
    for (const Vec3& v : v_.edge) leads = leads & (dot(n, v) >= 0);
    return leads;
  }

  // Gaps are compared as squares, those below zero being none: no root, no division.
  bool is_wider(double along, double length2) const {
    return along > 0 && along * along > best2_ * length2;
  }
  void take(double along, double length2, Feature a, Feature b) {
    best2_ = along * along / length2;
    a_ = a, b_ = b;
    ahead_a_ = ahead_b_ = 0;
  }

  // Each of these: true where the best of all was found, the rest need not be asked.
  bool try_corners() {
    bool faces = true;
    for (const double c : u_.along) faces = faces & (c <= 0);
    for (const double c : v_.along) faces = faces & (c >= 0);
    if (!faces) return false;
    const double l2 = norm2(between_);
    take(l2, l2, {Feature::corner, i_}, {Feature::corner, j_});
    return true;
  }

  bool try_faces() {
    for (const std::uint32_t k : f_.a.faces_of(i_)) {
      const Vec3& n = f_.a.plane(k).normal;
      const double along = dot(n, between_);
      if (!is_wider(along, 1) || !leads_b(n)) continue;
      take(along, 1, {Feature::face, k}, {Feature::corner, j_});
      if (leads_into(f_.a, k, i_, between_)) return true;
    }
    const Vec3 back = f_.turn.back(-between_);
    for (const std::uint32_t k : f_.b.faces_of(j_)) {
      const double along = dot(f_.b.plane(k).normal, back);
      if (!is_wider(along, 1) || !leads_a(-f_.normal_b(k))) continue;
      take(along, 1, {Feature::corner, i_}, {Feature::face, k});
      if (leads_into(f_.b, k, j_, back)) return true;
    }
    return false;
  }
  // A direction from a corner of a face leads over the face.
  static bool leads_into(const Polyhedron& body, std::uint32_t face, std::uint32_t corner,
                         const Vec3& w) {
    bool over = true;
    for (const std::uint32_t k : body.edges_at(corner)) {
      const Polyhedron::Edge& e = body.edges()[k];
      if (e.left == face) over = over & (dot(body.lean(k).left, w) >= 0);
      if (e.right == face) over = over & (dot(body.lean(k).right, w) >= 0);
    }
    return over;
  }

  bool try_edges() {
    const auto edges_i = f_.a.edges_at(i_), edges_j = f_.b.edges_at(j_);
    const double between2 = norm2(between_);
    for (std::size_t k = 0; k < edges_i.size(); ++k) {
      const double s = u_.along[k] / u_.length2[k], l2 = between2 - s * u_.along[k];
      // Else the line from i to j leads away from the edge.
      if (!((s > 0) & is_wider(l2, l2))) continue;
      const Vec3 n = between_ - s * u_.edge[k];
      const Polyhedron::Lean& lean = f_.a.lean(edges_i[k]);
      if (dot(n, lean.left) > 0 || dot(n, lean.right) > 0 || !leads_b(n)) continue;
      take(l2, l2, {Feature::edge, edges_i[k]}, {Feature::corner, j_});
      ahead_a_ = s;
      return true;
    }
    for (std::size_t m = 0; m < edges_j.size(); ++m) {
      const double t = -v_.along[m] / v_.length2[m], l2 = between2 + t * v_.along[m];
      if (!((t > 0) & is_wider(l2, l2))) continue;
      const Vec3 n = between_ + t * v_.edge[m], own = f_.turn.back(n);
      const Polyhedron::Lean& lean = f_.b.lean(edges_j[m]);
      if (dot(own, lean.left) < 0 || dot(own, lean.right) < 0 || !leads_a(n)) continue;
      take(l2, l2, {Feature::corner, i_}, {Feature::edge, edges_j[m]});
      ahead_b_ = t;
      return true;
    }
    return false;
  }

  bool try_pairs() {
    const auto edges_i = f_.a.edges_at(i_), edges_j = f_.b.edges_at(j_);
    for (std::size_t k = 0; k < edges_i.size(); ++k) {
      const Vec3 u = u_.edge[k];
      const double u2 = u_.length2[k], cu = u_.along[k];
      for (std::size_t m = 0; m < edges_j.size(); ++m) {
        // Where the lines are nearest to each other: behind i or j the line between these leads
        // elsewhere. Most pairs end here.
        const double uv = dot(u, v_.edge[m]);
        const double s = v_.length2[m] * cu - uv * v_.along[m], t = uv * cu - u2 * v_.along[m];
        if (((s > 0) & (t > 0)) && try_pair(edges_i[k], u, edges_j[m], v_.edge[m], s, t))
          return true;
      }
    }
    return false;
  }
  // Two edges make a plane that both corners are nearest to where their arcs on the sphere of
  // normals cross: the ends of each on different sides of the other, and on one half of the sphere.
  bool try_pair(std::uint32_t edge_i, const Vec3& u, std::uint32_t edge_j, const Vec3& v, double s,
                double t) {
    Vec3 n = cross(u, v);
    const double l2 = norm2(n), to_j = dot(n, between_), along = std::abs(to_j);
    if (!is_wider(along, l2)) return false;
    if (to_j < 0) n = -n;
    const Polyhedron::Edge &e = f_.a.edges()[edge_i], &g = f_.b.edges()[edge_j];
    const Vec3 &a1 = f_.a.plane(e.left).normal, &a2 = f_.a.plane(e.right).normal;
    if (!((dot(a1, v) * dot(a2, v) < 0) && (dot(n, a1) + dot(n, a2) > 0))) return false;
    const Vec3 own_n = f_.turn.back(n), own_u = f_.turn.back(u);
    const Vec3 &b1 = f_.b.plane(g.left).normal, &b2 = f_.b.plane(g.right).normal;
    if (!((dot(b1, own_u) * dot(b2, own_u) < 0) && (dot(own_n, b1) + dot(own_n, b2) < 0)))
      return false;
    take(along, l2, {Feature::edge, edge_i}, {Feature::edge, edge_j});
    ahead_a_ = s / l2, ahead_b_ = t / l2;
    return true;
  }

  Vec3 own_a(const Vec3& x) const { return (1 / f_.size_a) * x; }
  Vec3 own_b(const Vec3& x) const { return (1 / f_.size_b) * f_.turn.back(x - f_.x); }
  static std::uint32_t nearest_in_face(const Polyhedron& body, std::uint32_t face, const Vec3& x) {
    std::uint32_t best = 0;
    double least = 1e300;
    for (const std::uint32_t k : body.face(face))
      if (const double d = norm2(body.corners()[k] - x); d < least) least = d, best = k;
    return best;
  }
  static std::uint32_t other_end(const Polyhedron& body, std::uint32_t edge, std::uint32_t end) {
    const Polyhedron::Edge& e = body.edges()[edge];
    return e.from == end ? e.to : e.from;
  }

  const PairFrame& f_;
  std::uint32_t i_ = 0, j_ = 0;
  Vec3 p_, q_, between_;
  double best2_ = 0;  // the square of the widest gap
  Feature a_, b_;
  double ahead_a_ = 0,
         ahead_b_ = 0;  // where on an edge the link of the candidate ends, i or j at 0
  Around &u_ = scratch_[0], &v_ = scratch_[1];
  static thread_local std::array<Around, 2> scratch_;
};
thread_local std::array<CandidatePlanes::Around, 2> CandidatePlanes::scratch_;

}  // namespace

std::optional<MethodLink> fast_common_plane(const PairFrame& f, const Vec3& axis, GapHint& hint) {
  const bool known = axis != Vec3{} && hint.corner_a < f.a.corners().size() &&
                     hint.corner_b < f.b.corners().size();
  CandidatePlanes planes(f);
  if (known)
    planes.start(hint.corner_a, hint.corner_b);
  else
    planes.start_across(first_normal(f, axis));
  MethodLink out;
  int rounds = 1;
  for (; rounds <= kMostPlaneRounds; ++rounds) {
    if (!planes.choose()) {
      if (!known || rounds > 1) {
        hint.feature_a = hint.feature_b = 0;
        break;
      }
      planes.start_across(axis);
      continue;
    }
    hint.corner_a = planes.corner_a(), hint.corner_b = planes.corner_b();
    hint.feature_a = planes.of_a().code, hint.feature_b = planes.of_b().code;
    out.certain = certain_link(f, hint.feature_a, hint.feature_b, out.gap);
    if (out.certain || !planes.move_on()) break;
  }
  out.gap.iterations = rounds;
  if (out.certain) return out;
  // Parallel pieces have several links, and no pieces that are beyond doubt; and across the line of
  // the centres of needles and plates no plane may have a gap.
  std::optional<MethodLink> link = shortest_link_walk(f, axis, hint);
  if (link) link->gap.iterations = rounds;
  return link;
}

}  // namespace scree::geometry
