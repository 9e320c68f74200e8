// What acts on a grain: the sum over its contacts in the order of the neighbours' ids, and weight.
//
// A link is 2 p, or 2 p + 1 where the row is the partner of the contact with record p, not its
// owner.
//
// Included by kernel_*.cpp only.
#pragma once

#include "base/simd.hpp"
#include "sim/kernel/exact_lanes.hpp"
#include "sim/kernel/lanes.hpp"

namespace scree::kernel {
namespace {

constexpr double kLinkSign[2] = {1.0, -1.0};

// Force in the lower half, torque in the upper.
HD Eight acting(const GatherArgs& g, std::uint32_t link, double r) {
  const ContactRecord& record = g.records[link >> 1];
  const double sign = kLinkSign[link & 1u], arm = r - record.shorter;
  const Eight by{sign, sign, sign, sign, arm, arm, arm, arm};
  return by * *reinterpret_cast<const Eight*>(&record);
}

void gather_couples(const GatherArgs& g, std::uint32_t first, std::uint32_t last, Vec3* tq) {
  for (std::uint32_t s = first; s < last; ++s) {
    Vec3 couple{};
    for (std::uint32_t k = g.link_begin[s]; k < g.link_begin[s + 1]; ++k)
      couple += kLinkSign[g.link[k] & 1u] * g.couple[g.link[k] >> 1];
    tq[s - first] += couple;
  }
}

// All links. Taken eight at a time, with the empty record in place of what is missing (adding zero
// changes no bit): how many there are is a prediction that the processor gets wrong too often.
// Force and torque are summed side by side.
void gather_all(const GatherArgs& g, std::uint32_t first, std::uint32_t last, Vec3* f, Vec3* tq) {
  for (std::uint32_t s = first; s < last; ++s) {
    Eight sum{};
    const double r = g.xr[s].r;
    for (std::uint32_t k = g.link_begin[s]; k < g.link_begin[s + 1]; k += kLinks) {
#pragma GCC unroll 8
      for (std::uint32_t m = 0; m < kLinks; ++m) sum += acting(g, g.link[k + m], r);
    }
    f[s - first] = {sum[0], sum[1], sum[2]};
    tq[s - first] = {sum[4], sum[5], sum[6]};
  }
  if (g.couple != nullptr) gather_couples(g, first, last, tq);
}

// Links of a byte's bits one behind the other, then the empty record.
HD void chosen_links(const std::uint32_t* link, unsigned bits, std::uint32_t (&to)[kLinks]) {
#if defined(__AVX512VL__)
  const __m256i all = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(link));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to),
                      _mm256_maskz_compress_epi32(static_cast<__mmask8>(bits), all));
#else
  std::uint32_t n = 0;
  for (; bits != 0; bits &= bits - 1) to[n++] = link[__builtin_ctz(bits)];
  while (n % 4 != 0) to[n++] = 0;
#endif
}

// Bytes [k, end) that have a bit, at most 128 of them; the number. Without a branch: which bytes
// have one is a prediction that the processor gets wrong.
HD int hit_bytes(const std::uint8_t* hit, std::uint32_t k, std::uint32_t end, std::uint32_t* to) {
  int n = 0;
  for (; k < end; ++k) {
    to[n] = k;
    n += hit[k] != 0;
  }
  return n;
}

// What acts on one row.
struct RowSum {
  Eight both{};
  Vec3 couple{};
};

// Adds the links of one byte's bits, four at a time, as above, and clears the bits.
HD void add_hits(const GatherArgs& g, std::uint32_t k, double r, RowSum& sum) {
  const unsigned bits = g.hit[k];
  g.hit[k] = 0;
  std::uint32_t link[kLinks];
  chosen_links(g.link + k * kLinks, bits, link);
  const auto count = static_cast<std::uint32_t>(__builtin_popcount(bits));
  for (std::uint32_t m = 0; m < count; m += 4) {
    sum.both += acting(g, link[m], r);
    sum.both += acting(g, link[m + 1], r);
    sum.both += acting(g, link[m + 2], r);
    sum.both += acting(g, link[m + 3], r);
  }
  if (g.couple != nullptr)
    for (std::uint32_t m = 0; m < count; ++m)
      sum.couple += kLinkSign[link[m] & 1u] * g.couple[link[m] >> 1];
}

// Links with a bit in `hit`. Rows without are skipped.
void gather_hits(const GatherArgs& g, std::uint32_t first, std::uint32_t last, Vec3* f, Vec3* tq) {
  static_assert(kLinks == 8);  // a byte of bits
  constexpr std::uint32_t kChunk = 128, kNone = 0xffffffffu;
  for (std::uint32_t k = 0; k < last - first; ++k) f[k] = tq[k] = {};
  const std::uint32_t end = g.link_begin[last] / kLinks;
  std::uint32_t row = kNone;
  RowSum sum;
  const auto store = [&] {
    if (row == kNone) return;
    f[row] = {sum.both[0], sum.both[1], sum.both[2]};
    tq[row] = {sum.both[4], sum.both[5], sum.both[6]};
    if (g.couple != nullptr) tq[row] += sum.couple;
  };
  for (std::uint32_t k = g.link_begin[first] / kLinks; k < end; k += kChunk) {
    std::uint32_t at[kChunk];
    const int n = hit_bytes(g.hit, k, end - k < kChunk ? end : k + kChunk, at);
    for (int m = 0; m < n; ++m) {
      // Rows are kept to 16 bits; a call is for far fewer.
      const std::uint32_t here = static_cast<std::uint16_t>(g.hit_row[at[m]] - first);
      if (here != row) {
        store();
        row = here, sum = {};
      }
      add_hits(g, at[m], g.xr[first + here].r, sum);
    }
  }
  store();
}

void gather(const GatherArgs& g, std::uint32_t first, std::uint32_t last, Vec3* f, Vec3* tq) {
  if (g.hit != nullptr)
    gather_hits(g, first, last, f, tq);
  else
    gather_all(g, first, last, f, tq);
}

// f += m g, four rows at a time: twelve numbers with the masses {0 0 0 1}, {1 1 2 2}, {2 3 3 3}.
// Immovable rows get zero, which changes no bit: no sum of the gather is -0.
void add_weight(const VelocityMass* vm, const Vec3& gravity, std::uint32_t first,
                std::uint32_t last, Vec3* f) {
  const double x = gravity.x, y = gravity.y, z = gravity.z;
  const Four g0{x, y, z, x}, g1{y, z, x, y}, g2{z, x, y, z}, one{1, 1, 1, 1}, zero{};
  std::uint32_t s = first;
  for (; s + 4 <= last; s += 4) {
    const Four inv{vm[s].inv_mass, vm[s + 1].inv_mass, vm[s + 2].inv_mass, vm[s + 3].inv_mass};
    const Four m = inv != zero ? one / inv : zero;
    double* to = &f[s - first].x;
    store4(to, load4(to) + pick4(m, m, FourIndex{0, 0, 0, 1}) * g0);
    store4(to + 4, load4(to + 4) + pick4(m, m, FourIndex{1, 1, 2, 2}) * g1);
    store4(to + 8, load4(to + 8) + pick4(m, m, FourIndex{2, 3, 3, 3}) * g2);
  }
  for (; s < last; ++s)
    if (vm[s].inv_mass != 0) f[s - first] += (1.0 / vm[s].inv_mass) * gravity;
}

void weight_power(const VelocityMass* vm, const Vec3& gravity, std::uint32_t first,
                  std::uint32_t last, ExactSum& to) {
  for (std::uint32_t s = first; s < last; s += kBlock) {
    alignas(64) double power[kBlock] = {};
    const std::uint32_t end = last - s < kBlock ? last - s : kBlock;
    for (std::uint32_t l = 0; l < end; ++l) {
      const VelocityMass& g = vm[s + l];
      power[l] = g.inv_mass != 0 ? dot(g.v, gravity) / g.inv_mass : 0.0;
    }
    add_rounded(power, kBlock, to);
  }
}

}  // namespace
}  // namespace scree::kernel
