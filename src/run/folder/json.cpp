#include "run/folder/json.hpp"

#include "base/safe_text.hpp"

namespace scree::run {
namespace {

// Texts and keys in UTF-8. Controls are escaped by the writer.
Json in_utf_8(const Json& value) {
  if (value.is_string()) return safe_text(value.get_ref<const std::string&>(), Keep::controls);
  Json out = value;
  if (value.is_array())
    for (Json& element : out) element = in_utf_8(element);
  if (value.is_object()) {
    out = Json::object();
    for (const auto& [key, element] : value.items())
      out[safe_text(key, Keep::controls)] = in_utf_8(element);
  }
  return out;
}

}  // namespace

std::string json_text(const Json& value, int indent) {
  const Json valid = in_utf_8(value);
  std::string text = valid.dump(indent);
  // What a terminal might obey is escaped, and then everything beyond ASCII with it.
  return is_safe(text, Keep::lines) ? text : valid.dump(indent, ' ', true);
}
Json parsed_json(const std::string& text) { return Json::parse(text, nullptr, false); }

}  // namespace scree::run
