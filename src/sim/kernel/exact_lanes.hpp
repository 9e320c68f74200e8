// Adds many doubles to an ExactSum.
//
// The losses of contacts, of which there are many in each step, are cut into multiples of three
// quanta that all contacts of the step share: 2^-26, 2^-66 and 2^-106 of S = (largest mass)(fastest
// speed)^2; a loss beyond 64 S is added by itself. Such multiples add up without rounding in a
// double; their sums go into the ExactSum once per tile. What is below the last quantum is rounded:
// 24 bits are left of a loss of 2^-82 S (2e-25).
//
// Of other addends, without a scale that is known beforehand,
// each one is rounded to 24 bits, by itself, so that the order does not matter: 3e-8 of every
// addend, however small it is beside others. Blocks of 32 are then cut into multiples of a
// quantum, 46 bits below the largest one of the block; such multiples add up without rounding in
// a double (46 bits, and 5 more for the 32 lanes). What is below the quantum follows with a quantum
// 46 bits lower, and so on until nothing is left; blocks whose addends are within a factor 2^22 of
// each other need one round. (Reproducible summation after Demmel & Nguyen 2013; unlike theirs
// nothing is dropped.)
//
// Included by kernel_*.cpp only.
#pragma once

#include "base/exact_sum.hpp"
#include "base/simd.hpp"
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

HD Four lower_half(Eight v) { return Four{v[0], v[1], v[2], v[3]}; }
HD Four upper_half(Eight v) { return Four{v[4], v[5], v[6], v[7]}; }
HD double largest8(Eight v) {
  const Four a = lower_half(v), b = upper_half(v), m = a > b ? a : b;
  const Four n = pick4(m, m, FourIndex{2, 3, 0, 1}), o = m > n ? m : n;
  return o[0] > o[1] ? o[0] : o[1];
}
HD double sum8(Eight v) {
  const Four s = lower_half(v) + upper_half(v);
  return (s[0] + s[2]) + (s[1] + s[3]);
}
HD bool any8(EightIndex v) {
#if defined(__AVX512F__)
  return _mm512_test_epi64_mask(reinterpret_cast<__m512i>(v), reinterpret_cast<__m512i>(v)) != 0;
#else
  return ((v[0] | v[1]) | (v[2] | v[3]) | ((v[4] | v[5]) | (v[6] | v[7]))) != 0;
#endif
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

// Groups of eight, at most 32 lanes; lanes to be left out are zero. Changes x. `rounded`: each
// number to 24 bits first.
template <bool rounded>
HD void add_lanes(Eight* x, int groups, ExactSum& to) {
  Eight largest{};
  EightIndex any{};
  for (int g = 0; g < groups; ++g) {
    any |= reinterpret_cast<EightIndex>(x[g]);
    if constexpr (rounded) x[g] = rounded_to_24_bits(x[g]);
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
    add_lanes<true>(x, kBlock / 8, to);
  }
  if (count == 0) return;
  double rest[kBlock] = {};
  __builtin_memcpy(rest, v, count * sizeof *v);
  add_rounded(rest, kBlock, to);
}

void add_exact(const double* v, std::size_t count, ExactSum& to) {
  alignas(64) double all[kBlock] = {};
  __builtin_memcpy(all, v, count * sizeof *v);
  Eight x[kBlock / 8];
  const int groups = static_cast<int>(count + 7) / 8;
  for (int g = 0; g < groups; ++g) x[g] = load8(all + 8 * g);
  add_lanes<false>(x, groups, to);
}

// A loss far beyond the scale (a grain that spins fast and hardly moves) would leave no room in the
// sums: such lanes are added one by one. Lane by lane, so that the cut does not depend on
// neighbours.
HD void take_out_large(Eight* x, int groups, double bound, ExactSum& to) {
  EightIndex large{};
  for (int g = 0; g < groups; ++g) large |= (x[g] > all8(bound)) | (x[g] < all8(-bound));
  if (!any8(large)) [[likely]]
    return;
  for (int g = 0; g < groups; ++g)
    for (int k = 0; k < 8; ++k)
      if (x[g][k] > bound || x[g][k] < -bound) to.add(x[g][k]), x[g][k] = 0;
}

// Lanes of one channel, cut into the three quanta. At most 2^33 of the first in a lane: 2^20 blocks
// fit into a double.
HD void add_pending(Eight* x, int groups, const double* magic, double (*pending)[8], ExactSum& to) {
  take_out_large(x, groups, 0x1p-20 * magic[0], to);
  const Eight m1 = all8(magic[0]), m2 = all8(magic[1]), m3 = all8(magic[2]);
  Eight s1 = load8(pending[0]), s2 = load8(pending[1]), s3 = load8(pending[2]);
  for (int g = 0; g < groups; ++g) {
    const Eight a = (x[g] + m1) - m1, rest = x[g] - a;
    const Eight b = (rest + m2) - m2;
    s1 += a;
    s2 += b;
    s3 += ((rest - b) + m3) - m3;
  }
  __builtin_memcpy(pending[0], &s1, sizeof s1);
  __builtin_memcpy(pending[1], &s2, sizeof s2);
  __builtin_memcpy(pending[2], &s3, sizeof s3);
}

void flush_pending(LossSum& sum) {
  for (int c = 0; c < kLosses; ++c)
    for (double(&level)[8] : sum.pending[c]) {
      const Eight v = load8(level);
      sum.value[c].add(sum8(v));
      __builtin_memset(level, 0, sizeof level);
    }
}

}  // namespace
}  // namespace scree::kernel
