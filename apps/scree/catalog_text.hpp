// Entries of catalogues as text, and catalogues with the laws of plugins.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/params.hpp"
#include "scene/build/parts.hpp"
#include "scree/command_line.hpp"

namespace scree::app {

// A name that is longer than its column is still apart from what follows.
std::string name_cell(std::string_view name, std::size_t width = 20);
// Prints an entry with its parameters.
void show_entry(const CatalogInfo& info);

// `--plugin FILE`, as often as wanted.
void add_plugins(Command& command, std::vector<std::string>& to);

// While it lives, the catalogues have the laws of these plugins.
class PluginLaws {
 public:
  explicit PluginLaws(const std::vector<std::string>& files);
  const Errors& errors() const { return errors_; }
  const ExternalLaws& laws() const { return laws_; }

 private:
  ExternalLaws laws_;
  Errors errors_;
  LawScope scope_;
};

}  // namespace scree::app
