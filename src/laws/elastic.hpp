// What the laws of elastic spheres share: how a material says what it is made of, the modulus of a
// pair and the duration of a collision (Hertz 1882; Johnson 1985).
#pragma once

#include "base/exact_math.hpp"
#include "laws/part.hpp"

namespace scree::laws::elastic {

inline constexpr ParamInfo young{.name = "young",
                                 .dim = dim::pressure,
                                 .required = true,
                                 .range = range::positive,
                                 .doc = "Young's modulus E of the material"};
inline constexpr ParamInfo poisson{.name = "poisson",
                                   .fallback = "0.25",
                                   .range = {-1, 0.5, true, false},
                                   .doc = "Poisson's ratio nu of the material"};

inline double compliance(const ParamSet& p) {
  const double nu = p.number("poisson");
  return (1 - nu * nu) / p.number("young");
}

// E* of a pair.
inline double modulus(const PairInput& in) { return 1 / (compliance(in.a) + compliance(in.b)); }

// Of a free collision without losses: 2.868266 (m_eff^2/(r_eff E*^2 v))^(1/5), with the factor
// 2 (15/16)^(2/5) int_0^1 dx/sqrt(1 - x^2.5).
inline double collision_time(double e_eff, double m_eff, double r_eff, double speed) {
  constexpr double factor = 2.8682656991953315;
  return factor * exact::pow(m_eff * m_eff / (r_eff * e_eff * e_eff * speed), 0.2);
}

}  // namespace scree::laws::elastic
