// The pressure of a plastic grain whose void space runs out.
//
// Contacts of plastic grains act on their own as long as there is void space that takes up the
// material which they displace, up to a relative density of 0.85 to 0.9 (Frenning 2015,
// background; Arzt 1982). Then the grain can yield no more: it has its solid volume V_s and a cell
// V, and as V comes near V_s a pressure rises that keeps the cell from becoming smaller,
//
//   p = P (1 - phi_0 u)/(u - 1)        u = V/V_s, between u_t and 1/phi_0; 0 above
//   p = p_t + K (u_t - u)              below u_t: the solid itself is compressed, bulk modulus K
//
// u_t = 1 + sqrt(P (1 - phi_0)/K) is where the slope of the first branch has grown to K, so p and
// its slope have no jump there. p is a function of V alone: it has an energy, E' = -p.
#pragma once

#include <cmath>

#include "base/exact_math.hpp"
#include "base/params.hpp"

namespace scree {

struct Compaction {
  double pressure = 0;      // P; 0: no compaction
  double bulk_modulus = 0;  // K
  double from = 0.85;       // phi_0
  double tolerance = 0.002;
  double sides = 60;  // flat sides of round walls

  bool acts() const { return pressure > 0; }
  bool operator==(const Compaction&) const = default;
  double turn() const { return 1 + std::sqrt(pressure * (1 - from) / bulk_modulus); }  // u_t

  // u = V/V_s.
  double pressure_at(double u) const {
    if (!(u < 1 / from)) return 0;
    const double t = turn();
    const double v = u > t ? u : t;
    const double branch = pressure * (1 - from * v) / (v - 1);
    return u > t ? branch : branch + bulk_modulus * (t - u);
  }
  // Over V_s; 0 for a cell with room. For reports and tests, not for the step.
  double energy_at(double u) const {
    if (!(u < 1 / from)) return 0;
    const double t = turn(), v = u > t ? u : t, w = t - u;
    const double branch =
        pressure * ((1 - from) * exact::log((1 / from - 1) / (v - 1)) - (1 - from * v));
    return u > t ? branch : branch + w * (pressure_at(t) + 0.5 * bulk_modulus * w);
  }
  // The least modulus for which the turn comes after the beginning.
  double least_modulus() const { return pressure * from * from / (1 - from); }
};

}  // namespace scree
