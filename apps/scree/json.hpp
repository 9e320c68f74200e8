// JSON as the summaries use it. Reading and writing are compiled once, in json.cpp: they are most
// of what the header costs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace scree::app {

using Json = nlohmann::ordered_json;

std::string json_text(const Json& value, int indent = -1);  // one line without an indent
Json parsed_json(const std::string& text);                  // is_discarded() when it is none

}  // namespace scree::app
