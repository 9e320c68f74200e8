// Elastic-plastic spheres (Thornton 1997): Hertz' force until the pressure in the middle of the
// contact reaches the yield pressure p_y, then a force that grows linearly with the overlap, then
// elastic unloading, and loading again, of a surface that has become flatter.
//
//     d_n <= d_y                F = 4/3 E* sqrt(R) d_n^1.5,           d_y = R (pi p_y/(2 E*))^2
//     d_n greatest so far       F = F_y + pi p_y R (d_n - d_y)
//     else                      F = 4/3 E* sqrt(R_p) (d_n - d_p)^1.5
//
// With a, the radius of the area of contact at the greatest overlap d*, a^2 = R d*, and F* the
// force there, R_p = 4 E* a^3/(3 F*) and d* - d_p = 3 F*/(4 E* a): no cube root. So
// F = F* u sqrt(u), u = (d_n - d_p)/(d* - d_p), which for d* = d_y is Hertz' law: one formula for
// all three. Restitution falls as v^(-1/4): docs/theory/dissipation.md.
#pragma once

#include <cmath>
#include <numbers>

#include "laws/elastic.hpp"

namespace scree::laws::normal {

struct Thornton {
  static constexpr ParamInfo params[] = {
      elastic::young,
      elastic::poisson,
      {.name = "yield_pressure",
       .dim = dim::pressure,
       .required = true,
       .range = range::positive,
       .doc = "p_y: pressure of contact at which the material yields, about 1.6 times its yield "
              "stress"},
  };
  static constexpr CatalogInfo info{
      "thornton", "elastic-plastic spheres: Hertz with a yield pressure", "Thornton 1997", params};
  static constexpr int history = 2;  // greatest overlap, stiffness of the step before
  static constexpr double energy_power = 2.5;

  double e_eff = 0;  // E*
  double p_y = 0;
  double yield = 0;  // d_y/R

  static Result<Thornton> make(const PairInput& in) {
    if (auto error = unusable(params, in)) return *error;
    Thornton l;
    l.e_eff = elastic::modulus(in);
    // The softer of two surfaces yields.
    l.p_y = mixing::smaller(in.a.number("yield_pressure"), in.b.number("yield_pressure"));
    const double ratio = std::numbers::pi * l.p_y / (2 * l.e_eff);
    l.yield = ratio * ratio;
    return l;
  }

  // What the greatest overlap d* leaves behind.
  struct Peak {
    double a, force, depth, lost;  // F*, d* - d_p; the energy lost on the way
  };
  HD Peak peak(double d, double r) const {
    const double d_y = yield * r;
    const double a = __builtin_sqrt(r * d);
    const double slope = std::numbers::pi * p_y * r, more = d - d_y;
    const double f_y = (2.0 / 3.0) * slope * d_y;
    const double force = f_y + slope * more;
    const double depth = more > 0 ? 0.75 * force / (e_eff * a) : d_y;
    const double work = 0.4 * f_y * d_y + more * (f_y + 0.5 * slope * more);
    return {a, force, depth, work - 0.4 * force * depth};
  }

  HD NormalForce operator()(const Touch& c, double* h) const {
    const double d = c.delta > 0 ? c.delta : 0.0;
    const double d_y = yield * c.r_eff;
    const double before = h[0] > d_y ? h[0] : d_y;
    const double d_max = d > before ? d : before;
    const Peak was = peak(before, c.r_eff), p = peak(d_max, c.r_eff);
    const double above = d - (d_max - p.depth);
    const double u = (above > 0 ? above : 0.0) / p.depth;
    const double root = __builtin_sqrt(u);
    const double k_n = 2 * e_eff * p.a * root;  // 2 E* times the radius of contact
    const double k_before = h[1];
    const double lost = p.lost - was.lost;
    const double loss = lost > 0 ? lost : 0.0;
    h[0] = d_max;
    h[1] = k_n;
    return {.force = p.force * u * root,
            .stiffness = k_n,
            .stiffness_before = k_before,
            .damping = 0,
            .dissipated = c.dt > 0 ? loss : 0.0};  // overlaps of the start are not work
  }
  // 2/5 F (d_n - d_p), with F = 2/3 k_n (d_n - d_p).
  HD double stored(const Touch&, const NormalForce& n, const double*) const {
    const double stiffness = n.stiffness > 0 ? n.stiffness : 1.0;  // else the force is 0 as well
    return 0.6 * n.force * n.force / stiffness;
  }

  // Speed from which a collision yields.
  double yield_speed(double m_eff, double r_eff) const {
    const double d_y = yield * r_eff;
    const double work = (8.0 / 15.0) * e_eff * d_y * d_y * std::sqrt(r_eff * d_y);
    return std::sqrt(2 * work / m_eff);
  }
  // Of an elastic collision that unloads as this one does: twice the unloading, which lasts
  // 2.943/2 (d* - d_p)/v'. Up to the yield speed that of Hertz.
  double contact_time(double m_eff, double r_eff, double speed) const {
    const double v_y = yield_speed(m_eff, r_eff);
    if (!(speed > v_y)) return elastic::collision_time(e_eff, m_eff, r_eff, speed);
    const Peak p = peak_of(m_eff, r_eff, speed);
    return 2.9432753 * p.depth / v_out(p, m_eff);
  }
  double restitution(double m_eff, double r_eff, double speed) const {
    if (!(speed > yield_speed(m_eff, r_eff))) return 1;
    return v_out(peak_of(m_eff, r_eff, speed), m_eff) / speed;
  }
  // Of a collision that yields: at its greatest overlap, and the speed that it gives back.
  Peak peak_of(double m_eff, double r_eff, double speed) const {
    const double v_y = yield_speed(m_eff, r_eff), d_y = yield * r_eff;
    const double slope = std::numbers::pi * p_y * r_eff;
    const double f_y = (2.0 / 3.0) * slope * d_y;
    const double energy = 0.5 * m_eff * (speed * speed - v_y * v_y);
    const double more = 2 * energy / (f_y + std::sqrt(f_y * f_y + 2 * slope * energy));
    return peak(d_y + more, r_eff);
  }
  static double v_out(const Peak& p, double m_eff) {
    return std::sqrt(0.8 * p.force * p.depth / m_eff);
  }
};

}  // namespace scree::laws::normal
