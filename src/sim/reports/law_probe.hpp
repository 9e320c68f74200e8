// One contact under one law, moved by hand or left to itself, with the loops that the step uses.
//
//   path, or two bodies that meet --> Touch --apply_law--> forces, losses, what is stored
//
// A probe is the contact alone: its history, whether it holds, the books of its energy. Paths say
// where it goes (drive), impact() lets two bodies collide. `scree plot law`, `scree check` and the
// proofs over the catalogue ask laws through it.
//
// Directions: u_n is x, sliding is along y, rolling about z, twisting about x.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "laws/touch.hpp"
#include "sim/kernel/kernel.hpp"
#include "sim/world/world.hpp"

namespace scree {

// What one instant of a contact answers: on G1, as in laws/touch.hpp.
struct ProbeAnswer {
  bool touching = false;  // within the overlap or the reach of the law
  double push = 0;        // F^n of the normal part, > 0 pushes
  double pull = 0;        // of cohesion, > 0 pulls
  Vec3 tangential;        // F^t
  Vec3 torque;            // of rolling (and twisting) resistance
  double stiffness = 0, damping = 0;
  double lost = 0;    // in this step, all channels
  double stored = 0;  // now
  double force() const { return push - pull; }
};

class ContactProbe {
 public:
  // `free`: two bodies that the force moves, whose losses are those of corrected velocities
  // (docs/decisions/0008); else the motion is given, and exact.
  // `liquid`: the volume that a bridge gets which forms here (sim/engines/liquid.hpp).
  explicit ContactProbe(const kernel::PairLaw& law, bool free = false, double liquid = 0);

  // The contact at one instant, touch.dt after the one before. When it ends, what its springs held
  // is lost and its history is gone.
  ProbeAnswer operator()(const Touch& touch);

  const kernel::PairLaw& law() const { return law_; }
  std::array<double, kernel::kMaxHistory> history() const;

 private:
  double end(const Touch& touch);

  const kernel::PairLaw& law_;
  bool free_, touched_ = false;
  double liquid_;
  double history_[kernel::kMaxHistory] = {};
  Vec3 before_;  // force on G1
  kernel::Block block_{};
};

// Where a contact is: overlap and slide in m, angles in rad; or the rates of these.
struct ProbePose {
  double overlap = 0, slide = 0, roll = 0, twist = 0;
};

// From one pose to another. Eased: half a cosine, at rest at both ends; else at constant speed.
struct ProbeSegment {
  ProbePose from, to;
  double duration = 0;
  bool eased = true;
  int loop = 0;  // which loop of the picture it belongs to
};

// One line of the table of a probe.
struct ProbeRow {
  double time = 0;
  int loop = 0;
  ProbePose pose, rate;
  double force = 0;       // along the normal: push - pull
  double pull = 0;        // of cohesion alone
  double tangential = 0;  // along -slide: > 0 resists
  double rolling = 0;     // torque against roll
  double twisting = 0;    // torque against twist
  double kinetic = 0;     // of the relative motion (free bodies)
  double stored = 0;
  double dissipated = 0;  // since the start
  double work = 0;        // put in since the start
};

struct ProbeBodies {
  double m_eff = 0, r_eff = 0;
  double liquid = 0;  // of a bridge between them
};

// What a bridge gets that forms between two grains with no others (sim/engines/liquid.hpp); r_b =
// 0: a wall.
double bridge_volume(const MaterialSpec& a, double r_a, const MaterialSpec& b, double r_b);

// Follows the segments in steps of at most dt, with the liquid that the probe was given. Rows
// belong to the middles of steps, where F . v dt is the work of the step to second order.
std::vector<ProbeRow> drive(ContactProbe& probe, const ProbeBodies& bodies,
                            const std::vector<ProbeSegment>& path, double dt);

struct ImpactSpec {
  double speed = 1;     // along the normal, towards each other
  double slide = 0;     // of the surfaces, along the plane
  double dt = 0;        // 0: the contact time over `steps`
  int steps = 2000;     // of a contact
  double longest = 50;  // gives up after so many contact times: the bodies stick
  bool keep_rows = true;
};

struct ImpactResult {
  double restitution = 0;  // speeds after and before; 0 when they stick
  double duration = 0;     // from the first touch to the end of the reach
  double overlap = 0;      // the greatest
  double force = 0;        // the greatest push
  double pull = 0;         // the greatest pull
  double dissipated = 0;
  double budget_error =
      0;  // energy at the end less that at the start, over the most that there was
  bool sticks = false;
  std::vector<ProbeRow> rows;
};

// Two free bodies meet at the edge of the law's reach. The integrator is that of the step
// (`verlet`). Sliding is that of spheres: the surfaces have 2/7 of the normal mass.
ImpactResult impact(const kernel::PairLaw& law, const ProbeBodies& bodies, const ImpactSpec& spec);

}  // namespace scree
