// Wall-clock time per phase of the step; the names are those of docs/architecture.md.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace scree {

enum class StepPhase {
  predict,
  move_walls,
  detect,
  sources,
  touch,
  apply_law,
  gather,
  correct,
  schedule,
  count
};

inline constexpr std::array<std::string_view, static_cast<int>(StepPhase::count)> kPhaseNames{
    "predict",   "move walls", "detect",  "sources", "touch",
    "apply law", "gather",     "correct", "schedule"};

struct Timers {
  std::array<double, static_cast<int>(StepPhase::count)> seconds{};
  double total() const {
    double s = 0;
    for (const double t : seconds) s += t;
    return s;
  }
};

}  // namespace scree
