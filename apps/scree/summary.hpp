// summary.json: what a run was, what came out and whether to believe it. `scree run --json` prints
// it; `scree info` reads it back.
#pragma once

#include <optional>
#include <string>

#include "scene/scene.hpp"
#include "scree/json.hpp"
#include "scree/verdict.hpp"
#include "sim/simulation.hpp"

namespace scree::app {

struct RunFacts {
  std::string scene_path, folder, picture;
  std::string black_box;  // the scene of a run that failed
  bool black_box_replays = false;
  double duration = 0;
  std::uint64_t seed = 0;
  double wall_s = 0;
  std::uint64_t particle_steps = 0;
  std::size_t frames = 0;
  std::vector<double> resumed;  // steps at which the run was taken up again
  std::vector<RunEvent> events;
  std::vector<std::string> warnings;  // of the scene
};

Json summarize(const Simulation& sim, const RunFacts& facts, const Verdict& verdict,
               const std::optional<Failure>& failure);

// What stands in the folder while the run goes on, and stays there if nothing ends it properly.
Json unfinished_summary(const Simulation& sim, const RunFacts& facts);
Json unfinished_verdict(const std::string& reason);

// A table for people; also of a file that an older or newer version wrote.
std::string summary_table(const Json& summary);

}  // namespace scree::app
