// Pairs as rows: each pair is kept with its lower row, partners in the order of their ids.
//
//   begin   n + 1 offsets, one row a slot
//   other   begin[n] slots; other[begin[s] .. begin[s+1]) belong to slot s, sorted by id
//
// The order inside a row depends on ids alone, so the list is the same whatever order, detector or
// number of threads the pairs came from.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/id.hpp"
#include "detect/detector.hpp"

namespace scree {

struct NeighborList {
  std::vector<std::uint32_t> begin, other;
  std::vector<RowPair> scratch;  // room for the parallel sort, kept between calls

  std::span<const std::uint32_t> row(std::uint32_t slot) const {
    return {other.data() + begin[slot], other.data() + begin[slot + 1]};
  }
};

// Rows from pairs (each once, `first` the lower id) of grains with the given ids. Linear in grains
// and pairs; no allocation once the vectors have grown.
void build(std::span<const RowPair> pairs, std::span<const ParticleId> id, NeighborList& list);

}  // namespace scree
