// One loop per part of a law over a block of contacts.
//
// Included by kernel_*.cpp only, inside a namespace of its own per instruction set.
#pragma once

#include "sim/kernel/lane_steps.hpp"

namespace scree::kernel {
namespace {

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
          .damping = b.damping[l]};
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

using Loop = void (*)(const unsigned char* bytes, int offset, Block& b, int count, double dt);

template <class P>
void normal_loop(const unsigned char* bytes, int offset, Block& b, int count, double dt) {
  const int end = padded(count);
  const P part = *reinterpret_cast<const P*>(bytes);
#pragma GCC ivdep
  for (int l = 0; l < end; ++l) {
    Kept<P> kept;
    kept.load(b, offset, l);
    const NormalForce f = part(load_touch(b, l, dt), kept.h);
    kept.store(b, offset, l);
    b.force_n[l] = f.force;
    b.stiffness[l] = f.stiffness;
    b.stiffness_before[l] = f.stiffness_before;
    b.damping[l] = f.damping;
    b.loss[0][l] = f.dissipated;
  }
}

template <class P>
void tangential_loop(const unsigned char* bytes, int offset, Block& b, int count, double dt) {
  const int end = padded(count);
  const P part = *reinterpret_cast<const P*>(bytes);
#pragma GCC ivdep
  for (int l = 0; l < end; ++l) {
    Kept<P> kept;
    kept.load(b, offset, l);
    const TangentialForce f = part(load_touch(b, l, dt), load_normal(b, l), kept.h);
    kept.store(b, offset, l);
    b.force_t[0][l] = f.force.x;
    b.force_t[1][l] = f.force.y;
    b.force_t[2][l] = f.force.z;
    b.loss[1][l] = f.dissipated;
    b.loss[2][l] = f.slid;
  }
}

template <class P>
void rolling_loop(const unsigned char* bytes, int offset, Block& b, int count, double dt) {
  const int end = padded(count);
  const P part = *reinterpret_cast<const P*>(bytes);
#pragma GCC ivdep
  for (int l = 0; l < end; ++l) {
    Kept<P> kept;
    kept.load(b, offset, l);
    const RollingTorque t = part(load_touch(b, l, dt), load_normal(b, l), kept.h);
    kept.store(b, offset, l);
    b.torque_r[0][l] = t.torque.x;
    b.torque_r[1][l] = t.torque.y;
    b.torque_r[2][l] = t.torque.z;
    b.loss[3][l] = t.dissipated;
  }
}

template <class P>
void cohesion_loop(const unsigned char* bytes, int offset, Block& b, int count, double dt) {
  const int end = padded(count);
  const P part = *reinterpret_cast<const P*>(bytes);
#pragma GCC ivdep
  for (int l = 0; l < end; ++l) {
    Kept<P> kept;
    kept.load(b, offset, l);
    const CohesionForce f = part(load_touch(b, l, dt), load_normal(b, l), kept.h);
    kept.store(b, offset, l);
    b.pull[l] = f.force;
    b.lossy_pull[l] = f.lossy;
    b.loss[4][l] = f.dissipated;
  }
}

template <class... Ps>
Loop normal_entry(TypeList<Ps...>, int i) {
  static constexpr Loop table[] = {&normal_loop<Ps>...};
  return table[i];
}
template <class... Ps>
Loop tangential_entry(TypeList<Ps...>, int i) {
  static constexpr Loop table[] = {&tangential_loop<Ps>...};
  return table[i];
}
template <class... Ps>
Loop rolling_entry(TypeList<Ps...>, int i) {
  static constexpr Loop table[] = {&rolling_loop<Ps>...};
  return table[i];
}
template <class... Ps>
Loop cohesion_entry(TypeList<Ps...>, int i) {
  static constexpr Loop table[] = {&cohesion_loop<Ps>...};
  return table[i];
}

void run_part(Loop loop, const PairLaw::Part& part, Block& b, int count, double dt) {
  loop(part.bytes, part.history_offset, b, count, dt);
}

template <class P>
double stored_in(const unsigned char* bytes, const Touch& t, const NormalForce& n,
                 const double* h) {
  return reinterpret_cast<const P*>(bytes)->stored(t, n, h);
}
using Stored = double (*)(const unsigned char*, const Touch&, const NormalForce&, const double*);
template <class... Ps>
Stored stored_entry(TypeList<Ps...>, int i) {
  static constexpr Stored table[] = {&stored_in<Ps>...};
  return table[i];
}
// The stiffness that the normal part had in the step whose history this is: a part whose stiffness
// changes remembers it, and says so when it is asked for the next step.
template <class P>
double last_stiffness(const unsigned char* bytes, const Touch& t, const double* history) {
  double h[P::history > 0 ? P::history : 1] = {};
  for (int k = 0; k < P::history; ++k) h[k] = history[k];
  return (*reinterpret_cast<const P*>(bytes))(t, h).stiffness_before;
}
template <class... Ps>
double last_stiffness_of(TypeList<Ps...>, const PairLaw::Part& part, const Touch& t,
                         const double* history) {
  using Stiffness = double (*)(const unsigned char*, const Touch&, const double*);
  static constexpr Stiffness table[] = {&last_stiffness<Ps>...};
  return table[part.index](part.bytes, t, history + part.history_offset);
}

// What springs still hold when a contact ends is lost: tangential as sliding, rolling as rolling.
struct Released {
  double sliding = 0, rolling = 0;
};
Released released(const PairLaw& law, double m_eff, double r_eff, const double* h) {
  if (!law.has_tangential && !law.has_rolling) return {};
  const Touch t{.m_eff = m_eff, .r_eff = r_eff};
  const double k = last_stiffness_of(laws::NormalParts{}, law.normal, t, h);
  const NormalForce n{.stiffness = k, .stiffness_before = k};
  const Stored tangential = stored_entry(laws::TangentialParts{}, law.tangential.index);
  const Stored rolling = stored_entry(laws::RollingParts{}, law.rolling.index);
  return {tangential(law.tangential.bytes, t, n, h + law.tangential.history_offset),
          rolling(law.rolling.bytes, t, n, h + law.rolling.history_offset)};
}
void book_release(const PairLaw& law, double m_eff, double r_eff, const double* h, LossSum& sum) {
  const Released lost = released(law, m_eff, r_eff, h);
  sum.value[2].add(lost.sliding);
  sum.value[3].add(lost.rolling);
}

// Surfaces that part within the range of cohesion end the contact of their springs, though the pair
// goes on. Before the parts run: they change the histories.
void release_separated(Block& b, int count, const PairLaw& law, Released* lost) {
  for (int l = 0; l < padded(count); ++l) {
    lost[l] = {};
    if (b.delta[l] > 0) continue;
    double h[kMaxHistory];
    bool any = false;
    for (int k = 0; k < law.cohesion.history_offset; ++k)
      h[k] = b.history[k][l], any = any || h[k] != 0;
    if (any) lost[l] = released(law, b.m_eff[l], b.r_eff[l], h);
  }
}

// Beyond the surfaces only cohesion acts: no push, no friction, and only cohesion (whose history
// comes last) remembers.
void clear_separated(Block& b, int count, const PairLaw& law, const Released* lost) {
  const int end = padded(count);
  for (int l = 0; l < end; ++l) {
    if (b.delta[l] > 0) continue;
    b.force_n[l] = b.damping[l] = 0;
    for (int k = 0; k < 3; ++k) b.force_t[k][l] = b.torque_r[k][l] = 0;
    b.loss[0][l] = b.loss[1][l] = 0;
    b.loss[2][l] = lost[l].sliding;
    b.loss[3][l] = lost[l].rolling;
    for (int k = 0; k < law.cohesion.history_offset; ++k) b.history[k][l] = 0;
  }
}

template <bool tangential, bool cohesion>
void correct_losses(Block& b, int count, double dt) {
  const int end = padded(count);
#pragma GCC ivdep
  for (int l = 0; l < end; ++l) {
    const Vec3 n{b.n[0][l], b.n[1][l], b.n[2][l]};
    const Vec3 t{b.force_t[0][l], b.force_t[1][l], b.force_t[2][l]};
    const double push = cohesion ? b.force_n[l] - b.pull[l] : b.force_n[l];
    const Losses loss = corrected<tangential>(b, l, dt, n, b.delta_dot[l], b.damping[l], push, t,
                                              {b.loss[0][l], b.loss[1][l], b.loss[2][l]});
    b.loss[0][l] = loss.normal;
    b.loss[1][l] = loss.dashpot;
    b.loss[2][l] = loss.slid;
    if constexpr (cohesion)
      b.loss[4][l] -= b.lossy_pull[l] * closing_correction(b, l, dt, n, push) * dt;
  }
}

void correct_losses(Block& b, int count, const PairLaw& law, double dt) {
  if (law.has_tangential)
    law.has_cohesion ? correct_losses<true, true>(b, count, dt)
                     : correct_losses<true, false>(b, count, dt);
  else
    law.has_cohesion ? correct_losses<false, true>(b, count, dt)
                     : correct_losses<false, false>(b, count, dt);
}

void apply_law(Block& b, int count, const PairLaw& law, double dt) {
  Released lost[kBlock];
  if (law.range > 0) release_separated(b, count, law, lost);
  run_part(normal_entry(laws::NormalParts{}, law.normal.index), law.normal, b, count, dt);
  if (law.has_tangential)
    run_part(tangential_entry(laws::TangentialParts{}, law.tangential.index), law.tangential, b,
             count, dt);
  if (law.has_rolling)
    run_part(rolling_entry(laws::RollingParts{}, law.rolling.index), law.rolling, b, count, dt);
  if (law.range > 0) clear_separated(b, count, law, lost);
  if (law.has_cohesion)
    run_part(cohesion_entry(laws::CohesionParts{}, law.cohesion.index), law.cohesion, b, count, dt);
  correct_losses(b, count, law, dt);
}

}  // namespace
}  // namespace scree::kernel
