// What follows from a scene before the first step: shown by `run` before it starts, and by `check`.
#pragma once

#include <string>

#include "run/folder/json.hpp"
#include "run/loop/loop.hpp"
#include "scene/scene.hpp"
#include "sim/simulation.hpp"

namespace scree::run {

Json derived_json(const Simulation& sim, const Scene& scene);

struct Sizes {
  double smallest = 0, largest = 0, mass = 0;  // diameters of balls; the mass of all grains
  std::uint64_t bodies = 0;                    // clumps count once
};
Sizes sizes_of(const Particles& p, const Bodies& bodies);

// What a time step is measured by: a duration of nature, and how many steps it takes.
struct StepLimit {
  std::string name;
  double time = 0;
  std::string by;  // pair of materials, or material
};
// All that the engine looks at (sim/checks/step_bounds.hpp) and, for elastic materials, Hertz'
// contact time 2.87 (m*^2/(R* E*^2 v))^0.2 at the reference speed.
std::vector<StepLimit> step_limits(const Simulation& sim);

// Contacts of grains at rest, those still to come included: 4 to 6 partners per grain, the limits
// of rough and of smooth spheres, so 2 to 3 contacts. Inlets give what they will have given at the
// end of the run.
struct Expected {
  double grains = 0, contacts_low = 0, contacts_high = 0, memory = 0;
};
Expected expected_at_rest(const Simulation& sim, double duration);

// Bytes that the frames of a run will take.
double frame_bytes(const Simulation& sim, const Scene& scene);
double series_bytes(const Simulation& sim, const Scene& scene);

}  // namespace scree::run
