// Sources of plugins for tests, made of pieces.
#pragma once

#include <string>

namespace scree::test {

struct PluginPieces {
  std::string name = "mine";
  std::string history = "0";
  std::string make;     // before what make() returns
  std::string force;    // before what operator() returns
  std::string damping;  // a default of `damping`, as one writes it
  std::string last = "SCREE_PLUGIN(plugin::normal<Mine>())";
};

// A linear spring with `stiffness` and `damping`: the bits of `linear` given by these.
inline std::string plugin_source(const PluginPieces& p = {}) {
  const std::string fallback = p.damping.empty() ? "" : ", .fallback = \"" + p.damping + "\"";
  return R"(#include <scree/plugin.hpp>
#include <cmath>
#include <numbers>
#include <stdexcept>
using namespace scree;

struct Mine {
  static constexpr ParamInfo params[] = {
      {.name = "stiffness", .dim = dim::stiffness, .required = true, .range = range::positive,
       .doc = "of the spring"},
      {.name = "damping", .dim = dim::damping)" +
         fallback + R"(, .range = range::non_negative,
       .doc = "of the dashpot"}};
  static constexpr CatalogInfo info{")" +
         p.name + R"(", "a spring for tests", "", params};
  static constexpr int history = )" +
         p.history + R"(;
  double k = 0, c = 0;

  static Result<Mine> make(const PairInput& in) {
    if (auto error = unusable(params, in)) return *error;
    )" + p.make +
         R"(
    return Mine{mixing::harmonic(in.a.number("stiffness"), in.b.number("stiffness")),
                mixing::harmonic(in.a.number_or("damping", 0), in.b.number_or("damping", 0))};
  }
  HD NormalForce operator()(const Touch& t, double*) const {
    const double viscous = c * t.delta_dot;
    )" + p.force +
         R"(
    return {.force = k * t.delta + viscous, .stiffness = k, .stiffness_before = k, .damping = c,
            .dissipated = viscous * t.delta_dot * t.dt};
  }
  HD double stored(const Touch& t, const NormalForce& n, const double*) const {
    const double d = t.delta > 0 ? t.delta : 0.0;
    return 0.5 * n.stiffness * d * d;
  }
  double contact_time(double m_eff, double, double) const {
    const double w2 = k / m_eff, g = c / (2 * m_eff);
    const double borne = 4 * std::numbers::pi / (std::sqrt(w2 + g * g) + g);
    const double half = w2 > g * g ? std::numbers::pi / std::sqrt(w2 - g * g) : borne;
    return mixing::smaller(half, borne);
  }
};
)" + p.last +
         "\n";
}

}  // namespace scree::test
