// A latching spring whose slopes are chosen again for every phase of a contact, so that what the
// contact has lost in all follows the asked curve, however often it is loaded again (Pournin,
// Liebling & Mocellin 2001; Ferrez 3.3.2, figures 3.4, 3.5).
//
//     F^n = k_0 d_n + G                    k_0 d_n: the non-plastic return. It pushes the grains
//      |          virgin  . /|             apart when G has gone, so that no overlap stays behind.
//      |   F = k_1 d_n . /  |              G >= 0: the latching part, with what it gives back, R:
//      |           .  / /  |              loading     G rises with kappa_l, R by the work less loss
//      |        .    / /  |               unloading   G falls with kappa_u = G^2/(2 R), R with it
//      |     .      / / _|- k_0 d_n
//      |  .      _-/-/-
//      +.--- - ---------------- d_n
//
// Loss of a loading: 1 - e^2 of its work (e: restitution on the virgin curve, reload_restitution
// below it), as far as kappa_u stays below kappa_max; what is owed is paid as soon as it can be.
// Derivation: docs/theory/dissipation.md.
#pragma once

#include <cmath>
#include <numbers>

#include "laws/part.hpp"

namespace scree::laws::normal {

struct Pournin {
  static constexpr ParamInfo params[] = {
      {.name = "contact_time",
       .dim = dim::time,
       .range = range::positive,
       .doc = "duration t_c of a free collision without the slow return; sets k_1 as in "
              "`walton-braun`"},
      {.name = "stiffness", .dim = dim::stiffness, .range = range::positive, .doc = "k_1"},
      {.name = "restitution",
       .required = true,
       .range = range::positive_fraction,
       .doc = "e: a first loading loses 1 - e^2 of its work"},
      {.name = "reload_restitution",
       .range = range::positive_fraction,
       .doc = "e_r >= e: a loading below the curve of the first one loses 1 - e_r^2 of its work; "
              "default: the restitution"},
      {.name = "return_share",
       .fallback = "0.05",
       .range = {0, 0.5, true, false},
       .doc = "k_0/(e^2 k_1): how strongly the non-plastic return pushes"},
      {.name = "reserve",
       .fallback = "2",
       .range = {1, 100, false, false},
       .doc = "how much steeper a later unloading may be than that of a first one"},
  };
  static constexpr CatalogInfo info{
      "pournin", "adaptive latching spring: the asked loss, however often a contact is reloaded",
      "Pournin, Liebling & Mocellin 2001; Ferrez 3.3.2, fig. 3.4, 3.5", params};
  static constexpr int history = 5;  // d_n, G, R, what is owed, the greatest G

  // k_1 = k_0 + k_m m_eff; the others as multiples of k_1.
  double k_0 = 0, k_m = 0;
  double back = 0, virgin = 0, steepest = 0, elastic = 0;  // k_0, k_1 - k_0, kappa_max, kappa_2
  double lost_first = 0, lost_again = 0;                   // 1 - e^2, 1 - e_r^2

  static Result<Pournin> make(const PairInput& in) {
    if (auto error = unusable(params, in)) return *error;
    const bool timed = in.a.has("contact_time");
    for (const ParamSet* set : {&in.a, &in.b})
      if (set->has("contact_time") != timed || set->has("stiffness") == timed)
        return Error{"E0315",
                     "give one of `contact_time` and `stiffness`; both materials of a pair in the "
                     "same way",
                     "", "for two materials given in different ways write [pair.A.B]"};
    for (const ParamSet* set : {&in.a, &in.b})
      if (set->number_or("reload_restitution", 1) < set->number("restitution"))
        return Error{"E0318",
                     "`reload_restitution` is smaller than `restitution`: a contact that is "
                     "loaded again never loses a greater share than the first time",
                     "", "leave it out, or give a value between `restitution` and 1"};
    Pournin l;
    const auto a = [&in](const char* name) { return in.a.number(name); };
    const auto b = [&in](const char* name) { return in.b.number(name); };
    const double e = mixing::geometric(a("restitution"), b("restitution"));
    const double e_r =
        mixing::geometric(in.a.number_or("reload_restitution", in.a.number("restitution")),
                          in.b.number_or("reload_restitution", in.b.number("restitution")));
    l.lost_first = 1 - e * e;
    l.lost_again = 1 - e_r * e_r;
    const double share = mixing::geometric(a("return_share"), b("return_share"));
    l.back = share * e * e;
    l.virgin = 1 - l.back;
    l.elastic = l.virgin * l.virgin / (e * e * (1 - share));
    l.steepest = l.elastic * mixing::geometric(a("reserve"), b("reserve"));
    if (timed) {
      const double w =
          std::numbers::pi * (1 + e) / (2 * mixing::larger(a("contact_time"), b("contact_time")));
      l.k_m = w * w;
    } else {
      l.k_0 = mixing::harmonic(a("stiffness"), b("stiffness"));
    }
    return l;
  }

  // In units of k_1: forces are lengths, energies areas.
  HD NormalForce operator()(const Touch& c, double* h) const {
    const double k_1 = k_0 + k_m * c.m_eff;
    const double d = c.delta > 0 ? c.delta : 0.0;
    const double d_was = h[0], g_was = h[1], r_was = h[2], owed_was = h[3], g_max = h[4];
    const double dd = d - d_was;
    const bool loads = dd > 0;

    // Unloading: G and R along kappa_u = G^2/(2 R), until G has gone.
    const double twice_r = 2 * r_was;
    const double g2 = g_was * g_was;
    const double steep = twice_r > 0 ? g2 / twice_r : steepest;
    const double kappa_u = steep < steepest ? steep : steepest;
    const double g_down = g_was + kappa_u * dd;
    const double left = g_was > 0 && g_down > 0 ? g_down / g_was : 0.0;

    // Loading: the steepest slope with which the loss of a loading up to the greatest G can be paid
    // at kappa_max; beyond it, that of any further loading.
    const double mean = 0.5 * (g_max + g_was);
    const double elastic_work = mean > 0 ? back * d_was / mean : 0.0;  // that of k_0, per work of G
    const double kept = 1 - lost_again * (1 + elastic_work);
    const double floor = 0.5 * (1 - lost_again);  // where the return carries nearly all of the load
    const double least = kept > floor ? kept : floor;
    const double climb = g_max * g_max - g2;
    const double room = g_max * g_max / steepest - twice_r + 2 * owed_was;
    const double limit = least * steepest > kappa_u ? least * steepest : kappa_u;
    const bool below = climb > 1e-9 * (g_max * g_max);
    const double aimed = room * limit > least * climb ? least * climb / room : limit;
    const double lowest = least * virgin;
    const double climbing = aimed > lowest ? aimed : lowest;
    const double beyond = least * steepest > virgin ? least * steepest : virgin;
    const double kappa_l = below ? climbing : beyond;
    const double g_up = g_was + kappa_l * dd;
    const double g_virgin = virgin * d;
    const bool first = g_up >= g_virgin;
    const double g_loaded = first ? g_virgin : g_up;

    // Energies of the loading: work, what it should lose with what is owed, what it can lose.
    const double work = 0.5 * (g_was + g_loaded) * dd;
    const double all_work = work + 0.5 * back * (d + d_was) * dd;
    const double asked = owed_was + (first ? lost_first : lost_again) * all_work;
    const double most = r_was + work - 0.5 * g_loaded * g_loaded / steepest;
    const double possible = most > 0 ? most : 0.0;
    const double loss = asked < possible ? asked : possible;

    const double g = loads ? g_loaded : left * g_was;
    h[0] = d;
    h[1] = g;
    h[2] = loads ? r_was + work - loss : left * left * r_was;
    h[3] = loads ? asked - loss : owed_was;
    h[4] = g > g_max ? g : g_max;
    const double k_e = k_1 * (elastic + back);
    return {.force = k_1 * (back * d + g),
            .stiffness = k_e,
            .stiffness_before = k_e,
            .damping = 0,
            .dissipated = loads && c.dt > 0 ? k_1 * loss : 0.0};
  }
  // At the overlap of the history, or further down the unloading from there.
  HD double stored(const Touch& c, const NormalForce&, const double* h) const {
    const double d = c.delta > 0 ? c.delta : 0.0;
    const double twice_r = h[2] > 0 ? 2 * h[2] : 1.0;
    const double left = 1 - (h[0] - d) * h[1] / twice_r;
    const double kept = left > 0 ? left : 0.0;
    return (k_0 + k_m * c.m_eff) * (h[2] * kept * kept + 0.5 * back * d * d);
  }

  // Half a period with the steepest slope that there can be.
  double contact_time(double m_eff, double /*r_eff*/, double /*speed*/) const {
    const double k_1 = k_0 + k_m * m_eff;
    return std::numbers::pi * std::sqrt(m_eff / (k_1 * (steepest + back)));
  }
  double restitution(double /*m_eff*/, double /*r_eff*/, double /*speed*/) const {
    return std::sqrt(1 - lost_first);
  }
};

}  // namespace scree::laws::normal
