#include "scree/json.hpp"

namespace scree::app {

std::string json_text(const Json& value, int indent) { return value.dump(indent); }
Json parsed_json(const std::string& text) { return Json::parse(text, nullptr, false); }

}  // namespace scree::app
