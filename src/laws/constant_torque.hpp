// What torques of constant size against rolling and twisting have in common: no memory, and a cut.
//
// A constant torque would swing a grain that is nearly at rest back and forth. The torque of one
// step therefore takes at most half of the spin: it is cut at I |w| / (2 dt), where
// I = 2/5 m_eff r_eff^2 is never more than the relative inertia (1/I_1 + 1/I_2)^-1 of two spheres,
// because each mass is at least m_eff and each radius at least r_eff. At a wall it is equal.
#pragma once

#include "laws/part.hpp"

namespace scree::laws {

struct ConstantTorque {
  static constexpr int history = 0;

  double mu = 0;

  template <class Part>
  static Result<Part> made(const PairInput& in) {
    if (auto error = unusable(Part::params, in)) return *error;
    return Part{{.mu = mixing::geometric(in.a.number("friction"), in.b.number("friction"))}};
  }

  HD double asked(const Touch& c, const NormalForce& n) const { return mu * c.r_eff * n.load; }
  // Of the torque, for each unit of spin.
  HD static double most(const Touch& c) {
    // The forces at the start have dt = 0: a step so short that nothing is cut, but not 0, which
    // would make a number of rest that is none.
    const double dt = c.dt > 0 ? c.dt : 1e-100;
    return 0.2 * c.m_eff * c.r_eff * c.r_eff / dt;
  }
  HD double stored(const Touch&, const NormalForce&, const double*) const { return 0; }
};

}  // namespace scree::laws
