// The measures of a scene: `output.measures`, a list of names or tables.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "measure/measure.hpp"
#include "scene/text/schema.hpp"
#include "sim/reports/live_input.hpp"
#include "sim/world/world.hpp"

namespace scree {

// One measure as a scene asks for it; a copy can be made into a Measure at any time.
struct MeasureSpec {
  std::string name;  // begins its columns: NAME.column
  std::string kind;  // of the catalogue
  ParamSet params;
  std::string columns;  // names; empty: all
  double average = 0;   // s, window of a moving average; 0: the values of the instant
};

// The table behind `output.measures`, for schema.cpp.
const Section& measure_section();

Result<std::unique_ptr<Measure>> make_measure(const MeasureSpec& spec);

// One item of a list of measures; `before`: the items that stand before it. A name that was not
// given is chosen and written back.
MeasureSpec read_measure(Branch& item, const std::vector<MeasureSpec>& before, Messages& messages);

// Reads the list of [output]; asks every measure whether it can answer for this world.
std::vector<MeasureSpec> read_measures(std::vector<Branch>& list, const World& world,
                                       Messages& messages);

// A name that becomes part of the header of a CSV file: not empty, no commas, quotes or tabs.
bool fits_a_header(const std::string& name);

}  // namespace scree
