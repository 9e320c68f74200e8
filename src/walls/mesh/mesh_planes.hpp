// The planes of a mesh that is the surface of a convex body, or a part of one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/space_part.hpp"

namespace scree {

// One plane for each flat side, its normal out of the body; nothing where a corner lies in front of
// a side by more than 1e-6 of the mesh's size (files have single precision), or where there are
// more than 4096 sides. A mesh that lies in one plane is not a body.
std::optional<std::vector<SpacePart>> convex_planes(
    std::span<const Vec3> points, std::span<const std::array<std::uint32_t, 3>> triangles);

}  // namespace scree
