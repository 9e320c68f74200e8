// Every part of a law with the parameters that it cannot do without, and softness that suits grains
// of a centimetre. A new part has to be listed here.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "laws/registry.hpp"
#include "worlds.hpp"

namespace scree::test {

template <class... Ps>
std::vector<std::string> part_names(TypeList<Ps...>) {
  return {std::string(Ps::info.name)...};
}

inline PartSpec part_spec(const std::string& kind, const std::string& name) {
  using Values = std::vector<std::pair<std::string, ParamSet::Value>>;
  static const std::map<std::string, Values> given = {
      {"normal linear", {{"stiffness", 2e4}, {"restitution", 0.6}}},
      {"normal hertz", {{"young", 5e6}, {"poisson", 0.3}, {"restitution", 0.6}}},
      {"normal jkr",
       {{"young", 5e6}, {"poisson", 0.3}, {"restitution", 0.6}, {"surface_energy", 0.05}}},
      {"normal walton-braun", {{"stiffness", 2e4}, {"restitution", 0.6}}},
      {"normal pournin", {{"stiffness", 2e4}, {"restitution", 0.6}}},
      {"normal thornton", {{"young", 5e6}, {"poisson", 0.3}, {"yield_pressure", 1e5}}},
      {"normal luding",
       {{"stiffness", 2e4}, {"plastic_stiffness", 6e4}, {"adhesion_stiffness", 1e3}}},
      {"normal kuwabara-kono", {{"young", 5e6}, {"poisson", 0.3}, {"viscous_time", 2e-4}}},
      {"normal restitution-curve",
       {{"stiffness", 2e4},
        {"speeds", std::vector<double>{0.1, 1, 4}},
        {"restitutions", std::vector<double>{0.8, 0.6, 0.4}}}},
      {"cohesion dmt", {{"surface_energy", 0.05}}},
      {"cohesion sjkr", {{"energy_density", 1e4}}},
      {"cohesion liquid-bridge", {{"surface_tension", 0.07}, {"film", 0.01}, {"viscosity", 1e-3}}},
      {"cohesion lazarevic", {{"max_force", 0.5}, {"stiffness", 2e4}}},
  };
  PartSpec spec{name, {}};
  const auto found = given.find(kind + " " + name);
  if (found == given.end()) {
    EXPECT_NE(kind, "normal") << name << " is not in part_specs.hpp";
    return spec;
  }
  for (const auto& [key, value] : found->second) spec.params.set(key, value);
  return spec;
}

}  // namespace scree::test
