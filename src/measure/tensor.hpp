// Symmetric 3x3 tensors of fabric and stress.
#pragma once

#include <array>

#include "base/bulk_sum.hpp"
#include "base/vec3.hpp"

namespace scree {

struct SymTensor {
  double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;

  // Adds s times the symmetric part of a b.
  void add(double s, const Vec3& a, const Vec3& b) {
    xx += s * a.x * b.x, yy += s * a.y * b.y, zz += s * a.z * b.z;
    xy += 0.5 * s * (a.x * b.y + a.y * b.x);
    xz += 0.5 * s * (a.x * b.z + a.z * b.x);
    yz += 0.5 * s * (a.y * b.z + a.z * b.y);
  }
  void scale(double s) { xx *= s, yy *= s, zz *= s, xy *= s, xz *= s, yz *= s; }
  double trace() const { return xx + yy + zz; }
  // sqrt(3/2 T':T') of the deviator T' = T - tr(T)/3: the invariant q of soil mechanics.
  double deviator() const {
    const double a = xx - yy, b = yy - zz, c = zz - xx;
    return __builtin_sqrt(0.5 * (a * a + b * b + c * c) + 3 * (xy * xy + xz * xz + yz * yz));
  }
};

// The exact sum of many.
struct TensorSum {
  BulkSum xx, yy, zz, xy, xz, yz;

  void add(double s, const Vec3& a, const Vec3& b) {
    SymTensor t;
    t.add(s, a, b);
    xx += t.xx, yy += t.yy, zz += t.zz, xy += t.xy, xz += t.xz, yz += t.yz;
  }
  void operator+=(const TensorSum& o) {
    xx += o.xx, yy += o.yy, zz += o.zz, xy += o.xy, xz += o.xz, yz += o.yz;
  }
  SymTensor value() const {
    return {xx.value(), yy.value(), zz.value(), xy.value(), xz.value(), yz.value()};
  }
};

// Eigenvalues, largest first, by Jacobi rotations: no angle functions, accurate when two are equal.
std::array<double, 3> eigenvalues(const SymTensor& t);

}  // namespace scree
