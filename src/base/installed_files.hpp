// Files that come with the program: in a build the source tree above it, in an installation
// share/scree.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace scree {

// Where `installed` (below share/scree) or `in_tree` (below the root of the sources) may lie, the
// installation first.
std::vector<std::filesystem::path> beside_program(const std::string& installed,
                                                  const std::string& in_tree);

}  // namespace scree
