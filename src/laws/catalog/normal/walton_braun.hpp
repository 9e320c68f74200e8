// The latching spring of Walton & Braun (1986): F^n grows with the slope k_1 while the overlap is
// the greatest so far, and falls, and grows again up to there, with the steeper slope k_2.
//
//     F^n        k_1  .                 d_max  greatest overlap so far
//      |           . /|                 d_0    residual overlap, where the force has gone:
//      |         .  / |k_2                     d_0 = d_max (1 - k_1/k_2)
//      |       .   /  |
//      |     .    /   |                 k_2 = k_1/e_n^2          restitution e_n at any speed
//      +---.-----/----+----- d_n        k_2 = k_1 + S F_max      slope S: e_n falls with the speed
//               d_0  d_max
//
// What the unloading gives back is F^2/(2 k_2), and that is what counts as stored; the rest of the
// work is lost while d_max grows. See docs/theory/dissipation.md.
#pragma once

#include <cmath>
#include <numbers>

#include "laws/part.hpp"

namespace scree::laws::normal {

struct WaltonBraun {
  static constexpr ParamInfo params[] = {
      {.name = "contact_time",
       .dim = dim::time,
       .range = range::positive,
       .doc = "time t_c from the first touch until the force of a free collision has gone"},
      {.name = "restitution",
       .range = range::positive_fraction,
       .doc = "ratio e_n of speeds after and before a free collision: k_2 = k_1/e_n^2"},
      {.name = "stiffness", .dim = dim::stiffness, .range = range::positive, .doc = "k_1"},
      {.name = "slope",
       .dim = {-1, 0, 0},
       .range = range::positive,
       .doc = "S: k_2 = k_1 + S F_max, so that restitution falls with the speed"},
  };
  static constexpr CatalogInfo info{"walton-braun",
                                    "latching spring: loads softly, unloads steeply",
                                    "Walton & Braun 1986; Ferrez 3.3.2, fig. 3.5", params};
  static constexpr int history = 1;  // d_max

  double k_0 = 0, k_m = 0;        // k_1 = k_0 + k_m m_eff
  double steeper = 1, slope = 0;  // k_2 = k_1 (steeper + slope d_max)

  static Result<WaltonBraun> make(const PairInput& in) {
    if (auto error = unusable(params, in)) return *error;
    const bool timed = in.a.has("contact_time");
    const bool sloped = in.a.has("slope");
    for (const ParamSet* set : {&in.a, &in.b})
      if (set->has("contact_time") != timed || set->has("stiffness") == timed ||
          set->has("slope") != sloped || set->has("restitution") == sloped || (timed && sloped))
        return Error{"E0315",
                     "give `restitution` with one of `contact_time` and `stiffness`, or "
                     "`stiffness` and `slope`; both materials of a pair in the same way",
                     "", "for two materials given in different ways write [pair.A.B]"};
    WaltonBraun l;
    const auto a = [&in](const char* name) { return in.a.number(name); };
    const auto b = [&in](const char* name) { return in.b.number(name); };
    if (sloped)
      l.slope = mixing::geometric(a("slope"), b("slope"));
    else {
      const double e = mixing::geometric(a("restitution"), b("restitution"));
      l.steeper = 1 / (e * e);
    }
    if (timed) {  // a quarter of a period with k_1, and one with k_2
      const double e = mixing::geometric(a("restitution"), b("restitution"));
      const double w =
          std::numbers::pi * (1 + e) / (2 * mixing::larger(a("contact_time"), b("contact_time")));
      l.k_m = w * w;
    } else {
      l.k_0 = mixing::harmonic(a("stiffness"), b("stiffness"));
    }
    return l;
  }

  HD NormalForce operator()(const Touch& c, double* h) const {
    const double d = c.delta > 0 ? c.delta : 0.0;
    const double before = h[0];
    const double d_max = d > before ? d : before;
    h[0] = d_max;
    const double k_1 = k_0 + k_m * c.m_eff;
    const double ratio = steeper + slope * d_max, ratio_before = steeper + slope * before;
    const double k_2 = k_1 * ratio;
    const double force = k_1 * d_max - k_2 * (d_max - d);
    // Work of the loading up to d less what the unloading from there gives back.
    const double lost = k_1 * (d_max * d_max * (1 - 1 / ratio));
    const double lost_before = k_1 * (before * before * (1 - 1 / ratio_before));
    const double loss = lost > lost_before ? 0.5 * (lost - lost_before) : 0.0;
    return {.force = force > 0 ? force : 0.0,
            .stiffness = k_2,  // the elastic one
            .stiffness_before = k_1 * ratio_before,
            .damping = 0,
            .dissipated = c.dt > 0 ? loss : 0.0};  // overlaps of the start are not work
  }
  HD double stored(const Touch&, const NormalForce& n, const double*) const {
    return 0.5 * n.force * n.force / n.stiffness;
  }

  // Half a period with the steeper slope, at the greatest overlap v sqrt(m_eff/k_1) of a collision.
  double contact_time(double m_eff, double /*r_eff*/, double speed) const {
    const double w_1 = std::sqrt((k_0 + k_m * m_eff) / m_eff);
    const double ratio = steeper + slope * speed / w_1;
    return std::numbers::pi / (w_1 * std::sqrt(ratio));
  }
  // e^2 = k_1/k_2 at that overlap.
  double restitution(double m_eff, double /*r_eff*/, double speed) const {
    const double w_1 = std::sqrt((k_0 + k_m * m_eff) / m_eff);
    return 1 / std::sqrt(steeper + slope * speed / w_1);
  }
};

}  // namespace scree::laws::normal
