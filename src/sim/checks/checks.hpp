// What is refused before the first step, and the time step that follows from a world.
#pragma once

#include "sim/sim_state.hpp"

namespace scree {

// sim/checks/world_checks.cpp: mistakes of a world that can be seen before the first step.
Errors check_world(const World& world, std::vector<std::string>& warnings);
// sim/checks/cell_checks.cpp: what does not go with a cell that deforms, and changes that are too
// fast.
void check_cell_world(const World& world, Errors& all);
void check_cell_speed(const World& world, Errors& all);
// sim/checks/body_checks.cpp
void check_bodies(const World& world, Errors& all);
// Pairs of kinds of shapes that could meet and that the table lacks. `balls`: there are some.
Errors unknown_pairs(const World& world, const CollideTable& table, bool balls,
                     std::span<const PrimitiveSpec> newcomers);
void check_start_of_shapes(const World& world, std::span<const RowPair> pairs, Errors& all);
// sim/checks/program_world_checks.cpp. The first is false where the rows of the grains cannot be
// read at all; the second wants grains without other mistakes.
bool check_hand_made(const World& world, Errors& all);
void check_masses(const Particles& p, Errors& all);
// sim/checks/outlet_checks.cpp
void check_outlets(const World& world, Errors& all, std::vector<std::string>& warnings);
void warn_of_thin_outlets(const World& world, double smallest_radius,
                          std::vector<std::string>& warnings);
// sim/checks/time_step.cpp: what limits dt; sets world.dt when it is 0.
Result<TimeStepReport> derive_time_step(World& world, const PairLaws& laws);
MaterialUse materials_in_use(const World& world);

}  // namespace scree
