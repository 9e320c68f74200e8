// What `scree plot law` is asked for, from its words.
#pragma once

#include <string>
#include <vector>

#include "run/law_studies/law_motions.hpp"
#include "sim/world/world.hpp"

namespace scree::app {

struct PlotLawArguments {
  std::string name, scene, pair, motion, table, out, x, y, dt, load, low, duration, density;
  std::vector<std::string> sets, with, plugins, speeds, overlaps, travels, angles, diameters,
      masses;
  int cycles = 0;
  bool wall = false, json = false;
};

// A law, who meets under it and how they move.
struct PlotLawTask {
  std::string title;  // "hertz + spring", "glass-steel"
  kernel::PairLaw law;
  MaterialSpec material, other;  // `other` has no name where both are the same
  std::vector<std::string> assumed;
  run::MotionRequest request;
};

// All mistakes of the words at once. `own`: laws of plugins that are named.
Result<PlotLawTask> plot_law_task(const PlotLawArguments& a, const ExternalLaws& own);

}  // namespace scree::app
