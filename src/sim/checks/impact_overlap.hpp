// How deep two bodies press into each other under a contact law, before anything runs: in a free
// collision, and under a steady force. From the law itself, so that every normal part is answered.
#pragma once

#include "sim/kernel/kernel.hpp"

namespace scree {

// Greatest overlap of a head-on collision at this speed.
double impact_overlap(const kernel::PairLaw& law, double m_eff, double r_eff, double speed);

// Overlap at rest under a force; cohesion is not counted.
double loaded_overlap(const kernel::PairLaw& law, double m_eff, double r_eff, double force);

}  // namespace scree
