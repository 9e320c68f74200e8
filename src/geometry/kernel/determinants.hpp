// The determinants of predicates.cpp for many queries, and the spread that bounds their error.
//
// Included by kernel_*.cpp only.
#pragma once

#include "geometry/kernel/lanes.hpp"

namespace scree::geometry::kernel {
namespace {

// Sites of the queries minus their last site, as columns: a vertex a row, a query a lane. The
// differences are taken before the transposition, where one instruction does x, y, z and w.
template <int sites>
HD void relative_columns(const Site* s, const std::array<std::uint32_t, sites>* q,
                         Lanes (&spread)[sites - 1], Columns (&out)[sites - 1]) {
  Lanes last[4];
  for (int k = 0; k < 4; ++k) last[k] = rows_of(s, q, k, sites - 1);
  for (int m = 0; m + 1 < sites; ++m) {
    Lanes rows[4];
    for (int k = 0; k < 4; ++k) {
      rows[k] = rows_of(s, q, k, m) - last[k];
      spread[m] = greater(spread[m], absolute(rows[k]));
    }
    out[m] = columns_of(rows[0], rows[1], rows[2], rows[3]);
  }
}

HD Lanes minor(const Columns& s, const Columns& t) { return mul_add(s.x, t.y, -(t.x * s.y)); }
HD Lanes lift(const Columns& s) {
  return mul_add(s.z, s.z, mul_add(s.y, s.y, mul_add(s.x, s.x, -s.w)));
}
HD Lanes minor3(Lanes a, Lanes bc, Lanes b, Lanes ac, Lanes c, Lanes ab) {
  return mul_add(c, ab, mul_add(a, bc, -(b * ac)));
}

HD Lanes power_determinant(const Columns (&r)[4]) {
  const Columns &a = r[0], &b = r[1], &c = r[2], &d = r[3];
  const Lanes ab = minor(a, b), ac = minor(a, c), ad = minor(a, d);
  const Lanes bc = minor(b, c), bd = minor(b, d), cd = minor(c, d);
  const Lanes bcd = minor3(b.z, cd, c.z, bd, d.z, bc), acd = minor3(a.z, cd, c.z, ad, d.z, ac);
  const Lanes abd = minor3(a.z, bd, b.z, ad, d.z, ab), abc = minor3(a.z, bc, b.z, ac, c.z, ab);
  return mul_add(lift(a), bcd, -(lift(b) * acd)) + mul_add(lift(c), abd, -(lift(d) * abc));
}

// Differences from the last site d: det(b - a, c - a, d - a) = -det(a - d, b - d, c - d).
HD Lanes orient_determinant(const Columns (&r)[3]) {
  return -minor3(r[0].z, minor(r[1], r[2]), r[1].z, minor(r[0], r[2]), r[2].z, minor(r[0], r[1]));
}

// All queries, kLanes at a time; the last group is filled up with copies of the last query.
template <int sites, class Determinant>
HD void determinants(const Site* s, const std::array<std::uint32_t, sites>* q, int count,
                     double* det, Spread& spread, Determinant determinant) {
  Lanes most[sites - 1] = {};  // one a row: a single one would be a chain of latencies
  Columns r[sites - 1];
  int at = 0;
  for (; at + kLanes <= count; at += kLanes) {
    relative_columns<sites>(s, q + at, most, r);
    const Lanes value = determinant(r);
    __builtin_memcpy(det + at, &value, sizeof value);
  }
  if (at < count) {
    std::array<std::uint32_t, sites> last[kLanes];
    for (int k = 0; k < kLanes; ++k) last[k] = q[at + k < count ? at + k : count - 1];
    relative_columns<sites>(s, last, most, r);
    const Lanes value = determinant(r);
    __builtin_memcpy(det + at, &value, sizeof(double) * static_cast<std::size_t>(count - at));
  }
  for (int k = 1; k + 1 < sites; ++k) most[0] = greater(most[0], most[k]);
  for (int k = 0; k < 4; ++k) {
    const double other = most[0][kLanes - 4 + k];
    spread.value[k] = most[0][k] > other ? most[0][k] : other;
  }
}

void power_determinants(const Site* s, const std::array<std::uint32_t, 5>* q, int count,
                        double* det, Spread& spread) {
  determinants<5>(
      s, q, count, det, spread,
      [](const Columns(&r)[4]) __attribute__((always_inline)) { return power_determinant(r); });
}

void orient_determinants(const Site* s, const std::array<std::uint32_t, 4>* q, int count,
                         double* det, Spread& spread) {
  determinants<4>(
      s, q, count, det, spread,
      [](const Columns(&r)[3]) __attribute__((always_inline)) { return orient_determinant(r); });
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
