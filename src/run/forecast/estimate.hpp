// How long a run will take on this machine, and how much it will write.
//
// A step costs a part per grain and a part per contact,
//
//   T = grains a + contacts b.
//
// a comes from the first steps of the scene itself, with its walls and its detector; b from samples
// of its grains that touch (cost_samples.hpp); the number of contacts from what is usual once most
// grains touch. That leaves out how long grains fall, flow or rest: on the scenes that come with
// Scree the real time was 0.4 to 2.2 times the likely one, so the range has a factor 3 to each
// side, and to the longer one the other work that the machine has now.
#pragma once

#include <cstdint>

#include "scene/scene.hpp"
#include "sim/simulation.hpp"

namespace scree::run {

constexpr double kEstimateFactor = 3;

struct WallTimeEstimate {
  double grain_s = 0;                         // in each step, of a grain (each ball of a clump)
  double contact_s = 0, shape_contact_s = 0;  // in each step, of balls and of shapes that touch
  std::uint64_t steps = 0;                    // of the scene itself that were timed
  bool whole = false;                         // that were all: it is a short run
  std::size_t balls = 0, shapes = 0;          // grains of the samples; 0: none was made
  double low = 0, likely = 0, high = 0;       // s
  double load = 0, processors = 0;  // of the machine: threads that want to run, on how many
};

// Runs the first steps of `sim`, and samples; together for less than two seconds, where a single
// step does not take that long. Output is not counted.
WallTimeEstimate estimate_wall_time(Simulation& sim, const Scene& scene);

// What an inlet will have given at the end of a run, as its rate, `count`, `mass` and `end` say;
// grains that find no room come later or never.
struct PourForecast {
  double asked = 0;  // grains or clusters; 0: as many as its rate gives
  double grains = 0, mass = 0;
  double begins = 0, ends = 0;  // s; `ends` when the last of them comes
};
bool pours_shapes(const Inlet& inlet);  // polyhedra or polygons, not balls or clumps of balls
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
