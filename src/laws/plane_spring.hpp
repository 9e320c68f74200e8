// Spring and dashpot side by side, a slider in line with both, all in the contact plane:
//
//          +---- k ----+
//     o----+           +----[ limit ]----o        v = u + (sliding rate)
//          +---- c ----+
//            <-- u -->
//
// Tangential and rolling resistance are this element, with different v, k, c and limit.
//
// Time. Velocities belong to full steps, so (3.8) is integrated by the midpoint rule: the history
// s is the spring's length half a step later,
//     s(n+1/2) = s(n-1/2) + dt u(n),    F(n) = k (s(n-1/2) + dt u/2) + c u = k s + D u,
//     D = k dt/2 + c.
// Adding the whole dt v before the force is taken, as is common, puts the force half a step ahead
// of the motion: a hidden dashpot k dt/2 and first order only.
//
// Energy. With the trial force f = k s + D v, sliding (|f| > limit) takes F = limit f/|f| and
// leaves v - u = (f - F)/D to the slider. Then, to rounding and for any v and dt,
//     F . v dt = change of k s^2/2 + c u^2 dt + F . (v - u) dt,
// with both losses >= 0.
//
// Turning plane: s is projected on the new plane and stretched back to its length, so that turning
// alone neither stores nor frees energy.
//
// Changing k (Hertz): growing k keeps the force k s, falling k keeps s, so the stored energy falls
// by min/max of the two stiffnesses either way and normal motion can never feed the spring (Elata
// & Berryman 1996). The loss is that of micro-slip and is booked as slid.
//
// Price: two square roots, two or three divisions; 24 bytes of history.
#pragma once

#include "base/vec3.hpp"

namespace scree::laws {

struct PlaneSpring {
  double k = 0;         // stiffness now
  double k_before = 0;  // at the previous step
  double c = 0;
  double limit = 0;

  struct Answer {
    Vec3 force;             // along v
    double slid = 0;        // lost in the slider in this step
    double dissipated = 0;  // lost in the dashpot in this step
  };

  HD Answer operator()(const Vec3& n, const Vec3& v, double dt, double* h) const {
    const Vec3 was{h[0], h[1], h[2]};
    const double was2 = norm2(was);
    const Vec3 flat = was - dot(was, n) * n;
    const double flat2 = norm2(flat);
    const bool turns = flat2 > 0;  // else nothing of s is left in the plane
    const bool stiffens = k > k_before;
    const double kept = stiffens ? k_before / k : 1.0;
    const Vec3 s = (turns ? __builtin_sqrt(was2 / flat2) * kept : 0.0) * flat;
    const double softened = stiffens ? k_before * (1 - kept) : k_before - k;
    const double micro_slip = 0.5 * was2 * (turns ? softened : k_before);

    const double d = 0.5 * k * dt + c;
    const Vec3 trial = k * s + d * v;
    const double trial2 = norm2(trial);
    const bool slides = trial2 > limit * limit;
    const double share = slides ? limit / __builtin_sqrt(trial2) : 1.0;
    const bool moves = slides && d > 0;  // else (dt = 0, no dashpot) there is no time to slide
    const double slip = moves ? (1 - share) / d : 0.0;  // v - u = slip * trial
    const Vec3 u = v - slip * trial;
    h[0] = s.x + dt * u.x;
    h[1] = s.y + dt * u.y;
    h[2] = s.z + dt * u.z;
    return {.force = share * trial,
            .slid = micro_slip + share * slip * trial2 * dt,
            .dissipated = c * norm2(u) * dt};
  }

  // At the full step, like the kinetic energy it is added to: half a step back from the history,
  // where u = v. Of a contact that slides, u is smaller: never further back than the least length.
  HD static double stored(double k, const Vec3& v, double dt, const double* h) {
    const Vec3 s{h[0], h[1], h[2]};
    const double sv = dot(s, v);
    const double v2 = norm2(v);
    const bool passes = sv > 0 && sv < 0.5 * dt * v2;
    const double back = passes ? sv / v2 : 0.5 * dt;
    return 0.5 * k * norm2(s - back * v);
  }
};

}  // namespace scree::laws
