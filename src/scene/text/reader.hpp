// Reads a document by the table of schema.hpp.
#pragma once

#include <string>

#include "scene/text/document.hpp"
#include "scene/text/schema.hpp"

namespace scree {

class Variables;

// Sizes beyond these have squares and volumes that no double holds, and no picture.
inline constexpr double kSmallestLength = 1e-40, kLargestLength = 1e40;  // m

// Where relative paths of the scene start from, and where mistakes go.
struct ReadContext {
  std::string folder;
  Messages& messages;
  bool two_d = false;                    // dimension = 2: a vector of two numbers is one of x and y
  const Variables* variables = nullptr;  // of [let]; none: texts are plain quantities
};

// Every key, checked: unknown, missing, wrong kind, unit, range or choice. Continues after a
// mistake; the branch is then marked as broken. `key`: the table's own, for the messages about a
// plain value that stands for it.
Branch read_section(const Node& node, const Section& section, ReadContext& context,
                    std::string_view key = {});

// One value. False and a message when it does not fit; `name` is how messages call it.
bool read_param(const Node& node, const ParamInfo& info, ReadContext& context, ParamSet& out);

}  // namespace scree
