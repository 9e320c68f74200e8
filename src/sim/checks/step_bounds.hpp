// What limits the time step beside the shortest contact: every mode of motion whose period the step
// must resolve.
#pragma once

#include <vector>

#include "sim/contacts/pair_laws.hpp"
#include "sim/simulation.hpp"

namespace scree {

// Sizes of the grains of each material, those to come included; 0 where there are none.
struct GrainSizes {
  std::vector<double> smallest, largest;  // radii
  std::vector<double> count;
};
GrainSizes grain_sizes(const World& world);
double sphere_mass(double r, double density, Dimensions d);

// Half a period of a damped oscillator, or 2 pi times the step that an explicit scheme bears,
// 2/(sqrt(w^2 + g^2) + g), where that is shorter (as laws/catalog/normal/linear.hpp).
double mode_time(double w2, double g);

// The fastest spring of all bonds (sim/checks/bond_bounds.cpp).
struct BondTime {
  double time = 0;
  std::string by;
};
std::optional<BondTime> shortest_bond(const World& world);

// Tangential, rolling and twisting springs, bonds, free walls with many contacts, light grains with
// many contacts, background damping. Each kind at most once, with the shortest.
std::vector<StepBound> further_bounds(const World& world, const PairLaws& laws,
                                      const GrainSizes& sizes);

}  // namespace scree
