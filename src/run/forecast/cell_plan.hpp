// What the cell of a scene will do, in words: for `check` and for the table before a run.
#pragma once

#include <string>
#include <vector>

#include "run/folder/json.hpp"
#include "sim/simulation.hpp"

namespace scree::run {

// I = rate d sqrt(density/pressure) of a phase, with the fastest rate that it gives (that of the
// servo where there is no other) and the mean of the stresses along x, y, z; 0: no pressure given.
double inertial_number(const Simulation& sim, const CellPhase& phase);

// One line per phase; none for a box that stays as it is.
std::vector<std::string> cell_lines(const Simulation& sim);
Json cell_json(const Simulation& sim);

}  // namespace scree::run
