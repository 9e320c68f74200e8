// The verdict: can this result be trusted? Each check says what it found, where the limit is and,
// when it fails, what to do.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "io/frame.hpp"
#include "run/folder/run_events.hpp"
#include "scene/scene.hpp"
#include "sim/checks/free_fall.hpp"
#include "sim/simulation.hpp"

namespace scree::run {

struct Check {
  std::string name;
  bool ok = false;
  double value = 0, limit = 0;
  std::string reason;
  bool noted = false;  // worth knowing, though ok
};

struct Verdict {
  bool ok = false;
  std::string word;  // "ok", "doubtful", "stopped", "unfinished", "failed"
  std::vector<Check> checks;
};

// Energy that changed its form: what a residual is compared with. The potential's zero is
// arbitrary, so it does not count by itself.
double energy_turned_over(const EnergyReport& e);

// What a run starts from, to see at its end what is missing.
struct Start {
  std::size_t grains = 0;
  FrameBounds extent;            // grains, inlets and walls that end somewhere
  std::vector<PouredPast> past;  // one an inlet
  std::vector<Vec3> walls;       // where they are

  Start() = default;
  // The world as it is before the first step, its walls where their motions begin.
  explicit Start(const World& world);

 private:
  void include(const Wall& wall, const Vec3& middle);
};

// Grains that are missing, are nowhere, went through a wall, or fell out of the scene: below all of
// it by more than its size, with no outlet beneath and no endless wall that bears them. What
// outlets took is not missing, unless they call it lost.
std::size_t grains_lost(const Simulation& sim, const Start& start);

// How the run ended, and what happened to it besides.
struct Ending {
  std::optional<Failure> failure;
  int stopped_by = 0;                // signal, or kAskedToStop
  std::string trouble;               // what could not be written, ...
  bool reached = true;               // the last step
  VerdictLimits limits;              // of the scene
  std::vector<std::string> missing;  // files that were written and are gone
  std::span<const RunEvent> events;
};

Verdict judge(const Simulation& sim, const Start& start, const Ending& ending);

}  // namespace scree::run
