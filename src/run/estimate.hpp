// How long a run will take on this machine, and how much it will write.
//
// A step costs a part a grain and a part a contact,
//
//   T = grains a + contacts b,
//
// and most scenes start without contacts: the first steps alone say nothing about b. So two things
// are timed, each for some tenths of a second: the first steps of the scene itself (a, with its
// walls and its detector), and a block of grains of its main material that all touch, in a periodic
// box (b). The fastest stretch counts: others were disturbed by the machine.
#pragma once

#include <cstdint>

#include "scene/scene.hpp"
#include "sim/simulation.hpp"

namespace scree::run {

struct WallTimeEstimate {
  double grain_s = 0, contact_s = 0;  // a step
  std::uint64_t steps = 0;            // of the scene itself that were timed
  std::size_t block = 0;              // grains of the block; 0: it could not be made
  double low = 0;                     // s: no more contacts than at the start
  double likely = 0;                  // s: 2.5 contacts per grain
  double high = 0;                    // s: 3 contacts per grain, the limit of smooth spheres
};

// Runs the first steps of `sim`. Output is not counted.
WallTimeEstimate estimate_wall_time(Simulation& sim, const Scene& scene);

// What an inlet will have given at the end of a run, as its rate, `count`, `mass` and `end` say;
// grains that find no room come later or never.
struct PourForecast {
  double asked = 0;  // grains or clusters; 0: as many as its rate gives
  double grains = 0, mass = 0;
  double begins = 0, ends = 0;  // s; `ends` when the last of them comes
};
PourForecast forecast_pour(const Inlet& inlet, const World& world, double duration);

// Grains that are there on average until `duration`: those of an inlet come evenly.
double mean_grains(const Simulation& sim, double duration);

// The work of a step in grain-steps, with what a step costs without grains; and what is left of it
// until `last_step`, with the grains that are still to come.
inline double work_of_a_step(double grains) { return grains + 20; }
double work_to_come(const Simulation& sim, std::uint64_t last_step);

// The work of a run until `duration`, in grain-steps of balls that meet others: shapes are collided
// corner by corner and count twenty times (polygons three times), a ball of a clump and a bond
// count half, grains that never move do not: as measured on the scenes that come with Scree.
double run_work(const Simulation& sim, double duration);

// Bytes of the two checkpoints that are kept, with the contacts of a state at rest.
double checkpoint_bytes(const Simulation& sim, const Scene& scene);

}  // namespace scree::run
