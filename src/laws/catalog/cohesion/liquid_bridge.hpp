// A bridge of liquid between two wet grains (docs/theory/adhesion.md). With R = 2 R*, H the gap, V
// the volume of the bridge and b = 2 V/(pi R):
//
//     capillary   P = 2 pi R gamma cos(theta) (1 - H/sqrt(H^2 + b)),         Rabinovich et al. 2005
//     viscous     c = 6 pi eta R*^2 (1 - H/sqrt(H^2 + b))^2/max(H, cutoff R*),  Adams & Perchard
//     1985,
//                                                                           Pitois et al. 2000
//     rupture     H = (1 + theta/2) V^(1/3),                                Lian et al. 1993
//
// both along the normal; at an overlap H = 0. The capillary force has a potential, without which no
// budget closes: E = -2 pi R gamma cos(theta) (sqrt(H^2 + b) - H), here counted from rupture, where
// it is 0. A bridge forms when the grains touch: that energy is lost (heat of wetting), as is what
// the viscous force takes. c is cut at m_eff/(4 dt), for which a step takes at most a quarter of
// the speed.
//
// The part does not know how much liquid there is. A contact that forms asks for some (history -1),
// and between two steps the engine gives it a volume (sim/engines/liquid.hpp); it pulls from the
// next step on.
#pragma once

#include <numbers>

#include "base/exact_math.hpp"
#include "laws/cube_root.hpp"
#include "laws/part.hpp"

namespace scree::laws::cohesion {

struct LiquidBridge {
  static constexpr ParamInfo params[] = {
      {.name = "surface_tension",
       .dim = dim::stiffness,
       .required = true,
       .range = range::non_negative,
       .doc = "gamma of the liquid; water 0.072 N/m",
       .example = "72 mN/m"},
      {.name = "contact_angle",
       .dim = dim::angle,
       .range = {0, 1.5707963267948966, false, true},
       .doc = "theta between liquid and grain, below a right angle; default 0"},
      {.name = "film",
       .required = true,
       .range = range::non_negative,
       .doc = "volume of liquid of a grain at the start, over the volume of the grain",
       .example = "0.01"},
      {.name = "share",
       .fallback = "0.5",
       .range = {0, 1, true, false},
       .doc = "of a grain's film that goes into the bridges which it forms in one step"},
      {.name = "viscosity",
       .dim = Dimension{-1, 1, -1},
       .range = range::non_negative,
       .doc = "eta of the liquid in Pa s; default 0",
       .example = "0.001"},
      {.name = "cutoff",
       .fallback = "0.01",
       .range = range::positive,
       .doc = "smallest gap of the viscous force over R* (roughness)"},
  };
  static constexpr CatalogInfo info{
      "liquid-bridge", "capillary and viscous force of a liquid bridge that forms and breaks",
      "Rabinovich et al. 2005; Adams & Perchard 1985; Lian et al. 1993", params};
  static constexpr bool takes_liquid = true;
  // Volume (-1: asks for one), what is lost if this step is the last, 1 once its energy is booked.
  static constexpr int history = 3;

  double tension = 0;  // 4 pi gamma cos(theta): P = tension R* at contact
  double wetting = 1;  // 1 + theta/2
  double viscous = 0;  // 6 pi eta
  double cutoff = 0;
  double most = 0;  // volume of a bridge over r^3, at most

  static Result<LiquidBridge> make(const PairInput& in) {
    if (auto error = unusable(params, in)) return *error;
    const double theta_a = in.a.number_or("contact_angle", 0);
    const double theta_b = in.b.number_or("contact_angle", 0);
    const double cosine = mixing::arithmetic(exact::cos(theta_a), exact::cos(theta_b));
    constexpr double pi = std::numbers::pi;
    LiquidBridge l;
    l.tension = 4 * pi * cosine *
                mixing::geometric(in.a.number("surface_tension"), in.b.number("surface_tension"));
    l.wetting = 1 + 0.5 * mixing::arithmetic(theta_a, theta_b);
    l.viscous =
        6 * pi * mixing::geometric(in.a.number_or("viscosity", 0), in.b.number_or("viscosity", 0));
    l.cutoff = mixing::larger(in.a.number("cutoff"), in.b.number("cutoff"));
    const double film = mixing::larger(in.a.number("film"), in.b.number("film"));
    const double share = mixing::larger(in.a.number("share"), in.b.number("share"));
    l.most = 2 * share * film * (4.0 / 3.0) * pi;
    return l;
  }

  HD double rupture(double volume) const { return wetting * cube_root(volume); }
  // Two grains of radius r give no more than `most` r^3.
  double range(double r) const { return 1.000001 * rupture(most) * r; }
  HD bool holds(const Touch& c, const double* h) const {
    return (h[0] > 0) & (-c.delta < rupture(h[0]));
  }

  struct Bridge {
    double gap = 0, root = 0, slender = 0;  // H, sqrt(H^2 + b), 1 - H/sqrt(H^2 + b)
    double energy = 0;                      // E over `tension` R*
  };
  HD Bridge bridge(double delta, double r_eff, double volume) const {
    const double b = volume / (std::numbers::pi * r_eff);
    const double gap = delta < 0 ? -delta : 0.0;
    const double root = __builtin_sqrt(gap * gap + b);
    const double far = rupture(volume), far_root = __builtin_sqrt(far * far + b);
    const double overlap = delta > 0 ? delta : 0.0;
    return {.gap = gap,
            .root = root,
            .slender = root > 0 ? (root - gap) / root : 0.0,
            .energy = (far_root - far) - (root - gap) - overlap};
  }

  HD CohesionForce operator()(const Touch& c, const NormalForce&, double* h) const {
    const bool live = h[0] > 0;
    const Bridge at = bridge(c.delta, c.r_eff, live ? h[0] : 0.0);
    const double strength = live ? tension * c.r_eff : 0.0;
    const double pull = strength * at.slender, energy = strength * at.energy;
    const double closest = cutoff * c.r_eff;
    const double width = at.gap > closest ? at.gap : closest;
    const double asked = viscous * c.r_eff * c.r_eff * at.slender * at.slender / width;
    const double bearable = 0.25 * c.m_eff, wanted = asked * c.dt;
    const double c_v = wanted > bearable ? bearable / c.dt : asked;
    const double drag = -c_v * c.delta_dot;
    // The work of the half step into which the force has jumped belongs to the jump.
    const double half_step = 0.5 * pull * c.delta_dot * c.dt;
    const double formed = -energy - half_step;
    const bool forms = live & (h[2] == 0) & (c.dt > 0) & (formed > 0);
    h[0] = live ? h[0] : (c.delta > 0 ? -1.0 : 0.0);
    h[1] = live ? energy - half_step : 0.0;
    h[2] = live ? 1.0 : 0.0;
    return {.force = pull + drag,
            .dissipated = -drag * c.delta_dot * c.dt + (forms ? formed : 0.0),
            .lossy = drag};
  }
  HD double stored(const Touch& c, const NormalForce&, const double* h) const {
    const bool live = h[2] > 0;  // and then h[0] > 0
    const Bridge at = bridge(c.delta, c.r_eff, live ? h[0] : 0.0);
    const double energy = live ? tension * c.r_eff * at.energy : 0.0;
    return c.dt > 0 ? energy : h[1];
  }
};

}  // namespace scree::laws::cohesion
