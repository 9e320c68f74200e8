// A running simulation as measures see it: copies of its walls and energies, and its contacts.
#pragma once

#include <vector>

#include "measure/measure.hpp"
#include "sim/simulation.hpp"
#include "sim/world/row_solids.hpp"

namespace scree {

std::vector<MeasureWall> measure_walls(const Simulation& sim);

// The input refers to this object and to the
// simulation: it holds until either changes.
class LiveInput {
 public:
  MeasureInput at(const Simulation& sim, const EnergyReport& energy);

 private:
  std::vector<MeasureWall> walls_;
  EnergyReport energy_;
  RowShares shares_;
  LiveSolids solids_;
  MeasureCell cell_;
};

// Unit vector against gravity; y where there is none.
Vec3 up_of(const Vec3& gravity);

}  // namespace scree
