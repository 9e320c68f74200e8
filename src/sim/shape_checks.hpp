// What a world of shapes should know before it starts.
#pragma once

#include <string>
#include <vector>

#include "sim/world.hpp"

namespace scree {

// Sharp bodies and walls that do not hold a sharp edge everywhere (walls/shape_touch.hpp): one
// warning for all of them.
void warn_of_sharp_shapes(const World& world, std::vector<std::string>& warnings);

}  // namespace scree
