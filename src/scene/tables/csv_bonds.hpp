// Bonds from a table of numbers in a text: `bonds` of the fill `csv`, without the file.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "scene/fill.hpp"

namespace scree {

// The first row names the columns: i and j, the two grains by their numbers in the table of grains
// (from 0); perhaps bond, the name of its type (the only one needs no name), length at rest, broken
// (how it ended, `intact` if it did not), and of a bond that is not new h1, h2, ... what the kind
// remembers, j1 to j11 where it holds on to shapes (state/bonds.hpp, BondJoint). A table that
// `scree export` wrote has `type` and `strain` instead, and i and j are ids. `first` is the id of
// grain 0, `ids` are those of the table of grains. Mistakes (E0448) go to the messages at their
// span.
void add_csv_bonds(FillContext& context, std::string text, const std::string& name,
                   std::uint32_t first, const std::vector<std::uint32_t>& ids);

// The grains that an exported table of bonds names; empty: it is not one.
std::set<std::uint32_t> bonded_ids(const std::string& text);

}  // namespace scree
