// LIGGGHTS with `model hooke/stiffness tangential history`: the law of LAMMPS's gran/hooke/history
// in its words. Types of grains first, that of the walls last: walls have their own stiffness.
#pragma once

#include "lammps.hpp"

namespace scree::peers::liggghts {

std::string script(const lammps::Job& job, const std::string& data);

// Runs the job on folder/grains2.data (write_data with one type more).
lammps::Loop run_job(const lammps::Job& job, const std::string& folder, int processes = 1);

}  // namespace scree::peers::liggghts
