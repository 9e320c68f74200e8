// The law of a pair over a block of contacts, part by part.
//
// Included by kernel_*.cpp only, inside a namespace of its own per instruction set.
#pragma once

#include "sim/kernel/external_part.hpp"
#include "sim/kernel/lane_steps.hpp"
#include "sim/kernel/part_loops.hpp"

namespace scree::kernel {
namespace {

template <class... Ps>
Loop normal_entry(TypeList<Ps...>, const PairLaw::Part& part) {
  static constexpr Loop table[] = {&normal_loop<Ps>...};
  return part.external ? part.external->loop : table[part.index];
}
template <class... Ps>
Loop tangential_entry(TypeList<Ps...>, const PairLaw::Part& part) {
  static constexpr Loop table[] = {&tangential_loop<Ps>...};
  return part.external ? part.external->loop : table[part.index];
}
template <class... Ps>
Loop rolling_entry(TypeList<Ps...>, const PairLaw::Part& part) {
  static constexpr Loop table[] = {&rolling_loop<Ps>...};
  return part.external ? part.external->loop : table[part.index];
}
template <class... Ps>
Loop cohesion_entry(TypeList<Ps...>, const PairLaw::Part& part) {
  static constexpr Loop table[] = {&cohesion_loop<Ps>...};
  return part.external ? part.external->loop : table[part.index];
}

void run_part(Loop loop, const PairLaw::Part& part, Block& b, int count, double dt) {
  loop(part.bytes, part.history_offset, b, count, dt);
}

template <class... Ps>
Stored stored_entry(TypeList<Ps...>, const PairLaw::Part& part) {
  static constexpr Stored table[] = {&stored_in<Ps>...};
  return part.external ? part.external->stored : table[part.index];
}
template <class... Ps>
double last_stiffness_of(TypeList<Ps...>, const PairLaw::Part& part, const Touch& t,
                         const double* history) {
  static constexpr LastStiffness table[] = {&last_stiffness<Ps>...};
  const LastStiffness ask = part.external ? part.external->last_stiffness : table[part.index];
  return ask(part.bytes, t, history + part.history_offset);
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
  const Stored tangential = stored_entry(laws::TangentialParts{}, law.tangential);
  const Stored rolling = stored_entry(laws::RollingParts{}, law.rolling);
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
  run_part(normal_entry(laws::NormalParts{}, law.normal), law.normal, b, count, dt);
  if (law.has_tangential)
    run_part(tangential_entry(laws::TangentialParts{}, law.tangential), law.tangential, b, count,
             dt);
  if (law.has_rolling)
    run_part(rolling_entry(laws::RollingParts{}, law.rolling), law.rolling, b, count, dt);
  if (law.range > 0) clear_separated(b, count, law, lost);
  if (law.has_cohesion)
    run_part(cohesion_entry(laws::CohesionParts{}, law.cohesion), law.cohesion, b, count, dt);
  correct_losses(b, count, law, dt);
}

}  // namespace
}  // namespace scree::kernel
