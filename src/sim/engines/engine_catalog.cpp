#include "sim/engines/engine_catalog.hpp"

#include <vector>

#include "base/words.hpp"

namespace scree {

const CatalogInfo& auto_engine_info() {
  static constexpr CatalogInfo info{"auto", "the fastest engine of this machine: `tiles`", "", {}};
  return info;
}

const EngineEntry* find_engine(std::string_view name) {
  if (name == auto_engine_info().name) name = "tiles";
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
