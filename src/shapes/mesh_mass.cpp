#include "shapes/mesh_mass.hpp"

#include <algorithm>

namespace scree {

// Signed tetrahedra from the middle of the bounding box: of a tetrahedron with a corner at 0 and
// the others at a, b, c, with s = a + b + c, the integral of x is V s / 4 and that of x x^T is
// V/20 (s s^T + a a^T + b b^T + c c^T).
MassProperties mesh_mass(std::span<const Vec3> points,
                         std::span<const std::array<std::uint32_t, 3>> triangles) {
  if (points.empty()) return {};
  Vec3 lo = points[0], hi = lo;
  for (const Vec3& x : points)
    for (int k = 0; k < 3; ++k) lo[k] = std::min(lo[k], x[k]), hi[k] = std::max(hi[k], x[k]);
  const Vec3 origin = 0.5 * (lo + hi);
  double volume = 0;
  Vec3 first;
  double second[3][3] = {};
  for (const auto& t : triangles) {
    const Vec3 a = points[t[0]] - origin, b = points[t[1]] - origin, c = points[t[2]] - origin;
    const double v = dot(a, cross(b, c)) / 6;
    const Vec3 s = a + b + c;
    volume += v;
    first += v / 4 * s;
    for (int i = 0; i < 3; ++i)
      for (int j = i; j < 3; ++j)
        second[i][j] += v / 20 * (s[i] * s[j] + a[i] * a[j] + b[i] * b[j] + c[i] * c[j]);
  }
  if (volume < 0) {  // inwards
    volume = -volume, first = -first;
    for (auto& row : second)
      for (double& m : row) m = -m;
  }
  MassProperties out;
  out.mass = volume;
  if (!(volume > 0)) return out;
  const Vec3 c = first / volume;
  const auto about = [&](int i, int j) { return second[i][j] - volume * c[i] * c[j]; };
  const double xx = about(0, 0), yy = about(1, 1), zz = about(2, 2);
  out.centre = origin + c;
  out.inertia = {yy + zz, zz + xx, xx + yy, -about(0, 1), -about(1, 2), -about(0, 2)};
  return out;
}

}  // namespace scree
