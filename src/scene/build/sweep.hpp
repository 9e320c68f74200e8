// [sweep]: one scene that stands for a table of runs.
//
//   [sweep]
//   material.glass.tangential.friction = [0.1, 0.3, 0.5]
//   fill.0.diameter = ["3 mm", "4 mm"]
//
// Keys are paths as for --set; each value of a list replaces what the scene says there.
// Lists combine each with each (the last one changes fastest), or side by side with `zip = true`.
// `run = N` chooses one run, from 1.
#pragma once

#include <string>
#include <vector>

#include "scene/text/document.hpp"
#include "scene/text/reader.hpp"

namespace scree {

inline constexpr std::size_t kMostRuns = 10000;

// What a caller sees of the table.
struct SweepAxis {
  std::string path;
  std::vector<std::string> values;  // as one would write them in a scene
};
struct SweepTable {
  std::vector<SweepAxis> axes;
  bool zip = false;
  std::size_t runs = 0;    // 0: the scene is one run
  std::size_t chosen = 0;  // by `run`; 0: none

  // Index into the values of an axis for a run (from 1).
  std::size_t value_of(std::size_t axis, std::size_t run) const;
};

// The table behind [sweep], for schema.cpp.
const Section& sweep_section();

// Takes [sweep] out of the document and sets the values of one run: of the chosen
// one, else of the first.
SweepTable apply_sweep(Node& document, ReadContext& context);

}  // namespace scree
