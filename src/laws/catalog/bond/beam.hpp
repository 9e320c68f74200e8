// A round beam between two centres: it resists stretching, shearing, bending and twisting.
//
// Each grain carries an axis a (along the beam at rest) and two directions b, c across it; e is the
// direction of the centres now. The elastic energy is
//
//   U = k_n/2 (x - l)^2 + S/4 (|a1 - e|^2 + |a2 - e|^2) + C/2 |a1 - a2|^2
//       + T/4 (|b1 - b2|^2 + |c1 - c2|^2),          C = K - S/4 - T/2
//
// with K = E J/l (bending), S = 12 E J/(l (1 + phi)) (shear), T = G J_p/l (twisting): for small
// angles the energy of Timoshenko's beam (docs/theory/bonds.md). It depends on where the grains are
// and nothing else, so the bond has no memory that could drift, and is as good for large rotations.
// Forces and couples are its slopes.
#pragma once

#include "laws/bond.hpp"

namespace scree::laws::bond {

struct Beam {
  static constexpr ParamInfo params[] = {
      {.name = "young",
       .dim = dim::pressure,
       .range = range::positive,
       .doc = "Young's modulus E of the beam; or give all four stiffnesses"},
      {.name = "poisson",
       .fallback = "0.25",
       .range = {-1, 0.5, true, false},
       .doc = "Poisson's ratio: G = E/(2 (1 + poisson))"},
      {.name = "radius",
       .fallback = "1",
       .range = range::positive,
       .doc = "of the beam, as a multiple of the smaller of the two grains' radii; between shapes "
              "that share a face the width of the section, as a multiple of that of the face"},
      {.name = "shear_factor",
       .fallback = "0.9",
       .range = range::non_negative,
       .doc = "shear coefficient of the section; 0: rigid in shear (Euler-Bernoulli)"},
      {.name = "normal_stiffness",
       .dim = dim::stiffness,
       .range = range::positive,
       .doc = "k_n, instead of E A/l"},
      {.name = "shear_stiffness",
       .dim = dim::stiffness,
       .range = range::non_negative,
       .doc = "force per displacement across the beam without rotation, instead of 12 E J/l^3"},
      {.name = "bending_stiffness",
       .dim = dim::torque,
       .range = range::non_negative,
       .doc = "couple per angle, instead of E J/l"},
      {.name = "twisting_stiffness",
       .dim = dim::torque,
       .range = range::non_negative,
       .doc = "couple per angle, instead of G J_p/l"},
      bond_param::damping,
      {.name = "tensile_strength",
       .dim = dim::pressure,
       .range = range::positive,
       .doc = "normal stress at which the beam breaks; without it none does"},
      {.name = "shear_strength",
       .dim = dim::pressure,
       .range = range::positive,
       .doc = "shear stress at which the beam breaks; without it none does"},
      bond_param::max_energy,
      bond_param::self_contact,
  };
  static constexpr CatalogInfo info{"beam", "bonded-particle model: an elastic beam that may break",
                                    "Potyondy & Cundall 2004; Kuzkin & Asonov 2012", params};
  static constexpr int history = 12;  // a, b in the frames of grain 1 and of grain 2

  double young = 0, shear_modulus = 0, radius = 1, shear_factor = 0, ratio = 0;
  double k_n = -1, k_s = -1, k_b = -1, k_t = -1;                    // given ones; negative: from E
  double tensile_strength = 0, shear_strength = 0, max_energy = 0;  // 0: none
  bool breaks = false;                                              // one of them is given

  static Result<Beam> make(const ParamSet& p) {
    const bool direct = p.has("normal_stiffness") && p.has("shear_stiffness") &&
                        p.has("bending_stiffness") && p.has("twisting_stiffness");
    if (!p.has("young") && !direct)
      return Error{"E0550", "a bond `beam` needs `young`, or all four stiffnesses", "",
                   "normal_stiffness, shear_stiffness, bending_stiffness, twisting_stiffness"};
    const double young = p.number_or("young", 0);
    return Beam{
        .young = young,
        .shear_modulus = young / (2 * (1 + p.number("poisson"))),
        .radius = p.number("radius"),
        .shear_factor = p.number("shear_factor"),
        .ratio = p.number("damping"),
        .k_n = p.number_or("normal_stiffness", -1),
        .k_s = p.number_or("shear_stiffness", -1),
        .k_b = p.number_or("bending_stiffness", -1),
        .k_t = p.number_or("twisting_stiffness", -1),
        .tensile_strength = p.number_or("tensile_strength", 0),
        .shear_strength = p.number_or("shear_strength", 0),
        .max_energy = p.number_or("max_energy", 0),
        .breaks = p.has("tensile_strength") || p.has("shear_strength") || p.has("max_energy")};
  }
  double rest_length(const BondTouch& b) const { return b.x; }
  void start(const BondTouch& b, double* h) const {
    const Vec3 across = any_perpendicular(b.e);
    put(h, rotate_back(b.q1, b.e)), put(h + 3, rotate_back(b.q1, across));
    put(h + 6, rotate_back(b.q2, b.e)), put(h + 9, rotate_back(b.q2, across));
  }

  // Section and stiffnesses of the beam between these two grains.
  struct Section {
    double radius, area, inertia;          // to the outermost fibre; J; J_p is twice as much
    double k_n, shear, bending, twisting;  // k_n, S, K, T
  };
  HD Section section(const BondTouch& b) const {
    constexpr double kPi = 3.141592653589793;
    const double r = radius * (b.r1 < b.r2 ? b.r1 : b.r2), l = b.length;
    Section s;
    s.radius = r, s.area = kPi * (r * r), s.inertia = 0.25 * s.area * (r * r);
    if (b.area > 0) joint_section(b, s);
    const double ej = young * s.inertia;
    const double phi =
        shear_factor > 0 ? 12 * ej / (shear_factor * shear_modulus * s.area * (l * l)) : 0;
    s.k_n = k_n >= 0 ? k_n : young * s.area / l;
    s.shear = k_s >= 0 ? k_s * (l * l) : 12 * ej / (l * (1 + phi));
    s.bending = k_b >= 0 ? k_b : ej / l;
    s.twisting = k_t >= 0 ? k_t : 2 * shear_modulus * s.inertia / l;
    return s;
  }

  struct Axes {
    Vec3 a1, b1, c1, a2, b2, c2;
  };
  HD static Axes axes(const BondTouch& b, const double* h) {
    Axes x;
    x.a1 = rotate(b.q1, take(h)), x.b1 = rotate(b.q1, take(h + 3)), x.c1 = cross(x.a1, x.b1);
    x.a2 = rotate(b.q2, take(h + 6)), x.b2 = rotate(b.q2, take(h + 9)), x.c2 = cross(x.a2, x.b2);
    return x;
  }

  BondForce operator()(const BondTouch& b, double* h) const {
    const Section s = section(b);
    const Axes x = axes(b, h);
    const Vec3 both = x.a1 + x.a2;
    const double pull = s.k_n * (b.x - b.length);
    const Vec3 across = (0.5 * s.shear / b.x) * (both - dot(both, b.e) * b.e);
    const Vec3 turn = (s.bending - 0.25 * s.shear - 0.5 * s.twisting) * cross(x.a1, x.a2) +
                      (0.5 * s.twisting) * (cross(x.b1, x.b2) + cross(x.c1, x.c2));
    BondForce out;
    out.force = pull * b.e - across;
    out.couple1 = (0.5 * s.shear) * cross(x.a1, b.e) + turn;
    out.couple2 = (0.5 * s.shear) * cross(x.a2, b.e) - turn;
    damp(b, s, out);
    out.overload = overload(b, h, s, pull, across, out);
    return out;
  }
  double stored(const BondTouch& b, const double* h) const {
    const Section s = section(b);
    const Axes x = axes(b, h);
    const double stretch = b.x - b.length;
    return 0.5 * s.k_n * stretch * stretch +
           0.25 * s.shear * (norm2(x.a1 - b.e) + norm2(x.a2 - b.e)) +
           0.5 * (s.bending - 0.25 * s.shear - 0.5 * s.twisting) * norm2(x.a1 - x.a2) +
           0.25 * s.twisting * (norm2(x.b1 - x.b2) + norm2(x.c1 - x.c2));
  }
  BondRates rates(const BondTouch& b) const {
    const Section s = section(b);
    const double k = s.shear / (b.length * b.length);
    const double across = inverse_across(b);
    return {.along = {s.k_n, damping_of(ratio, s.k_n, b.inv_mass), b.inv_mass},
            .across = {k, damping_of(ratio, k, across), across},
            .bending = {s.bending, damping_of(ratio, s.bending, b.inv_inertia), b.inv_inertia},
            .twisting = {s.twisting, damping_of(ratio, s.twisting, b.inv_inertia), b.inv_inertia}};
  }

 private:
  static void put(double* h, const Vec3& v) { h[0] = v.x, h[1] = v.y, h[2] = v.z; }
  HD static Vec3 take(const double* h) { return {h[0], h[1], h[2]}; }
  // Of the face that two shapes share. In two dimensions its depth is that of the world, 1 m.
  HD void joint_section(const BondTouch& b, Section& s) const {
    const double wide = radius, deep = b.two_d ? 1 : radius;
    s.radius = wide * b.half, s.area = wide * deep * b.area;
    s.inertia = wide * wide * wide * deep * b.inertia;
  }
  // What gives way to a force across the middle of the beam.
  HD static double inverse_across(const BondTouch& b) {
    return b.inv_mass + 0.25 * b.length * b.length * b.inv_inertia;
  }
  // Dashpots on the rates of the four deformations; a rigid motion of both grains has none of them.
  HD void damp(const BondTouch& b, const Section& s, BondForce& out) const {
    const double v_n = dot(b.v, b.e);
    const Vec3 v_s = (b.v - v_n * b.e) - (0.5 * b.x) * cross(b.omega1 + b.omega2, b.e);
    const Vec3 w = b.omega2 - b.omega1;
    const double w_t = dot(w, b.e);
    const Vec3 shear = damping_of(ratio, s.shear / (b.length * b.length), inverse_across(b)) * v_s;
    const Vec3 couple = damping_of(ratio, s.bending, b.inv_inertia) * (w - w_t * b.e) +
                        (damping_of(ratio, s.twisting, b.inv_inertia) * w_t) * b.e;
    const Vec3 lever = (0.5 * b.x) * cross(b.e, shear);
    out.viscous = (damping_of(ratio, s.k_n, b.inv_mass) * v_n) * b.e + shear;
    out.viscous1 = lever + couple;
    out.viscous2 = lever - couple;
  }
  // Greatest stresses of the section, at the end that bends more (Potyondy & Cundall 2004).
  BondOverload overload(const BondTouch& b, const double* h, const Section& s, double pull,
                        const Vec3& across, const BondForce& f) const {
    if (!breaks) return BondOverload::none;
    const double twist = dot(f.couple1, b.e);
    const double bend1 = norm(f.couple1 - twist * b.e);
    const double bend2 = norm(f.couple2 - dot(f.couple2, b.e) * b.e);
    const double bend = bend1 > bend2 ? bend1 : bend2;
    if (tensile_strength > 0 && pull / s.area + bend * s.radius / s.inertia > tensile_strength)
      return BondOverload::tension;
    if (shear_strength > 0 &&
        norm(across) / s.area + 0.5 * (twist < 0 ? -twist : twist) * s.radius / s.inertia >
            shear_strength)
      return BondOverload::shear;
    if (max_energy > 0 && stored(b, h) > max_energy) return BondOverload::energy;
    return BondOverload::none;
  }
};

}  // namespace scree::laws::bond
