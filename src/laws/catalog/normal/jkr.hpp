// Adhesive elastic spheres (Johnson, Kendall & Roberts 1971): over an area of contact of radius a,
//     F   = 4 E* a^3/(3 R*) - sqrt(8 pi w E* a^3),
//     d_n = a^2/R* - sqrt(2 pi w a/E*),
// with a dashpot c_n = damping sqrt(m_eff 2 E* a), which at w = 0 is that of `hertz`. A contact is
// formed at d_n > 0, where it jumps to a pull of 8/9 F_c, and ends when d_n falls below -3
// a_c^2/R*, where a_c = a(pull-off); F_c = 3/2 pi w R* is the greatest pull.
// docs/theory/adhesion.md.
//
// Surface energy: w = 2 sqrt(gamma_1 gamma_2), so w = 2 gamma for equal materials.
//
// With s = sqrt(a) and p = sqrt(a_c), p^3 = R* sqrt(pi w/(8 E*)), all square roots are gone but
// these:
//     R* d_n = s^4 - 4 p^3 s,    F = E*/R* s^3 (4/3 s^3 - 8 p^3),
//     U = E*/R*^2 s^4 (8/15 s^6 - 16/3 p^3 s^3 + 8 p^6),
// U the energy above that of two free spheres (F = dU/dd_n along the curve, U = 0 at a = 0).
//
// s is the largest root of a quartic. q = s - p makes the double root at pull-off a simple one:
//     q^2 (6 p^2 + 4 p q + q^2) = t^2 = R* d_n + 3 p^4.
// First guess: q^2 + sqrt(6) p q = t, within 3.5% of q (exact at both ends); what it lacks is a
// function of one number, of which a polynomial of the fourth degree leaves 6e-5. Newton on the
// equation above makes of a relative error e at most 3/2 e^2, so that two steps, always two, end at
// rounding: 5e-9, 4e-17. The second one improves the inverse y of the first one's slope by
// y (2 - slope y), which is as good as it needs, and costs three operations instead of sixteen.
//
// Load of friction: F + 2 F_c (Thornton 1991), >= 13/9 F_c: a contact at no net force, and at
// pull-off, resists sliding. Stiffness for the other parts: that of the area, 2 E* a, as in
// `hertz`.
//
// Energy. Forming loses -U(d_n = 0), pull-off loses U(a_c); both belong to a force that jumps
// between two steps, and the work that the trapezoid rule does beyond the jump is booked with them.
#pragma once

#include <cmath>
#include <numbers>

#include "laws/catalog/normal/hertz.hpp"
#include "laws/cube_root.hpp"

namespace scree::laws::normal {

struct Jkr {
  static constexpr ParamInfo params[] = {
      elastic::young,
      elastic::poisson,
      {.name = "restitution",
       .required = true,
       .range = range::positive_fraction,
       .doc = "ratio e_n of speeds after and before a free collision, but for adhesion"},
      {.name = "surface_energy",
       .dim = dim::stiffness,
       .required = true,
       .range = range::non_negative,
       .doc = "gamma of a surface; a pair has the work of adhesion w = 2 sqrt(gamma_1 gamma_2)",
       .example = "50 mN/m"},
  };
  static constexpr CatalogInfo info{
      "jkr", "adhesive elastic spheres with pull-off, hysteresis and a dashpot",
      "Johnson, Kendall & Roberts 1971; Thornton 1991; Tsuji et al. 1992", params};
  // The stiffness of the step before (0: no contact yet), and what is lost if this step is the
  // last.
  static constexpr int history = 2;
  static constexpr double energy_power = 2.5;

  double e_eff = 0;     // E*
  double damping = 0;   // c_n = damping sqrt(m_eff k_n)
  double w = 0;         // work of adhesion
  double kappa = 0;     // sqrt(pi w/(8 E*)): p^3 = kappa R*
  double kappa_13 = 0;  // its cube root

  static Result<Jkr> make(const PairInput& in) {
    if (auto error = unusable(params, in)) return *error;
    const Result<Hertz> elastic = Hertz::make(in);
    if (!elastic) return elastic.errors();
    Jkr j;
    j.e_eff = elastic->e_eff;
    j.damping = elastic->damping;
    j.w = 2 * mixing::geometric(in.a.number("surface_energy"), in.b.number("surface_energy"));
    j.kappa = std::sqrt(std::numbers::pi * j.w / (8 * j.e_eff));
    j.kappa_13 = cube_root(j.kappa);
    return j;
  }

  // sqrt(a_c).
  HD double least_root(double r_eff) const { return kappa_13 * cube_root(r_eff); }
  // How far apart the surfaces are at pull-off.
  HD double neck(double r_eff) const {
    const double p = least_root(r_eff);
    return 3 * (p * p) * (p * p) / r_eff;
  }
  double range(double r_eff) const { return w > 0 ? 1.000001 * neck(r_eff) : 0.0; }
  HD bool holds(const Touch& c, const double* h) const {
    return (h[0] > 0) & (squared(c.delta, c.r_eff, least_root(c.r_eff)) > 0);
  }

  struct Area {
    double p = 0, s = 0;  // sqrt(a_c), sqrt(a)
  };
  // t^2; not above 0 where the surfaces are too far apart for a contact.
  HD static double squared(double delta, double r_eff, double p) {
    const double p2 = p * p;
    return r_eff * delta + 3 * p2 * p2;
  }
  HD Area area(double delta, double r_eff) const {
    const double p = least_root(r_eff);
    const double p2 = p * p;
    const double square = squared(delta, r_eff, p);
    const double t2 = square > 0 ? square : 0.0;
    const double t = __builtin_sqrt(t2);
    const double half = 0.5 * 2.449489742783178 * p;  // sqrt(6)/2 p
    const double sum = half + __builtin_sqrt(half * half + t);
    const double share = sum > 0 ? 1 / sum : 0.0;
    const double u = half * share;  // 0 (much pressed) to 1/2 (pull-off)
    const double lacks = u * (1 - 2 * u) * (0.18142657 + u * (0.25112795 + 0.25865411 * u));
    double q = t * share * (1 + lacks);
    double y = 0;
#pragma GCC unroll 2
    for (int k = 0; k < 2; ++k) {
      const double q2 = q * q, pq = p * q;
      const double slope = 4 * q * (3 * (p2 + pq) + q2);
      const double excess = q2 * (6 * p2 + 4 * pq + q2) - t2;
      y = k == 0 ? (slope > 0 ? 1 / slope : 0.0) : y * (2 - slope * y);
      q -= excess * y;
    }
    return {.p = p, .s = p + q};
  }

  HD NormalForce operator()(const Touch& c, double* h) const {
    const Area at = area(c.delta, c.r_eff);
    const double p3 = kappa * c.r_eff, s2 = at.s * at.s, s3 = s2 * at.s;
    const double curved = e_eff * (1 / c.r_eff);  // E*/R*
    const double elastic = curved * s3 * ((4.0 / 3.0) * s3 - 8 * p3);
    const double k_n = 2 * e_eff * s2;
    const double c_n = damping * __builtin_sqrt(c.m_eff * k_n);
    const double viscous = c_n * c.delta_dot;
    const double greatest_pull = 1.5 * std::numbers::pi * w * c.r_eff;
    const double energy = energy_of(p3, s2, s3, c.r_eff);
    const double half_step = 0.5 * c.delta_dot * c.dt;

    const bool forms = (h[0] == 0) & (c.dt > 0);
    const double before = h[0];
    h[0] = k_n;
    // U(a_0) with a_0^3 = 16 a_c^3, and the pull there times the way to where the step came out.
    const double p6 = p3 * p3, p4 = (at.p * at.p) * (at.p * at.p);
    const double scale = curved * (1 / c.r_eff) * p6 * p4;  // E* a_c^5/R*^2
    constexpr double jump_in = 30.478100197789434;          // 0.3 16^(5/3)
    const double formed = jump_in * scale - (8.0 / 9.0) * greatest_pull * (half_step - c.delta);
    const double torn = energy + elastic * half_step;
    h[1] = elastic < 0 ? (torn > 0 ? torn : 0.0) : 3.2 * scale;
    return {.force = elastic + viscous,
            .stiffness = k_n,
            .stiffness_before = before,
            .damping = c_n,
            .dissipated = viscous * c.delta_dot * c.dt + ((forms & (formed > 0)) ? formed : 0.0),
            .load = __builtin_fabs(elastic + viscous + 2 * greatest_pull)};
  }
  HD double stored(const Touch& c, const NormalForce& n, const double* h) const {
    const double s2 = n.stiffness / (2 * e_eff), s = __builtin_sqrt(s2);
    return c.dt > 0 ? energy_of(kappa * c.r_eff, s2, s2 * s, c.r_eff) : h[1];
  }

  // The shorter of Hertz' collision and of the swing about the overlap at no load, stiffness 2 E*
  // a.
  double contact_time(double m_eff, double r_eff, double speed) const {
    const double collision = elastic::collision_time(e_eff, m_eff, r_eff, speed);
    if (!(w > 0)) return collision;
    const double p = least_root(r_eff);
    const double k = 2 * e_eff * 3.3019272488946263 * p * p;  // a = 6^(2/3) a_c
    return mixing::smaller(collision, std::numbers::pi * std::sqrt(m_eff / k));
  }

 private:
  HD double energy_of(double p3, double s2, double s3, double r_eff) const {
    const double s4 = s2 * s2, s6 = s3 * s3;
    return e_eff * (1 / r_eff) * (1 / r_eff) * s4 *
           ((8.0 / 15.0) * s6 - (16.0 / 3.0) * p3 * s3 + 8 * p3 * p3);
  }
};

}  // namespace scree::laws::normal
