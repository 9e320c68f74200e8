#include "walls/wall.hpp"

namespace scree {

void WallTouches::add(const WallTouch& t) {
  if (count < kMax) {
    touch[count++] = t;
    return;
  }
  int farthest = 0;
  for (int k = 1; k < kMax; ++k)
    if (touch[k].distance > touch[farthest].distance) farthest = k;
  if (t.distance < touch[farthest].distance) touch[farthest] = t;
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
