// Numbers of about 106 bits: the sum hi + lo of two doubles, |lo| at most half an ulp of hi.
//
// With u = 2^-53 each operation is off by less than 16 u^2 = 2^-102 of its result (Joldes, Muller
// and Popescu 2017, "Tight and rigorous error bounds for basic building blocks of double-word
// arithmetic"; the algorithms are named there as noted). They need round-to-nearest, no fast-math
// and no contraction, nothing that overflows, and products above 2^-960, so that no lower half
// underflows. No fused multiply-add: the same bits on every processor.
#pragma once

namespace scree {

struct DoubleDouble {
  double hi = 0, lo = 0;
};

// a + b exactly; |a| >= |b| or a == 0.
constexpr DoubleDouble fast_two_sum(double a, double b) {
  const double s = a + b;
  return {s, b - (s - a)};
}

// a + b exactly.
constexpr DoubleDouble two_sum(double a, double b) {
  const double s = a + b;
  const double b_part = s - a, a_part = s - b_part;
  return {s, (a - a_part) + (b - b_part)};
}

// a * b exactly, from halves of 26 bits (Dekker 1971).
constexpr DoubleDouble two_product(double a, double b) {
  constexpr double kSplit = 134217729;  // 2^27 + 1
  const double p = a * b, ca = kSplit * a, cb = kSplit * b;
  const double a_hi = ca - (ca - a), a_lo = a - a_hi;
  const double b_hi = cb - (cb - b), b_lo = b - b_hi;
  return {p, a_lo * b_lo - (((p - a_hi * b_hi) - a_lo * b_hi) - a_hi * b_lo)};
}

constexpr DoubleDouble operator-(DoubleDouble x) { return {-x.hi, -x.lo}; }

constexpr DoubleDouble operator+(DoubleDouble x, double y) {  // DWPlusFP
  const DoubleDouble s = two_sum(x.hi, y);
  return fast_two_sum(s.hi, x.lo + s.lo);
}

constexpr DoubleDouble operator+(DoubleDouble x, DoubleDouble y) {  // AccurateDWPlusDW
  const DoubleDouble s = two_sum(x.hi, y.hi), t = two_sum(x.lo, y.lo);
  const DoubleDouble v = fast_two_sum(s.hi, s.lo + t.hi);
  return fast_two_sum(v.hi, t.lo + v.lo);
}

constexpr DoubleDouble operator*(DoubleDouble x, double y) {  // DWTimesFP1
  const DoubleDouble c = two_product(x.hi, y), t = fast_two_sum(c.hi, x.lo * y);
  return fast_two_sum(t.hi, t.lo + c.lo);
}

constexpr DoubleDouble operator*(DoubleDouble x, DoubleDouble y) {  // DWTimesDW1
  const DoubleDouble c = two_product(x.hi, y.hi);
  return fast_two_sum(c.hi, c.lo + (x.hi * y.lo + x.lo * y.hi));
}

constexpr DoubleDouble operator/(DoubleDouble x, DoubleDouble y) {  // DWDivDW2
  const double q = x.hi / y.hi;
  const DoubleDouble r = y * q;
  return fast_two_sum(q, ((x.hi - r.hi) + (x.lo - r.lo)) / y.hi);
}

}  // namespace scree
