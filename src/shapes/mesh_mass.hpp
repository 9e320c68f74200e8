// Mass properties of the solid inside a closed triangle mesh.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "shapes/mass.hpp"

namespace scree {

// Of density 1. All triangles must be oriented alike, outwards or inwards; the mesh is closed.
MassProperties mesh_mass(std::span<const Vec3> points,
                         std::span<const std::array<std::uint32_t, 3>> triangles);

}  // namespace scree
