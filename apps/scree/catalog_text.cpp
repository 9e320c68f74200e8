#include "scree/catalog_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scree/output.hpp"
#include "sim/plugins/plugin_library.hpp"

namespace scree::app {
namespace {

std::string facts_of(const ParamInfo& p) {
  std::string facts = kind_text(p);
  if (const std::string r = range_text(p); !r.empty()) facts += ", " + r;
  if (p.required) facts += ", required";
  if (!p.fallback.empty()) facts += fmt::format(", default {}", p.fallback);
  return facts;
}

}  // namespace

std::string name_cell(std::string_view name, std::size_t width) {
  return fmt::format("{:<{}}", name, std::max(width, name.size() + 2));
}

void show_entry(const CatalogInfo& info) {
  print_out("{}{}{}\n", name_cell(info.name), info.summary,
            info.source.empty() ? "" : fmt::format("  [{}]", info.source));
  for (const ParamInfo& p : info.params)
    print_out("    {}{}{}\n", name_cell(p.name), p.full_doc(), fmt::format(" ({})", facts_of(p)));
}

void add_plugins(Command& command, std::vector<std::string>& to) {
  command.value("--plugin", to, "FILE.so: with the laws of a plugin (scree plugin build)")
      .one_value_a_time();
}

PluginLaws::PluginLaws(const std::vector<std::string>& files) : scope_(laws_) {
  for (const std::string& file : files) {
    const auto loaded = load_plugin(file);
    if (!loaded) {
      errors_.insert(errors_.end(), loaded.errors().begin(), loaded.errors().end());
      continue;
    }
    for (std::size_t k = 0; k < (*loaded)->table->part_count; ++k)
      laws_.add(*(*loaded)->table->parts[k]);
  }
  if (auto taken = laws_.taken_name()) errors_.push_back(*taken);
}

}  // namespace scree::app
