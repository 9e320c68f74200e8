// Tables of balls: x, y, z, r.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/vec3.hpp"

namespace scree::app {

struct Ball {
  Vec3 x;
  double r = 0;
};

// One ball a row: four numbers separated by commas, semicolons or blanks. A first row of words is a
// header and must name these columns in this order. `#` begins a comment; empty rows do not count.
// Errors (the first ten) have place "name:line".
Result<std::vector<Ball>> parse_balls(std::string_view text, const std::string& name);

}  // namespace scree::app
