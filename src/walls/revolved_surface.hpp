// Where a ball touches a body of revolution: a profile turned about an axis. A value, for the
// processor and a graphics card.
#pragma once

#include "walls/frame.hpp"
#include "walls/profile.hpp"
#include "walls/wall.hpp"

namespace scree {

class RevolvedSurface {
 public:
  // `one_sided`: a flat piece that is met from the side of the axis' direction only.
  RevolvedSurface(const Profile& profile, const Vec3& centre, const AxisFrame& frame,
                  bool one_sided)
      : profile_(profile), centre_(centre), frame_(frame), one_sided_(one_sided) {}

  HD void touch(const Vec3& x, double reach, WallTouches& out) const {
    const Meridian m = meridian(x);
    ProfileHits hits;
    profile_.collect(m.r, m.h, reach, false, hits);
    add(hits, m.outward, 0, out);
    if (profile_.kind() == Profile::Kind::solid) return;
    // A ball too big for the hole it sits in (neck of an hourglass, tip of a cone) rests on both
    // sides. With the near side alone the force would flip whenever the centre crosses the axis.
    ProfileHits across;
    profile_.collect(-m.r, m.h, reach, true, across);
    add(across, -m.outward, kOpposite, out);
  }

  // Along the polyline segment and vertex alternate: s0 v1 s1 v2 ... Neighbours in that row, and
  // two segments that share a vertex, are adjacent.
  HD bool adjacent(std::uint32_t a, std::uint32_t b) const {
    if (a == b) return true;
    if ((a >= kOpposite) != (b >= kOpposite)) return false;
    const int pa = rank(a), pb = rank(b), gap = pa > pb ? pa - pb : pb - pa;
    return gap == 1 || (gap == 2 && pa % 2 == 1);
  }

 protected:
  // Features met across the axis are numbered apart: they are other contacts than the near ones.
  static constexpr std::uint32_t kOpposite = 2 * Profile::kMaxSegments + 1;

  struct Meridian {
    double r, h;
    Vec3 outward;
  };
  HD Meridian meridian(const Vec3& x) const {
    const Vec3 d = x - centre_;
    const double h = dot(frame_.axis, d);
    const Vec3 radial = d - h * frame_.axis;
    const double r = norm(radial);
    // Below 1e-150 the square has lost its digits; on the axis any direction will do.
    return r > 1e-150 ? Meridian{r, h, radial / r} : Meridian{0, h, frame_.u};
  }

  Profile profile_;
  Vec3 centre_;
  AxisFrame frame_;
  bool one_sided_;

 private:
  HD static int rank(std::uint32_t feature) {
    const int k = static_cast<int>(feature % kOpposite);
    return k < Profile::kVertex ? 2 * k + 1 : 2 * (k - Profile::kVertex);
  }
  HD void add(const ProfileHits& hits, const Vec3& outward, std::uint32_t first,
              WallTouches& out) const {
    for (int i = 0; i < hits.count; ++i) {
      ProfileHit hit = hits.hit[static_cast<std::size_t>(i)];
      const bool face = hit.feature < Profile::kVertex;
      // Behind a one-sided piece: the same foot, down to a depth of one reach.
      if (one_sided_ && face && hit.n_h < 0) hit = {0, 1, -hit.distance, hit.foot_r, hit.feature};
      out.add({hit.n_r * outward + hit.n_h * frame_.axis, hit.distance,
               first + static_cast<std::uint32_t>(hit.feature)});
    }
  }
};

}  // namespace scree
