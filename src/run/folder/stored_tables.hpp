// Tables of a run: as it wrote them while it lasted, or computed from its frames.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "measure/measure.hpp"
#include "run/folder/stored_run.hpp"
#include "run/folder/table_text.hpp"

namespace scree::run {

// The names of measures whose tables lie in the folder of the run.
std::vector<std::string> stored_table_names(const std::string& run);

// Those of the chosen frames: tables/NAME/NNNNNN.csv. E0678: one is missing or damaged.
Result<std::vector<TimedTable>> read_tables(const StoredRun& run, const std::string& name,
                                            const std::vector<std::size_t>& frames);

// Of a measure, for the chosen frames.
Result<std::vector<TimedTable>> make_tables(const StoredRun& run, Measure& measure,
                                            const std::vector<std::size_t>& frames, int threads);

}  // namespace scree::run
