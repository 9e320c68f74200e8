#include "scene/locate.hpp"

#include <fmt/format.h>

#include "scene/schema.hpp"

namespace scree {
namespace {

constexpr std::string_view kParts[] = {"normal", "tangential", "rolling", "cohesion"};

class Places {
 public:
  explicit Places(const Messages& messages) : messages_(messages) {}

  void add(const std::string& name, const Place& at) {
    if (at.line > 0) out_[name] = {messages_.name(at), messages_.excerpt(at), out_.size()};
  }
  // A table and, under "NAME part", the parts of its law.
  void add_laws(const std::string& name, const Branch& b) {
    add(name, b.place);
    for (const std::string_view part : kParts)
      if (b.places.contains(part)) add(fmt::format("{} {}", name, part), b.where(part));
  }
  ScenePlaces take() { return std::move(out_); }

 private:
  const Messages& messages_;
  ScenePlaces out_;
};

// The part that a message is about.
std::string_view part_in(std::string_view message) {
  for (const std::string_view part : kParts)
    if (message.find(fmt::format("{} law", part)) != std::string_view::npos) return part;
  return {};
}

// Of a table of the scene, of a part of its law where the message is about one.
const ScenePlace* find_table(const ScenePlaces& places, const std::string& name,
                             std::string_view part) {
  if (!part.empty())
    if (const auto it = places.find(fmt::format("{} {}", name, part)); it != places.end())
      return &it->second;
  const auto it = places.find(name);
  return it == places.end() ? nullptr : &it->second;
}

// Without a [pair] of its own, a pair is blamed on the later of its materials. Looked up only when
// it is asked for: a thousand materials have half a million pairs.
const ScenePlace* find_later_material(const ScenePlaces& places, std::string_view pair,
                                      std::string_view part) {
  constexpr std::string_view kBegin = "pair '", kBetween = "'-'", kEnd = "'";
  if (!pair.starts_with(kBegin) || !pair.ends_with(kEnd)) return nullptr;
  const std::string_view names = pair.substr(kBegin.size(), pair.size() - kBegin.size() - 1);
  for (std::size_t at = names.find(kBetween); at != std::string_view::npos;
       at = names.find(kBetween, at + 1)) {
    const std::string a = fmt::format("material '{}'", names.substr(0, at)),
                      b = fmt::format("material '{}'", names.substr(at + kBetween.size()));
    const ScenePlace *of_a = find_table(places, a, {}), *of_b = find_table(places, b, {});
    if (of_a != nullptr && of_b != nullptr)
      return find_table(places, of_a->order > of_b->order ? a : b, part);
  }
  return nullptr;
}

const ScenePlace* find(const ScenePlaces& places, const Error& e) {
  const std::string_view part = part_in(e.message);
  if (const ScenePlace* place = find_table(places, e.code == "E0505" ? "box" : e.place, part))
    return place;
  return find_later_material(places, e.place, part);
}

}  // namespace

ScenePlaces places_of(const Branch& root, const Messages& messages) {
  Places out(messages);
  for (const char* key : {"dt", "duration", "steps_per_contact"})
    if (root.places.contains(key)) out.add(key, root.where(key));
  if (const Branch* box = root.table("box")) out.add("box", box->place);
  for (const Branch& w : root.list("wall"))
    if (w.params.has("name")) out.add(fmt::format("wall '{}'", w.params.text("name")), w.place);
  for (const Branch& o : root.list("outlet"))
    if (o.params.has("name")) out.add(fmt::format("outlet '{}'", o.params.text("name")), o.place);
  const auto materials = root.list("material");
  for (std::size_t a = 0; a < materials.size(); ++a)
    out.add_laws(fmt::format("material '{}'", materials[a].name), materials[a]);
  for (const Branch& p : root.list("pair")) {
    out.add_laws(fmt::format("pair '{}'-'{}'", p.name, p.name_b), p);
    out.add_laws(fmt::format("pair '{}'-'{}'", p.name_b, p.name), p);
  }
  return out.take();
}

Errors located(const Scene& scene, Errors errors) {
  for (Error& e : errors) {
    const ScenePlace* place = find(scene.places, e);
    if (!place) continue;
    if (e.place != "dt" && e.place != "duration" && e.place != "box")
      e.message = e.place + ": " + e.message;
    e.message += place->excerpt;
    e.place = place->name;
  }
  return errors;
}

}  // namespace scree
