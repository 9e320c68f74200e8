// What is drawn, in camera units, and the light on it. Made once a picture, read by every tile.
#pragma once

#include <optional>
#include <vector>

#include "io/render/camera.hpp"
#include "io/render/color.hpp"
#include "io/render/light.hpp"
#include "io/render/look.hpp"
#include "io/render/wall_mesh.hpp"

namespace scree::render {

// A rod with round ends.
struct RodShape {
  Vec a, b;
  float r = 0;

  // The point of its axis that is nearest to p.
  Vec axis_point(const Vec& p) const;
};

struct Stage {
  Camera camera;
  std::vector<Ball> balls;
  std::vector<SolidShape> solids;       // of some balls
  std::vector<std::uint32_t> solid_of;  // of each ball, or kNoSolid; empty: all are balls
  static constexpr std::uint32_t kNoSolid = 0xffffffffu;
  std::vector<Vec> albedo;  // of each ball, then of each rod
  std::vector<RodShape> rods;
  WallMeshes walls;
  std::optional<LightMap> key;
  std::vector<LightMap> sky;
  Vec up, to_key, to_rim;
  Vec middle;        // of what is in focus
  float radius = 1;  // of the sphere around it
  bool clipped = false;
  Vec clip_normal;
  float clip_offset = 0;

  const SolidShape* solid(std::uint32_t ball) const {
    return solid_of.empty() || solid_of[ball] == kNoSolid ? nullptr : &solids[solid_of[ball]];
  }
  bool removed(const Vec& p) const { return clipped && dot(clip_normal, p) > clip_offset; }
};

// Light that leaves a point towards the eye. `view`: unit, from the point to the eye.
// `ambient`: what sky_light() gave.
Vec shade_grain(const Stage& stage, const Vec& p, const Vec& n, const Vec& view, const Vec& albedo,
                float ambient, float key);
Vec shade_floor(const Stage& stage, float ambient, float key);
// Share of the sky (and of light thrown back from below) that reaches a surface.
float sky_light(const Stage& stage, const Vec& p, const Vec& n, float lift);
float key_light(const Stage& stage, const Vec& p, const Vec& n, float lift);

}  // namespace scree::render
