// A bed: grains, law, box and drive, that is all that Scree and its peers need to run one and the
// same thing. Beds are made by Scree (recipes.hpp) and kept in files.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "peers/grains.hpp"
#include "peers/lammps.hpp"
#include "sim/simulation.hpp"

namespace scree::bench {

struct Bed {
  peers::HookeLaw law;
  double dt = 0;
  peers::OpenBox box;
  Vec3 gravity{0, -9.81, 0};
  double turn_rate = 0;  // of gravity about z, rad/s
  peers::Shake shake;    // of the floor; the grains are where they are at its lowest point
  peers::State grains;   // at most 16 different sizes
};

// How stiff and how damped a contact is, from m_eff; `wall`: with a wall. Without one: the law of
// the bed, k_n and gamma_n m_eff.
struct PairStiffness {
  double k = 0, c = 0;
};
using PairRule = std::function<PairStiffness(double m_eff, bool wall)>;

// As a world with the bed's step. Each size is a material of its own, since a dashpot
// gamma_n m_eff is a constant for two sizes and Scree's `linear` takes constants. Grains with a
// greater radius than `fixed_above` stand still.
World world_of(const Bed& bed, const PairRule& rule = {}, double fixed_above = 1e300);

// The same for the peers, without steps and settings.
peers::lammps::Job job_of(const Bed& bed);

double total_mass(const peers::State& grains);
double grain_mass(const peers::GrainState& g);

// How settled, or how agitated, a state is.
struct BedReport {
  double kinetic = 0;   // translation and spin over M g d, d the smallest diameter
  double speed = 0;     // root of the mean square (by number), m/s
  double contacts = 0;  // between grains, a grain
  double rattlers = 0;  // share of grains that touch nothing, walls included
  double deepest = 0;   // overlap over the smaller radius, in this state
  double smallest = 0;  // diameters
  double largest = 0;
};
BedReport report(const Simulation& sim);
std::string to_string(const BedReport& report);
std::size_t grain_contacts(const Simulation& sim);

// Wider by its mirror images in the walls x = width and z = width, `doublings` times in turn. Walls
// are twice as stiff as a contact of two grains, so a grain meets its image as it met the wall.
Bed mirrored(Bed bed, int doublings);

// Of this machine and this program only: a cache. The recipe is part of the file, so that a bed
// made by another is not taken.
bool save(const Bed& bed, const std::string& recipe, const BedReport& report,
          const std::string& path);
struct StoredBed {
  Bed bed;
  BedReport report;
};
std::optional<StoredBed> load_bed(const std::string& path, const std::string& recipe = {});

}  // namespace scree::bench
