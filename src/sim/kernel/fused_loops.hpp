// The commonest laws, a normal and a tangential part and nothing else, in one loop from the columns
// that `collect` filled to the records that `store_records` writes. A normal part with a range says
// itself which contacts go on beyond the surfaces (find_held() of law_loops.hpp).
//
// The loops per part pass some eighty columns through the first-level cache; here what one step
// answers stays in registers for the next, and what no part of this law asks for (the equivalent
// radius, a stiffness that may change) is not computed: 4 square roots and 7 divisions become 3 and
// 5 for linear x spring. The price: one loop for each pair of parts.
//
// The same lane functions in the same order as law_loops.hpp, which stays the oracle: kernel_plain
// uses nothing else, and tests/sim/same_bits.cpp compares the two.
//
// Included by kernel_*.cpp only.
#pragma once

#include <type_traits>

#include "sim/kernel/law_loops.hpp"

namespace scree::kernel {
namespace {

#ifdef __AVX2__
constexpr bool kFused = true;
#else
constexpr bool kFused = false;
#endif

using FusedLoop = void (*)(const ContactArgs&, Block&, int count, const PairLaw&);

template <class N>
concept SaysHolds = requires(const N& n, const Touch& c, const double* h) {
  n.holds(c, h);
};

// In contact: the surfaces overlap, or the part holds on.
template <bool periodic, class N>
HD bool in_contact(const ContactArgs& a, const Block& b, int l, const N& normal, double range,
                   const Touch& c, const double* h) {
  const bool within = within_range<periodic>(a, b, l, range);
  if constexpr (SaysHolds<N>)
    return within & ((c.delta > 0) | ((c.delta > -range) & normal.holds(c, h)));
  else
    return within;
}

// A law of one pair of materials, as the loop uses it.
template <class N, class T>
struct FusedLaw {
  N normal;
  T friction;
  int normal_at, friction_at;  // histories
  double range;
};

template <bool periodic, bool damped, class N, class T>
HD void fused_lane(const ContactArgs& a, const FusedLaw<N, T>& law, double dt, Block& b, int l) {
  constexpr bool tangential = !std::is_same_v<T, laws::tangential::None>;
  const Touch c = touch_lane<periodic>(a, b, l);
  Kept<N> kept_n;
  Kept<T> kept_t;
  kept_n.load(b, law.normal_at, l);
  kept_t.load(b, law.friction_at, l);
  const bool touching = in_contact<periodic>(a, b, l, law.normal, law.range, c, kept_n.h);
  NormalForce push = law.normal(c, kept_n.h);
  if constexpr (damped) scale_dashpot(b.damping_scale[l], c.delta_dot, push);
  const TangentialForce drag = law.friction(c, push, kept_t.h);
  const Vec3 t{drag.force.x, drag.force.y, drag.force.z};  // by number: whole copies keep the
                                                           // compiler from vectorising the loop
  const Losses loss =
      corrected<tangential>(force_before(b, l), b.inv_m[l], dt, c.n, c.delta_dot, push.damping,
                            push.force, t, {push.dissipated, drag.dissipated, drag.slid});
  kept_n.store_if(touching, b, law.normal_at, l);
  kept_t.store_if(touching, b, law.friction_at, l);
  record_lane<tangential>(b, l, touching, c.n, a.lever * c.delta, push.force, t);
  b.touching[l] = touching ? 1.0 : 0.0;
  b.delta[l] = c.delta;
  b.loss[0][l] = loss.normal;
  b.loss[1][l] = loss.dashpot;
  b.loss[2][l] = loss.slid;
}

template <class N, class T, bool periodic, bool damped>
void fused_loop(const ContactArgs& a, Block& b, int count, const PairLaw& pair) {
  const int end = padded(count);
  const FusedLaw<N, T> law{*reinterpret_cast<const N*>(pair.normal.bytes),
                           *reinterpret_cast<const T*>(pair.tangential.bytes),
                           pair.normal.history_offset, pair.tangential.history_offset,
                           SaysHolds<N> ? pair.normal_range : 0.0};
  const double dt = a.dt;
  // A part that is one long chain keeps the processor waiting: two lanes of it side by side.
  constexpr int kHalf = kBlock / 2;
  if constexpr (SaysHolds<N>) {
    if (end == kBlock) {
#pragma GCC ivdep
      for (int l = 0; l < kHalf; ++l) {
        fused_lane<periodic, damped>(a, law, dt, b, l);
        fused_lane<periodic, damped>(a, law, dt, b, l + kHalf);
      }
      return;
    }
  }
#pragma GCC ivdep
  for (int l = 0; l < end; ++l) fused_lane<periodic, damped>(a, law, dt, b, l);
}

template <class N, bool periodic, bool damped, class... Ts>
FusedLoop fused_with(TypeList<Ts...>, int tangential) {
  static constexpr FusedLoop table[] = {&fused_loop<N, Ts, periodic, damped>...};
  return table[tangential];
}
// Only the dashpot of a part that promises a restitution is made for a mass.
template <class N>
concept SaysRestitution = requires(const N& n) {
  n.restitution(1.0, 1.0, 1.0);
};

template <bool periodic, bool damped, class... Ns>
FusedLoop fused_entry(TypeList<Ns...>, const PairLaw& law) {
  using Choose = FusedLoop (*)(laws::TangentialParts, int);
  static constexpr Choose table[] = {[](laws::TangentialParts parts, int index) -> FusedLoop {
    if constexpr (damped && !SaysRestitution<Ns>)
      return nullptr;
    else
      return fused_with<Ns, periodic, damped>(parts, index);
  }...};
  return table[law.normal.index](laws::TangentialParts{}, law.tangential.index);
}

// The loop of a law, or null where it has parts that the fused loops lack. `damped`: the dashpot of
// the normal part has a scale in each lane.
[[maybe_unused]] FusedLoop fused_of(const PairLaw& law, bool periodic, bool damped) {
  if (law.has_couple() || law.has_cohesion) return nullptr;
  if (law.normal.external || law.tangential.external) return nullptr;
  if (damped)
    return periodic ? fused_entry<true, true>(laws::NormalParts{}, law)
                    : fused_entry<false, true>(laws::NormalParts{}, law);
  return periodic ? fused_entry<true, false>(laws::NormalParts{}, law)
                  : fused_entry<false, false>(laws::NormalParts{}, law);
}

}  // namespace
}  // namespace scree::kernel
