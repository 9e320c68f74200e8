#include "detect/window_scan.hpp"

#include <bit>

#include "base/cpu.hpp"
#include "base/simd.hpp"

namespace scree::detect {
namespace {

// No branch on the outcome: every candidate is written, and the next overwrites it unless it is
// within reach.
template <bool kImage>
RowPair* scan_scalar(const CellArrays& a, const ScanConstants& c, std::uint32_t i,
                     const Window* windows, int count, RowPair* out) {
  const PositionRadius me{{a.x[i], a.y[i], a.z[i]}, a.r[i]};
  const std::uint32_t my_slot = a.slot[i], my_id = a.id[i];
  const std::uint8_t fixed = a.fixed[i];
  for (int w = 0; w < count; ++w) {
    for (std::uint32_t j = windows[w].begin; j < windows[w].end; ++j) {
      const PositionRadius other{{a.x[j], a.y[j], a.z[j]}, a.r[j]};
      bool hit;
      if constexpr (kImage)
        hit = within_reach(me, other, c.reach, c.length, c.inverse);
      else
        hit = within_reach(me, other, c.reach);
      const bool lower = a.id[j] < my_id;
      *out = {lower ? a.slot[j] : my_slot, lower ? my_slot : a.slot[j]};
      out += hit & !(fixed & a.fixed[j]);
    }
  }
  return out;
}

#if SCREE_X86

// For each mask of four lanes: the 32-bit words of the set 64-bit lanes, first ones first.
struct CompressTable {
  alignas(32) std::int32_t words[16][8] = {};
  constexpr CompressTable() {
    for (int mask = 0; mask < 16; ++mask) {
      int to = 0;
      for (int lane = 0; lane < 4; ++lane) {
        if (!(mask & (1 << lane))) continue;
        words[mask][2 * to] = 2 * lane;
        words[mask][2 * to + 1] = 2 * lane + 1;
        ++to;
      }
    }
  }
};
constexpr CompressTable kCompress;

template <bool kImage>
[[gnu::target("avx2,popcnt")]] RowPair* scan_avx2(const CellArrays& a, const ScanConstants& c,
                                                  std::uint32_t i, const Window* windows, int count,
                                                  RowPair* out) {
  const double *const px = a.x.data(), *const py = a.y.data(), *const pz = a.z.data(),
                      *const pr = a.r.data();
  const std::uint32_t *const pslot = a.slot.data(), *const pid = a.id.data();
  const __m256d x = _mm256_set1_pd(px[i]), y = _mm256_set1_pd(py[i]), z = _mm256_set1_pd(pz[i]);
  const __m256d r = _mm256_set1_pd(pr[i]), reach = _mm256_set1_pd(c.reach);
  const __m128i my_slot = _mm_set1_epi32(static_cast<int>(pslot[i]));
  const __m128i my_id = _mm_set1_epi32(static_cast<int>(pid[i]));
  const bool fixed = a.fixed[i];
  for (int w = 0; w < count; ++w) {
    const std::uint32_t end = windows[w].end;
    for (std::uint32_t j = windows[w].begin; j < end; j += 4) {
      __m256d dx = _mm256_sub_pd(_mm256_loadu_pd(px + j), x);
      __m256d dy = _mm256_sub_pd(_mm256_loadu_pd(py + j), y);
      __m256d dz = _mm256_sub_pd(_mm256_loadu_pd(pz + j), z);
      if constexpr (kImage) {
        constexpr int nearest = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
        const __m256d tx = _mm256_round_pd(_mm256_mul_pd(dx, _mm256_set1_pd(c.inverse.x)), nearest);
        const __m256d ty = _mm256_round_pd(_mm256_mul_pd(dy, _mm256_set1_pd(c.inverse.y)), nearest);
        const __m256d tz = _mm256_round_pd(_mm256_mul_pd(dz, _mm256_set1_pd(c.inverse.z)), nearest);
        dx = _mm256_sub_pd(dx, _mm256_mul_pd(_mm256_set1_pd(c.length.x), tx));
        dy = _mm256_sub_pd(dy, _mm256_mul_pd(_mm256_set1_pd(c.length.y), ty));
        dz = _mm256_sub_pd(dz, _mm256_mul_pd(_mm256_set1_pd(c.length.z), tz));
      }
      const __m256d s = _mm256_add_pd(_mm256_add_pd(r, _mm256_loadu_pd(pr + j)), reach);
      const __m256d d2 = _mm256_add_pd(_mm256_add_pd(_mm256_mul_pd(dx, dx), _mm256_mul_pd(dy, dy)),
                                       _mm256_mul_pd(dz, dz));
      unsigned hit = static_cast<unsigned>(
          _mm256_movemask_pd(_mm256_cmp_pd(d2, _mm256_mul_pd(s, s), _CMP_LT_OQ)));
      const std::uint32_t left = end - j;
      hit &= left < 4 ? (1u << left) - 1 : 15u;
      if (fixed)
        for (std::uint32_t k = 0; k < 4; ++k)
          if (a.fixed[j + k]) hit &= ~(1u << k);
      const __m128i slot = _mm_loadu_si128(reinterpret_cast<const __m128i*>(pslot + j));
      const __m128i id = _mm_loadu_si128(reinterpret_cast<const __m128i*>(pid + j));
      const __m128i lower = _mm_cmpeq_epi32(_mm_min_epu32(id, my_id), id);
      const __m128i first = _mm_blendv_epi8(my_slot, slot, lower);
      const __m128i second = _mm_blendv_epi8(slot, my_slot, lower);
      const __m256i pair =
          _mm256_set_m128i(_mm_unpackhi_epi32(first, second), _mm_unpacklo_epi32(first, second));
      const __m256i order =
          _mm256_load_si256(reinterpret_cast<const __m256i*>(kCompress.words[hit]));
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(out),
                          _mm256_permutevar8x32_epi32(pair, order));
      out += std::popcount(hit);
    }
  }
  return out;
}

#endif

}  // namespace

void CellArrays::resize(std::size_t n) {
  const std::size_t padded = n + kScanPadding;
  x.resize(padded), y.resize(padded), z.resize(padded), r.resize(padded);
  slot.resize(padded), id.resize(padded), cell.resize(padded), fixed.resize(padded);
}

std::vector<ScanFunctions> scan_functions() {
  std::vector<ScanFunctions> all;
#if SCREE_X86
  if (has_avx2()) all.push_back({"avx2", scan_avx2<false>, scan_avx2<true>});
#endif
  all.push_back({"scalar", scan_scalar<false>, scan_scalar<true>});
  return all;
}

}  // namespace scree::detect
