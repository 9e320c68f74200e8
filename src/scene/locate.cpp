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
    if (at.line > 0) out_[name] = {messages_.name(at), messages_.excerpt(at)};
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

const ScenePlace* find(const ScenePlaces& places, const Error& e) {
  const std::string_view part = part_in(e.message);
  if (!part.empty())
    if (const auto it = places.find(fmt::format("{} {}", e.place, part)); it != places.end())
      return &it->second;
  const auto it = places.find(e.code == "E0505" ? "box" : e.place);
  return it == places.end() ? nullptr : &it->second;
}

}  // namespace

ScenePlaces places_of(const Branch& root, const Messages& messages) {
  Places out(messages);
  for (const char* key : {"dt", "steps_per_contact"})
    if (root.places.contains(key)) out.add(key, root.where(key));
  if (const Branch* box = root.table("box")) out.add("box", box->place);
  for (const Branch& w : root.list("wall"))
    if (w.params.has("name")) out.add(fmt::format("wall '{}'", w.params.text("name")), w.place);
  for (const Branch& o : root.list("outlet"))
    if (o.params.has("name")) out.add(fmt::format("outlet '{}'", o.params.text("name")), o.place);
  const auto materials = root.list("material");
  for (std::size_t a = 0; a < materials.size(); ++a) {
    out.add_laws(fmt::format("material '{}'", materials[a].name), materials[a]);
    // Without a [pair] of its own, a pair is blamed on the later of its materials.
    for (std::size_t b = 0; b < materials.size(); ++b)
      if (a != b)
        out.add_laws(fmt::format("pair '{}'-'{}'", materials[a].name, materials[b].name),
                     materials[std::max(a, b)]);
  }
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
    if (e.place != "dt" && e.place != "box") e.message = e.place + ": " + e.message;
    e.message += place->excerpt;
    e.place = place->name;
  }
  return errors;
}

}  // namespace scree
