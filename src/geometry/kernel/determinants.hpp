// The determinants of predicates.cpp for many queries, and the spread that bounds their error.
//
// Included by kernel_*.cpp only.
#pragma once

#include "geometry/kernel/lanes.hpp"

namespace scree::geometry::kernel {
namespace {

// Sites of the queries minus their last site, as columns: one row per vertex, one lane per query.
// The differences are taken before the transposition, where one instruction does x, y, z and w.
template <int sites>
HD void relative_columns(const Site* s, const std::array<std::uint32_t, sites>* q,
                         Columns (&out)[sites - 1]) {
  Lanes last[4];
  for (int k = 0; k < 4; ++k) last[k] = rows_of(s, q, k, sites - 1);
  for (int m = 0; m + 1 < sites; ++m)
    out[m] = columns_of(rows_of(s, q, 0, m) - last[0], rows_of(s, q, 1, m) - last[1],
                        rows_of(s, q, 2, m) - last[2], rows_of(s, q, 3, m) - last[3]);
}

HD Lanes minor(const Columns& s, const Columns& t) { return mul_add(s.x, t.y, -(t.x * s.y)); }
HD Lanes lift(const Columns& s) {
  return mul_add(s.z, s.z, mul_add(s.y, s.y, mul_add(s.x, s.x, -s.w)));
}
HD Lanes minor3(Lanes a, Lanes bc, Lanes b, Lanes ac, Lanes c, Lanes ab) {
  return mul_add(c, ab, mul_add(a, bc, -(b * ac)));
}

HD void widen(Lanes& most, Lanes v) { most = greater(most, absolute(v)); }

// most[0]: lifts, most[1]: weights, two of each.
struct Power {
  HD static Lanes determinant(const Columns (&r)[4], Lanes (&most)[4]) {
    const Columns &a = r[0], &b = r[1], &c = r[2], &d = r[3];
    const Lanes ha = lift(a), hb = lift(b), hc = lift(c), hd = lift(d);
    widen(most[0], ha), widen(most[1], a.w), widen(most[2], hb), widen(most[3], b.w);
    widen(most[0], hc), widen(most[1], c.w), widen(most[2], hd), widen(most[3], d.w);
    const Lanes ab = minor(a, b), ac = minor(a, c), ad = minor(a, d);
    const Lanes bc = minor(b, c), bd = minor(b, d), cd = minor(c, d);
    const Lanes bcd = minor3(b.z, cd, c.z, bd, d.z, bc), acd = minor3(a.z, cd, c.z, ad, d.z, ac);
    const Lanes abd = minor3(a.z, bd, b.z, ad, d.z, ab), abc = minor3(a.z, bc, b.z, ac, c.z, ab);
    return mul_add(ha, bcd, -(hb * acd)) + mul_add(hc, abd, -(hd * abc));
  }
  HD static Spread spread(const Lanes (&most)[4]) {
    return {greatest(greater(most[0], most[2])), greatest(greater(most[1], most[3])), 0};
  }
};

// Differences from the last site d: det(b - a, c - a, d - a) = -det(a - d, b - d, c - d).
struct Orient {
  HD static Lanes determinant(const Columns (&r)[3], Lanes (&most)[4]) {
    for (const Columns& c : r) widen(most[0], c.x), widen(most[1], c.y), widen(most[2], c.z);
    return -minor3(r[0].z, minor(r[1], r[2]), r[1].z, minor(r[0], r[2]), r[2].z, minor(r[0], r[1]));
  }
  HD static Spread spread(const Lanes (&most)[4]) {
    return {greatest(most[0]), greatest(most[1]), greatest(most[2])};
  }
};

// All queries, kLanes at a time; the last group is filled up with copies of the last query.
template <int sites, class Test>
HD void determinants(const Site* s, const std::array<std::uint32_t, sites>* q, int count,
                     double* det, Spread& spread) {
  Lanes most[4] = {};
  Columns r[sites - 1];
  int at = 0;
  for (; at + kLanes <= count; at += kLanes) {
    relative_columns<sites>(s, q + at, r);
    const Lanes value = Test::determinant(r, most);
    __builtin_memcpy(det + at, &value, sizeof value);
  }
  if (at < count) {
    std::array<std::uint32_t, sites> last[kLanes];
    for (int k = 0; k < kLanes; ++k) last[k] = q[at + k < count ? at + k : count - 1];
    relative_columns<sites>(s, last, r);
    const Lanes value = Test::determinant(r, most);
    __builtin_memcpy(det + at, &value, sizeof(double) * static_cast<std::size_t>(count - at));
  }
  spread = Test::spread(most);
}

void power_determinants(const Site* s, const std::array<std::uint32_t, 5>* q, int count,
                        double* det, Spread& spread) {
  determinants<5, Power>(s, q, count, det, spread);
}

void orient_determinants(const Site* s, const std::array<std::uint32_t, 4>* q, int count,
                         double* det, Spread& spread) {
  determinants<4, Orient>(s, q, count, det, spread);
}

std::size_t signs_beyond(const double* value, int count, double bound, std::int8_t* signs) {
  long long decided = 0;
  for (int k = 0; k < count; ++k) {
    const long long sign = (value[k] > bound ? 1LL : 0LL) - (value[k] < -bound ? 1LL : 0LL);
    signs[k] = static_cast<std::int8_t>(sign);
    decided += sign * sign;
  }
  return static_cast<std::size_t>(count - decided);
}

}  // namespace
}  // namespace scree::geometry::kernel
