// Walls made ready for drawing: smooth normals, feature edges, and what is floor.
#pragma once

#include <array>
#include <vector>

#include "io/frame.hpp"
#include "io/render/camera.hpp"
#include "io/render/vec.hpp"

namespace scree::render {

// In camera units. A floor is level, below the grains and drawn opaque, so that it shows shadows;
// everything else is drawn like glass.
struct WallTriangle {
  std::array<Vec, 3> corner, normal;
  bool floor = false;
  bool solid = false;  // has the opacity and colour of WallMeshes
};
struct WallEdge {
  Vec a, b;
  bool floor = false;  // of a floor alone
  bool inner = false;  // of a wall that lies among the grains
};
struct WallMeshes {
  std::vector<WallTriangle> triangles;
  std::vector<WallEdge> edges;  // borders and creases
  float opacity = 1;            // of solid walls
  Vec color{};
  bool any_solid = false, hidden_edges = false;
};

WallMeshes prepare_walls(const Frame& frame, const Camera& camera,
                         const std::vector<bool>& solid = {});

// Level and no higher than the lowest grains.
bool is_floor(const Frame& frame, const FrameBounds& grains, const FrameWall& wall,
              const std::array<std::uint32_t, 3>& triangle);

}  // namespace scree::render
