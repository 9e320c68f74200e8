#include "sim/engines/engine_catalog.hpp"

#include <vector>

#include "base/words.hpp"

namespace scree {

namespace {

constexpr std::string_view kEverywhere = "tiles";

// Empty: it is taken. What a scene is not worth is asked first: it needs no library.
std::string why_not(const EngineEntry& engine, const StepNeeds& needs) {
  if (std::string reason = engine.not_worth(needs); !reason.empty()) return reason;
  const std::optional<Error> refused =
      engine.refuse != nullptr ? engine.refuse(needs) : std::nullopt;
  return refused ? refused->message : std::string();
}

}  // namespace

const EngineEntry* fastest_engine(const StepNeeds& needs) {
  for (const EngineEntry* e : engine_catalog())
    if (e->not_worth != nullptr && why_not(*e, needs).empty()) return e;
  return find_engine(kEverywhere);
}

std::vector<std::pair<std::string, std::string>> engines_not_taken(const StepNeeds& needs) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const EngineEntry* e : engine_catalog())
    if (e->not_worth != nullptr)
      if (std::string reason = why_not(*e, needs); !reason.empty())
        out.emplace_back(e->info.name, std::move(reason));
  return out;
}

const CatalogInfo& auto_engine_info() {
  static constexpr CatalogInfo info{
      "auto",
      "the fastest engine of this machine for the scene: a graphics card, or `tiles`",
      "",
      {}};
  return info;
}

const EngineEntry* find_engine(std::string_view name) {
  if (name == auto_engine_info().name) name = kEverywhere;
  for (const EngineEntry* e : engine_catalog())
    if (e->info.name == name) return e;
  return nullptr;
}

Error unknown_engine(const std::string& name) {
  std::vector<std::string> names{std::string(auto_engine_info().name)};
  for (const EngineEntry* e : engine_catalog()) names.emplace_back(e->info.name);
  const std::string nearest = nearest_word(name, names);
  return {"E0535", "unknown engine `" + name + "`", "",
          nearest.empty() ? "known: " + list_words(names) : "did you mean `" + nearest + "`?",
          Subject::setting("engine")};
}

}  // namespace scree
