// What bonds allow of the time step: each spring of a bond by itself, with the share that grains
// with a dozen of them need (sim/step_bounds.cpp).
#include <fmt/format.h>

#include "sim/bond_laws.hpp"
#include "sim/step_bounds.hpp"

namespace scree {

std::optional<BondTime> shortest_bond(const World& w) {
  std::optional<BondTime> shortest;
  const Result<BondLaws> laws = make_bond_laws(w.bond_types);
  if (!laws) return shortest;  // told by start_bonds()
  for (const BondData& b : w.bonds) {
    if (!b.intact()) continue;
    const BondRates rates = (*laws)[b.type]->rates(bond_touch(w, b, 0));
    for (const auto& [spring, name] :
         {std::pair(&rates.along, "stretching"), std::pair(&rates.across, "shear"),
          std::pair(&rates.bending, "bending"), std::pair(&rates.twisting, "twisting")}) {
      if (spring->k == 0 && spring->c == 0) continue;
      const double time = mode_time(spring->k * spring->inverse, 0.5 * spring->c * spring->inverse);
      if (shortest && !(time < shortest->time)) continue;
      shortest = BondTime{time, fmt::format("'{}' of grains {} and {} ({})",
                                            w.bond_types[b.type].name, b.i, b.j, name)};
    }
  }
  return shortest;
}

}  // namespace scree
