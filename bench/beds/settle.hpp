// From grains placed at random to a bed at rest, and from there into motion.
#pragma once

#include "recipes.hpp"

namespace scree::bench {

struct Mixture {
  std::size_t grains = 0;
  std::vector<double> diameters;  // descending
  std::vector<double> shares;     // of the mass
  double density = 2500;
  double stiffness = 4e3;  // k_n of all pairs; walls twice that
  double damping = 0.5;    // of two of the largest, of the critical one
  double friction = 0.5;
  double steps_per_contact = 30;  // of two of the smallest
};

// Numbers of grains by class, largest first; at least one of each.
std::vector<std::size_t> mixed_numbers(const Mixture& m);

// Large grains settle alone; then they stand still while those of the next size fall into the gaps,
// are let go to settle with them, and so on. A large grain that falls upon small ones would
// crush them: at a safe speed (a ten-thousandth of a small diameter a step at 1:35) a bed dropped
// as a mixture takes days to come down.
Result<Bed> settled_mixture(const Mixture& m, int threads, const Say& say);

// Runs the bed with its own law; the bed then is what has come out.
Result<BedReport> relax(Bed& bed, std::uint64_t steps, int threads, const Say& say);

// So many periods of the bed's shake: it ends where it begins.
Result<BedReport> agitate(Bed& bed, int periods, int threads, const Say& say);

// Gravity leans over by `angle`; `seconds` with softer contacts, then the real ones.
Result<BedReport> tumble(Bed& bed, double angle, double seconds, int threads, const Say& say);

}  // namespace scree::bench
