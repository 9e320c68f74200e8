// The elastic energy of a block of contacts of one law, for reports: collect, touch, and one loop
// per part. Nothing is changed but the block.
//
// Included by kernel_*.cpp only.
#pragma once

#include "sim/kernel/block_loops.hpp"

namespace scree::kernel {
namespace {

// Beyond the surfaces, where only cohesion acts, springs hold nothing.
HD double while_overlapping(const Block& b, int l, double energy) {
  return b.delta[l] > 0 ? energy : 0.0;
}

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
    b.stiffness[l] = f.stiffness;
    b.stiffness_before[l] = f.stiffness_before;
    b.damping[l] = f.damping;
    b.loss[0][l] = while_overlapping(b, l, part.stored(touch, f, as_it_is.h));
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
    b.loss[kChannel][l] = while_overlapping(b, l, energy);
  }
}

template <class... Ps>
Loop stored_normal_entry(TypeList<Ps...>, int i) {
  static constexpr Loop table[] = {&stored_normal_loop<Ps>...};
  return table[i];
}
template <int kChannel, class... Ps>
Loop stored_loop_entry(TypeList<Ps...>, int i) {
  static constexpr Loop table[] = {&stored_loop<Ps, kChannel>...};
  return table[i];
}

void stored(const ContactArgs& a, Block& b, int count, const PairLaw& law, StoredColumns& out) {
  collect(a, b, count);
  load_history(a, b, count, law.history);
  if (a.periodic)
    touch_loop<true>(a, b, count, law.range);
  else
    touch_loop<false>(a, b, count, law.range);
  run_part(stored_normal_entry(laws::NormalParts{}, law.normal.index), law.normal, b, count, a.dt);
  out = {b.loss[0], nullptr, nullptr};
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
}

}  // namespace
}  // namespace scree::kernel
