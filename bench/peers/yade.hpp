// YADE with its viscoelastic law (ViscElMat): the same springs and dashpots, for any sizes.
#pragma once

#include "lammps.hpp"

namespace scree::peers::yade {

inline constexpr const char* kProgram = "yade";

// A Python script that YADE runs; it reads `grains` and ends with one line "LOOP seconds kinetic
// contacts".
std::string script(const lammps::Job& job, const std::string& grains);

// x y z vx vy vz wx wy wz radius density, a line per grain, 17 digits.
void write_grains(const std::string& path, const State& state);

// Runs the job on folder/grains.txt with so many threads.
lammps::Loop run_job(const lammps::Job& job, const std::string& folder, int threads = 1);

}  // namespace scree::peers::yade
