#include "sim/world/wall_space.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scree {
namespace {

constexpr std::size_t kAsked = 512;

// In the order of their ids, so that no row decides.
std::vector<Vec3> some_centres(const Particles& p) {
  std::vector<Vec3> out;
  const std::size_t stride = p.size() / kAsked + 1;
  for (std::size_t id = 0; id < p.row_of().size(); id += stride) {
    const std::uint32_t row = p.row_of()[id];
    if (row != Particles::kNoRow && p.vm[row].inv_mass != 0) out.push_back(p.xr[row].x);
  }
  return out;
}

}  // namespace

SpacePart placed(const SpacePart& part, const WallPose& pose) {
  return {pose.x + from_wall(pose, part.x), from_wall(pose, part.axis), part.radius, part.slope};
}

WallSpace wall_space(const World& world) {
  WallSpace out;
  const std::vector<Vec3> centres = some_centres(world.particles);
  std::vector<Vec3> seen(centres.size());
  for (std::size_t k = 0; k < world.walls.size(); ++k) {
    const Wall& w = world.walls[k];
    for (std::size_t c = 0; c < centres.size(); ++c) seen[c] = to_wall(w.pose, centres[c]);
    const WallShape::Space space = w.shape->space(seen);
    if (space.kind == WallShape::Space::Kind::not_convex && out.why_not.empty())
      out.why_not = fmt::format("wall `{}` holds the grains and is not convex", w.name);
    for (const SpacePart& part : space.parts) {
      out.parts.push_back(placed(part, w.pose));
      out.wall.push_back(static_cast<std::uint32_t>(k));
    }
  }
  return out;
}

}  // namespace scree
