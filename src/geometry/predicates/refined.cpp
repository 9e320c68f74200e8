#include "geometry/predicates/refined.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "geometry/predicates/expansion.hpp"

namespace scree::geometry {
namespace {

__extension__ using Int128 = __int128;

template <class T>
struct Rows {
  std::array<T, 4> x, y, z, h;
};

// The determinant of predicates.cpp, expanded along h, for any number type.
template <class T>
T conflict_determinant(const Rows<T>& r) {
  const auto minor = [&r](int i, int j) { return r.x[i] * r.y[j] - r.x[j] * r.y[i]; };
  const T ab = minor(0, 1), ac = minor(0, 2), ad = minor(0, 3);
  const T bc = minor(1, 2), bd = minor(1, 3), cd = minor(2, 3);
  const auto& z = r.z;
  const T bcd = z[1] * cd - z[2] * bd + z[3] * bc, acd = z[0] * cd - z[2] * ad + z[3] * ac;
  const T abd = z[0] * bd - z[1] * ad + z[3] * ab, abc = z[0] * bc - z[1] * ac + z[2] * ab;
  return (r.h[0] * bcd - r.h[1] * acd) + (r.h[2] * abd - r.h[3] * abc);
}

// high + low, |low| <= ulp(high) / 2. An operation is off by less than 2^-102 of |a b|, or of
// |a| + |b| for sums.
struct DoubleDouble {
  double high = 0, low = 0;

  friend DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
    const TwoTerms p = two_product(a.high, b.high);
    const TwoTerms s = fast_two_sum(p.x, p.y + (a.high * b.low + a.low * b.high));
    return {s.x, s.y};
  }
  friend DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
    const TwoTerms s = two_sum(a.high, b.high), t = two_sum(a.low, b.low);
    const TwoTerms v = fast_two_sum(s.x, s.y + t.x);
    const TwoTerms w = fast_two_sum(v.x, v.y + t.y);
    return {w.x, w.y};
  }
  friend DoubleDouble operator-(DoubleDouble a, DoubleDouble b) {
    return a + DoubleDouble{-b.high, -b.low};
  }
};

DoubleDouble difference(double a, double b) {
  const TwoTerms t = two_diff(a, b);
  return {t.x, t.y};
}

// v * scale as an integer below 2^bits; false where it is none.
bool to_integer(TwoTerms v, double scale, double limit, std::int64_t& out) {
  const double t = v.x * scale;
  if (v.y != 0 || !(std::abs(t) < limit)) return false;
  out = static_cast<std::int64_t>(t);
  return static_cast<double>(out) == t;
}

double largest_difference(const std::array<const Site*, 4>& s, const Site& p) {
  double m = 0;
  for (const Site* q : s)
    m = std::max({m, std::abs(q->x.x - p.x.x), std::abs(q->x.y - p.x.y), std::abs(q->x.z - p.x.z)});
  return m;
}

}  // namespace

// With coordinates below 2^22 and weights below 2^46 a lift is below 2^48, a minor below 6 * 2^66,
// the determinant below 2^119.
int integer_power_test(const Site& a, const Site& b, const Site& c, const Site& d, const Site& p) {
  const std::array<const Site*, 4> s{&a, &b, &c, &d};
  const double m = largest_difference(s, p);
  if (!(m > 0x1p-300 && m < 0x1p300)) return uncertain;
  const double scale = std::ldexp(1.0, 21 - std::ilogb(m));
  Rows<Int128> r;
  for (int i = 0; i < 4; ++i) {
    std::int64_t x, y, z, w;
    if (!to_integer(two_diff(s[i]->x.x, p.x.x), scale, 0x1p22, x) ||
        !to_integer(two_diff(s[i]->x.y, p.x.y), scale, 0x1p22, y) ||
        !to_integer(two_diff(s[i]->x.z, p.x.z), scale, 0x1p22, z) ||
        !to_integer(two_diff(p.w, s[i]->w), scale * scale, 0x1p46, w))
      return uncertain;
    r.x[i] = x, r.y[i] = y, r.z[i] = z;
    r.h[i] = x * x + y * y + z * z + w;
  }
  const Int128 det = conflict_determinant(r);
  return (det > 0) - (det < 0);
}

// Roundings on a term: lift 4, minor of order 3 5, product 1, sums 2, so 12 of 2^-102 each. Every
// term is at most X Y Z H (the greatest absolute values of each column), and there are 24: the
// error is below 24 * 12 * 2^-102 X Y Z H < 2^-93 X Y Z H, which leaves room for the rounding of
// the bound.
int double_double_power_test(const Site& a, const Site& b, const Site& c, const Site& d,
                             const Site& p) {
  const std::array<const Site*, 4> s{&a, &b, &c, &d};
  Rows<DoubleDouble> r;
  double mx = 0, my = 0, mz = 0, mh = 0;
  for (int i = 0; i < 4; ++i) {
    const DoubleDouble x = difference(s[i]->x.x, p.x.x), y = difference(s[i]->x.y, p.x.y);
    const DoubleDouble z = difference(s[i]->x.z, p.x.z), w = difference(p.w, s[i]->w);
    const DoubleDouble square = x * x + y * y + z * z;
    r.x[i] = x, r.y[i] = y, r.z[i] = z;
    r.h[i] = square + w;
    mx = std::max(mx, std::abs(x.high));
    my = std::max(my, std::abs(y.high));
    mz = std::max(mz, std::abs(z.high));
    mh = std::max(mh, square.high + std::abs(w.high));
  }
  const double det = conflict_determinant(r).high;
  const double bound = 0x1p-93 * (mx * my * mz * mh);
  return det > bound ? 1 : (det < -bound ? -1 : uncertain);
}

}  // namespace scree::geometry
