// Sieve curves of a run: what was asked for, and what its fills have placed.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "run/folder/json.hpp"
#include "run/folder/run_directory.hpp"
#include "scene/scene.hpp"
#include "sim/simulation.hpp"

namespace scree::run {

// By fill: openings, passing as asked, passing as placed (null while nothing is placed).
Json sieves_json(const Scene& scene, const Simulation& sim);

// RUN/sizes.svg and RUN/sizes.png, a panel for each fill, and RUN/sizes.csv.
Result<Done> write_sieve_plot(const std::string& folder, const Scene& scene, const Simulation& sim);

}  // namespace scree::run
