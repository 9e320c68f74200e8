// Walls from the catalogue, for programs that fill in a World.
//
//   ParamSet floor;
//   floor.set("point", Vec3{0, 0, 0});
//   floor.set("normal", Vec3{0, 1, 0});
//   auto wall = make_wall("floor", "plane", floor);
#pragma once

#include <string>
#include <string_view>

#include "base/params.hpp"
#include "base/result.hpp"
#include "walls/wall.hpp"

namespace scree {

// A wall at rest of material 0. Parameters that are left out have their defaults; E0516 where the
// catalogue has no such shape, and the errors of the shape itself.
Result<Wall> make_wall(std::string name, std::string_view shape, const ParamSet& given);

}  // namespace scree
