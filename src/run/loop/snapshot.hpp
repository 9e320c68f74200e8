// A Frame of a Simulation.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "io/frame.hpp"
#include "run/folder/program_memory.hpp"
#include "sim/simulation.hpp"

namespace scree::run {

inline constexpr std::string_view kStartHeight = "start height";  // a field of every frame

// Remembers what a frame shows beyond the state: how high each grain was at its start, or where
// it was poured in (field "start height"), which makes mixing visible.
class Snapshots {
 public:
  // Call at the start.
  void note(const Simulation& sim);
  // Call after each Simulation::run(): a poured grain has fallen for a while before it is seen.
  void note_arrivals(const Simulation& sim);
  Frame take(const Simulation& sim, bool contacts) const;

  void save(RunMemory& out) const { out.add("start_height", start_height_); }
  void restore(const RunMemory& from) {
    const auto heights = from.find_numbers("start_height");
    start_height_.assign(heights.begin(), heights.end());
  }

 private:
  std::vector<double> start_height_;  // by id; not a number: not seen yet
};

}  // namespace scree::run
