// Tiles: runs of rows whose contacts are computed, gathered and corrected while they are in the
// cache.
//
// A tile may be gathered as soon as the contacts of all tiles that own contacts with its rows are
// done; from then on nobody reads its positions any more in this step, so it may even be predicted
// for the next one. Which tiles these are is known from the near list. Without tiles, every
// contact's record would travel to memory and back between the two stages.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/near_list.hpp"

namespace scree {

struct Tiles {
  static constexpr std::uint32_t kRows = 512;

  std::uint32_t count = 0;
  std::vector<std::uint32_t> first_owner;  // lowest tile that owns a contact with this one
  // Tiles that can be gathered once tile t is done (t is the highest that owns a contact with
  // them): ready[ready_begin[t] .. ready_begin[t+1]).
  std::vector<std::uint32_t> ready_begin, ready;

  std::span<const std::uint32_t> ready_after(std::uint32_t t) const {
    return {ready.data() + ready_begin[t], ready.data() + ready_begin[t + 1]};
  }
};

void index_tiles(const NearList& list, std::size_t rows, Tiles& tiles);

}  // namespace scree
