// One page about a run: verdict, pictures, plots, numbers, provenance, the scene.
#pragma once

#include <string>

#include "base/result.hpp"

namespace scree::run {

// The text of the page. E0750: not a run.
Result<std::string> run_report(const std::string& folder);

}  // namespace scree::run
