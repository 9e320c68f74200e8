// Gilbert, Johnson & Keerthi 1988, coarse and fast: what it finds is proved by certain_link(), and
// where it does not end well shortest_link() asks every face of the simplex.
#include <array>
#include <cmath>

#include "geometry/convex/feature.hpp"
#include "geometry/convex/pair_frame.hpp"

namespace scree::geometry {
namespace {

constexpr int kMostRounds = 24;
// The first corners of bodies that are near each other lie far apart sideways, and the difference
// of two corners says little of the normal; the line between the centres says more. Rounds 2 and 3
// look between the two: 5.5 rounds instead of 7.1 for bodies of 14 corners.
constexpr int kLastBlended = 3;

// The piece of the simplex that is nearest to the origin: bits of its corners, the point, and its
// direction in any length, which is there before a division has ended.
struct Nearest {
  Vec3 at, direction;
  unsigned kept = 0;
};

// The newest corner of a simplex belongs to what is nearest: it was taken because it lies nearer
// than all of the rest. So the edges from it, d, and what they span are asked, nothing else.
Nearest nearest_of_edge(const Vec3& d, const Vec3& e, double de, double ee, unsigned newest,
                        unsigned bit) {
  if (!(de > 0)) return {d, d, newest};
  const double t = de < ee ? de : ee;
  return {d + (t / ee) * e, ee * d + t * e, newest | bit};
}

// Corners d (newest), d + e, d + f; n = e x f.
Nearest nearest_of_triangle(const Vec3& d, const Vec3& e, const Vec3& f, const Vec3& n,
                            unsigned newest, unsigned bit_e, unsigned bit_f) {
  const double de = -dot(e, d), df = -dot(f, d);
  const double ee = norm2(e), ff = norm2(f), ef = dot(e, f);
  const double share_e = ff * de - ef * df, share_f = ee * df - ef * de;
  if (share_e > 0 && share_f > 0) {
    const double h = dot(d, n);
    return {(h / norm2(n)) * n, h > 0 ? n : -n, newest | bit_e | bit_f};
  }
  // The edge that leads farther towards the origin, or none.
  const bool take_e = de > 0 && (df <= 0 || share_f <= 0);
  return take_e ? nearest_of_edge(d, e, de, ee, newest, bit_e)
                : nearest_of_edge(d, f, df, ff, newest, bit_f);
}

class LinkSearch {
 public:
  explicit LinkSearch(const PairFrame& f) : f_(f) {}

  bool run(const Vec3& axis, LinkFeatures& out) {
    Vec3 v = axis, direction = axis;
    double v2 = 1e300;
    const double per_axis2 = 1 / norm2(axis);
    const double least = 1e-15 * f_.radii * f_.radii;
    std::uint32_t i = 0, j = 0;
    for (int round = 1; round <= kMostRounds; ++round) {
      const bool blended = round > 1 && round <= kLastBlended;
      const Vec3 u = blended ? v + (2 * std::sqrt(v2 * per_axis2)) * axis : direction;
      i = f_.a.roughly_farthest(-u, i);
      j = f_.b.roughly_farthest(f_.turn.back(u), j);
      const Vec3 w = f_.corner_a(i) - f_.corner_b(j);
      // A corner that is there already lies no nearer than v.
      if (v2 - dot(v, w) <= 1e-12 * v2) {
        if (blended) continue;
        out.iterations = round;
        out.axis = v;
        return finish(out);
      }
      const auto at = static_cast<std::size_t>(count_);
      w_[at] = w;
      a_[at] = i;
      b_[at] = j;
      const double before = v2;
      if (!reduce(v, direction)) return false;
      v2 = norm2(v);
      if (!(v2 < before) || !(v2 > least)) return false;
    }
    return false;
  }

 private:
  bool finish(LinkFeatures& out) const {
    out.a = feature_of(f_.a, a_.data(), count_).code;
    out.b = feature_of(f_.b, b_.data(), count_).code;
    return out.a != 0 && out.b != 0;
  }
  // False: the origin is inside.
  bool reduce(Vec3& v, Vec3& direction) {
    Nearest best;
    const Vec3& d = w_[static_cast<std::size_t>(count_)];
    switch (count_) {
      case 0:
        best = {d, d, 1};
        break;
      case 1: {
        const Vec3 e = w_[0] - d;
        best = nearest_of_edge(d, e, -dot(e, d), norm2(e), 2, 1);
        break;
      }
      case 2: {
        const Vec3 e = w_[0] - d, f = w_[1] - d;
        best = nearest_of_triangle(d, e, f, cross(e, f), 4, 1, 2);
        break;
      }
      default:
        if (!nearest_of_tetrahedron(best)) return false;
    }
    v = best.at;
    direction = best.direction;
    keep(best.kept);
    return true;
  }
  bool nearest_of_tetrahedron(Nearest& best) const {
    const Vec3& d = w_[3];
    const Vec3 e[3] = {w_[0] - d, w_[1] - d, w_[2] - d};
    const Vec3 n[3] = {cross(e[0], e[1]), cross(e[1], e[2]), cross(e[2], e[0])};
    const double volume = dot(n[0], e[2]);
    double least = 1e300;
    for (int k = 0; k < 3; ++k) {
      // On the inner side of a face: not nearest to it.
      if (-dot(n[k], d) * volume > 0) continue;
      const int next = k == 2 ? 0 : k + 1;
      const Nearest at = nearest_of_triangle(d, e[k], e[next], n[k], 8, 1u << k, 1u << next);
      if (const double d2 = norm2(at.at); d2 < least) least = d2, best = at;
    }
    return least < 1e300;
  }
  // Those whose bits are set, in order, without a branch.
  void keep(unsigned bits) {
    static constexpr std::uint8_t kOrder[16][3] = {
        {0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {2, 0, 0}, {0, 2, 0}, {1, 2, 0}, {0, 1, 2},
        {3, 0, 0}, {0, 3, 0}, {1, 3, 0}, {0, 1, 3}, {2, 3, 0}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2}};
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t from = kOrder[bits][k];
      w_[k] = w_[from];
      a_[k] = a_[from];
      b_[k] = b_[from];
    }
    count_ = __builtin_popcount(bits);
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
