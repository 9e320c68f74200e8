// F = A s^alpha with s = distance - rest length: a pull for s > 0, the same push for s < 0.
#pragma once

#include "laws/bond.hpp"
#include "laws/bond_power.hpp"

namespace scree::laws::bond {

struct Power {
  static constexpr ParamInfo params[] = {
      {.name = "a",
       .required = true,
       .range = range::positive,
       .doc = "A, in N/m^alpha: with alpha = 1 the stiffness in N/m"},
      {.name = "alpha",
       .fallback = "1",
       .range = {1, 8, false, false},
       .doc = "exponent; below 1 the bond would be infinitely stiff at rest"},
      bond_param::rest,
      bond_param::damping,
      bond_param::max_tension,
      bond_param::max_energy,
      bond_param::self_contact,
  };
  static constexpr CatalogInfo info{"power", "a power of the distance from rest",
                                    "Ferrez 2001 (3.25)", params};
  static constexpr int history = 0;

  double a = 0, alpha = 1, ratio = 0;
  double max_tension = 0, max_energy = 0;  // 0: none
  bool radii = true;

  static Result<Power> make(const ParamSet& p) {
    return Power{.a = p.number("a"),
                 .alpha = p.number("alpha"),
                 .ratio = p.number("damping"),
                 .max_tension = p.number_or("max_tension", 0),
                 .max_energy = p.number_or("max_energy", 0),
                 .radii = p.text("rest") == "radii"};
  }
  double rest_length(const BondTouch& b) const { return radii ? b.r1 + b.r2 : b.x; }
  void start(const BondTouch&, double*) const {}

  BondForce operator()(const BondTouch& b, double*) const {
    const double s = b.x - b.length, size = s < 0 ? -s : s;
    const double secant = a * power_of(size, alpha - 1);  // F/s
    const double pull = secant * s;
    BondForce out;
    out.force = pull * b.e;
    out.viscous = (damping_of(ratio, secant, b.inv_mass) * dot(b.v, b.e)) * b.e;
    if (max_tension > 0 && pull > max_tension)
      out.overload = BondOverload::tension;
    else if (max_energy > 0 && pull * s > (alpha + 1) * max_energy)
      out.overload = BondOverload::energy;
    return out;
  }
  double stored(const BondTouch& b, const double*) const {
    const double s = b.x - b.length, size = s < 0 ? -s : s;
    return a * power_of(size, alpha + 1) / (alpha + 1);
  }
  // The slope where the bond is strained by 5%: at rest it has none for alpha > 1.
  BondRates rates(const BondTouch& b) const {
    const double k = alpha * a * power_of(0.05 * b.length, alpha - 1);
    return {.along = {k, damping_of(ratio, k, b.inv_mass), b.inv_mass}};
  }
};

}  // namespace scree::laws::bond
