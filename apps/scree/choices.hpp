// Words of the command line that choose frames and set parameters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/params.hpp"
#include "base/result.hpp"

namespace scree::app {

// "all", "last", "first", "7", "2:10", "::5", "-3:": as slices of Python lists, the end excluded.
// E0751: not such a text, or nothing is chosen.
Result<std::vector<std::size_t>> choose_frames(std::string_view text, std::size_t count);

// `k=v` pairs for a catalogue entry; all mistakes together.
Result<ParamSet> parse_pairs(const CatalogInfo& info, const std::vector<std::string>& pairs);

}  // namespace scree::app
