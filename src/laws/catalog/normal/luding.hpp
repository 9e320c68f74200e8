// Hysteretic, adhesive spring with a plastic limit (Luding 2008).
//
//     F^n           k_1 .   / k_p        d_max  greatest overlap so far, at most d*
//      |              . |  /             k_2 = k_1 + (k_p - k_1) d_max/d*: unloading, reloading
//      |            .  /| /              d* = k_p/(k_p - k_1) phi_f 2 r_eff: beyond it the contact
//      |          .   / |                  is elastic with k_p, its residual overlap phi_f 2 r_eff
//      +--------.----/--+----- d_n       -k_c d_n: no contact pulls more strongly. One that would
//        ` .        /                      follows that line, and its d_max shrinks with it.
//            ` .   /  -k_c d_n
//
// Stored: F^2/(2 k_2), of a spring that is pressed or pulled; the rest of the work is lost, while
// d_max grows and along the adhesive line. A dashpot may stand beside it.
#pragma once

#include <cmath>
#include <numbers>

#include "laws/part.hpp"

namespace scree::laws::normal {

struct Luding {
  static constexpr ParamInfo params[] = {
      {.name = "stiffness",
       .dim = dim::stiffness,
       .required = true,
       .range = range::positive,
       .doc = "k_1: of the first loading"},
      {.name = "plastic_stiffness",
       .dim = dim::stiffness,
       .required = true,
       .range = range::positive,
       .doc = "k_p > k_1: the steepest unloading, at the plastic limit",
       .example = "50 kN/m"},
      {.name = "adhesion_stiffness",
       .dim = dim::stiffness,
       .required = true,
       .range = range::non_negative,
       .doc = "k_c: the pull is at most k_c d_n",
       .example = "2 kN/m"},
      {.name = "plastic_depth",
       .fallback = "0.05",
       .range = {0, 1, true, false},
       .doc = "phi_f: residual overlap at the plastic limit, as a share of 2 r_eff"},
      {.name = "damping",
       .dim = dim::damping,
       .range = range::non_negative,
       .doc = "c_n of a dashpot beside the spring; default: none"},
  };
  static constexpr CatalogInfo info{"luding", "hysteretic, adhesive spring with a plastic limit",
                                    "Luding 2008", params};
  static constexpr int history = 1;  // d_max

  double k_1 = 0, k_p = 0, k_c = 0, c_n = 0;
  double limit = 0;  // d*/r_eff

  static Result<Luding> make(const PairInput& in) {
    if (auto error = unusable(params, in)) return *error;
    for (const ParamSet* set : {&in.a, &in.b})
      if (!(set->number("plastic_stiffness") > set->number("stiffness")))
        return Error{"E0316", "`plastic_stiffness` must be greater than `stiffness`", "",
                     "a contact that unloads as it was loaded is `linear`"};
    Luding l;
    const auto a = [&in](const char* name) { return in.a.number(name); };
    const auto b = [&in](const char* name) { return in.b.number(name); };
    l.k_1 = mixing::harmonic(a("stiffness"), b("stiffness"));
    l.k_p = mixing::harmonic(a("plastic_stiffness"), b("plastic_stiffness"));
    l.k_c = mixing::geometric(a("adhesion_stiffness"), b("adhesion_stiffness"));
    l.c_n = mixing::harmonic(in.a.number_or("damping", 0), in.b.number_or("damping", 0));
    l.limit =
        2 * l.k_p / (l.k_p - l.k_1) * mixing::geometric(a("plastic_depth"), b("plastic_depth"));
    return l;
  }

  HD NormalForce operator()(const Touch& c, double* h) const {
    const double d = c.delta > 0 ? c.delta : 0.0;
    const double d_star = limit * c.r_eff;
    const double harder = (k_p - k_1) / d_star;  // k_2 = k_1 + harder d_max
    const double before = h[0];
    const double capped = d < d_star ? d : d_star;
    const double d_max = capped > before ? capped : before;
    const double k_2 = k_1 + harder * d_max;
    const double elastic = k_1 * d_max - k_2 * (d_max - d);
    const double least = -k_c * d;
    const bool pulls = elastic < least;
    // On the adhesive line: the d_max whose k_2 line begins here, harder d_max (d_max - d) =
    // (k_1 + k_c) d.
    const double d_pull = 0.5 * (d + __builtin_sqrt(d * (d + 4 * (k_1 + k_c) / harder)));
    const double d_now = pulls ? (d_pull < d_max ? d_pull : d_max) : d_max;
    const double k_now = k_1 + harder * d_now;
    const double force = pulls ? least : elastic;

    // Loss: of a loading, work less what can be given back, at d_max; along the adhesive line, work
    // less what the spring there is pulled less.
    const double k_was = k_1 + harder * before;
    const double lost = d_max * d_max * (1 - k_1 / k_2),
                 lost_was = before * before * (1 - k_1 / k_was);
    const double loading = k_1 * (lost - lost_was);
    const double d_min = harder * d_max / (k_2 + k_c) * d_max;  // where its line was met
    const double pulling = k_c * (d_min * d_min * (1 + k_c / k_2) - d * d * (1 + k_c / k_now));
    const double twice = (loading > 0 ? loading : 0.0) + (pulls && pulling > 0 ? pulling : 0.0);
    h[0] = d_now;
    const double viscous = c_n * c.delta_dot;
    const double plastic = c.dt > 0 ? 0.5 * twice : 0.0;  // overlaps of the start: nobody's work
    return {.force = force + viscous,
            .stiffness = k_now,
            .stiffness_before = k_was,
            .damping = c_n,
            .dissipated = plastic + viscous * c.delta_dot * c.dt,
            .load = __builtin_fabs(force - least + viscous)};  // friction counts from the pull
  }
  HD double stored(const Touch& c, const NormalForce& n, const double* h) const {
    const double d = c.delta > 0 ? c.delta : 0.0;
    const double elastic = k_1 * h[0] - n.stiffness * (h[0] - d), least = -k_c * d;
    const double force = elastic > least ? elastic : least;
    return 0.5 * force * force / n.stiffness;
  }

  // Half a period with the steepest slope, or what a strong dashpot leaves of it (linear.hpp).
  double contact_time(double m_eff, double /*r_eff*/, double /*speed*/) const {
    const double w2 = k_p / m_eff, g = c_n / (2 * m_eff);
    const double borne = 4 * std::numbers::pi / (std::sqrt(w2 + g * g) + g);
    return mixing::smaller(std::numbers::pi / std::sqrt(w2), borne);
  }
};

}  // namespace scree::laws::normal
