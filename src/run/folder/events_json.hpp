// Events as the summary and the checkpoints hold them.
#pragma once

#include <vector>

#include "run/folder/json.hpp"
#include "run/folder/run_events.hpp"

namespace scree::run {

Json events_json(const std::vector<RunEvent>& events);

}  // namespace scree::run
