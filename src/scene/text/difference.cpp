#include "scene/text/difference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/region_params.hpp"
#include "base/words.hpp"
#include "scene/text/document.hpp"

namespace scree {
namespace {

bool is_plain(const Node& n) {
  if (n.kind == Node::Kind::table) return false;
  return std::all_of(n.list.begin(), n.list.end(), is_plain);
}

std::string full_text(const Node& n) {
  switch (n.kind) {
    case Node::Kind::boolean:
      return n.boolean ? "true" : "false";
    case Node::Kind::integer:
      return std::to_string(n.integer);
    case Node::Kind::number:
      return number_text(n.number);
    case Node::Kind::list: {
      std::string s = "[";
      for (const Node& item : n.list) s += (s.size() > 1 ? ", " : "") + full_text(item);
      return s + "]";
    }
    default:
      return '"' + n.text + '"';
  }
}

std::string item_name(const Node& item, std::size_t number) {
  const Node* name = item.find("name");
  return name != nullptr && name->kind == Node::Kind::text ? name->text : std::to_string(number);
}

// Runs of before have the older names of corners in their resolved.toml (base/region_params.hpp).
std::string todays_name(const Node::Entry& e) {
  if (e.value.kind != Node::Kind::list) return e.key;
  const auto is_one_of = [&e](std::string_view names) {
    const auto all = split_choices(names);
    return std::find(all.begin(), all.end(), e.key) != all.end();
  };
  return is_one_of(region_params::kOlderMin)   ? "min"
         : is_one_of(region_params::kOlderMax) ? "max"
                                               : e.key;
}

// A variable as resolved.toml records it is the text that was given: what came of it stands where
// it is used.
const Node* recorded_text(const Node& n, const std::string& key) {
  return key.starts_with("let.") && n.kind == Node::Kind::table ? n.find("text") : nullptr;
}

void collect(const Node& n, const std::string& key, SceneValues& out) {
  if (const Node* text = recorded_text(n, key)) {
    out.emplace_back(key, full_text(*text));
    return;
  }
  if (is_plain(n)) {
    out.emplace_back(key, full_text(n));
    return;
  }
  const std::string prefix = key.empty() ? "" : key + ".";
  for (const Node::Entry& e : n.entries) collect(e.value, prefix + todays_name(e), out);
  for (std::size_t k = 0; k < n.list.size(); ++k)
    collect(n.list[k], prefix + item_name(n.list[k], k), out);
}

bool is_harmless(std::string_view key) {
  for (const std::string_view one : {"title", "duration", "threads", "engine"})
    if (key == one) return true;
  for (const std::string_view group : {"output", "detect", "verdict", "picture", "let", "result"})
    if (key == group || (key.starts_with(group) && key.substr(group.size()).starts_with('.')))
      return true;
  return false;
}

}  // namespace

Result<SceneValues> scene_values(std::string_view resolved, const std::string& name) {
  Messages messages;
  const int source = messages.add_source(name, std::string(resolved));
  const auto document = parse_document(resolved, source, messages);
  if (!document) return messages.take();
  SceneValues out;
  collect(*document, "", out);
  return out;
}

std::vector<SceneChange> scene_changes(const SceneValues& before, const SceneValues& after) {
  const std::map<std::string, std::string> old(before.begin(), before.end()),
      now(after.begin(), after.end());
  const auto value = [](const auto& map, const std::string& key) {
    const auto it = map.find(key);
    return it != map.end() ? it->second : std::string();
  };
  std::vector<SceneChange> out;
  const auto note = [&](const std::string& key) {
    const std::string was = value(old, key), is = value(now, key);
    if (was != is) out.push_back({key, was, is, is_harmless(key)});
  };
  for (const auto& [key, text] : before) note(key);
  for (const auto& [key, text] : after)
    if (!old.contains(key)) note(key);
  return out;
}

}  // namespace scree
