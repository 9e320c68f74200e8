#include "geometry/convex/simplex.hpp"

namespace scree::geometry {
namespace {

struct Found {
  double d2 = 1e300;
  std::array<int, 4> of{};
  std::array<double, 4> share{};
  int count = 0;
  Vec3 point{};
};

class Search {
 public:
  explicit Search(const Simplex& s) : s_(s) {}

  Found run() {
    for (int i = 0; i < s_.count; ++i) note(1, {i}, {1}, w(i));
    for (int i = 0; i < s_.count; ++i)
      for (int j = i + 1; j < s_.count; ++j) edge(i, j);
    for (int i = 0; i < s_.count; ++i)
      for (int j = i + 1; j < s_.count; ++j)
        for (int k = j + 1; k < s_.count; ++k) face(i, j, k);
    if (s_.count == 4) inside();
    return best_;
  }

 private:
  const Vec3& w(int i) const { return s_.corner[static_cast<std::size_t>(i)].w; }

  void note(int count, const std::array<int, 4>& of, const std::array<double, 4>& share,
            const Vec3& at) {
    const double d2 = norm2(at);
    if (!(d2 < best_.d2)) return;
    best_ = {d2, of, share, count, at};
  }
  void edge(int i, int j) {
    const Vec3 d = w(j) - w(i);
    const double l2 = norm2(d);
    const double t = -dot(w(i), d);
    if (!(t > 0 && t < l2)) return;
    const double s = t / l2;
    note(2, {i, j}, {1 - s, s}, w(i) + s * d);
  }
  void face(int i, int j, int k) {
    const Vec3 u = w(j) - w(i), v = w(k) - w(i);
    const Vec3 n = cross(u, v);
    const double n2 = norm2(n);
    if (!(n2 > 0)) return;
    // Areas of the three triangles that the foot of the origin makes, all to one side.
    const double a = dot(cross(w(j), w(k)), n), b = dot(cross(w(k), w(i)), n),
                 c = dot(cross(w(i), w(j)), n);
    if (!(a > 0 && b > 0 && c > 0)) return;
    const double sum = a + b + c;
    note(3, {i, j, k}, {a / sum, b / sum, c / sum}, (dot(w(i), n) / n2) * n);
  }
  void inside() {
    const auto volume = [](const Vec3& a, const Vec3& b, const Vec3& c) {
      return dot(a, cross(b, c));
    };
    // Signed volumes of the tetrahedra between the origin and each face.
    const double v0 = volume(w(1), w(2), w(3)), v1 = -volume(w(0), w(2), w(3)),
                 v2 = volume(w(0), w(1), w(3)), v3 = -volume(w(0), w(1), w(2));
    const bool one_side =
        (v0 > 0 && v1 > 0 && v2 > 0 && v3 > 0) || (v0 < 0 && v1 < 0 && v2 < 0 && v3 < 0);
    if (!one_side) return;
    const double sum = v0 + v1 + v2 + v3;
    best_ = {0, {0, 1, 2, 3}, {v0 / sum, v1 / sum, v2 / sum, v3 / sum}, 4, {}};
  }

  const Simplex& s_;
  Found best_;
};

}  // namespace

Vec3 Simplex::nearest() {
  const Found f = Search(*this).run();
  Simplex kept;
  kept.count = f.count;
  for (int k = 0; k < f.count; ++k) {
    kept.corner[static_cast<std::size_t>(k)] =
        corner[static_cast<std::size_t>(f.of[static_cast<std::size_t>(k)])];
    kept.share[static_cast<std::size_t>(k)] = f.share[static_cast<std::size_t>(k)];
  }
  *this = kept;
  return f.point;
}

}  // namespace scree::geometry
