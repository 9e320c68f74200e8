// One square of the picture with its samples: depth, what is nearest, its light, and how much glass
// lies before it.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "io/render/image.hpp"
#include "io/render/stage.hpp"

namespace scree::render {

// Background (sRGB) at a height 0 (top) to 1.
Vec background(float height);

struct PixelBox {
  float x0 = 1, y0 = 1, x1 = 0, y1 = 0;  // empty
};
PixelBox box_of(const Camera& camera, const Ball& ball);
PixelBox box_of(const Camera& camera, const RodShape& rod);
PixelBox box_of(const Camera& camera, const WallTriangle& triangle);
PixelBox box_of(const Camera& camera, const WallEdge& edge);

class Tile {
 public:
  static constexpr int kSide = 16;  // pixels

  Tile(const Stage& stage, int samples, int x, int y);

  void draw_balls(std::span<const std::uint32_t> balls);
  void draw_rods(std::span<const std::uint32_t> rods);
  void draw_floors(std::span<const std::uint32_t> triangles);
  // Walls that nothing shines through.
  void draw_opaque(std::span<const std::uint32_t> triangles);
  void shade(int picture_height);
  void draw_glass(std::span<const std::uint32_t> triangles);
  void draw_edges(std::span<const std::uint32_t> edges);
  void finish(Image& image) const;

 private:
  static constexpr std::uint32_t kNothing = 0xffffffffu, kFloor = 0xfffffffeu, kWall = 0xfffffffdu;

  // Calls f(sample, p, n) for every sample of a triangle, p in camera units, n towards the eye.
  template <class F>
  void for_each_sample(const WallTriangle& t, const F& f);
  void draw_ball(const Ball& ball, std::uint32_t number);
  void draw_clipped_ball(const Ball& ball, std::uint32_t number);
  void draw_solid(const Ball& ball, const SolidShape& solid, std::uint32_t number);
  void draw_rod(const RodShape& rod, std::uint32_t number);
  // The surface of the ball or rod that a sample shows.
  struct Surface {
    Vec n;
    float r;
    bool cap;  // where the clip plane shows the inside
  };
  Surface surface_of(std::uint32_t number, const Vec& p) const;
  struct Span {
    int x0, x1, y0, y1;
  };
  Span samples_in(const PixelBox& box) const;
  float farthest() const;
  Vec shade_sample(std::size_t k, int sx, int sy, std::size_t shared);
  float ray_x(int sx) const { return stage_.camera.ray_x(x_ + (float(sx) + 0.5f) / samples_); }
  float ray_y(int sy) const { return stage_.camera.ray_y(y_ + (float(sy) + 0.5f) / samples_); }

  const Stage& stage_;
  int samples_, side_;  // side_: samples along an edge
  float x_, y_;
  std::vector<float> depth_;
  std::vector<std::uint32_t> nearest_;
  std::vector<Vec> light_;
  std::vector<float> sky_, key_;
  std::vector<float> through_;  // light that glass lets pass
  std::vector<Vec> gloss_;
  std::vector<float> edge_;
  std::vector<Vec> wall_normal_;  // where a solid wall is nearest; empty: none
  std::vector<Vec> tint_;         // of the glass passed, by what it held back; empty: plain glass
  std::vector<float> held_;
};

}  // namespace scree::render
