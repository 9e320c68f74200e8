// What the files of a run hold, by the text of its resolved.toml: for whatever reads them again.
#pragma once

#include <string>
#include <vector>

#include "scene/build/measures.hpp"

namespace scree {

struct StoredOutput {
  std::vector<MeasureSpec> measures;
  std::vector<std::string> outlets, stages;  // names
};

// Nothing of what cannot be read.
StoredOutput stored_output(const std::string& resolved);

}  // namespace scree
