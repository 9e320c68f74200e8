#include "sim/world/outlet.hpp"

namespace scree {

const OutletRegionEntry* find_outlet_region(std::string_view name) {
  for (const OutletRegionEntry* e : outlet_region_catalog())
    if (e->info.name == name) return e;
  return nullptr;
}

}  // namespace scree
