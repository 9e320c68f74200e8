// Where a key belongs that was written in the wrong table: users of other codes give friction,
// restitution or Young's modulus to the material itself, or to a wall.
#pragma once

#include <string>
#include <string_view>

#include "scene/text/schema.hpp"

namespace scree {

// In a part of this section: "write `tangential.friction` (law spring, viscous)"; empty: in none.
std::string hint_of_part(std::string_view key, const Section& section);

// In a material: "materials have it: `material.NAME.tangential.friction` (law spring, viscous)".
std::string hint_of_material(std::string_view key);

}  // namespace scree
