// What the grains do to the walls. Exact sums, so that a load does not depend on the order of rows,
// on threads or on how contacts are stored: it decides where a free wall goes.
#include "base/exact_sum.hpp"
#include "base/parallel_totals.hpp"
#include "sim/engines/wall_system.hpp"

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

void add_reaction(const ActionOnWall& a, const Wall& wall, ExactReaction& to) {
  to.force += -a.force;
  to.torque += -(cross(a.lever, a.force) + a.couple);
  if (wall.surface.any())
    to.belt_power +=
        dot(a.force, belt_velocity(wall, a.point, a.normal)) + dot(a.couple, belt_spin(wall));
  to.any = true;
}

}  // namespace

std::vector<WallReaction> WallSystem::loads(std::span<const Wall> walls, const ContactReader& all,
                                            int threads) const {
  std::vector<WallReaction> out = contact_loads(walls, all, threads);
  for (std::size_t k = 0; k < further.size() && k < out.size(); ++k)
    out[k].force += further[k].force, out[k].torque += further[k].torque;
  return out;
}

std::vector<WallReaction> contact_loads(std::span<const Wall> walls, const ContactReader& all,
                                        int threads) {
  const ExactReactions none{std::vector<ExactReaction>(walls.size())};
  const auto add = [&](const Contact& c, ExactReactions& total) {
    if (c.at_wall()) add_reaction(all.on_wall(c), walls[c.wall], total.of_wall[c.wall]);
  };
  ExactReactions sums = all.totals(ContactKind::wall, threads, none, add);
  sums += all.totals(ContactKind::point, threads, none, add);
  std::vector<WallReaction> out(walls.size());
  for (std::size_t k = 0; k < walls.size(); ++k)
    if (sums.of_wall[k].any)
      out[k] = {sums.of_wall[k].force.value(), sums.of_wall[k].torque.value(),
                sums.of_wall[k].belt_power.value()};
  return out;
}

}  // namespace scree
