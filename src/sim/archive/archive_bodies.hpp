// Bodies and contact points out of a simulation and back. Private to src/sim.
#pragma once

#include "sim/archive/archive_contacts.hpp"
#include "sim/sim_state.hpp"
#include "sim/world/archive.hpp"

namespace scree {

void save_bodies(const SimState& s, SimulationArchive& out);

// What is wrong with the bodies of an archive, for the world that they shall come to.
std::optional<std::string> wrong_bodies(const SimulationArchive& a, const World& world);
void put_bodies(const SimulationArchive& from, World& world);
// False when the list has no room for one of the points, unless such ones are dropped.
bool put_points(SimState& s, const SimulationArchive& from, Missing missing = Missing::refused);

}  // namespace scree
