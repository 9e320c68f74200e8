// A surface that moves while its wall stands: the belt of a conveyor, the roll of a mill.
//
// Grains feel the velocity of the surface in the plane of their contact; it never pushes along the
// normal, so a belt may be a closed box or a mesh. It is given in the wall's own axes and goes
// along where the wall moves.
#pragma once

#include "base/vec3.hpp"
#include "walls/schedule_time.hpp"

namespace scree {

struct SurfaceMotion {
  Vec3 velocity{};  // of every point
  Vec3 spin{};      // and of a turn about `centre`
  Vec3 centre{};
  Schedule schedule;
  double now = 0;  // share of the full speed at this instant

  bool any() const { return velocity != Vec3{} || spin != Vec3{}; }
  // `arm`: from the wall's origin, in its own axes.
  Vec3 at(const Vec3& arm) const { return now * (velocity + cross(spin, arm - centre)); }
};

}  // namespace scree
