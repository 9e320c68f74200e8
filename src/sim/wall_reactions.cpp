// What the grains do to the walls. Exact sums, so that a load does not depend on the order of rows,
// on threads or on how contacts are stored: it decides where a free wall goes.
#include "base/exact_sum.hpp"
#include "base/parallel_totals.hpp"
#include "sim/wall_system.hpp"

namespace scree {
namespace {

struct ExactVector {
  ExactSum x, y, z;
  void operator+=(const Vec3& v) { x += v.x, y += v.y, z += v.z; }
  void operator+=(const ExactVector& o) { x += o.x, y += o.y, z += o.z; }
  Vec3 value() const { return {x.value(), y.value(), z.value()}; }
};

struct ExactReaction {
  ExactVector force, torque;
  ExactSum belt_power;
  bool any = false;
};

// Of each wall. There may be many walls and few contacts: ExactSum, since a BulkSum is larger.
struct ExactReactions {
  std::vector<ExactReaction> of_wall;

  void operator+=(const ExactReactions& o) {
    for (std::size_t k = 0; k < of_wall.size(); ++k) {
      if (!o.of_wall[k].any) continue;
      of_wall[k].force += o.of_wall[k].force;
      of_wall[k].torque += o.of_wall[k].torque;
      of_wall[k].belt_power += o.of_wall[k].belt_power;
      of_wall[k].any = true;
    }
  }
};

void add_reaction(const WallContacts& c, const WallEntry& e, const Wall& wall, ExactReaction& to) {
  const Vec3 origin = wall.pose.x;
  for (std::uint32_t k = 0; k < e.touching; ++k) {
    const WallPoint& at = c.points[e.first + k];
    to.force += -at.force;
    to.torque += -(cross(at.point - origin, at.force) + at.couple);
    if (wall.surface.any())
      to.belt_power +=
          dot(at.force, belt_velocity(wall, at.point, at.normal)) + dot(at.couple, belt_spin(wall));
    to.any = true;
  }
}

void add_reaction(const PointRecord& r, const Wall& wall, ExactReaction& to) {
  to.force += -r.force;
  to.torque += -(cross(r.arm2, r.force) + r.couple);
  if (wall.surface.any())
    to.belt_power += dot(r.force, belt_velocity(wall, wall.pose.x + r.arm2, r.at.normal)) +
                     dot(r.couple, belt_spin(wall));
  to.any = true;
}

}  // namespace

std::vector<WallReaction> WallSystem::loads(std::span<const Wall> walls,
                                            const PointContacts& points, int threads) const {
  std::vector<WallReaction> out = contact_loads(walls, points, threads);
  for (std::size_t k = 0; k < further.size() && k < out.size(); ++k)
    out[k].force += further[k].force, out[k].torque += further[k].torque;
  return out;
}

std::vector<WallReaction> WallSystem::contact_loads(std::span<const Wall> walls,
                                                    const PointContacts& points,
                                                    int threads) const {
  const WallContacts& c = contacts;
  ExactReactions sums = parallel_totals(
      c.entries.size(), threads, ExactReactions{std::vector<ExactReaction>(walls.size())},
      [&](std::size_t first, std::size_t last, ExactReactions& total) {
        for (std::size_t k = first; k < last; ++k)
          add_reaction(c, c.entries[k], walls[c.entries[k].wall], total.of_wall[c.entries[k].wall]);
      });
  const std::span<const PointPair> pairs = points.pairs();
  for (std::size_t k = 0; k < pairs.size(); ++k)
    if (pairs[k].at_wall())
      for (const PointRecord& r : points.points(k))
        add_reaction(r, walls[pairs[k].wall], sums.of_wall[pairs[k].wall]);
  std::vector<WallReaction> out(walls.size());
  for (std::size_t k = 0; k < walls.size(); ++k)
    if (sums.of_wall[k].any)
      out[k] = {sums.of_wall[k].force.value(), sums.of_wall[k].torque.value(),
                sums.of_wall[k].belt_power.value()};
  return out;
}

}  // namespace scree
