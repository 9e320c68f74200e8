// What grains and contacts of a scene cost on this machine, measured on small worlds of them. Most
// scenes start without contacts: their first steps alone say nothing about what is to come.
//
//   balls    a block on a cubic lattice, pressed together a little, in a periodic box: 6 partners
//            each (discs: 4), on as many threads as the run
//   shapes   some dozens of the scene's own bodies, turned at random, in pairs: once apart and once
//            pressed together a little; the difference is the price of their contacts. They are too
//            few for several threads: the cost is that of one.
//
// Steps of the samples of shapes are so short that nothing moves.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/simulation.hpp"

namespace scree::run {

struct StepTime {
  double seconds_a_step = 0;  // of the fastest stretch: others were disturbed by the machine
  double contact_share = 0;   // of it, in the stages that work on contacts
  std::uint64_t steps = 0;
};

// At most `most` steps and about `budget` seconds, unless a single step takes longer.
StepTime time_steps(Simulation& sim, std::uint64_t most, double budget);

// All points of an area are one; a contact with a wall counts half.
double touching_pairs(const Simulation& sim);

// Seconds in each step, of a grain (a shaped body) alone and of a pair that touches; 0: there are
// no such grains, or no sample could be made.
struct SampleCost {
  double grain_s = 0, contact_s = 0;
  std::size_t grains = 0;  // of the sample
};
SampleCost ball_cost(const Simulation& sim, double grains, double budget);
SampleCost shape_cost(const Simulation& sim, double duration, double budget);

}  // namespace scree::run
