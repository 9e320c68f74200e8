#include "scene/text/locate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scene/scene.hpp"
#include "scene/text/schema.hpp"

namespace scree {
namespace {

// Tables that were filled in by default point into no source.
bool is_written(const TextSpan& span) { return span.source >= 0 && span.line > 0; }

}  // namespace

SceneLocations::SceneLocations(const Branch& root, std::vector<FillEnd> fills, Sources sources)
    : settings_(table_of(root)), fill_ends_(std::move(fills)), sources_(std::move(sources)) {
  settings_.span = {};  // the scene as a whole is not a line of it
  std::map<std::string_view, std::size_t> number;
  for (const Branch& b : root.list("material")) {
    number[b.name] = materials_.size();
    materials_.push_back(table_of(b));
  }
  for (const Branch& b : root.list("wall")) walls_.push_back(table_of(b));
  for (const Branch& b : root.list("outlet")) outlets_.push_back(table_of(b));
  for (const Branch& b : root.list("fill")) {
    fill_names_.push_back(b.params.has("name") ? "`" + b.params.text("name") + "`"
                                               : std::to_string(fills_.size()));
    fills_.push_back(table_of(b));
  }
  for (const Branch& b : root.list("pair"))
    pairs_[std::minmax(number.at(b.name), number.at(b.name_b))] = table_of(b);
}

SceneLocations::Table SceneLocations::table_of(const Branch& b) {
  Table out{b.span, {}};
  add_keys(b, "", out);
  return out;
}

void SceneLocations::add_keys(const Branch& b, const std::string& prefix, Table& out) {
  for (const auto& [key, span] : b.spans) out.keys[prefix + key] = span;
  for (const SubTable& t : b.section->tables)
    if (const Branch* inner = b.table(t.key); inner && t.repeat == Repeat::one)
      add_keys(*inner, prefix + std::string(t.key) + ".", out);
}

std::optional<TextSpan> SceneLocations::find_in(const Table& table, std::string_view key) {
  while (!key.empty()) {
    if (const auto it = table.keys.find(key); it != table.keys.end() && is_written(it->second))
      return it->second;
    const std::size_t dot = key.rfind('.');
    key = key.substr(0, dot == std::string_view::npos ? 0 : dot);
  }
  return is_written(table.span) ? std::optional(table.span) : std::nullopt;
}

std::optional<TextSpan> SceneLocations::find_in(const std::vector<Table>& list, std::size_t k,
                                                std::string_view key) {
  return k < list.size() ? find_in(list[k], key) : std::nullopt;
}

// Without a [pair] of its own, a pair is blamed on the later of its materials.
std::optional<TextSpan> SceneLocations::find_pair(const Subject& s) const {
  const std::pair<std::size_t, std::size_t> both = std::minmax(s.index, s.other);
  const auto it = pairs_.find(both);
  return it != pairs_.end() ? find_in(it->second, s.key) : find_in(materials_, both.second, s.key);
}

// The fill that added a grain or an inlet.
std::optional<TextSpan> SceneLocations::find_fill(const Subject& s) const {
  const bool grain = s.kind == Subject::Kind::grain;
  const auto end = std::find_if(fill_ends_.begin(), fill_ends_.end(), [&](const FillEnd& e) {
    return s.index < (grain ? e.grains : e.inlets);
  });
  return find_in(fills_, static_cast<std::size_t>(end - fill_ends_.begin()), s.key);
}

std::string SceneLocations::name_in_fill(const Subject& s) const {
  if (s.kind != Subject::Kind::grain) return {};
  std::size_t k = 0;
  while (k < fill_ends_.size() && s.index >= fill_ends_[k].grains) ++k;
  if (k == 0 || k >= fill_names_.size() || k >= fill_ends_.size()) return {};
  return fmt::format("grain {} of fill {}", s.index - fill_ends_[k - 1].grains, fill_names_[k]);
}

std::optional<TextSpan> SceneLocations::find(const Subject& s) const {
  switch (s.kind) {
    case Subject::Kind::setting:
      return find_in(settings_, s.key);
    case Subject::Kind::material:
      return find_in(materials_, s.index, s.key);
    case Subject::Kind::pair:
      return find_pair(s);
    case Subject::Kind::wall:
      return find_in(walls_, s.index, s.key);
    case Subject::Kind::outlet:
      return find_in(outlets_, s.index, s.key);
    case Subject::Kind::inlet:
    case Subject::Kind::grain:
      return find_fill(s);
    case Subject::Kind::none:
      break;
  }
  return std::nullopt;
}

Errors located(const Scene& scene, Errors errors) {
  for (Error& e : errors) {
    const auto at = scene.locations.find(e.subject);
    if (!at) continue;
    // The line below shows the key of a setting; other names would be lost with `place`.
    const bool shown = e.subject.kind == Subject::Kind::setting && e.location == e.subject.key;
    if (const std::string own = scene.locations.name_in_fill(e.subject); !own.empty())
      if (const std::string whole = fmt::format("grain {} ", e.subject.index);
          e.location.starts_with(whole))
        e.location = own + " " + e.location.substr(whole.size());
    if (!shown && !e.location.empty()) e.message = fmt::format("{}: {}", e.location, e.message);
    e.message += scene.locations.sources().excerpt(*at);
    e.location = scene.locations.sources().name(*at);
  }
  return errors;
}

}  // namespace scree
