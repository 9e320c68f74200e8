// Bonds from a table of numbers in a text: `bonds` of the fill `csv`, without the file.
#pragma once

#include <string>

#include "scene/fill.hpp"

namespace scree {

// The first row names the columns: i and j, the two grains by their numbers in the table of grains
// (from 0); perhaps bond, the name of its type (the only one needs no name), length at rest, broken
// (how it ended, `intact` if it did not), and h1, h2, ... what the kind remembers of a bond that is
// not new. `first` is the id of grain 0. Mistakes (E0448) go to the messages at their span.
void add_csv_bonds(FillContext& context, std::string text, const std::string& name,
                   std::uint32_t first);

}  // namespace scree
