// How tangential, rolling and twisting springs are given: a coefficient of friction, and stiffness
// and damping as shares of those of the normal part.
#pragma once

#include "laws/part.hpp"

namespace scree::laws {

struct SpringRatios {
  double mu = 0, k = 0, c = 0;
};

// `natural`: the stiffness ratio of a material that gives none, for parts without a default.
inline SpringRatios spring_ratios(const PairInput& in, double natural = 0) {
  SpringRatios r;
  r.mu = mixing::geometric(in.a.number("friction"), in.b.number("friction"));
  r.k = mixing::geometric(in.a.number_or("stiffness_ratio", natural),
                          in.b.number_or("stiffness_ratio", natural));
  r.c =
      mixing::geometric(in.a.number_or("damping_ratio", r.k), in.b.number_or("damping_ratio", r.k));
  return r;
}

}  // namespace scree::laws
