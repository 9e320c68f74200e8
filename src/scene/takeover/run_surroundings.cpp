// Is a scene the same as the run that its grains come from?
#include <algorithm>

#include "scene/takeover/run_takeover.hpp"
#include "sim/world/start_state.hpp"

namespace scree {
namespace {

bool same_part(const PartSpec& a, const PartSpec& b) {
  return a.law == b.law && a.params.values() == b.params.values();
}
bool same_material(const MaterialSpec& a, const MaterialSpec& b) {
  return a.name == b.name && a.density == b.density && same_part(a.normal, b.normal) &&
         same_part(a.tangential, b.tangential) && same_part(a.rolling, b.rolling) &&
         same_part(a.twisting, b.twisting) && same_part(a.cohesion, b.cohesion) &&
         a.compaction == b.compaction;
}
bool same_optional(const std::optional<PartSpec>& a, const std::optional<PartSpec>& b) {
  return a.has_value() == b.has_value() && (!a || same_part(*a, *b));
}
bool same_pair(const PairSpec& a, const PairSpec& b) {
  return a.a == b.a && a.b == b.b && same_optional(a.normal, b.normal) &&
         same_optional(a.tangential, b.tangential) && same_optional(a.rolling, b.rolling) &&
         same_optional(a.twisting, b.twisting) && same_optional(a.cohesion, b.cohesion);
}
bool same_pose(const WallPose& a, const WallPose& b) {
  return a.x == b.x && a.q == b.q && a.v == b.v && a.omega == b.omega;
}
bool same_box(const PeriodicBox& a, const PeriodicBox& b) {
  return a.lo == b.lo && a.hi == b.hi && a.tilt == b.tilt &&
         std::equal(a.periodic, a.periodic + 3, b.periodic);
}

}  // namespace

bool same_periodic_box(const World& world, const TakenRun& run) {
  return same_box(world.box, run.world.box) || (!world.box.any() && !run.world.box.any());
}

bool same_surroundings(const World& w, const TakenRun& run) {
  const World& old = run.world;
  if (!run.full || w.integrator != run.state.integrator || w.damping != old.damping ||
      w.rotational_damping != old.rotational_damping || w.lever != old.lever ||
      !same_box(w.box, old.box) || w.deforms() || !run.state.cell.empty() ||
      !(w.gravity.at(0) == old.gravity.at(run.time)))
    return false;
  if (!std::equal(w.materials.begin(), w.materials.end(), old.materials.begin(),
                  old.materials.end(), same_material) ||
      !std::equal(w.pairs.begin(), w.pairs.end(), old.pairs.begin(), old.pairs.end(), same_pair))
    return false;
  return std::equal(w.walls.begin(), w.walls.end(), run.state.walls.begin(), run.state.walls.end(),
                    [](const Wall& a, const ArchivedWall& b) {
                      return a.name == b.name && same_pose(a.pose, b.pose);
                    });
}

}  // namespace scree
