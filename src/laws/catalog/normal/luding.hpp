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
//
// Given by its stiffnesses, or by what a collision does that just reaches the plastic limit: with
// kappa = k_p/k_1 and gamma = k_c/k_1,
//     e^2 = 1/kappa - gamma (kappa - 1)^2/(kappa (kappa + gamma)),
// the lowest restitution of this law, and without adhesion it lasts
//     t_c = pi/2 (1 + 1/sqrt(kappa)) sqrt(m_eff/k_1).
#pragma once

#include <cmath>
#include <limits>
#include <numbers>

#include "laws/part.hpp"

namespace scree::laws::normal {

struct Luding {
  static constexpr ParamInfo params[] = {
      {.name = "stiffness",
       .dim = dim::stiffness,
       .range = range::positive,
       .doc = "k_1: of the first loading; or give `contact_time`"},
      {.name = "contact_time",
       .dim = dim::time,
       .range = range::positive,
       .doc = "of a collision that just reaches the plastic limit, but for adhesion; instead of "
              "`stiffness`"},
      {.name = "plastic_stiffness",
       .dim = dim::stiffness,
       .range = range::positive,
       .doc =
           "k_p > k_1: the steepest unloading, at the plastic limit; or give `lowest_restitution`",
       .example = "50 kN/m"},
      {.name = "lowest_restitution",
       .range = {0, 1, true, true},
       .doc = "of a collision that just reaches the plastic limit, the lowest there is; instead of "
              "`plastic_stiffness`"},
      {.name = "adhesion_stiffness",
       .dim = dim::stiffness,
       .range = range::non_negative,
       .doc = "k_c: the pull is at most k_c d_n; default: none",
       .example = "2 kN/m"},
      {.name = "adhesion_ratio",
       .range = range::non_negative,
       .doc = "k_c/k_1, instead of `adhesion_stiffness`"},
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
  double limit = 0;    // d*/r_eff
  double by_mass = 0;  // 1: the three stiffnesses are those of m_eff = 1 kg

  static Result<Luding> make(const PairInput& in) {
    if (auto error = unusable(params, in)) return *error;
    if (auto error = unclear(in)) return *error;
    Luding l;
    const auto a = [&in](const char* name) { return in.a.number(name); };
    const auto b = [&in](const char* name) { return in.b.number(name); };
    const bool bouncing = in.a.has("lowest_restitution");
    l.by_mass = in.a.has("contact_time") ? 1 : 0;
    if (!(l.by_mass > 0)) l.k_1 = mixing::harmonic(a("stiffness"), b("stiffness"));
    double gamma =
        mixing::geometric(in.a.number_or("adhesion_ratio", 0), in.b.number_or("adhesion_ratio", 0));
    l.k_c = mixing::geometric(in.a.number_or("adhesion_stiffness", 0),
                              in.b.number_or("adhesion_stiffness", 0));
    if (l.k_c > 0) gamma = l.k_c / l.k_1;
    const double kappa =
        bouncing ? slope_ratio(mixing::geometric(a("lowest_restitution"), b("lowest_restitution")),
                               gamma)
                 : 0;
    if (l.by_mass > 0) {
      const double t_c = mixing::larger(a("contact_time"), b("contact_time"));
      const double w = 0.5 * std::numbers::pi * (1 + 1 / std::sqrt(kappa)) / t_c;
      l.k_1 = w * w;
    }
    l.k_p =
        bouncing ? kappa * l.k_1 : mixing::harmonic(a("plastic_stiffness"), b("plastic_stiffness"));
    if (in.a.has("adhesion_ratio")) l.k_c = gamma * l.k_1;
    l.c_n = mixing::harmonic(in.a.number_or("damping", 0), in.b.number_or("damping", 0));
    l.limit =
        2 * l.k_p / (l.k_p - l.k_1) * mixing::geometric(a("plastic_depth"), b("plastic_depth"));
    return l;
  }
  static std::optional<Error> unclear(const PairInput& in) {
    const auto same = [&in](const char* name) { return in.a.has(name) == in.b.has(name); };
    const auto both = [&in](const char* x, const char* y) { return in.a.has(x) && in.a.has(y); };
    const auto none = [&in](const char* x, const char* y) { return !in.a.has(x) && !in.a.has(y); };
    if (!same("stiffness") || !same("contact_time") || !same("plastic_stiffness") ||
        !same("lowest_restitution") || !same("adhesion_stiffness") || !same("adhesion_ratio") ||
        both("stiffness", "contact_time") || none("stiffness", "contact_time") ||
        both("plastic_stiffness", "lowest_restitution") ||
        none("plastic_stiffness", "lowest_restitution") ||
        both("adhesion_stiffness", "adhesion_ratio") || both("contact_time", "plastic_stiffness") ||
        both("contact_time", "adhesion_stiffness"))
      return Error{
          "E0315",
          "give `stiffness` and one of `plastic_stiffness` and `lowest_restitution`, or "
          "`contact_time` and `lowest_restitution`; both materials of a pair in the same way",
          "",
          "adhesion is `adhesion_stiffness`, or with either `adhesion_ratio`; for two "
          "materials given in different ways write [pair.A.B]"};
    if (in.a.has("lowest_restitution")) return std::nullopt;
    for (const ParamSet* set : {&in.a, &in.b})
      if (!(set->number("plastic_stiffness") > set->number("stiffness")))
        return Error{"E0316", "`plastic_stiffness` must be greater than `stiffness`", "",
                     "a contact that unloads as it was loaded is `linear`"};
    return std::nullopt;
  }
  // e^2 of a collision that reaches the slope kappa k_1; negative: it sticks.
  HD static double rebound(double kappa, double gamma) {
    const double more = kappa - 1;
    return (1 - gamma * more * more / (kappa + gamma)) / kappa;
  }
  // kappa of a restitution at the plastic limit, by halving: e^2 falls from 1 at kappa = 1, and
  // with adhesion is lower than the 1/kappa without.
  static double slope_ratio(double e, double gamma) {
    double low = 1, high = 1 / (e * e);
    if (!(gamma > 0)) return high;
    for (int k = 0; k < 200; ++k) {
      const double middle = 0.5 * (low + high);
      (rebound(middle, gamma) > e * e ? low : high) = middle;
    }
    return high;
  }

  HD NormalForce operator()(const Touch& c, double* h) const {
    const double per = by_mass > 0 ? c.m_eff : 1.0;
    const double k_1 = this->k_1 * per, k_p = this->k_p * per, k_c = this->k_c * per;
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
    const double plastic = c.dt > 0 ? 0.5 * twice : 0.0;  // overlaps of the start are not work
    return {.force = force + viscous,
            .stiffness = k_now,
            .stiffness_before = k_was,
            .damping = c_n,
            .dissipated = plastic + viscous * c.delta_dot * c.dt,
            .load = __builtin_fabs(force - least + viscous)};  // friction counts from the pull
  }
  HD double stored(const Touch& c, const NormalForce& n, const double* h) const {
    const double per = by_mass > 0 ? c.m_eff : 1.0;
    const double k_1 = this->k_1 * per, k_c = this->k_c * per;
    const double d = c.delta > 0 ? c.delta : 0.0;
    const double elastic = k_1 * h[0] - n.stiffness * (h[0] - d), least = -k_c * d;
    const double force = elastic > least ? elastic : least;
    return 0.5 * force * force / n.stiffness;
  }

  // Half a period with the steepest slope, or what a strong dashpot leaves of it (linear.hpp).
  double contact_time(double m_eff, double /*r_eff*/, double /*speed*/) const {
    const double w2 = by_mass > 0 ? k_p : k_p / m_eff, g = c_n / (2 * m_eff);
    const double borne = 4 * std::numbers::pi / (std::sqrt(w2 + g * g) + g);
    return mixing::smaller(std::numbers::pi / std::sqrt(w2), borne);
  }
  // Without a dashpot. The loading goes to v sqrt(m_eff/k_1) or to the limit, beyond which nothing
  // more is lost. Where it sticks, or nearly, there is not a number.
  double restitution(double m_eff, double r_eff, double speed) const {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    if (c_n > 0) return kNone;
    const double d_star = limit * r_eff;
    const double v_star = d_star * std::sqrt(by_mass > 0 ? k_1 : k_1 / m_eff);
    const double share = mixing::smaller(speed / v_star, 1);
    const double kappa = 1 + (k_p / k_1 - 1) * share;
    const double reach = speed > v_star ? v_star / speed : 1;
    const double e2 = 1 - (1 - rebound(kappa, k_c / k_1)) * reach * reach;
    return e2 > 0.01 ? std::sqrt(e2) : kNone;
  }
};

}  // namespace scree::laws::normal
