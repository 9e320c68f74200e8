// LIGGGHTS with `model hooke/stiffness tangential history`: the law of LAMMPS's gran/hooke/history
// in its words. Type 1: grains, type 2: walls, so that walls can have their own stiffness.
#pragma once

#include "lammps.hpp"

namespace scree::peers::liggghts {

std::string script(const lammps::Job& job, const std::string& data);

// Runs the job on folder/grains2.data (write_data with two types).
lammps::Loop run_job(const lammps::Job& job, const std::string& folder, int processes = 1);

}  // namespace scree::peers::liggghts
