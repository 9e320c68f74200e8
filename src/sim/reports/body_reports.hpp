// What bodies add to the reports of energies.
#pragma once

#include "sim/sim_state.hpp"

namespace scree {

// Translation and rotation, of a ball and of a body; 0 for what cannot move.
double kinetic_energy(const Particles& p, std::size_t row);
double kinetic_energy(const Body& body);

// Kinetic, rotational and (if wanted) potential energy of bodies.
void add_body_energy(const SimState& s, bool potential, EnergyReport& to);

// What the contact of two rows that are not two balls will hold when it begins now.
double stored_at_first_touch(const SimState& s, std::uint32_t i, std::uint32_t j);

}  // namespace scree
