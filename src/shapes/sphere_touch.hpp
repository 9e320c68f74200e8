// The contact of two moving spheres as a law sees it: (3.1) to (3.6) of Ferrez with the lever arms
// of docs/decisions/0003. Kernels, energies and reports share it, so that they round alike.
#pragma once

#include "geometry/spheres.hpp"
#include "laws/touch.hpp"

namespace scree {

HD double effective_radius(double r1, double r2) { return r1 * r2 / (r1 + r2); }

// Of two spheres 1 and 2. `d`, `dv`: position and velocity of 2 less those of 1; `inverse_mass`:
// the sum of both; `lever`: lever arms are the radii less this part of the overlap.
//
// Numbers one by one, no structs: whole copies keep the compiler from vectorising the kernels.
HD Touch sphere_touch(const Vec3& d, const Vec3& dv, const Vec3& omega1, const Vec3& omega2,
                      double r1, double r2, double inverse_mass, double lever, double dt) {
  const SphereMeeting at = spheres_meeting(d, r1, r2);
  const Vec3 n{at.normal.x, at.normal.y, at.normal.z};
  const double vn = dot(dv, n);
  const Vec3 spin = (r2 - lever * at.overlap) * omega2 + (r1 - lever * at.overlap) * omega1;
  return {.n = n,
          .delta = at.overlap,
          .delta_dot = -vn,                       // (3.5)
          .v_t = (dv - vn * n) + cross(n, spin),  // (3.3), (3.6)
          .w_rel = omega1 - omega2,
          .m_eff = 1.0 / inverse_mass,
          .r_eff = effective_radius(r1, r2),
          .dt = dt};
}

}  // namespace scree
