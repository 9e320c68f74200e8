// How the walls of a scene move: `motion`, [group.NAME], `surface`.
#pragma once

#include <memory>
#include <optional>

#include "scene/text/schema.hpp"
#include "walls/wall.hpp"

namespace scree {

// The motions of a table together, about the origin; null: it does not move. Nothing where a
// mistake was reported.
std::optional<std::unique_ptr<WallMotion>> read_motion(std::span<const Branch> list,
                                                       Messages& messages);
// The `surface` of a wall; nothing where a mistake was reported.
std::optional<SurfaceMotion> read_surface(const Branch& surface, Messages& messages);

// Motion and surface of a wall that has its shape, place and area. False after a mistake.
bool read_wall_motion(const Branch& wall, const Branch& scene, Wall& to, Messages& messages);

// Groups without walls.
void check_groups(const Branch& scene, Messages& messages);

}  // namespace scree
