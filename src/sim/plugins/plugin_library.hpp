// Plugins: shared libraries with contact laws (plugin_table.hpp), loaded into the program.
//
// A plugin is code that runs with the rights of the user. Nothing here asks whether that is wanted:
// who reads scenes does (scene/build/plugins.hpp).
#pragma once

#include <string>

#include "base/result.hpp"
#include "sim/plugins/plugin_table.hpp"

namespace scree {

struct LoadedPlugin {
  std::string file;  // its canonical path
  std::string hash;  // of its bytes
  const Plugin* table = nullptr;
};

// Loads a plugin, or finds it among those that are loaded already. It stays to the end of the
// process, for worlds point to its parts.
// E0340: there is no such file; E0341: it is not a plugin; E0342: of another build; E0344: it
// threw; E0348: it has changed since it was loaded; E0349: its table of parameters is wrong;
// E0304: a law has a name that is taken.
Result<const LoadedPlugin*> load_plugin(const std::string& path);

}  // namespace scree
