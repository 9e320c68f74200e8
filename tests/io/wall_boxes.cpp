// The pixels that a triangle of a wall is looked for in.
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"
#include "io/render/tile.hpp"

namespace scree::test {
namespace {

using render::Camera;
using render::PixelBox;
using render::Vec;
using render::WallTriangle;

Camera camera_of_a_picture() {
  Camera camera;
  camera.focal = 900;
  camera.center_x = 480;
  camera.center_y = 360;
  return camera;
}

bool is_empty(const PixelBox& b) { return !(b.x0 <= b.x1) || !(b.y0 <= b.y1); }

TEST(WallBoxes, what_lies_behind_the_eye_has_no_pixels) {
  const Camera camera = camera_of_a_picture();
  WallTriangle t;
  t.corner = {Vec{-1, -1, -2}, Vec{1, -1, -2}, Vec{0, -1, -5}};
  EXPECT_TRUE(is_empty(box_of(camera, t)));
  EXPECT_TRUE(is_empty(box_of(camera, render::WallEdge{t.corner[0], t.corner[1]})));
}

TEST(WallBoxes, a_triangle_beside_the_eye_is_looked_for_beside_the_picture) {
  const Camera camera = camera_of_a_picture();
  WallTriangle t;  // a piece of a floor to the right, from behind the eye to before it
  t.corner = {Vec{5, -1, -2}, Vec{6, -1, -2}, Vec{5, -1, 3}};
  EXPECT_GT(box_of(camera, t).x0, 960);
}

// Points of random triangles that reach through the plane of the eye lie in their boxes.
TEST(WallBoxes, no_point_that_is_seen_lies_outside) {
  const Camera camera = camera_of_a_picture();
  const CounterRandom random(5, 0);
  std::uint64_t drawn = 0;
  const auto uniform = [&] { return random.uniform(drawn++); };
  const auto within = [&](double r) { return static_cast<float>(r * (2 * uniform() - 1)); };
  int seen = 0;
  for (int k = 0; k < 2000; ++k) {
    WallTriangle t;
    for (Vec& p : t.corner) p = {within(20), within(20), within(5)};
    const PixelBox box = box_of(camera, t);
    for (int n = 0; n < 50; ++n) {
      const double u = uniform(), v = (1 - u) * uniform();
      const auto mixed = [&](float Vec::*axis) {
        return t.corner[0].*axis + u * (double(t.corner[1].*axis) - t.corner[0].*axis) +
               v * (double(t.corner[2].*axis) - t.corner[0].*axis);
      };
      const double z = mixed(&Vec::z);
      if (z < 0.01) continue;
      ++seen;
      const double x = 480 + 900 * mixed(&Vec::x) / z, y = 360 - 900 * mixed(&Vec::y) / z;
      // Boxes of triangles wholly before the eye are rounded to a float: 1e-6 of 2e6 pixels.
      ASSERT_TRUE(x > box.x0 - 2 && x < box.x1 + 2 && y > box.y0 - 2 && y < box.y1 + 2)
          << k << ": " << x << " " << y;
    }
  }
  EXPECT_GT(seen, 20000);
}

}  // namespace
}  // namespace scree::test
