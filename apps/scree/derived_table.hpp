// What follows from a scene before the first step, as tables: `run` shows it before it starts,
// `check` says more.
#pragma once

#include <string>

#include "scene/scene.hpp"
#include "scree/progress.hpp"
#include "sim/simulation.hpp"

namespace scree::app {

std::string derived_table(const Simulation& sim, const Scene& scene);

// Warnings and the table before a run starts, on standard error in the form of its progress.
void announce(Progress::Form form, const Simulation& sim, const Scene& scene);

// Of a run that goes on: how much is left, not what it was made from.
void announce_again(Progress::Form form, const Simulation& sim, const Scene& scene);

// The rows that `check` adds.
std::string check_table(const Simulation& sim, const Scene& scene);

}  // namespace scree::app
