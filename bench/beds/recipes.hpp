// How each bed is made: `mono`, `poly`, `wide` at rest and shaken, `flow`, `gas`.
#pragma once

#include "bed.hpp"

namespace scree::bench {

using Say = std::function<void(const std::string&)>;

struct BedName {
  std::string kind;  // "mono", "poly", "wide", "flow", "gas"
  std::size_t grains = 0;
  bool shaken = false;
};
std::string to_string(const BedName& name);  // "poly-50k-shaken"

// From the cache folder, or made now and kept there. Beds that others are made from (a shaken one
// from one at rest) are kept as well.
Result<StoredBed> cached_bed(const BedName& name, const std::string& folder, int threads,
                             const Say& say);
std::string bed_path(const BedName& name, const std::string& folder);

}  // namespace scree::bench
