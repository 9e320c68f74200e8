// Grains from a table of numbers in a text: the reader of the fill `csv`, without the file.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "scene/fill.hpp"

namespace scree {

// Columns are separated by commas, semicolons or blanks; `#` begins a comment. A first row of words
// is a header; without one the columns are x y z r, then perhaps vx vy vz, material, fixed. Balls
// of one number in a column `body`, row after row, are a rigid clump; qw qx qy qz turn clusters and
// balls; `density` is that of a ball which differs from its material.
// Tables that `scree export` writes are read as they are: id, type (number of the material), mass,
// omegax.., shape (number k: the k-th that the fill names; 0: a ball) count; forces and the like
// are passed over.
// Grains go to the context, mistakes to its messages at their span of the text; `name` is that of
// the file. `bonded`: ids of grains that bonds hold, whose `body` is not a clump. Answers with the
// ids of the rows: those of the table, else their numbers.
std::vector<std::uint32_t> add_csv_grains(FillContext& context, std::string text,
                                          const std::string& name,
                                          const std::set<std::uint32_t>& bonded = {});

}  // namespace scree
