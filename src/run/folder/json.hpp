// JSON as the summaries use it. Reading and writing are compiled once, in json.cpp: they are most
// of what the header costs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace scree::run {

using Json = nlohmann::ordered_json;

// One line without an indent. Texts that are no UTF-8 (names of files) are made so first.
std::string json_text(const Json& value, int indent = -1);
Json parsed_json(const std::string& text);  // is_discarded() when it is none

}  // namespace scree::run
