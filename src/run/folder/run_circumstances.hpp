// What a summary tells of a run besides its simulation.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "run/folder/run_events.hpp"

namespace scree::run {

struct RunFacts {
  std::string scene_path, folder, picture, plot;
  std::string black_box;  // the scene of a run that failed
  bool black_box_replays = false;
  double duration = 0;
  std::uint64_t seed = 0;
  double wall_s = 0, output_s = 0;
  std::uint64_t particle_steps = 0;
  std::size_t frames = 0;
  std::vector<double> resumed;  // steps at which the run was taken up again
  std::vector<RunEvent> events;
  std::vector<std::string> warnings;  // of the scene
};

}  // namespace scree::run
