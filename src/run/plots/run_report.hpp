// One page about a run: verdict, pictures, plots, numbers, provenance, the scene.
#pragma once

#include <string>

#include "base/result.hpp"

namespace scree::run {

// A piece of HTML that shows the last state in 3D, or a sentence why there is none.
struct LastStateView {
  std::string html;
  bool is_shown = false;
};

// The text of the page. E0750: not a run.
Result<std::string> run_report(const std::string& folder, const LastStateView& view = {});

}  // namespace scree::run
