// The first look at near pairs, at positions only: 32 pairs -> one bit each.
//
// The same operations in the same order as within_range() of lane_steps.hpp, so that no pair is
// left out that a law would find in contact.
//
// Included by kernel_*.cpp only.
#pragma once

#include "base/simd.hpp"
#include "sim/kernel/lanes.hpp"

namespace scree::kernel {
namespace {

HD unsigned bits_of(FourIndex mask) {
#if defined(__AVX2__)
  return static_cast<unsigned>(_mm256_movemask_pd(reinterpret_cast<__m256d>(mask)));
#else
  unsigned bits = 0;
  for (int k = 0; k < 4; ++k) bits |= static_cast<unsigned>(mask[k] & 1) << k;
  return bits;
#endif
}

HD Four rounded(Four v) {
#if defined(__AVX2__)
  return reinterpret_cast<Four>(
      _mm256_round_pd(reinterpret_cast<__m256d>(v), _MM_FROUND_CUR_DIRECTION));
#else
  for (int k = 0; k < 4; ++k) v[k] = __builtin_rint(v[k]);
  return v;
#endif
}

// Pairs i[k], j[k] with less than `range` between their surfaces. Distances and sums of radii lie
// in one row per pair and are turned into columns together.
enum class Images { none, upright, tilted };

template <Images images>
HD unsigned four_within(const ContactArgs& a, const std::uint32_t* i, const std::uint32_t* j) {
  Four d[4];
  for (int k = 0; k < 4; ++k) {
    const Four xi = load_row(a.xr[i[k]]), xj = load_row(a.xr[j[k]]);
    d[k] = with_last(xj - xi, xi + xj);
  }
  transpose(d[0], d[1], d[2], d[3]);
  if constexpr (images == Images::tilted) {
    const Four n_z = rounded(d[2] * a.inverse_length.z);
    const Four y = d[1] - a.tilt.z * n_z;
    const Four n_y = rounded(y * a.inverse_length.y);
    const Four x = (d[0] - a.tilt.y * n_z) - a.tilt.x * n_y;
    d[0] = x - a.length.x * rounded(x * a.inverse_length.x);
    d[1] = y - a.length.y * n_y;
    d[2] = d[2] - a.length.z * n_z;
  }
  if constexpr (images == Images::upright) {
    d[0] = d[0] - a.length.x * rounded(d[0] * a.inverse_length.x);
    d[1] = d[1] - a.length.y * rounded(d[1] * a.inverse_length.y);
    d[2] = d[2] - a.length.z * rounded(d[2] * a.inverse_length.z);
  }
  const Four reach = d[3] + a.range;
  return bits_of(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < reach * reach);
}

// Which of 32 near pairs have the touched bit.
HD unsigned touched_bits(const std::uint16_t* kind) {
#if defined(__AVX2__)
  const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(kind));
  const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(kind + 16));
  // Packing keeps signs, but takes halves of a and b in turn.
  const __m256i bytes = _mm256_permute4x64_epi64(_mm256_packs_epi16(a, b), 0xd8);
  return static_cast<unsigned>(_mm256_movemask_epi8(bytes));
#else
  unsigned bits = 0;
  for (unsigned k = 0; k < 32; ++k) bits |= static_cast<unsigned>(kind[k] >> 15) << k;
  return bits;
#endif
}

// Bits of the pairs [c, c + count) that are within range, count at most 32.
template <Images images>
unsigned within(const ContactArgs& a, std::uint32_t c, std::uint32_t count) {
  static_assert(kBlock == 32);
  unsigned bits = 0;
  if (count == 32) {
    for (std::uint32_t l = 0; l < 32; l += 4)
      bits |= four_within<images>(a, a.owner + c + l, a.other + c + l) << l;
    return bits;
  }
  std::uint32_t i[32], j[32];
  const std::uint32_t end = (count + 3) & ~3u;
  for (std::uint32_t l = 0; l < end; ++l) {
    const std::uint32_t from = c + (l < count ? l : count - 1);
    i[l] = a.owner[from], j[l] = a.other[from];
  }
  for (std::uint32_t l = 0; l < end; l += 4) bits |= four_within<images>(a, i + l, j + l) << l;
  return bits & ((1u << count) - 1u);
}

// The same, or touching a step ago.
template <Images images>
unsigned sift(const ContactArgs& a, std::uint32_t c, std::uint32_t count) {
  static_assert(kTouched == 1u << 15);
  const unsigned bits = within<images>(a, c, count);
  if (count == 32) return bits | touched_bits(a.kind + c);
  unsigned touched = 0;
  for (std::uint32_t l = 0; l < count; ++l)
    touched |= static_cast<unsigned>(a.kind[c + l] >> 15) << l;
  return bits | touched;
}

}  // namespace
}  // namespace scree::kernel
