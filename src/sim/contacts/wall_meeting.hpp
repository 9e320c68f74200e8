// One ball at one wall of any kind, on the processor (sim/contacts/wall_site.hpp).
#pragma once

#include "sim/contacts/wall_site.hpp"

namespace scree {

// Where the wall and its images touch a ball at x. Everything else of a step knows walls by this
// answer.
inline void touch_ball(const WallArgs& a, std::uint16_t wall, const Vec3& x, double reach,
                       WallTouches& out) {
  a.images[wall].touch(a.walls[wall], x, reach, out);
}

// Number of the law between a row and a wall.
inline int law_at_wall(const WallArgs& a, const WallEntry& entry) {
  return a.laws
      .index[a.p.ws[entry.row].material * a.laws.materials + a.walls[entry.wall].material.value];
}

class WallSite {
 public:
  WallSite(const WallArgs& a, const kernel::PairLaw& law, const WallEntry& entry,
           kernel::LossSum* sum)
      : a_(a), law_(law), entry_(entry), wall_(a.walls[entry.wall]), sum_(sum) {}

  const Vec3& x() const { return a_.p.xr[entry_.row].x; }
  double r() const { return a_.p.xr[entry_.row].r; }
  const Vec3& v() const { return a_.p.vm[entry_.row].v; }
  const Vec3& spin() const { return a_.p.ws[entry_.row].omega; }
  double dt() const { return a_.dt; }
  double lever() const { return a_.lever; }
  double approach() const { return a_.approach; }
  double left() const { return a_.left; }

  void touch(double reach, WallTouches& out) const { touch_ball(a_, entry_.wall, x(), reach, out); }
  Vec3 direction(const Vec3& normal) const { return -from_wall(wall_.pose, normal); }
  Vec3 velocity(const Vec3& point, const Vec3& n) const {
    const Vec3 v = wall_.pose.v + cross(wall_.pose.omega, point - wall_.pose.x);
    return wall_.surface.any() ? v + belt_velocity(wall_, point, n) : v;
  }
  Vec3 wall_spin() const {
    return wall_.surface.any() ? wall_.pose.omega + belt_spin(wall_) : wall_.pose.omega;
  }
  double equivalent_mass(const Vec3& n, const Vec3& point) const {
    return scree::equivalent_mass(a_.p.vm[entry_.row].inv_mass, wall_, n, point);
  }

  // Two images have the same features: among those, it is the one that is nearest to where the
  // contact was.
  bool continues(const WallPoint& old, const WallTouches& now, int k) const;
  // Across a seam the features that meet are not neighbours in the shape, but the foot stays where
  // it was.
  bool takes_over(const WallPoint& old, const WallTouches& now, int k) const;
  void release(double m_eff, const double* history) const {
    a_.kernels.book_release(law_, m_eff, r(), history, 1, *sum_);
  }
  void moved(int k, int from) const {
    if (a_.clumps != nullptr)
      a_.clumps->damping[entry_.first + static_cast<std::uint32_t>(k)] =
          a_.clumps->damping[entry_.first + static_cast<std::uint32_t>(from)];
  }

 private:
  double displacement(const WallPoint& old, const WallTouch& t) const;

  const WallArgs& a_;
  const kernel::PairLaw& law_;
  const WallEntry& entry_;
  const Wall& wall_;
  kernel::LossSum* sum_;  // null: nothing ends
};

// The current contacts (none where now.count is 0); those that go on take over their histories and
// forces, what the springs of others held is booked.
void meet_wall(const WallArgs& a, const kernel::PairLaw& law, WallEntry& entry, WallContacts& c,
               WallTouches& now, kernel::LossSum& sum);

// The same contacts as touch_walls(), one after the other: entries [first, last).
void touch_walls_singly(const WallArgs& args, std::size_t first, std::size_t last,
                        WallContacts& contacts, kernel::LossSum& losses);

}  // namespace scree
