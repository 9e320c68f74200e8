// Sizes from a sieve curve: what share of the mass passes each opening.
//
//   size = { kind = "sieve", passing = [["1 mm", 0], ["2 mm", 0.3], ["4 mm", 1]] }
//   size = { kind = "sieve", file = "curve.csv" }
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scene/text/messages.hpp"
#include "scene/text/schema.hpp"
#include "state/sizes.hpp"

namespace scree {

class Particles;
struct Inlet;

std::span<const ParamInfo> sieve_params();

// E0708: the curve is none. E0709: its file cannot be read.
std::optional<SizeDistribution> sieve_of(const Branch& size, Messages& messages);

// What a fill was asked for by its sieve curve, beside what it has placed.
struct SieveRecord {
  std::string fill;
  SizeDistribution sizes;
  std::vector<double> placed;        // mass of each class, for an equal density
  std::optional<std::size_t> inlet;  // of the world: what has been placed is known at the end

  // Openings from the finest, and the share of the mass that passes them.
  std::vector<double> openings() const;
  std::vector<double> asked_passing() const;
  static std::vector<double> passing(const std::vector<double>& mass_of_classes);
};

// Mass of each class of diameters, in units of the density.
std::vector<double> sieved(const SizeDistribution& curve, const std::vector<double>& diameters);
// Of the balls that a fill has added, from row `first` on.
std::vector<double> sieved_grains(const SizeDistribution& curve, const Particles& p,
                                  std::size_t first);
// Of the grains that came through an inlet until now: their sizes follow from their numbers.
std::vector<double> sieved_inlet(const SizeDistribution& curve, const Inlet& inlet);

}  // namespace scree
