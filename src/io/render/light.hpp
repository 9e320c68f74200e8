// Light: one key light with a soft shadow, and a sky of many faint lights whose shadows add up to
// ambient occlusion. Each light has a map of how near the grains come to it (a shadow map, Williams
// 1978); a point is lit when nothing in the map is nearer.
//
// Price: one pass over the grains a light. The sky's maps are coarse, because their sum is smooth.
#pragma once

#include <span>
#include <vector>

#include "io/render/vec.hpp"

namespace scree::render {

struct Ball {
  Vec x;
  float r = 0;
};

// What is not a ball: the half-spaces whose common part it is, in camera units.
struct SolidShape {
  struct Side {
    Vec n;  // unit, outwards
    float offset = 0;
  };
  std::vector<Side> sides;

  // The part of a ray from the eye that is inside; false where there is none.
  bool meets(const Vec& ray, float& in, float& out) const;
  const Side& side_at(const Vec& p) const;
};

class LightMap {
 public:
  // `to_light`: unit; the map covers the sphere (middle, radius).
  LightMap(const Vec& to_light, const Vec& middle, float radius, int resolution);

  void draw(std::span<const Ball> balls);
  // Within the shadow of the ball around it.
  void draw(const Ball& around, const SolidShape& solid);

  // 1: lit, 0: in shadow, between at an edge. `lift`: how far a surface must lie behind another to
  // be shadowed by it.
  float lit(const Vec& p, float lift) const;
  // The same, averaged over 4 x 4 texels.
  float softly_lit(const Vec& p, float lift) const;

  const Vec& direction() const { return to_light_; }
  float texel() const { return 1 / per_unit_; }

 private:
  void draw(const Ball& b);
  Vec to_light_, u_, v_, middle_;
  float radius_, per_unit_;
  int size_;
  std::vector<float> height_;  // of the surface nearest to the light
};

// Evenly spread directions over the hemisphere around `up` (a spherical Fibonacci lattice).
std::vector<Vec> hemisphere(const Vec& up, int count);

}  // namespace scree::render
