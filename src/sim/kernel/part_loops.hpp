// One part of a law over a block of contacts.
//
// Included by kernel_*.cpp, once per instruction set, and by programs that bring parts of their own
// (api/law.hpp): each has its own copy, compiled with its own flags.
#pragma once

#include "laws/part.hpp"
#include "sim/kernel/block.hpp"
#include "sim/kernel/external_part.hpp"

// Clang does not know `GCC ivdep`, and vectorises without it.
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunknown-pragmas"
#endif

namespace scree::kernel {
namespace {

// Lanes past the count hold old, finite numbers: working on them is cheaper than a remainder loop.
HD int padded(int count) { return (count + 7) & ~7; }

HD Touch load_touch(const Block& b, int l, double dt) {
  return {.n = {b.n[0][l], b.n[1][l], b.n[2][l]},
          .delta = b.delta[l],
          .delta_dot = b.delta_dot[l],
          .v_t = {b.v_t[0][l], b.v_t[1][l], b.v_t[2][l]},
          .w_rel = {b.w_rel[0][l], b.w_rel[1][l], b.w_rel[2][l]},
          .m_eff = b.m_eff[l],
          .r_eff = b.r_eff[l],
          .dt = dt};
}

HD NormalForce load_normal(const Block& b, int l) {
  return {.force = b.force_n[l],
          .stiffness = b.stiffness[l],
          .stiffness_before = b.stiffness_before[l],
          .damping = b.damping[l],
          .load = b.load[l]};
}

template <class P>
struct Kept {
  static constexpr int size = P::history;
  double h[size > 0 ? size : 1];
  HD void load(const Block& b, int offset, int l) {
    for (int k = 0; k < size; ++k) h[k] = b.history[offset + k][l];
  }
  HD void store(Block& b, int offset, int l) const {
    for (int k = 0; k < size; ++k) b.history[offset + k][l] = h[k];
  }
  HD void store_if(bool keep, Block& b, int offset, int l) const {
    for (int k = 0; k < size; ++k) b.history[offset + k][l] = keep ? h[k] : 0.0;
  }
};

// What a part answers, where the next part and the gather find it.
HD void put(const NormalForce& f, Block& b, int l) {
  b.force_n[l] = f.force;
  b.load[l] = f.load;
  b.stiffness[l] = f.stiffness;
  b.stiffness_before[l] = f.stiffness_before;
  b.damping[l] = f.damping;
  b.loss[0][l] = f.dissipated;
}
HD void put(const TangentialForce& f, Block& b, int l) {
  b.force_t[0][l] = f.force.x;
  b.force_t[1][l] = f.force.y;
  b.force_t[2][l] = f.force.z;
  b.loss[1][l] = f.dissipated;
  b.loss[2][l] = f.slid;
}
HD void put(const RollingTorque& t, Block& b, int l) {
  b.couple[0][l] = t.torque.x;
  b.couple[1][l] = t.torque.y;
  b.couple[2][l] = t.torque.z;
  b.loss[3][l] = t.dissipated;
}
// Adds to what the rolling part left.
HD void put(const TwistingTorque& t, Block& b, int l) {
  b.couple[0][l] += t.torque * b.n[0][l];
  b.couple[1][l] += t.torque * b.n[1][l];
  b.couple[2][l] += t.torque * b.n[2][l];
  b.loss[5][l] = t.dissipated;
}
HD void put(const CohesionForce& f, Block& b, int l) {
  b.pull[l] = f.force;
  b.lossy_pull[l] = f.lossy;
  b.loss[4][l] = f.dissipated;
}

// A normal part is asked with the touch alone.
template <class P>
concept AsksTouchOnly = requires(const P& part, const Touch& touch, double* h) {
  part(touch, h);
};

// In the step: the part acts.
struct Act {
  template <class P>
  HD static void lane(const P& part, Block& b, int offset, int l, double dt) {
    Kept<P> kept;
    kept.load(b, offset, l);
    if constexpr (AsksTouchOnly<P>)
      put(part(load_touch(b, l, dt), kept.h), b, l);
    else
      put(part(load_touch(b, l, dt), load_normal(b, l), kept.h), b, l);
    kept.store(b, offset, l);
  }
};

// One part over a block: what `Does` says, lane by lane.
template <class P, class Does = Act>
void part_loop(const unsigned char* bytes, int offset, Block& b, int count, double dt) {
  const int end = padded(count);
  const P part = *reinterpret_cast<const P*>(bytes);
#pragma GCC ivdep
  for (int l = 0; l < end; ++l) Does::lane(part, b, offset, l, dt);
}

template <class P>
double stored_in(const unsigned char* bytes, const Touch& t, const NormalForce& n,
                 const double* h) {
  return reinterpret_cast<const P*>(bytes)->stored(t, n, h);
}

// Null for a part that does not say.
template <class P>
constexpr Holds holds_of() {
  if constexpr (requires(const P& p, const Touch& t, const double* h) { p.holds(t, h); })
    return [](const unsigned char* bytes, const Touch& t, const double* h) -> bool {
      return reinterpret_cast<const P*>(bytes)->holds(t, h);
    };
  else
    return nullptr;
}

// The stiffness that the normal part had in the step whose history this is: a part whose stiffness
// changes remembers it, and says so when it is asked for the next step.
template <class P>
double last_stiffness(const unsigned char* bytes, const Touch& t, const double* history) {
  double h[P::history > 0 ? P::history : 1] = {};
  for (int k = 0; k < P::history; ++k) h[k] = history[k];
  return (*reinterpret_cast<const P*>(bytes))(t, h).stiffness_before;
}

}  // namespace
}  // namespace scree::kernel

#if defined(__clang__)
#pragma clang diagnostic pop
#endif
