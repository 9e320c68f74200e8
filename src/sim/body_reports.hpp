// What bodies and their contact points add to reports: energies, views of contacts, the hash.
#pragma once

#include <functional>

#include "sim/impl.hpp"

namespace scree {

// Translation and rotation, of a ball and of a body; 0 for what cannot move.
double kinetic_energy(const Particles& p, std::size_t row);
double kinetic_energy(const Body& body);

// Kinetic, rotational and (if wanted) potential energy of bodies, and what the springs of contact
// points hold.
void add_body_energy(const Simulation::Impl& s, bool potential, EnergyReport& to);

// Energy in the springs of one contact point.
StoredEnergy stored_in(const Simulation::Impl& s, const PointPair& pair, const PointRecord& point,
                       std::span<const double> history);

// What the contact of two rows that are not two balls will hold when it begins now.
double stored_at_first_touch(const Simulation::Impl& s, std::uint32_t i, std::uint32_t j);

// All contact points, in the order of PointContacts::pairs().
void visit_points(const Simulation::Impl& s, const std::function<void(const ContactView&)>& visit);

}  // namespace scree
