// Grains from a table of numbers in a text: the reader of the fill `csv`, without the file.
#pragma once

#include <string>

#include "scene/fill.hpp"

namespace scree {

// Columns are separated by commas, semicolons or blanks; `#` begins a comment. A first row of words
// is a header; without one the columns are x y z r, then perhaps vx vy vz, material, fixed. Balls
// of one number in a column `body`, row after row, are a rigid clump; qw qx qy qz turn clusters and
// balls; `density` is that of a ball which differs from its material.
// Grains go to the context, mistakes to its messages at their span of the text; `name` is that of
// the file.
void add_csv_grains(FillContext& context, std::string text, const std::string& name);

}  // namespace scree
