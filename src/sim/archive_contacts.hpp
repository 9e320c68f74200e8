// Contacts and their histories out of the lists and back, by the ids of the two that touch. The
// only part of an archive that knows how the lists lie in memory. Private to src/sim.
#pragma once

#include <cstddef>

#include "sim/archive.hpp"
#include "sim/impl.hpp"

namespace scree {

// One contact of the lists as plain data.
ContactData contact_data(const NearList& list, const Particles& p, std::uint32_t contact);
WallContactData wall_contact_data(const WallContacts& list, const Particles& p,
                                  const WallEntry& entry, std::size_t point);

// Those that touch, in the order of (lower id, higher id).
void save_contacts(const Simulation::Impl& s, SimulationArchive& out);
// In the order of (id, wall, feature).
void save_wall_contacts(const Simulation::Impl& s, SimulationArchive& out);

// Fill the lists, which have just been made anew. False when a list has no room for one of the
// contacts (the two are farther apart than the skin), unless such ones are dropped.
enum class Missing { refused, dropped };
bool put_contacts(Simulation::Impl& s, const SimulationArchive& from,
                  Missing missing = Missing::refused);
bool put_wall_contacts(Simulation::Impl& s, const SimulationArchive& from,
                       Missing missing = Missing::refused);

}  // namespace scree
