// Bodies and contact points out of a simulation and back. Private to src/sim.
#pragma once

#include "sim/archive.hpp"
#include "sim/archive_contacts.hpp"
#include "sim/impl.hpp"

namespace scree {

// A contact point as plain data.
PointData point_data(const PointPair& pair, const PointRecord& point, const Particles& p);

void save_bodies(const Simulation::Impl& s, SimulationArchive& out);
// In the order of PointContacts::pairs().
void save_points(const Simulation::Impl& s, SimulationArchive& out);

// What is wrong with the bodies of an archive, for the world that they shall come to.
std::optional<std::string> wrong_bodies(const SimulationArchive& a, const World& world);
void put_bodies(const SimulationArchive& from, World& world);
// False when the list has no room for one of the points, unless such ones are dropped.
bool put_points(Simulation::Impl& s, const SimulationArchive& from,
                Missing missing = Missing::refused);

}  // namespace scree
