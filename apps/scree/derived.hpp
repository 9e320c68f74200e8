// What follows from a scene before the first step: shown by `run` before it starts, and by `check`.
#pragma once

#include <string>

#include "scene/scene.hpp"
#include "scree/summary.hpp"
#include "sim/simulation.hpp"

namespace scree::app {

std::string derived_table(const Simulation& sim, const Scene& scene);
Json derived_json(const Simulation& sim, const Scene& scene);

// Steps that a duration takes.
std::uint64_t steps_for(double duration, double dt);

// Bytes that the frames of a run will take.
double frame_bytes(const Simulation& sim, const Scene& scene);

}  // namespace scree::app
