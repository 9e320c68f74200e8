#include <cmath>
#include <numbers>
#include <scree/plugin.hpp>

using namespace scree;

// F = k d + k_3 d^3 + c d(d)/dt
struct Hardening {
  // What a scene may say; kinds, units and ranges are checked before make() is called.
  static constexpr ParamInfo params[] = {
      {.name = "stiffness",
       .dim = dim::stiffness,
       .required = true,
       .range = range::positive,
       .doc = "k, of a small overlap"},
      {.name = "hardening", .fallback = "0", .range = range::non_negative, .doc = "k_3 in N/m^3"},
      {.name = "damping",
       .dim = dim::damping,
       .fallback = "0",
       .range = range::non_negative,
       .doc = "c, of the dashpot"},
  };
  static constexpr CatalogInfo info{"hardening", "a spring that hardens", "an example", params};
  static constexpr int history = 0;  // numbers that each contact keeps

  double k = 0, k_3 = 0, c = 0;

  // The coefficients of one pair of materials.
  static Result<Hardening> make(const PairInput& in) {
    if (auto error = unusable(params, in)) return *error;
    return Hardening{mixing::harmonic(in.a.number("stiffness"), in.b.number("stiffness")),
                     mixing::harmonic(in.a.number("hardening"), in.b.number("hardening")),
                     mixing::harmonic(in.a.number("damping"), in.b.number("damping"))};
  }

  HD NormalForce operator()(const Touch& t, double*) const {
    const double d = t.delta, before = d - t.delta_dot * t.dt;
    const double viscous = c * t.delta_dot;
    return {.force = k * d + k_3 * d * d * d + viscous,
            .stiffness = k + 3 * k_3 * d * d,
            .stiffness_before = k + 3 * k_3 * before * before,
            .damping = c,
            .dissipated = viscous * t.delta_dot * t.dt};
  }
  // Elastic energy.
  HD double stored(const Touch& t, const NormalForce&, const double*) const {
    const double d2 = t.delta > 0 ? t.delta * t.delta : 0.0;
    return 0.5 * k * d2 + 0.25 * k_3 * d2 * d2;
  }
  // Of the shortest contact: it bounds the time step.
  double contact_time(double m_eff, double /*r_eff*/, double speed) const {
    const double deepest = speed * std::sqrt(m_eff / k);
    return std::numbers::pi * std::sqrt(m_eff / (k + 3 * k_3 * deepest * deepest));
  }
};

SCREE_PLUGIN(plugin::normal<Hardening>())
