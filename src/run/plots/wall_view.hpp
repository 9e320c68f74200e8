// Walls as triangles in space. Infinite ones are cut to what surrounds the grains; a floor reaches
// farther, so that a picture shows no border.
#pragma once

#include <vector>

#include "io/frame.hpp"
#include "sim/simulation.hpp"

namespace scree::run {

std::vector<FrameWall> wall_meshes(const Simulation& sim, const Frame& grains);

// The part of a mesh that lies in a box; triangles at the border are cut.
FrameWall clipped(const FrameWall& wall, const FrameBounds& box);

}  // namespace scree::run
