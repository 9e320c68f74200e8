// What a C++ compiler said about the source of a plugin, as errors that a user can follow.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace scree::run {

struct CompilerMessages {
  Errors errors;                      // E0347, with the user's line as place
  std::vector<std::string> warnings;  // of the user's own lines
};

// `said`: the standard error of GCC or Clang in the C locale without colours. `source`: the file as
// the compiler was given it, `name`: as the user knows it. What the compiler found inside headers
// of Scree is told at the line of the source that led there.
CompilerMessages compiler_messages(std::string_view said, const std::string& source,
                                   const std::string& name);

}  // namespace scree::run
