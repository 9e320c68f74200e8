// What follows from a scene before the first step: shown by `run` before it starts, and by `check`.
#pragma once

#include <string>

#include "scene/scene.hpp"
#include "scree/progress.hpp"
#include "scree/summary.hpp"
#include "sim/simulation.hpp"

namespace scree::app {

std::string derived_table(const Simulation& sim, const Scene& scene);
Json derived_json(const Simulation& sim, const Scene& scene);

// Warnings and the table before a run starts, on standard error in the form of its progress.
void announce(Progress::Form form, const Simulation& sim, const Scene& scene);

// What a time step is measured by: a duration of nature, and how many steps it takes.
struct StepLimit {
  std::string name;
  double time = 0;
  std::string by;  // pair of materials, or material
};
// All that the engine looks at (sim/step_bounds.hpp) and, for elastic materials, Hertz' contact
// time 2.87 (m*^2/(R* E*^2 v))^0.2 at the reference speed.
std::vector<StepLimit> step_limits(const Simulation& sim);

// Contacts of grains at rest, those still to come included: 4 to 6 partners a grain, the limits
// of rough and of smooth spheres, so 2 to 3 contacts.
struct Expected {
  double grains = 0, contacts_low = 0, contacts_high = 0, memory = 0;
};
Expected expected_at_rest(const Simulation& sim);

// The rows that `check` adds.
std::string check_table(const Simulation& sim, const Scene& scene);

// Steps that a duration takes. More than kMostSteps are refused (E0770) before a run starts: nobody
// lives to see their end, and beyond 2^53 a step no longer counts.
inline constexpr double kMostSteps = 1e15;
std::uint64_t steps_for(double duration, double dt);
Result<Done> check_steps(double duration, double dt);

// Bytes that the frames of a run will take.
double frame_bytes(const Simulation& sim, const Scene& scene);
double series_bytes(const Simulation& sim, const Scene& scene);

}  // namespace scree::app
