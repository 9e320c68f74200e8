// scree plugin build FILE.cpp: a contact law of one's own, compiled for scenes. scree plugin show.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "base/safe_text.hpp"
#include "run/folder/json.hpp"
#include "run/plugins/plugin_build.hpp"
#include "scree/catalog_text.hpp"
#include "scree/commands.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"
#include "sim/kernel/external_part.hpp"

namespace scree::app {
namespace {

struct PluginArguments {
  std::string file, out;
  bool json = false;
};

Json plugin_json(const LoadedPlugin& plugin, const std::string& file) {
  Json laws = Json::array();
  for (std::size_t k = 0; k < plugin.table->part_count; ++k) {
    const kernel::ExternalPart& part = *plugin.table->parts[k];
    Json params = Json::array();
    for (const ParamInfo& p : part.info->params) params.push_back(p.name);
    laws.push_back({{"kind", kind_name(part.kind)}, {"law", part.info->name}, {"params", params}});
  }
  return {{"file", safe_text(file)}, {"hash", plugin.hash}, {"laws", laws}};
}

void show_laws(const LoadedPlugin& plugin) {
  for (std::size_t k = 0; k < plugin.table->part_count; ++k) {
    const kernel::ExternalPart& part = *plugin.table->parts[k];
    print_out("\n{}:\n", kind_name(part.kind));
    show_entry(*part.info);
  }
}

int build(const PluginArguments& a) {
  const auto built = build_plugin(a.file, a.out);
  if (!built) return refused(built.errors());
  print_warnings(built->warnings);
  if (a.json) {
    print_out("{}\n", json_text(plugin_json(*built->plugin, built->file)));
    return kSuccess;
  }
  print_out("{}\n", safe_text(built->file));
  show_laws(*built->plugin);
  print_note("in a scene beside it: plugins = [\"{}\"]\n",
             safe_text(std::filesystem::path(built->file).filename().string()));
  return kSuccess;
}

int show_plugin(const PluginArguments& a) {
  const auto plugin = load_plugin(a.file);
  if (!plugin) return refused(plugin.errors());
  if (a.json) {
    print_out("{}\n", json_text(plugin_json(**plugin, (*plugin)->file)));
    return kSuccess;
  }
  print_out("{}\nhash {}\n", safe_text((*plugin)->file), (*plugin)->hash);
  show_laws(**plugin);
  return kSuccess;
}

}  // namespace

void add_plugin(CommandLine& line) {
  auto a = std::make_shared<PluginArguments>();
  Command plugin = line.command("plugin", "contact laws of your own, compiled from C++");
  Command b = plugin.command("build", "compile a plugin for the `plugins` of scenes");
  b.value("file", a->file, "its source, mine.cpp").required();
  b.value("-o,--output", a->out, "FILE.so (default: mine.so beside mine.cpp)");
  b.flag("--json", a->json, "its laws as one JSON object");
  b.action([a] { return build(*a); });
  Command s = plugin.command("show", "what a plugin has; this loads it");
  s.value("file", a->file, "the plugin, mine.so").required();
  s.flag("--json", a->json, "as one JSON object");
  s.action([a] { return show_plugin(*a); });
}

}  // namespace scree::app
