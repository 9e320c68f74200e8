// The scene reader: any text gives a scene or mistakes with codes and places; a scene that is
// accepted is written out resolved, and reading that again gives the same text.
#include "scene/scene.hpp"

#include <cstdlib>
#include <string>
#include <string_view>

#include "scene/build.hpp"
#include "scene/fill.hpp"
#include "scene/text/document.hpp"
#include "scene/text/reader.hpp"

namespace {

using namespace scree;

void require(bool holds) {
  if (!holds) std::abort();  // libFuzzer keeps the input
}

bool at_most(const ParamSet& p, const char* key, double most) {
  return !p.has(key) || static_cast<double>(p.integer(key)) <= most;
}

// Ten million grains are a valid scene, but no use here: only small fills are carried out. Files
// that a scene names are the subject of other targets.
bool is_small(const Branch& root) {
  for (const Branch& w : root.list("wall"))
    if (w.entry_params.has("file")) return false;
  // Each may search ten million places before it gives up: seconds, with the sanitizers.
  if (root.list("fill").size() > 2) return false;
  for (const Branch& f : root.list("fill")) {
    const ParamSet& p = f.entry_params;
    const std::string kind(f.entry.name);
    if (f.broken || kind == "csv" || kind == "wall_of_balls" || p.has("phases")) return false;
    if ((kind == "lattice" || kind == "random") && !p.has("count")) return false;
    if (!f.list("phases").empty()) return false;
    if (!at_most(p, "count", 300) || !at_most(p, "tries", 20000)) return false;
    if (p.has("probability") && p.number("probability") < 0.1) return false;
    if (p.has("spacing")) return false;
  }
  return true;
}

void check(const Result<Scene>& scene) {
  if (scene) {
    const auto again = parse_scene(scene->resolved, "resolved.toml");
    require(again.ok() && again->resolved == scene->resolved);
    return;
  }
  require(!scene.errors().empty());
  for (const Error& e : scene.errors()) require(!e.code.empty() && !e.message.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  {
    Messages messages;
    const int source = messages.add_source("fuzz.toml", std::string(text));
    const auto document = parse_document(text, source, messages);
    if (document) {
      ReadContext context{"", messages};
      const Branch root = read_section(*document, scene_section(), context);
      if (!is_small(root)) return 0;
    }
  }
  check(parse_scene(text, "fuzz.toml"));
  return 0;
}
