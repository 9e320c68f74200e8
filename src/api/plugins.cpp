#include "api/plugins.hpp"

#include "run/plugins/plugin_build.hpp"
#include "scene/build/parts.hpp"
#include "scene/build/plugins.hpp"
#include "sim/kernel/external_part.hpp"

namespace scree::api {
namespace {

PluginFile file_of(const LoadedPlugin& plugin) {
  PluginFile out{plugin.file, plugin.hash, {}, {}};
  for (std::size_t k = 0; k < plugin.table->part_count; ++k) {
    const kernel::ExternalPart& part = *plugin.table->parts[k];
    out.laws.push_back({std::string(kind_name(part.kind)), *part.info});
  }
  return out;
}

Result<PluginFile> file_of(const Result<run::BuiltPlugin>& built) {
  if (!built) return built.errors();
  PluginFile out = file_of(*built->plugin);
  out.warnings = built->warnings;
  return out;
}

}  // namespace

Result<PluginFile> build_plugin(const std::string& source, const std::string& output) {
  return file_of(run::build_plugin(source, output));
}
Result<PluginFile> plugin_of_text(std::string_view text) {
  return file_of(run::plugin_of_text(text));
}
Result<PluginFile> load_plugin(const std::string& file) {
  const auto loaded = scree::load_plugin(file);
  if (!loaded) return loaded.errors();
  return file_of(**loaded);
}

Errors use_plugin(const std::string& file) { return scree::use_plugin(file); }
void allow_plugins(bool yes) { scree::allow_plugins(yes); }

}  // namespace scree::api
