// Grain-grain contacts: near pairs -> blocks of one law.
//
// One law and most near pairs touch (equal grains at rest): blocks are slices of the list, and
// pairs that do not touch go through the loops with the others. Otherwise pairs are sifted first,
// and those that touch, or touched a step ago, wait in a short list per law until they fill a
// block.
//
// Included by kernel_*.cpp only.
#pragma once

#include "sim/kernel/block_loops.hpp"
#include "sim/kernel/sift_loops.hpp"

namespace scree::kernel {
namespace {

HD void fetch_lines(const void* from, std::size_t bytes) {
  const char* p = static_cast<const char*>(from);
  for (std::size_t b = 0; b < bytes; b += 64) __builtin_prefetch(p + b);
}

HD std::uint32_t higher_row(const ContactArgs& a, std::uint32_t c) {
  return a.owner[c] > a.other[c] ? a.owner[c] : a.other[c];
}
// What the contacts from c on need, two blocks before they do. The rows of grains lie near each
// other, but in no order; the lists are read in order, but no hardware follows them from one page
// to the next, and there are many of them.
HD void fetch_ahead(const ContactArgs& a, std::uint32_t c) {
  if (c + 3 * kBlock > a.count) return;
  for (std::uint32_t l = c; l < c + kBlock; ++l) {
    for (const std::uint32_t row : {a.owner[l], a.other[l]}) {
      __builtin_prefetch(&a.xr[row]);
      __builtin_prefetch(&a.vm[row]);
      __builtin_prefetch(&a.ws[row]);
    }
  }
  fetch_lines(&a.owner[c + 2 * kBlock], kBlock * sizeof(std::uint32_t));
  fetch_lines(&a.other[c + 2 * kBlock], kBlock * sizeof(std::uint32_t));
  if (a.sifted) fetch_lines(&a.kind[c + 2 * kBlock], kBlock * sizeof(std::uint16_t));
  fetch_lines(&a.record_of[c], kBlock * sizeof(std::uint32_t));
  fetch_lines(&a.last[c], kBlock * sizeof(LastForce));
  fetch_lines(history_of(a, c), kBlock * sizeof(double) * static_cast<std::size_t>(a.stride));
}

// One law, no rejection: a block is a slice of the list.
void contact_slices(const ContactArgs& a, std::uint32_t first, std::uint32_t last, Scratch& s,
                    LossSum& sum) {
  Block& b = s.blocks[0];
  for (std::uint32_t c = first; c < last; c += kBlock) {
    const int n = last - c < kBlock ? static_cast<int>(last - c) : kBlock;
    __builtin_memcpy(b.owner, a.owner + c, static_cast<std::size_t>(n) * sizeof(std::uint32_t));
    __builtin_memcpy(b.other, a.other + c, static_cast<std::size_t>(n) * sizeof(std::uint32_t));
    for (int l = 0; l < n; ++l) b.contact[l] = c + static_cast<std::uint32_t>(l);
    fetch_ahead(a, c + 2 * kBlock);
    finish_block(a, b, n, a.laws[0], s, sum);
  }
}

// Rows of a pair that has been found to touch: needed when its block is full.
HD void fetch_motion(const ContactArgs& a, std::uint32_t c) {
  for (const std::uint32_t row : {a.owner[c], a.other[c]}) {
    __builtin_prefetch(&a.vm[row]);
    __builtin_prefetch(&a.ws[row]);
  }
  __builtin_prefetch(&a.last[c]);
  __builtin_prefetch(history_of(a, c));
  if (a.by_hits) __builtin_prefetch(&a.at[c]);
  __builtin_prefetch(&a.record_of[c]);
}

// Positions of the 32 pairs from c on, and the lists of those that follow.
HD void fetch_positions(const ContactArgs& a, std::uint32_t c) {
  if (c + 3 * kBlock > a.count) return;
  fetch_lines(&a.owner[c + 2 * kBlock], kBlock * sizeof(std::uint32_t));
  fetch_lines(&a.other[c + 2 * kBlock], kBlock * sizeof(std::uint32_t));
  fetch_lines(&a.kind[c + 2 * kBlock], kBlock * sizeof(std::uint16_t));
  for (std::uint32_t l = c; l < c + kBlock; ++l) __builtin_prefetch(&a.xr[higher_row(a, l)]);
}

// Nothing acts between pairs that do not touch. Where the gather goes by hits, none is set; else
// their records must say so.
void clear_slice(const ContactArgs& a, std::uint32_t c, std::uint32_t count, unsigned kept,
                 const Scratch& s) {
  unsigned left = ~kept;
  if (count < 32) left &= (1u << count) - 1u;
  for (; left != 0; left &= left - 1) {
    const std::uint32_t at = c + static_cast<std::uint32_t>(__builtin_ctz(left));
    if (!a.by_hits) {
      a.records[a.record_of[at]] = {};
      if (a.couple != nullptr) a.couple[a.record_of[at]] = {};
    }
    if (s.report_forces != nullptr) s.report_forces[at] = {};
  }
}

void finish_waiting(const ContactArgs& a, int law, Scratch& s, LossSum& sum) {
  Waiting& w = s.waiting[law];
  Block& b = s.blocks[0];
  const int n = w.count < kBlock ? w.count : kBlock;
  __builtin_memcpy(b.owner, w.owner, sizeof b.owner);
  __builtin_memcpy(b.other, w.other, sizeof b.other);
  __builtin_memcpy(b.contact, w.contact, sizeof b.contact);
  __builtin_memcpy(w.owner, w.owner + kBlock, sizeof b.owner);
  __builtin_memcpy(w.other, w.other + kBlock, sizeof b.other);
  __builtin_memcpy(w.contact, w.contact + kBlock, sizeof b.contact);
  w.count -= n;
  finish_block(a, b, n, a.laws[law], s, sum);
  mark(a, b, n);
}

// The pairs of c whose bits are set join those that wait, all of one law.
HD void join(const ContactArgs& a, std::uint32_t c, unsigned bits, Waiting& w) {
#if defined(__AVX512F__)
  const __m512i lanes = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  for (std::uint32_t half = 0; half < 32; half += 16) {
    const auto m = static_cast<__mmask16>(bits >> half);
    const std::uint32_t at = c + half;
    const auto put = [m](std::uint32_t* to, __m512i v) {
      _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(m, v));
    };
    put(w.owner + w.count, _mm512_maskz_loadu_epi32(m, a.owner + at));
    put(w.other + w.count, _mm512_maskz_loadu_epi32(m, a.other + at));
    put(w.contact + w.count, _mm512_add_epi32(lanes, _mm512_set1_epi32(static_cast<int>(at))));
    w.count += __builtin_popcount(m);
  }
#else
  for (; bits != 0; bits &= bits - 1) {
    const std::uint32_t at = c + static_cast<std::uint32_t>(__builtin_ctz(bits));
    w.owner[w.count] = a.owner[at];
    w.other[w.count] = a.other[at];
    w.contact[w.count++] = at;
  }
#endif
}

void join_by_law(const ContactArgs& a, std::uint32_t c, unsigned bits, Scratch& s, LossSum& sum) {
  for (; bits != 0; bits &= bits - 1) {
    const std::uint32_t at = c + static_cast<std::uint32_t>(__builtin_ctz(bits));
    fetch_motion(a, at);
    const int law = a.kind[at] & ~kTouched;
    Waiting& w = s.waiting[law];
    w.owner[w.count] = a.owner[at];
    w.other[w.count] = a.other[at];
    w.contact[w.count] = at;
    if (++w.count == kBlock) finish_waiting(a, law, s, sum);
  }
}

void sifted_contacts(const ContactArgs& a, std::uint32_t first, std::uint32_t last, Scratch& s,
                     LossSum& sum) {
  const bool one_law = a.law_count == 1, most_touch = one_law && !a.by_hits;
  for (std::uint32_t c = first; c < last; c += kBlock) {
    const std::uint32_t n = last - c < kBlock ? last - c : kBlock;
    const std::uint64_t t0 = processor_ticks();
    if (most_touch)
      fetch_ahead(a, c + 2 * kBlock);
    else
      fetch_positions(a, c + 2 * kBlock);
    const unsigned bits = a.deforming  ? sift<Images::tilted>(a, c, n)
                          : a.periodic ? sift<Images::upright>(a, c, n)
                                       : sift<Images::none>(a, c, n);
    if (!a.by_hits || s.report_forces != nullptr) clear_slice(a, c, n, bits, s);
    if (one_law) join(a, c, bits, s.waiting[0]);
    if (one_law && a.by_hits)
      for (unsigned left = bits; left != 0; left &= left - 1)
        fetch_motion(a, c + static_cast<std::uint32_t>(__builtin_ctz(left)));
    sum.ticks_touch += processor_ticks() - t0;
    if (!one_law)
      join_by_law(a, c, bits, s, sum);
    else if (s.waiting[0].count >= kBlock)
      finish_waiting(a, 0, s, sum);
  }
  for (int law = 0; law < a.law_count; ++law)
    if (s.waiting[law].count > 0) finish_waiting(a, law, s, sum);
}

void contacts(const ContactArgs& a, std::uint32_t first, std::uint32_t last, Scratch& s,
              LossSum& sum) {
  if (a.sifted)
    sifted_contacts(a, first, last, s, sum);
  else
    contact_slices(a, first, last, s, sum);
  if (first < last) flush_pending(sum);
}

}  // namespace
}  // namespace scree::kernel
