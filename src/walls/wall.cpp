#include "walls/wall.hpp"

#include <algorithm>
#include <cmath>

#include "walls/plain_surface.hpp"
#include "walls/shape_touch.hpp"

namespace scree {

const WallTouch* WallTouches::nearest() const {
  const auto end = touch.begin() + count;
  const auto least = std::min_element(
      touch.begin(), end, [](const auto& a, const auto& b) { return a.distance < b.distance; });
  return least == end ? nullptr : &*least;
}

void ShapeTouches::add(const ShapeTouch& t) {
  if (count < kMax) {
    touch[static_cast<std::size_t>(count++)] = t;
    return;
  }
  const auto farthest =
      std::max_element(touch.begin(), touch.end(),
                       [](const ShapeTouch& a, const ShapeTouch& b) { return a.gap() < b.gap(); });
  if (t.gap() < farthest->gap()) *farthest = t;
}

std::optional<PlainSurface> WallShape::plain() const { return std::nullopt; }

const WallTouch* WallShape::nearest(const Vec3& x, double reach, WallTouches& room) const {
  room.count = 0;
  touch(x, reach, room);
  return room.nearest();
}

bool WallShape::is_near(const Vec3& x, double reach) const {
  WallTouches room;
  touch(x, reach, room);
  return room.count > 0;
}

void WallShape::touch_shape(const Shape& shape, const Pose& at, double reach,
                            ShapeTouches& out) const {
  ShapeOnWall(shape, at, reach, *this, out).find();
}

WallExtent WallShape::extent(const Vec3& u) const {
  const Bounds b = bounds();
  WallExtent e;
  for (int k = 0; k < 3; ++k) {
    if (std::abs(u[k]) < 1e-12) continue;  // rounding of a turn must not make an endless side count
    e.lo += u[k] * (u[k] > 0 ? b.lo[k] : b.hi[k]);
    e.hi += u[k] * (u[k] > 0 ? b.hi[k] : b.lo[k]);
  }
  return e;
}

const WallShapeEntry* find_wall_shape(std::string_view name) {
  for (const WallShapeEntry* e : wall_shape_catalog())
    if (e->info.name == name) return e;
  return nullptr;
}

const WallMotionEntry* find_wall_motion(std::string_view name) {
  for (const WallMotionEntry* e : wall_motion_catalog())
    if (e->info.name == name) return e;
  return nullptr;
}

}  // namespace scree
