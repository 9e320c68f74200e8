// V = A x^-alpha + B x^-beta, with B such that the bond is at rest at its length (3.29).
//
// With y = x/length and G = -alpha A length^(-alpha - 1) the force along the bond is
//   F = dV/dx = G (y^(-alpha - 1) - y^(-beta - 1)),
// a pull for y > 1 and a push for y < 1, where A < 0 and beta > alpha. Unlike a spring it has a
// greatest pull, at y = ((beta + 1)/(alpha + 1))^(1/(beta - alpha)); beyond, the bond lets go.
#pragma once

#include "base/exact_math.hpp"
#include "laws/bond.hpp"
#include "laws/bond_power.hpp"

namespace scree::laws::bond {

struct LennardJones {
  static constexpr ParamInfo params[] = {
      {.name = "a",
       .range = {-range::inf, 0, false, true},
       .doc = "A < 0, in N m^(alpha + 1); or give the stiffness"},
      {.name = "stiffness",
       .dim = dim::stiffness,
       .range = range::positive,
       .doc = "of the bond at rest, -alpha (beta - alpha) A length^(-alpha - 2); instead of a"},
      {.name = "alpha", .fallback = "0.2", .range = range::positive, .doc = "exponent of the pull"},
      {.name = "beta",
       .required = true,
       .range = range::positive,
       .doc = "exponent of the push, greater than alpha: harder when greater"},
      bond_param::rest,
      bond_param::damping,
      bond_param::max_tension,
      bond_param::max_energy,
      bond_param::self_contact,
  };
  static constexpr CatalogInfo info{"lennard-jones", "a well of two powers of the distance",
                                    "Ferrez 2001 (3.26)-(3.29)", params};
  static constexpr int history = 1;  // G

  double a = 0, stiffness = 0;  // one of both
  double alpha = 0, beta = 0, ratio = 0;
  double max_tension = 0, max_energy = 0;  // 0: none
  bool radii = true;

  static Result<LennardJones> make(const ParamSet& p) {
    if (p.has("a") == p.has("stiffness"))
      return Error{"E0550", "a bond `lennard-jones` needs either `a` or `stiffness`", "", ""};
    if (!(p.number("beta") > p.number("alpha")))
      return Error{"E0550", "`beta` must be greater than `alpha`", "",
                   "with beta <= alpha the bond has no length at which it is stable"};
    return LennardJones{.a = p.number_or("a", 0),
                        .stiffness = p.number_or("stiffness", 0),
                        .alpha = p.number("alpha"),
                        .beta = p.number("beta"),
                        .ratio = p.number("damping"),
                        .max_tension = p.number_or("max_tension", 0),
                        .max_energy = p.number_or("max_energy", 0),
                        .radii = p.text("rest") == "radii"};
  }
  double rest_length(const BondTouch& b) const { return radii ? b.r1 + b.r2 : b.x; }
  void start(const BondTouch& b, double* h) const { h[0] = scale(b.length); }
  double scale(double length) const {
    return stiffness > 0 ? stiffness * length / (beta - alpha)
                         : -alpha * a * exact::pow(length, -alpha - 1);
  }

  BondForce operator()(const BondTouch& b, double* h) const {
    const double y = b.x / b.length, k = (beta - alpha) * h[0] / b.length;
    BondForce out;
    const double pull = h[0] * (power_of(y, -alpha - 1) - power_of(y, -beta - 1));
    out.force = pull * b.e;
    out.viscous = (damping_of(ratio, k, b.inv_mass) * dot(b.v, b.e)) * b.e;
    if (max_tension > 0 && pull > max_tension)
      out.overload = BondOverload::tension;
    else if (max_energy > 0 && stored(b, h) > max_energy)
      out.overload = BondOverload::energy;
    return out;
  }
  // V - V(length) = G length ((1 - y^-alpha)/alpha - (1 - y^-beta)/beta).
  double stored(const BondTouch& b, const double* h) const {
    const double y = b.x / b.length;
    return h[0] * b.length * ((1 - power_of(y, -alpha)) / alpha - (1 - power_of(y, -beta)) / beta);
  }
  BondRates rates(const BondTouch& b) const {
    // Compressed by 5% it is stiffer than at rest.
    const double y = 0.95, g = scale(b.length);
    const double k = g / b.length *
                     ((beta + 1) * power_of(y, -beta - 2) - (alpha + 1) * power_of(y, -alpha - 2));
    return {.along = {k, damping_of(ratio, k, b.inv_mass), b.inv_mass}};
  }
};

}  // namespace scree::laws::bond
