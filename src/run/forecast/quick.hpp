// A first look at a scene: the same scene, cut to what takes some seconds.
#pragma once

#include <string>
#include <vector>

#include "scene/scene.hpp"
#include "sim/simulation.hpp"

namespace scree::run {

// Overrides ("duration=0.4") that leave about kQuickWork grain-steps of the scene; none where it
// is short already. They depend on the scene alone, not on the machine: the answer is the same
// everywhere. Inlets are asked for what comes in that time.
inline constexpr double kQuickWork = 5e7;
std::vector<std::string> quick_overrides(const Simulation& sim, const Scene& scene);

}  // namespace scree::run
