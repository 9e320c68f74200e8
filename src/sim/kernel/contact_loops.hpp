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

// What the contacts from c on need, two blocks before they do. The rows of grains lie near each
// other, but in no order; the lists are read in order, but no hardware follows them from one page
// to the next, and there are many of them.
HD void fetch_ahead(const ContactArgs& a, std::uint32_t c) {
  if (c + 3 * kBlock > a.count) return;
  for (std::uint32_t l = 0; l < kBlock; ++l) {
    for (const std::uint32_t row : {a.owner[c + l], a.other[c + l]}) {
      __builtin_prefetch(&a.xr[row]);
      __builtin_prefetch(&a.vm[row]);
      __builtin_prefetch(&a.ws[row]);
    }
  }
  fetch_lines(&a.owner[c + 2 * kBlock], kBlock * sizeof(std::uint32_t));
  fetch_lines(&a.other[c + 2 * kBlock], kBlock * sizeof(std::uint32_t));
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
HD void fetch_motion(const ContactArgs& a, std::uint32_t c, const Scratch& s) {
  for (const std::uint32_t row : {a.owner[c], a.other[c]}) {
    __builtin_prefetch(&a.vm[row]);
    __builtin_prefetch(&a.ws[row]);
  }
  __builtin_prefetch(&a.last[c]);
  __builtin_prefetch(history_of(a, c));
  __builtin_prefetch(&a.at_lower[c]);
  __builtin_prefetch(&a.at_higher[c]);
  if (s.place != nullptr) __builtin_prefetch(&s.place[c]);
}

// Positions of the 32 pairs from c on, and the lists of those that follow. Their lower rows come in
// order: the hardware knows.
HD void fetch_positions(const ContactArgs& a, std::uint32_t c) {
  if (c + 3 * kBlock > a.count) return;
  fetch_lines(&a.owner[c + 2 * kBlock], kBlock * sizeof(std::uint32_t));
  fetch_lines(&a.other[c + 2 * kBlock], kBlock * sizeof(std::uint32_t));
  fetch_lines(&a.kind[c + 2 * kBlock], kBlock * sizeof(std::uint16_t));
  for (std::uint32_t l = c; l < c + kBlock; ++l)
    __builtin_prefetch(&a.xr[a.owner[l] > a.other[l] ? a.owner[l] : a.other[l]]);
}

// Nothing acts between pairs that do not touch. Where the gather goes by hits, none is set; else
// their records must say so.
void clear_slice(const ContactArgs& a, std::uint32_t c, std::uint32_t count, unsigned kept,
                 const Scratch& s) {
  for (std::uint32_t l = 0; l < count; ++l) {
    if (kept >> l & 1u) continue;
    if (!a.by_hits) {
      s.to[place_of(s, c + l)] = {};
      if (s.rolling != nullptr) s.rolling[place_of(s, c + l)] = {};
    }
    if (s.also != nullptr) s.also[c + l] = {};
  }
}

void finish_waiting(const ContactArgs& a, int law, Scratch& s, LossSum& sum) {
  Waiting& w = s.waiting[law];
  Block& b = s.blocks[0];
  const int n = w.count;
  __builtin_memcpy(b.owner, w.owner, sizeof w.owner);
  __builtin_memcpy(b.other, w.other, sizeof w.other);
  __builtin_memcpy(b.contact, w.contact, sizeof w.contact);
  w.count = 0;
  finish_block(a, b, n, a.laws[law], s, sum);
  mark(a, b, n, s);
}

void contact_by_law(const ContactArgs& a, std::uint32_t first, std::uint32_t last, Scratch& s,
                    LossSum& sum) {
  for (std::uint32_t c = first; c < last; c += kBlock) {
    const std::uint32_t n = last - c < kBlock ? last - c : kBlock;
    fetch_positions(a, c + 2 * kBlock);
    const std::uint64_t t0 = __rdtsc();
    const unsigned bits = a.periodic ? sift<true>(a, c, n) : sift<false>(a, c, n);
    if (!a.by_hits || s.also != nullptr) clear_slice(a, c, n, bits, s);
    sum.ticks_touch += __rdtsc() - t0;
    for (unsigned left = bits; left != 0; left &= left - 1) {
      const std::uint32_t at = c + static_cast<std::uint32_t>(__builtin_ctz(left));
      fetch_motion(a, at, s);
      const int law = a.kind[at] & ~kTouched;
      Waiting& w = s.waiting[law];
      w.owner[w.count] = a.owner[at];
      w.other[w.count] = a.other[at];
      w.contact[w.count] = at;
      if (++w.count == kBlock) finish_waiting(a, law, s, sum);
    }
  }
  for (int law = 0; law < a.law_count; ++law)
    if (s.waiting[law].count > 0) finish_waiting(a, law, s, sum);
}

void contacts(const ContactArgs& a, std::uint32_t first, std::uint32_t last, Scratch& s,
              LossSum& sum) {
  if (a.law_count == 1 && !a.by_hits)
    contact_slices(a, first, last, s, sum);
  else
    contact_by_law(a, first, last, s, sum);
}

}  // namespace
}  // namespace scree::kernel
