// summary.json as a table for people.
#pragma once

#include <string>

#include "run/folder/json.hpp"

namespace scree::app {

// Also of a file that an older or newer version wrote.
std::string summary_table(const run::Json& summary);

}  // namespace scree::app
