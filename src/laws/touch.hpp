// A contact as a law sees it, and what a law answers. Notation of Ferrez, section 3.3.
//
//        G1 (i: lower id, or the grain at a wall)        G2 (j: higher id, or the wall)
//        u_n points from G1 to G2; forces and torques are those that act on G1.
//
// A law is composed of five parts (normal x tangential x rolling x twisting x cohesion). Each part
// is a value: it knows no world, no wall, no storage. Grain-grain and grain-wall contacts use the
// same one: a wall is a partner of infinite radius and infinite (or its own) mass.
#pragma once

#include "base/vec3.hpp"

namespace scree {

struct Touch {
  Vec3 n;                // u_n (3.2)
  double delta = 0;      // d_n (3.1), > 0 while the bodies overlap
  double delta_dot = 0;  // rate of d_n (3.5): > 0 while they approach
  Vec3 v_t;              // v_t (3.6), velocity of G2 relative to G1 in the contact plane
  Vec3 w_rel;            // omega_1 - omega_2
  double m_eff = 0;      // equivalent mass of (3.13)
  double r_eff = 0;      // (1/r1 + 1/r2)^-1
  double dt = 0;
};

// Of a normal part. The stiffness is what the parts against sliding, rolling and twisting scale
// theirs from, the load what limits them.
struct NormalForce {
  double force = 0;      // F^n (3.11), > 0 pushes G1 back from G2
  double stiffness = 0;  // dF^n/dd_n now
  double stiffness_before =
      0;                  // the same one step earlier (delta - delta_dot dt); equal if constant
  double damping = 0;     // dF^n/d(d_n rate)
  double dissipated = 0;  // energy lost in this step (>= 0)
  // >= 0: |F^n|, unless the part says otherwise. An adhesive contact resists sliding at zero force.
  double load = __builtin_fabs(force);
};

// Stiffness and damping of a spring in the contact plane, of its velocity.
struct PlaneRates {
  double k = 0, c = 0;
};

struct CohesionForce {
  double force = 0;  // > 0 pulls G1 towards G2
  double dissipated = 0;
  // The part of the force whose work is lost, all of it: `dissipated` is then corrected with the
  // velocities of the full step, as that of dashpots is (docs/decisions/0008).
  double lossy = 0;
};

struct TangentialForce {
  Vec3 force;             // F^t on G1 (3.12), limited by (3.10)
  double slid = 0;        // energy lost by sliding in this step
  double dissipated = 0;  // energy lost in the tangential dashpot in this step
};

struct RollingTorque {
  Vec3 torque;  // on G1; the opposite acts on G2
  double dissipated = 0;
};

struct TwistingTorque {
  double torque = 0;  // on G1 about u_n; the opposite acts on G2
  double dissipated = 0;
};

}  // namespace scree
