// summary.json: what a run was, what came out and whether to believe it. `scree run --json` prints
// it; `scree info` reads it back.
#pragma once

#include <optional>
#include <string>

#include "run/folder/json.hpp"
#include "run/folder/run_circumstances.hpp"
#include "run/verdict/verdict.hpp"
#include "scene/scene.hpp"
#include "sim/simulation.hpp"

namespace scree::run {

Json summarize(const Simulation& sim, const RunFacts& facts, const Verdict& verdict,
               const std::optional<Failure>& failure);

// What stands in the folder while the run goes on, and stays there if nothing ends it properly.
Json unfinished_summary(const Simulation& sim, const RunFacts& facts);
Json unfinished_verdict(const std::string& reason);

}  // namespace scree::run
