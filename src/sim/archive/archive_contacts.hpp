// Contacts and their histories out of the lists and back, by the ids of the two that touch. The
// only part of an archive that knows how the lists lie in memory. Private to src/sim.
#pragma once

#include <cstddef>

#include "sim/sim_state.hpp"
#include "sim/world/archive.hpp"

namespace scree {

// One contact as plain data.
ContactData contact_data(const ContactReader& all, const Contact& c, const Particles& p);
WallContactData wall_contact_data(const ContactReader& all, const Contact& c, const Particles& p);
PointData point_data(const ContactReader& all, const Contact& c, const Particles& p);

// Those that touch: pairs in the order of (lower id, higher id), walls in that of (id, wall,
// feature), points in that of PointContacts::pairs().
void save_contacts(const SimState& s, SimulationArchive& out);

// Fill the lists, which have just been rebuilt. False when a list has no room for one of the
// contacts (the two are farther apart than the skin), unless such ones are dropped.
enum class Missing { refused, dropped };
bool put_contacts(SimState& s, const SimulationArchive& from, Missing missing = Missing::refused);
bool put_wall_contacts(SimState& s, const SimulationArchive& from,
                       Missing missing = Missing::refused);

}  // namespace scree
