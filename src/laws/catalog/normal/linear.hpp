// F^n = k_n d_n + c_n d(d_n)/dt  (3.11): Cundall's spring and dashpot.
//
// Three ways to give it:
//   contact_time + restitution   k_n, c_n from (3.13), (3.14): every pair, whatever its masses,
//                                lasts t_c and rebounds with e_n
//   stiffness + restitution      c_n from k_n, m_eff and e_n
//   stiffness + damping          the original model
#pragma once

#include <cmath>
#include <numbers>

#include "base/exact_math.hpp"
#include "laws/part.hpp"

namespace scree::laws::normal {

struct Linear {
  static constexpr ParamInfo params[] = {
      {.name = "contact_time",
       .dim = dim::time,
       .range = range::positive,
       .doc = "duration t_c of a free collision (3.13)"},
      {.name = "restitution",
       .range = range::positive_fraction,
       .doc = "ratio e_n of speeds after and before a free collision (3.14)"},
      {.name = "stiffness", .dim = dim::stiffness, .range = range::positive, .doc = "k_n (3.11)"},
      {.name = "damping", .dim = dim::damping, .range = range::non_negative, .doc = "c_n (3.11)"},
  };
  static constexpr CatalogInfo info{"linear", "linear spring and dashpot",
                                    "Cundall & Strack 1979; Ferrez (3.11), (3.13), (3.14)", params};
  static constexpr int history = 0;

  // k_n = k_0 + k_m m_eff, c_n = c_0 + c_m m_eff + c_s sqrt(m_eff)
  double k_0 = 0, k_m = 0;
  double c_0 = 0, c_m = 0, c_s = 0;

  static Result<Linear> make(const PairInput& in) {
    if (auto error = unusable(params, in)) return *error;
    const bool timed = in.a.has("contact_time");
    const bool damped = in.a.has("damping");
    for (const ParamSet* set : {&in.a, &in.b})
      if (set->has("contact_time") != timed || set->has("stiffness") == timed ||
          set->has("damping") != damped || set->has("restitution") == damped || (timed && damped))
        return Error{"E0310",
                     "give `contact_time` and `restitution`, or `stiffness` and one of "
                     "`restitution` and `damping`; both materials of a pair in the same way",
                     "", "for two materials given in different ways write [pair.A.B]"};
    Linear l;
    const double ln_e =
        damped
            ? 0
            : exact::log(mixing::geometric(in.a.number("restitution"), in.b.number("restitution")));
    constexpr double pi = std::numbers::pi;
    if (timed) {
      // The slower of the two: a pair is never stiffer than its softer material.
      const double t_c = mixing::larger(in.a.number("contact_time"), in.b.number("contact_time"));
      l.k_m = (pi * pi + ln_e * ln_e) / (t_c * t_c);  // (3.13)
      l.c_m = -2 * ln_e / t_c;                        // (3.14)
      return l;
    }
    // Springs in series, in units in which two equal materials keep their value.
    l.k_0 = mixing::harmonic(in.a.number("stiffness"), in.b.number("stiffness"));
    if (damped)
      l.c_0 = mixing::harmonic(in.a.number("damping"), in.b.number("damping"));
    else  // (3.13), (3.14) with t_c eliminated
      l.c_s = -2 * ln_e * std::sqrt(l.k_0 / (pi * pi + ln_e * ln_e));
    return l;
  }

  HD double stiffness(double m_eff) const { return k_0 + k_m * m_eff; }
  HD double damping(double m_eff) const {
    const double by_mass = c_0 + c_m * m_eff;
    return c_s != 0 ? by_mass + c_s * __builtin_sqrt(m_eff) : by_mass;  // the same for all lanes
  }

  HD NormalForce operator()(const Touch& c, double*) const {
    const double k_n = stiffness(c.m_eff);
    const double c_n = damping(c.m_eff);
    const double viscous = c_n * c.delta_dot;
    return {.force = k_n * c.delta + viscous,  // (3.11)
            .stiffness = k_n,
            .stiffness_before = k_n,
            .damping = c_n,
            .dissipated = viscous * c.delta_dot * c.dt};
  }
  HD double stored(const Touch& c, const NormalForce& n, const double*) const {
    const double d = c.delta > 0 ? c.delta : 0.0;
    return 0.5 * n.stiffness * d * d;
  }

  // Half a period of the damped oscillator, t_c of (3.13). Towards critical damping it grows
  // without end while the step that an explicit scheme bears, 2/(sqrt(w^2 + g^2) + g), shrinks:
  // from there on (e_n below about 0.007) 2 pi times that step, which keeps dt below a seventh of
  // it at 50 steps per contact.
  double contact_time(double m_eff, double /*r_eff*/, double /*speed*/) const {
    const double w2 = stiffness(m_eff) / m_eff;
    const double g = damping(m_eff) / (2 * m_eff);
    const double borne = 4 * std::numbers::pi / (std::sqrt(w2 + g * g) + g);
    const double half_period = w2 > g * g ? std::numbers::pi / std::sqrt(w2 - g * g) : borne;
    return mixing::smaller(half_period, borne);
  }

  // (3.13), (3.14) solved for e_n; one that is damped beyond the critical does not come back.
  double restitution(double m_eff, double /*r_eff*/, double /*speed*/) const {
    const double w2 = stiffness(m_eff) / m_eff;
    const double g = damping(m_eff) / (2 * m_eff);
    return w2 > g * g ? exact::exp(-std::numbers::pi * g / std::sqrt(w2 - g * g)) : 0.0;
  }
};

}  // namespace scree::laws::normal
