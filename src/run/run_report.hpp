// One page about a run: verdict, pictures, plots, numbers, provenance, the scene.
#pragma once

#include <string>

#include "base/result.hpp"

namespace scree::run {

// The text of the page. `view`: HTML that shows the last state in 3D, or a sentence why there is
// none. E0750: not a run.
Result<std::string> run_report(const std::string& folder, const std::string& view = {});

}  // namespace scree::run
