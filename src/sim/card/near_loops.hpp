// The near list on a card, from its candidates: sim/contacts/near_list.cpp and
// sim/lists/grain_skins.cpp for one row.
#pragma once

#include "sim/card/card_sums.hpp"
#include "sim/card/cell_loops.hpp"
#include "sim/kernel/kernel.hpp"

namespace scree::card {

// Passes that make lists add up nothing of a step: the same places have other meanings.
inline constexpr int kSpeeds = kBackground;
inline constexpr Greatest kGone = kPredicted, kSkin = kDeepest, kShort = kPredicted2;

struct SpeedLoop {
  const VelocityMass* vm;

  template <class Sums>
  HD void operator()(std::size_t row, Sums& sums) const {
    sums.add(kSpeeds, rounded_to_24_bits(norm(vm[row].v)));
  }
};

// Skins and places of the rows when the list is made.
struct SkinLoop {
  const PositionRadius* xr;
  const VelocityMass* vm;
  double ahead, floor;
  Vec3* listed_at;
  float* skin;  // null: the list has all candidates

  template <class Sums>
  HD void operator()(std::size_t row, Sums& sums) const {
    listed_at[row] = xr[row].x;
    if (skin == nullptr) return;
    const double way = ahead * norm(vm[row].v);
    const double wanted = way > floor ? way : floor;
    const auto thick = static_cast<float>(wanted < 1e30 ? wanted : 1e30);
    skin[row] = thick;
    sums.greatest(kSkin, static_cast<double>(thick));
  }
};

// How far rows have gone, and how much less than `enough` is left of their skins.
struct MeasureLoop {
  const PositionRadius* xr;
  const Vec3* listed_at;
  const float* skin;
  BoxImages box;
  double enough;

  template <class Sums>
  HD void operator()(std::size_t row, Sums& sums) const {
    const double gone = norm(box.nearest(xr[row].x - listed_at[row]));
    sums.greatest(kGone, gone);
    if (skin != nullptr) sums.greatest(kShort, enough - (static_cast<double>(skin[row]) - gone));
  }
};

// What is known of the pairs of one list.
struct PairArrays {
  std::uint32_t rows;  // that have a begin; 0: no list
  const std::uint32_t* begin;
  std::uint32_t *owner, *other;
  double* history;
  kernel::LastForce* last;

  HD std::uint32_t partner_of(std::uint32_t row, std::uint32_t contact) const {
    return owner[contact] == row ? other[contact] : owner[contact];
  }
};

struct NearCountLoop {
  const PositionRadius* xr;
  const float* skin;  // null: all of them
  BoxImages box;
  double reach;
  const std::uint32_t *begin, *other;  // candidates
  std::uint8_t* near;                  // by candidate
  std::uint32_t* count;                // by row

  template <class Sums>
  HD void operator()(std::size_t row, Sums&) const {
    const PositionRadius at = xr[row];
    std::uint32_t found = 0;
    for (std::uint32_t c = begin[row]; c < begin[row + 1]; ++c) {
      bool within = skin == nullptr;
      if (!within) {
        const PositionRadius& there = xr[other[c]];
        const double gap =
            reach + static_cast<double>(skin[row]) + static_cast<double>(skin[other[c]]);
        within = spheres_within(box.nearest(there.x - at.x), at.r, there.r, gap);
      }
      near[c] = within;
      found += within;
    }
    count[row] = found;
  }
};

// Both rows of pairs and old contacts are sorted by id.
struct NearFillLoop {
  const std::uint32_t *begin, *other;  // candidates
  const std::uint8_t* near;
  const ParticleId* id;
  int stride;
  PairArrays from, to;

  template <class Sums>
  HD void operator()(std::size_t number, Sums&) const {
    const auto row = static_cast<std::uint32_t>(number);
    std::uint32_t at = to.begin[row];
    const bool known_row = row < from.rows;
    std::uint32_t old = known_row ? from.begin[row] : 0;
    const std::uint32_t old_end = known_row ? from.begin[row + 1] : 0;
    for (std::uint32_t c = begin[row]; c < begin[row + 1]; ++c) {
      if (near[c] == 0) continue;
      const std::uint32_t partner = other[c];
      const bool first = id[row].value < id[partner].value;
      to.owner[at] = first ? row : partner;
      to.other[at] = first ? partner : row;
      while (old < old_end && id[from.partner_of(row, old)].value < id[partner].value) ++old;
      const bool known = old < old_end && from.partner_of(row, old) == partner;
      to.last[at] = known ? from.last[old] : kernel::LastForce{};
      for (int k = 0; k < stride; ++k)
        to.history[std::size_t{at} * stride + k] =
            known ? from.history[std::size_t{old} * stride + k] : 0.0;
      ++at;
    }
  }
};

}  // namespace scree::card
