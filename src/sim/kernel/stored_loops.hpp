// The elastic energy of a block of contacts of one law, for reports: collect, touch, and one loop
// per part. Nothing is changed but the block.
//
// Included by kernel_*.cpp only.
#pragma once

#include "sim/kernel/block_loops.hpp"

namespace scree::kernel {
namespace {

// Where only cohesion acts, springs hold nothing.
HD double while_held(const Block& b, int l, double energy) { return b.held[l] > 0 ? energy : 0.0; }

// The normal part is asked for its stiffness, which the other parts scale theirs from, on a copy of
// the history.
template <class P>
void stored_normal_loop(const unsigned char* bytes, int offset, Block& b, int count, double dt) {
  const int end = padded(count);
  const P part = *reinterpret_cast<const P*>(bytes);
#pragma GCC ivdep
  for (int l = 0; l < end; ++l) {
    Kept<P> kept, as_it_is;
    kept.load(b, offset, l);
    as_it_is.load(b, offset, l);
    const Touch touch = load_touch(b, l, dt);
    const NormalForce f = part(touch, kept.h);
    b.force_n[l] = f.force;
    b.load[l] = f.load;
    b.stiffness[l] = f.stiffness;
    b.stiffness_before[l] = f.stiffness_before;
    b.damping[l] = f.damping;
    b.loss[0][l] = while_held(b, l, part.stored(touch, f, as_it_is.h));
  }
}

template <class P, int kChannel>
void stored_loop(const unsigned char* bytes, int offset, Block& b, int count, double dt) {
  const int end = padded(count);
  const P part = *reinterpret_cast<const P*>(bytes);
#pragma GCC ivdep
  for (int l = 0; l < end; ++l) {
    Kept<P> kept;
    kept.load(b, offset, l);
    const double energy = part.stored(load_touch(b, l, dt), load_normal(b, l), kept.h);
    b.loss[kChannel][l] = while_held(b, l, energy);
  }
}

// After the others: where the normal part does not act, cohesion is told so.
template <class P>
void stored_cohesion_loop(const unsigned char* bytes, int offset, Block& b, int count, double dt) {
  const int end = padded(count);
  const P part = *reinterpret_cast<const P*>(bytes);
#pragma GCC ivdep
  for (int l = 0; l < end; ++l) {
    Kept<P> kept;
    kept.load(b, offset, l);
    const bool held = b.held[l] > 0;
    NormalForce n = load_normal(b, l);
    n.force = held ? n.force : 0.0, n.load = held ? n.load : 0.0;
    n.damping = held ? n.damping : 0.0;
    const double energy = part.stored(load_touch(b, l, dt), n, kept.h);
    b.loss[4][l] = b.linked[l] > 0 ? energy : 0.0;
  }
}

template <class... Ps>
Loop stored_normal_entry(TypeList<Ps...>, int i) {
  static constexpr Loop table[] = {&stored_normal_loop<Ps>...};
  return table[i];
}
template <class... Ps>
Loop stored_cohesion_entry(TypeList<Ps...>, int i) {
  static constexpr Loop table[] = {&stored_cohesion_loop<Ps>...};
  return table[i];
}
template <int kChannel, class... Ps>
Loop stored_loop_entry(TypeList<Ps...>, int i) {
  static constexpr Loop table[] = {&stored_loop<Ps, kChannel>...};
  return table[i];
}

void stored(const ContactArgs& a, Block& b, int count, const PairLaw& law, StoredColumns& out) {
  collect(a, b, count);
  if (a.deforming) carry_to_images(a, b, count);
  load_history(a, b, count, law.history);
  if (a.periodic)
    touch_loop<true>(a, b, count, law.range);
  else
    touch_loop<false>(a, b, count, law.range);
  find_held(b, count, law, a.dt);
  run_part(stored_normal_entry(laws::NormalParts{}, law.normal.index), law.normal, b, count, a.dt);
  out = {.normal = b.loss[0]};
  if (law.has_tangential) {
    run_part(stored_loop_entry<1>(laws::TangentialParts{}, law.tangential.index), law.tangential, b,
             count, a.dt);
    out.tangential = b.loss[1];
  }
  if (law.has_rolling) {
    run_part(stored_loop_entry<2>(laws::RollingParts{}, law.rolling.index), law.rolling, b, count,
             a.dt);
    out.rolling = b.loss[2];
  }
  if (law.has_twisting) {
    run_part(stored_loop_entry<3>(laws::TwistingParts{}, law.twisting.index), law.twisting, b,
             count, a.dt);
    out.twisting = b.loss[3];
  }
  if (law.has_cohesion) {
    run_part(stored_cohesion_entry(laws::CohesionParts{}, law.cohesion.index), law.cohesion, b,
             count, a.dt);
    out.cohesion = b.loss[4];
  }
}

}  // namespace
}  // namespace scree::kernel
