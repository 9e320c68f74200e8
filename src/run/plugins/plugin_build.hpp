// Plugins from C++: finds the compiler and the headers, compiles, and looks at what came out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "sim/plugins/plugin_library.hpp"

namespace scree::run {

struct BuiltPlugin {
  const LoadedPlugin* plugin = nullptr;
  std::string file;                   // where it lies
  std::vector<std::string> warnings;  // of the compiler
};

// Compiles `source` to `output`; empty: beside it, mine.so of mine.cpp. An old file is replaced
// only by a plugin that could be loaded. E0346: there is no compiler, or no headers; E0347: what
// the compiler says; and the errors of load_plugin().
Result<BuiltPlugin> build_plugin(const std::string& source, const std::string& output = {});

// The same for a text, in a folder of the user ($XDG_CACHE_HOME/scree/plugins, else
// ~/.cache/scree/plugins): one that was compiled before by this build of Scree is only loaded. It
// may leave #include <scree/plugin.hpp> out. Places of errors are "law:LINE:COLUMN".
Result<BuiltPlugin> plugin_of_text(std::string_view text);

}  // namespace scree::run
