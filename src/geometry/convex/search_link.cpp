// Gilbert, Johnson & Keerthi 1988, coarse and fast: what it finds is proved by certain_link(), and
// where it does not end well shortest_link() asks every face of the simplex.
#include <array>
#include <cmath>

#include "geometry/convex/feature.hpp"
#include "geometry/convex/pair_frame.hpp"

namespace scree::geometry {
namespace {

constexpr int kMostRounds = 24;

// Of a triangle, the piece that is nearest to the origin: bits of the corners, and the point.
struct Nearest {
  Vec3 at;
  unsigned kept = 0;
};

Nearest nearest_of_segment(const Vec3& a, const Vec3& b, unsigned bit_a, unsigned bit_b) {
  const Vec3 d = b - a;
  const double t = -dot(a, d), l2 = norm2(d);
  if (!(t > 0)) return {a, bit_a};
  if (!(t < l2)) return {b, bit_b};
  return {a + (t / l2) * d, bit_a | bit_b};
}

Nearest nearest_of_triangle(const Vec3& a, const Vec3& b, const Vec3& c, unsigned bit_a,
                            unsigned bit_b, unsigned bit_c) {
  const Vec3 ab = b - a, ac = c - a;
  const double d1 = -dot(ab, a), d2 = -dot(ac, a);
  if (d1 <= 0 && d2 <= 0) return {a, bit_a};
  const double d3 = -dot(ab, b), d4 = -dot(ac, b);
  if (d3 >= 0 && d4 <= d3) return {b, bit_b};
  const double d5 = -dot(ab, c), d6 = -dot(ac, c);
  if (d6 >= 0 && d5 <= d6) return {c, bit_c};
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return {a + (d1 / (d1 - d3)) * ab, bit_a | bit_b};
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return {a + (d2 / (d2 - d6)) * ac, bit_a | bit_c};
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
    return {b + ((d4 - d3) / ((d4 - d3) + (d5 - d6))) * (c - b), bit_b | bit_c};
  const Vec3 n = cross(ab, ac);
  return {(dot(a, n) / norm2(n)) * n, bit_a | bit_b | bit_c};
}

class LinkSearch {
 public:
  explicit LinkSearch(const PairFrame& f) : f_(f) {}

  bool run(const Vec3& axis, LinkFeatures& out) {
    Vec3 v = axis;
    double v2 = 1e300;
    std::uint32_t i = 0, j = 0;
    for (int round = 1; round <= kMostRounds; ++round) {
      i = f_.a.farthest(-v, i);
      j = f_.b.farthest(f_.turn.back(v), j);
      const Vec3 w = f_.corner_a(i) - f_.corner_b(j);
      if (count_ > 0 && (has(i, j) || v2 - dot(v, w) <= 1e-12 * v2)) {
        out.iterations = round;
        out.axis = v;
        return finish(out);
      }
      const auto at = static_cast<std::size_t>(count_++);
      w_[at] = w;
      a_[at] = i;
      b_[at] = j;
      const double before = v2;
      if (!reduce(v)) return false;
      v2 = norm2(v);
      if (!(v2 < before) || !(v2 > 1e-15 * f_.radii * f_.radii)) return false;
    }
    return false;
  }

 private:
  bool has(std::uint32_t i, std::uint32_t j) const {
    for (std::size_t k = 0; k < static_cast<std::size_t>(count_); ++k)
      if (a_[k] == i && b_[k] == j) return true;
    return false;
  }
  bool finish(LinkFeatures& out) const {
    out.a = feature_of(f_.a, a_.data(), count_).code;
    out.b = feature_of(f_.b, b_.data(), count_).code;
    return out.a != 0 && out.b != 0;
  }
  // Only pieces with the newest corner can be nearer than what was there. False: inside.
  bool reduce(Vec3& v) {
    Nearest best;
    switch (count_) {
      case 1:
        v = w_[0];
        return true;
      case 2:
        best = nearest_of_segment(w_[0], w_[1], 1, 2);
        break;
      case 3:
        best = nearest_of_triangle(w_[0], w_[1], w_[2], 1, 2, 4);
        break;
      default:
        if (!nearest_of_tetrahedron(best)) return false;
    }
    v = best.at;
    keep(best.kept);
    return true;
  }
  bool nearest_of_tetrahedron(Nearest& best) const {
    double least = 1e300;
    const auto try_face = [&](int p, int q, int opposite) {
      const Vec3 &a = w_[static_cast<std::size_t>(p)], &b = w_[static_cast<std::size_t>(q)],
                 &d = w_[3], &o = w_[static_cast<std::size_t>(opposite)];
      const Vec3 n = cross(a - d, b - d);
      const double origin = -dot(n, d), other = dot(n, o - d);
      if (origin * other > 0) return;  // on the inner side
      const Nearest at = nearest_of_triangle(a, b, d, 1u << p, 1u << q, 8);
      if (const double d2 = norm2(at.at); d2 < least) least = d2, best = at;
    };
    try_face(0, 1, 2);
    try_face(1, 2, 0);
    try_face(2, 0, 1);
    return least < 1e300;
  }
  void keep(unsigned bits) {
    int n = 0;
    for (int k = 0; k < count_; ++k) {
      if ((bits >> k & 1u) == 0) continue;
      const auto from = static_cast<std::size_t>(k), to = static_cast<std::size_t>(n++);
      w_[to] = w_[from];
      a_[to] = a_[from];
      b_[to] = b_[from];
    }
    count_ = n;
  }

  const PairFrame& f_;
  std::array<Vec3, 4> w_;
  std::array<std::uint32_t, 4> a_, b_;
  int count_ = 0;
};

}  // namespace

bool search_link(const PairFrame& f, const Vec3& axis, LinkFeatures& out) {
  return LinkSearch(f).run(axis, out);
}

}  // namespace scree::geometry
