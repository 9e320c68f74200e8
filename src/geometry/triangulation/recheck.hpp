#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "geometry/scratch.hpp"

namespace scree::geometry {

// What an update looks at again in one range of cells. Facets are cell << 2 | slot. Kept for the
// next update: pages that the system has to clear cost as much as the tests.
struct Recheck {
  std::size_t flagged = 0;              // cells with a budget used up
  std::vector<std::uint32_t> flat;      // cells that may be inverted
  std::vector<std::uint32_t> facets;    // to be certified again, each once
  std::vector<std::uint32_t> deferred;  // facets that a cell of a lower range may list
  std::vector<std::uint32_t> irregular;

  void clear() { flagged = 0, flat.clear(), facets.clear(), deferred.clear(), irregular.clear(); }
  std::size_t memory_bytes() const {
    return capacity_bytes(flat) + capacity_bytes(facets) + capacity_bytes(deferred) +
           capacity_bytes(irregular);
  }
};

}  // namespace scree::geometry
