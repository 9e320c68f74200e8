// The elastic energy of a block of contacts of one law, for reports: collect, touch, and one loop
// per part. Nothing is changed but the block.
//
// Included by kernel_*.cpp only.
#pragma once

#include "sim/kernel/block_loops.hpp"

namespace scree::kernel {
namespace {

// The energy that a part holds, to loss[kColumn]. Where only cohesion acts, springs hold nothing.
template <int kColumn>
struct Store {
  template <class P>
  HD static void lane(const P& part, Block& b, int offset, int l, double dt) {
    Kept<P> kept;
    kept.load(b, offset, l);
    const double energy = part.stored(load_touch(b, l, dt), load_normal(b, l), kept.h);
    b.loss[kColumn][l] = b.held[l] > 0 ? energy : 0.0;
  }
};

// The normal part is asked for its stiffness, which the other parts scale theirs from, on a copy of
// the history.
struct StoreNormal {
  template <class P>
  HD static void lane(const P& part, Block& b, int offset, int l, double dt) {
    Kept<P> kept;
    kept.load(b, offset, l);
    put(part(load_touch(b, l, dt), kept.h), b, l);
    Store<0>::lane(part, b, offset, l, dt);
  }
};

// After the others: where the normal part does not act, cohesion is told so.
struct StoreCohesion {
  template <class P>
  HD static void lane(const P& part, Block& b, int offset, int l, double dt) {
    const bool held = b.held[l] > 0;
    b.force_n[l] = held ? b.force_n[l] : 0.0, b.load[l] = held ? b.load[l] : 0.0;
    b.damping[l] = held ? b.damping[l] : 0.0;
    b.held[l] = b.linked[l];
    Store<4>::lane(part, b, offset, l, dt);
  }
};

void stored(const ContactArgs& a, Block& b, int count, const PairLaw& law, StoredColumns& out) {
  collect(a, b, count);
  if (a.deforming) carry_to_images(a, b, count);
  load_history(a, b, count, law.history);
  if (a.periodic)
    touch_loop<true>(a, b, count, law.range);
  else
    touch_loop<false>(a, b, count, law.range);
  find_held(b, count, law, a.dt);
  const auto run = [&](auto parts, const PairLaw::Part& part, auto does) {
    run_part(loop_entry<decltype(does)>(parts, part), part, b, count, a.dt);
  };
  run(laws::NormalParts{}, law.normal, StoreNormal{});
  out = {.normal = b.loss[0]};
  if (law.has_tangential) {
    run(laws::TangentialParts{}, law.tangential, Store<1>{});
    out.tangential = b.loss[1];
  }
  if (law.has_rolling) {
    run(laws::RollingParts{}, law.rolling, Store<2>{});
    out.rolling = b.loss[2];
  }
  if (law.has_twisting) {
    run(laws::TwistingParts{}, law.twisting, Store<3>{});
    out.twisting = b.loss[3];
  }
  if (law.has_cohesion) {
    run(laws::CohesionParts{}, law.cohesion, StoreCohesion{});
    out.cohesion = b.loss[4];
  }
}

}  // namespace
}  // namespace scree::kernel
