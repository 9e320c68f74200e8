// Adds many doubles to an ExactSum, some 1 ns per addend.
//
// Each addend is first rounded to 24 bits, by itself, so that the order does not matter: 3e-8 of
// every addend, however small it is beside others. Addends are then cut into multiples of a
// quantum, 46 bits below the largest one of the block; such multiples add up without rounding in
// a double (46 bits, and 5 more for the 32 lanes). What is below the quantum follows with a quantum
// 46 bits lower, and so on until nothing is left; blocks whose addends are within a factor 2^22 of
// each other need one round. (Reproducible summation after Demmel & Nguyen 2013; unlike theirs
// nothing is dropped.)
//
// Included by kernel_*.cpp only.
#pragma once

#include "base/exact_sum.hpp"
#include "sim/kernel/lanes.hpp"

namespace scree::kernel {
namespace {

typedef long long EightIndex __attribute__((vector_size(64)));

HD Eight load8(const double* p) {
  Eight v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
HD Eight all8(double v) { return Eight{v, v, v, v, v, v, v, v}; }

// Veltkamp's splitting: the nearest number of 24 bits.
HD Eight rounded_to_24_bits(Eight x) {
  const Eight c = x * all8(0x1p29 + 1);
  return c - (c - x);
}

HD double largest8(Eight v) {
  double m = v[0];
  for (int k = 1; k < 8; ++k) m = v[k] > m ? v[k] : m;
  return m;
}
HD double sum8(Eight v) {
  return ((v[0] + v[1]) + (v[2] + v[3])) + ((v[4] + v[5]) + (v[6] + v[7]));
}
HD bool any8(EightIndex v) {
  return ((v[0] | v[1]) | (v[2] | v[3]) | ((v[4] | v[5]) | (v[6] | v[7]))) != 0;
}

// 2^e as a double, for -1022 <= e <= 1023.
HD double power_of_two(int e) {
  const long long bits = static_cast<long long>(e + 1023) << 52;
  double v;
  __builtin_memcpy(&v, &bits, sizeof v);
  return v;
}
HD int exponent_of(double v) {
  long long bits;
  __builtin_memcpy(&bits, &v, sizeof bits);
  return static_cast<int>((bits >> 52) & 0x7ff) - 1023;
}

HD void add_one_by_one(const Eight* x, int groups, ExactSum& to) {
  for (int g = 0; g < groups; ++g)
    for (int k = 0; k < 8; ++k) to.add(x[g][k]);
}

// Groups of eight, at most 32 lanes; lanes to be left out are zero. Changes x.
HD void add_lanes(Eight* x, int groups, ExactSum& to) {
  Eight largest{};
  EightIndex any{};
  for (int g = 0; g < groups; ++g) {
    any |= reinterpret_cast<EightIndex>(x[g]);
    x[g] = rounded_to_24_bits(x[g]);
    const Eight size = x[g] < Eight{} ? -x[g] : x[g];
    largest = size > largest ? size : largest;
  }
  if (!any8(any)) return;
  int exponent = exponent_of(largest8(largest));
  for (; exponent >= -900 && exponent <= 900; exponent -= 46) {  // all powers below are normal
    // All lanes are below 2^(exponent + 1) = 2^46 quanta.
    const Eight magic = all8(1.5 * power_of_two(exponent - 45 + 52));
    Eight sum{};
    EightIndex left{};
    for (int g = 0; g < groups; ++g) {
      const Eight part = (x[g] + magic) - magic;
      sum += part;
      x[g] -= part;
      left |= x[g] != Eight{};
    }
    const double total = sum8(sum);
    to.add(total);
    if (!any8(left) || total - total != 0) return;  // done, or not finite
  }
  add_one_by_one(x, groups, to);
}

void add_rounded(const double* v, std::size_t count, ExactSum& to) {
  for (; count >= kBlock; v += kBlock, count -= kBlock) {
    Eight x[kBlock / 8];
    for (int g = 0; g < kBlock / 8; ++g) x[g] = load8(v + 8 * g);
    add_lanes(x, kBlock / 8, to);
  }
  if (count == 0) return;
  double rest[kBlock] = {};
  __builtin_memcpy(rest, v, count * sizeof *v);
  add_rounded(rest, kBlock, to);
}

}  // namespace
}  // namespace scree::kernel
