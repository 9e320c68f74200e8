// What bonds allow of the time step: each spring of a bond by itself, with the share that grains
// with a dozen of them need (sim/checks/step_bounds.cpp).
#include <fmt/format.h>

#include "sim/bonds/bond_laws.hpp"
#include "sim/checks/step_bounds.hpp"
#include "sim/world/poured_clusters.hpp"

namespace scree {

namespace {

void note_bonds(const World& w, const BondLaws& laws, bool poured,
                std::optional<BondTime>& shortest) {
  for (std::size_t k = 0; k < w.bonds.size(); ++k) {
    const BondData& b = w.bonds[k];
    if (!b.intact()) continue;
    const BondRates rates = laws[b.type]->rates(bond_touch(w, k, 0));
    for (const auto& [spring, name] :
         {std::pair(&rates.along, "stretching"), std::pair(&rates.across, "shear"),
          std::pair(&rates.bending, "bending"), std::pair(&rates.twisting, "twisting")}) {
      if (spring->k == 0 && spring->c == 0) continue;
      const double time = mode_time(spring->k * spring->inverse, 0.5 * spring->c * spring->inverse);
      if (shortest && !(time < shortest->time)) continue;
      const std::string& type = w.bond_types[b.type].name;
      shortest = BondTime{
          time, poured ? fmt::format("'{}' of a cluster that is poured ({})", type, name)
                       : fmt::format("'{}' of grains {} and {} ({})", type, b.i, b.j, name)};
    }
  }
}

}  // namespace

std::optional<BondTime> shortest_bond(const World& w) {
  std::optional<BondTime> shortest;
  const Result<BondLaws> laws = make_bond_laws(w.bond_types);
  if (!laws) return shortest;  // told by start_bonds()
  note_bonds(w, *laws, false, shortest);
  if (const Result<World> to_come = poured_bonds(w)) note_bonds(*to_come, *laws, true, shortest);
  return shortest;
}

}  // namespace scree
