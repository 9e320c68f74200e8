// The terms of the energy budget as columns: of series.csv and of the measure `energy`.
#pragma once

#include <string>

#include "base/column.hpp"
#include "state/energy_report.hpp"

namespace scree {

// What the state does not hold now is a sum over the run.
inline ColumnInfo energy_column(const EnergyChannel& c) {
  return {std::string(c.name), "J", std::string(c.meaning), c.side != EnergySide::held};
}
inline ColumnInfo residual_column() {
  return {"residual", "J", "error of the energy budget: 0 were it perfect"};
}
inline ColumnInfo removed_column() {
  return {"removed", "J", "taken along by grains that left", true};
}

}  // namespace scree
