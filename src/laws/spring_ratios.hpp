// What springs against sliding, rolling and twisting have in common: a coefficient of friction, and
// stiffness and damping as shares of those of the normal part.
#pragma once

#include "laws/part.hpp"

namespace scree::laws {

struct SpringRatios {
  double mu = 0, k_ratio = 0, c_ratio = 0;

  // `natural`: the stiffness ratio of a material that gives none, for parts without a default.
  static SpringRatios of(const PairInput& in, double natural = 0) {
    SpringRatios r;
    r.mu = mixing::geometric(in.a.number("friction"), in.b.number("friction"));
    r.k_ratio = mixing::geometric(in.a.number_or("stiffness_ratio", natural),
                                  in.b.number_or("stiffness_ratio", natural));
    r.c_ratio = mixing::geometric(in.a.number_or("damping_ratio", r.k_ratio),
                                  in.b.number_or("damping_ratio", r.k_ratio));
    return r;
  }

  // PlaneSpring or TwistSpring.
  template <class Element>
  HD Element element(const NormalForce& n) const {
    return {.k = k_ratio * n.stiffness,
            .k_before = k_ratio * n.stiffness_before,
            .c = c_ratio * n.damping,
            .limit = mu * n.load};  // (3.10)
  }
  PlaneRates rates(const NormalForce& n) const {
    return {k_ratio * n.stiffness, c_ratio * n.damping};
  }
};

}  // namespace scree::laws
