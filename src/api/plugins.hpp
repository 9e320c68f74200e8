// Plugins: contact laws as shared libraries, compiled from C++ while the program runs, and named in
// scenes. A plugin is code that runs with the rights of the program.
//
//   auto plugin = build_plugin("mine.cpp");             // mine.so, for plugins = ["mine.so"]
//   auto law = plugin_of_text("struct Mine ...");       // compiled once, kept in a cache
//   Errors wrong = use_plugin(law->file);               // its laws are words of all scenes
//
// What the C++ text must hold: <scree/plugin.hpp>, docs/howto/plugins.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/params.hpp"
#include "base/result.hpp"

namespace scree::api {

struct PluginLaw {
  std::string kind;  // "normal", "tangential", "rolling", "twisting", "cohesion"
  CatalogInfo info;  // stays as long as the program
};

struct PluginFile {
  std::string file, hash;  // where it lies, and a hash of its bytes
  std::vector<PluginLaw> laws;
  std::vector<std::string> warnings;  // of the compiler
};

// Compiles a source to `output`; empty: mine.so beside mine.cpp. E0346: no compiler, E0347: what it
// says, with line and column of the source.
[[nodiscard]] Result<PluginFile> build_plugin(const std::string& source,
                                              const std::string& output = {});
// A text instead of a file; one that was compiled before is only loaded. Places are
// "law:LINE:COLUMN".
[[nodiscard]] Result<PluginFile> plugin_of_text(std::string_view text);
// One that is there. E0340 to E0342, E0348: why it cannot be used.
[[nodiscard]] Result<PluginFile> load_plugin(const std::string& file);

// From now on its laws are words of all scenes that this process reads, as if each named it. Of
// laws with one name the one that came last counts.
[[nodiscard]] Errors use_plugin(const std::string& file);
// Whether scenes may load plugins; yes at first. A program that reads scenes of strangers says no.
void allow_plugins(bool yes);

}  // namespace scree::api
