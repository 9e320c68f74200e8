// From grains placed at random to a bed at rest, and from there into motion.
#pragma once

#include "recipes.hpp"

namespace scree::bench {

struct Mixture {
  std::size_t grains = 0;
  std::vector<double> diameters;  // descending
  std::vector<double> shares;     // of the mass
  double density = 2500;
  double stiffness = 4e3;    // k_n of all pairs; walls twice that
  double restitution = 0.5;  // of two of the smallest
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

// Dashpots so weak that two of the largest grains have half of the critical damping; small ones are
// then nearly elastic. With those of a bed at rest (one gamma for all sizes, 0.5 for the smallest)
// a moving floor pulls large grains down with it in Scree, LAMMPS and LIGGGHTS, but not in YADE,
// which allows no attraction: the codes would not compute the same.
void weaken_dashpots(Bed& bed);

// Runs the bed with its own law; the bed then is what has come out.
Result<BedReport> relax(Bed& bed, std::uint64_t steps, int threads, const Say& say);

// So many periods of the bed's shake: it ends where it begins.
Result<BedReport> agitate(Bed& bed, int periods, int threads, const Say& say);

// Gravity leans over by `angle`; `seconds` with softer contacts, then the real ones.
Result<BedReport> tumble(Bed& bed, double angle, double seconds, int threads, const Say& say);

}  // namespace scree::bench
