// The law of a pair over a block of contacts, part by part.
//
// Included by kernel_*.cpp only, inside a namespace of its own per instruction set.
#pragma once

#include "sim/kernel/external_part.hpp"
#include "sim/kernel/lane_steps.hpp"
#include "sim/kernel/part_loops.hpp"

namespace scree::kernel {
namespace {

template <class Does, class... Ps>
Loop loop_entry(TypeList<Ps...>, const PairLaw::Part& part) {
  static constexpr Loop table[] = {&part_loop<Ps, Does>...};
  return table[part.index];
}
// In the step, where a part may come from a program.
template <class Parts>
Loop act_entry(Parts parts, const PairLaw::Part& part) {
  return part.external ? part.external->loop : loop_entry<Act>(parts, part);
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

template <class... Ps>
Holds holds_entry(TypeList<Ps...>, const PairLaw::Part& part) {
  static constexpr Holds table[] = {holds_of<Ps>()...};
  return part.external ? part.external->holds : table[part.index];
}

// What a contact still holds when it ends is lost, by channel.
struct Released {
  double normal = 0, sliding = 0, rolling = 0, twisting = 0, cohesion = 0;
};
// Of the normal part and of the springs that build on it.
Released released(const PairLaw& law, double m_eff, double r_eff, const double* h) {
  const Touch t{.m_eff = m_eff, .r_eff = r_eff};
  const double k = last_stiffness_of(laws::NormalParts{}, law.normal, t, h);
  const NormalForce n{.stiffness = k, .stiffness_before = k};
  const auto held = [&](Stored stored, const PairLaw::Part& part) {
    return stored(part.bytes, t, n, h + part.history_offset);
  };
  Released out;
  out.normal = held(stored_entry(laws::NormalParts{}, law.normal), law.normal);
  if (law.has_tangential)
    out.sliding = held(stored_entry(laws::TangentialParts{}, law.tangential), law.tangential);
  if (law.has_rolling)
    out.rolling = held(stored_entry(laws::RollingParts{}, law.rolling), law.rolling);
  if (law.has_twisting)
    out.twisting = held(stored_entry(laws::TwistingParts{}, law.twisting), law.twisting);
  return out;
}
Released released_by_all(const PairLaw& law, double m_eff, double r_eff, const double* h) {
  Released out = released(law, m_eff, r_eff, h);
  if (!law.has_cohesion) return out;
  const Stored stored = stored_entry(laws::CohesionParts{}, law.cohesion);
  out.cohesion = stored(law.cohesion.bytes, {.m_eff = m_eff, .r_eff = r_eff}, NormalForce{},
                        h + law.cohesion.history_offset);
  return out;
}
void book_release(const PairLaw& law, double m_eff, double r_eff, const double* h, double share,
                  LossSum& sum) {
  const Released lost = released_by_all(law, m_eff, r_eff, h);
  sum.value[0].add(share * lost.normal);
  sum.value[2].add(share * lost.sliding);
  sum.value[3].add(share * lost.rolling);
  sum.value[4].add(share * lost.cohesion);
  sum.value[5].add(share * lost.twisting);
}

void released_channels(const PairLaw& law, double m_eff, double r_eff, const double* h,
                       double (&lost)[kLosses]) {
  const Released all = released_by_all(law, m_eff, r_eff, h);
  lost[0] = all.normal, lost[1] = 0, lost[2] = all.sliding;
  lost[3] = all.rolling, lost[4] = all.cohesion, lost[5] = all.twisting;
}

// Is there a contact beyond the surfaces? Mostly not, and then none has to be asked for.
bool any_apart(const Block& b, int count) {
  const int end = padded(count);
  int apart = 0;
#pragma GCC ivdep
  for (int l = 0; l < end; ++l) apart |= b.delta[l] > 0 ? 0 : 1;
  return apart != 0;
}
void hold_all(Block& b) {
  for (int l = 0; l < kBlock; ++l) b.held[l] = b.linked[l] = 1;
}

// Beyond the surfaces: which contacts their normal part holds, and which cohesion.
void find_held(Block& b, int count, const PairLaw& law, double dt) {
  const Holds normal = holds_entry(laws::NormalParts{}, law.normal);
  const Holds cohesion = holds_entry(laws::CohesionParts{}, law.cohesion);
  const auto holds = [&](Holds ask, const PairLaw::Part& part, double range, int l) {
    if (!(b.delta[l] > -range)) return false;
    if (ask == nullptr) return true;
    double h[kMaxHistory];
    for (int k = part.history_offset; k < law.history; ++k)
      h[k - part.history_offset] = b.history[k][l];
    return ask(part.bytes, load_touch(b, l, dt), h);
  };
  for (int l = 0; l < padded(count); ++l) {
    b.held[l] = b.linked[l] = 1;
    if (b.delta[l] > 0) continue;
    b.held[l] = normal != nullptr && holds(normal, law.normal, law.normal_range, l) ? 1 : 0;
    b.linked[l] = law.has_cohesion && holds(cohesion, law.cohesion, law.cohesion_range, l) ? 1 : 0;
  }
}

// Surfaces that part within the range of cohesion end the contact of their springs, though the pair
// goes on. Before the parts run: they change the histories.
void release_separated(Block& b, int count, const PairLaw& law, Released* lost) {
  for (int l = 0; l < padded(count); ++l) {
    lost[l] = {};
    if (b.held[l] > 0) continue;
    double h[kMaxHistory];
    bool any = false;
    for (int k = 0; k < law.cohesion.history_offset; ++k)
      h[k] = b.history[k][l], any = any || h[k] != 0;
    if (any) lost[l] = released(law, b.m_eff[l], b.r_eff[l], h);
  }
}

// Where the normal part no longer holds only cohesion acts: no push, no friction, and only cohesion
// (whose history comes last) remembers.
void clear_separated(Block& b, int count, const PairLaw& law, const Released* lost) {
  const int end = padded(count);
  for (int l = 0; l < end; ++l) {
    if (b.held[l] > 0) continue;
    b.force_n[l] = b.load[l] = b.damping[l] = 0;
    for (int k = 0; k < 3; ++k) b.force_t[k][l] = b.couple[k][l] = 0;
    b.loss[0][l] = lost[l].normal;
    b.loss[1][l] = 0;
    b.loss[2][l] = lost[l].sliding;
    b.loss[3][l] = lost[l].rolling;
    b.loss[5][l] = lost[l].twisting;
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
    const Losses loss =
        corrected<tangential>(force_before(b, l), b.inv_m[l], dt, n, b.delta_dot[l], b.damping[l],
                              push, t, {b.loss[0][l], b.loss[1][l], b.loss[2][l]});
    b.loss[0][l] = loss.normal;
    b.loss[1][l] = loss.dashpot;
    b.loss[2][l] = loss.slid;
    if constexpr (cohesion)
      b.loss[4][l] -=
          b.lossy_pull[l] * closing_correction(force_before(b, l), b.inv_m[l], dt, n, push) * dt;
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

void scale_damping(Block& b, int count) {
  const int end = padded(count);
  for (int l = 0; l < end; ++l) {
    NormalForce f = load_normal(b, l);
    f.dissipated = b.loss[0][l];
    scale_dashpot(b.damping_scale[l], b.delta_dot[l], f);
    b.force_n[l] = f.force;
    b.load[l] = f.load;
    b.damping[l] = f.damping;
    b.loss[0][l] = f.dissipated;
  }
}

// `damped`: the dashpot of the normal part has a scale in each lane.
void apply_springs(Block& b, int count, const PairLaw& law, double dt, bool damped) {
  run_part(act_entry(laws::NormalParts{}, law.normal), law.normal, b, count, dt);
  if (damped) scale_damping(b, count);
  if (law.has_tangential)
    run_part(act_entry(laws::TangentialParts{}, law.tangential), law.tangential, b, count, dt);
  if (law.has_rolling)
    run_part(act_entry(laws::RollingParts{}, law.rolling), law.rolling, b, count, dt);
  if (law.has_twisting) {
    if (!law.has_rolling) __builtin_memset(b.couple, 0, sizeof b.couple);
    run_part(act_entry(laws::TwistingParts{}, law.twisting), law.twisting, b, count, dt);
  }
}

// Contacts of a law with a range, some of them beyond the surfaces.
void apply_springs_apart(Block& b, int count, const PairLaw& law, double dt, bool damped) {
  Released lost[kBlock];
  find_held(b, count, law, dt);
  release_separated(b, count, law, lost);
  apply_springs(b, count, law, dt, damped);
  clear_separated(b, count, law, lost);
}

void apply_parts(Block& b, int count, const PairLaw& law, double dt, bool damped) {
  if (law.range > 0) hold_all(b);
  if (law.range > 0 && any_apart(b, count))
    apply_springs_apart(b, count, law, dt, damped);
  else
    apply_springs(b, count, law, dt, damped);
  if (law.has_cohesion)
    run_part(act_entry(laws::CohesionParts{}, law.cohesion), law.cohesion, b, count, dt);
  correct_losses(b, count, law, dt);
}
void apply_law_damped(Block& b, int count, const PairLaw& law, double dt) {
  apply_parts(b, count, law, dt, true);
}
void apply_law(Block& b, int count, const PairLaw& law, double dt) {
  apply_parts(b, count, law, dt, false);
}

}  // namespace
}  // namespace scree::kernel
