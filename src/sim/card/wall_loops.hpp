// Contacts of balls at walls on a card: those walls whose surfaces are values
// (walls/plain_surface.hpp), that have no images, no belt and are not pushed by grains.
#pragma once

#include "sim/card/card_sums.hpp"
#include "sim/contacts/wall_site.hpp"
#include "walls/plain_surface.hpp"

namespace scree::card {

struct WallValue {
  PlainSurface surface;
  WallPose pose;
  std::uint32_t material;
};

struct WallLoopArgs {
  const PositionRadius* xr;
  const VelocityMass* vm;
  const SpinMaterial* ws;
  const WallValue* wall;
  WallEntry* entry;
  WallPoint* point;
  double* history;  // stride doubles per point
  int stride;
  const kernel::PairLaw* laws;
  const std::uint16_t* law_of;  // [material * materials + material]
  int materials;
  double lever, dt, approach, left;  // as of WallArgs
};

// As WallImages::touch() leaves them.
HD void sort_by_feature(WallTouches& t) {
  for (int k = 1; k < t.count; ++k) {
    const WallTouch moved = t.touch[static_cast<std::size_t>(k)];
    int to = k;
    for (; to > 0 && moved.feature < t.touch[static_cast<std::size_t>(to - 1)].feature; --to)
      t.touch[static_cast<std::size_t>(to)] = t.touch[static_cast<std::size_t>(to - 1)];
    t.touch[static_cast<std::size_t>(to)] = moved;
  }
}

template <class Sums>
class CardSite {
 public:
  HD CardSite(const WallLoopArgs& a, const kernel::PairLaw& law, const WallEntry& entry, Sums& sums)
      : a_(a), law_(law), row_(entry.row), wall_(a.wall[entry.wall]), sums_(sums) {}

  HD const Vec3& x() const { return a_.xr[row_].x; }
  HD double r() const { return a_.xr[row_].r; }
  HD const Vec3& v() const { return a_.vm[row_].v; }
  HD const Vec3& spin() const { return a_.ws[row_].omega; }
  HD double dt() const { return a_.dt; }
  HD double lever() const { return a_.lever; }
  HD double approach() const { return a_.approach; }
  HD double left() const { return a_.left; }

  HD void touch(double reach, WallTouches& out) const {
    out.count = 0;
    wall_.surface.touch(to_wall(wall_.pose, x()), reach, out);
    sort_by_feature(out);
  }
  HD Vec3 direction(const Vec3& normal) const { return -from_wall(wall_.pose, normal); }
  HD Vec3 velocity(const Vec3& point, const Vec3&) const {
    return wall_.pose.v + cross(wall_.pose.omega, point - wall_.pose.x);
  }
  HD Vec3 wall_spin() const { return wall_.pose.omega; }
  HD double equivalent_mass(const Vec3&, const Vec3&) const { return 1.0 / a_.vm[row_].inv_mass; }
  HD bool continues(const WallPoint& old, const WallTouches& now, int k) const {
    return old.feature == now.touch[static_cast<std::size_t>(k)].feature;
  }
  HD bool takes_over(const WallPoint& old, const WallTouches& now, int k) const {
    return wall_.surface.adjacent(old.feature, now.touch[static_cast<std::size_t>(k)].feature);
  }
  HD void release(double m_eff, const double* history) const {
    const ContactLosses lost = released_by_all(law_, m_eff, r(), history);
    for (int k = 0; k < kernel::kLosses; ++k) sums_.add(k, lost.channel[k]);
  }
  HD void moved(int, int) const {}  // bodies and their dashpots are the host's

 private:
  const WallLoopArgs& a_;
  const kernel::PairLaw& law_;
  const std::uint32_t row_;
  const WallValue& wall_;
  Sums& sums_;
};

struct WallLoop {
  WallLoopArgs args;
  const std::uint32_t* list;  // of entries

  template <class Sums>
  HD void operator()(std::size_t number, Sums& sums) const {
    if (wanted(number)) act(number, sums);
  }
  HD bool wanted(std::size_t number) const {
    return !is_quiet(args.entry[list[number]], args.approach);
  }
  template <class Sums>
  HD void act(std::size_t number, Sums& sums) const {
    const WallLoopArgs& a = args;
    WallEntry& entry = a.entry[list[number]];
    const std::uint32_t material = a.ws[entry.row].material;
    const kernel::PairLaw& law =
        a.laws[a.law_of[material * static_cast<std::uint32_t>(a.materials) +
                        a.wall[entry.wall].material]];
    const auto stride = static_cast<std::size_t>(a.stride);
    WallPoint* const points = a.point + entry.first;
    double* const history = a.history + entry.first * stride;
    CardSite<Sums> site(a, law, entry, sums);
    WallTouches now;
    wall_site::meet(site, law, a.stride, false, entry, points, history, now);
    for (int k = 0; k < now.count; ++k) {
      const auto at = static_cast<std::size_t>(k);
      const ContactLosses lost =
          wall_site::act(site, law, now.touch[at], 1.0, history + at * stride, points[k]);
      for (int channel = 0; channel < kernel::kLosses; ++channel)
        if (lost.channel[channel] != 0) sums.add(channel, lost.channel[channel]);
      sums.greatest(kDeepest, points[k].overlap / site.r());
    }
  }
};

// What contacts at walls do to the rows: entries list[begin[row]] to list[begin[row + 1]].
struct WallLoads {
  const std::uint32_t* begin;  // null: there are none
  const std::uint32_t* list;
  const WallEntry* entry;
  const WallPoint* point;

  HD void add(std::size_t row, Vec3& f, Vec3& tq) const {
    if (begin == nullptr) return;
    for (std::uint32_t n = begin[row]; n < begin[row + 1]; ++n) {
      const WallEntry& e = entry[list[n]];
      for (std::uint32_t k = 0; k < e.touching; ++k) {
        f += point[e.first + k].force;
        tq += point[e.first + k].torque;
      }
    }
  }
};

}  // namespace scree::card
