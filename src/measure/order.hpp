// The one order of all sums: grains by id, contacts by (i, grains before walls, partner, place).
#pragma once

#include <algorithm>
#include <compare>
#include <numeric>
#include <tuple>
#include <vector>

#include "measure/measure.hpp"

namespace scree {

// f(row) for each grain in the order of ids. Balls that belong to walls (kFixed) are no grains.
template <class F>
void for_each_grain(const Particles& p, F&& f) {
  for (const std::uint32_t s : p.slot_of())
    if (s != Particles::kNoSlot && !(p.ws[s].flags & kFixed)) f(s);
}

inline bool before(const MeasureContact& a, const MeasureContact& b) {
  const auto key = [](const MeasureContact& c) {
    return std::tuple(c.i.value, c.wall, c.wall < 0 ? c.j.value : 0u, c.point.x, c.point.y,
                      c.point.z);
  };
  return key(a) < key(b);
}

// f(contact) in order. A run gives contacts already sorted: then nothing is copied.
template <class F>
void for_each_contact(std::span<const MeasureContact> contacts, F&& f) {
  if (std::is_sorted(contacts.begin(), contacts.end(), before)) {
    for (const MeasureContact& c : contacts) f(c);
    return;
  }
  std::vector<std::uint32_t> order(contacts.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return before(contacts[a], contacts[b]);
  });
  for (const std::uint32_t k : order) f(contacts[k]);
}

// Row of a grain; kNoSlot for an id that does not exist.
inline std::uint32_t row_of(const Particles& p, ParticleId id) {
  return id.value < p.slot_of().size() ? p.slot_of()[id.value] : Particles::kNoSlot;
}

}  // namespace scree
