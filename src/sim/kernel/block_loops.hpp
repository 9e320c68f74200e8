// A block of contacts of one law: collect, touch, apply law, store.
//
// Lanes that do not touch are emptied when they are stored.
//
// Included by kernel_*.cpp only.
#pragma once

#include "base/cpu.hpp"
#include "sim/kernel/exact_lanes.hpp"
#include "sim/kernel/fused_loops.hpp"
#include "sim/kernel/lanes.hpp"

namespace scree::kernel {
namespace {

HD void store_record(Four force, Four moment, ContactRecord& to) {
  store4(&to.force.x, force);
  store4(&to.moment.x, moment);
}

HD Four widened(const LastForce& last) {
  return __builtin_convertvector(*reinterpret_cast<const FourSingle*>(&last), Four);
}
HD void narrow(Four v, LastForce& last) {
  *reinterpret_cast<FourSingle*>(&last) = __builtin_convertvector(v, FourSingle);
}

// Rows of owner and partner -> columns of the block. Lanes past the count repeat the last contact,
// so that every lane holds finite numbers.
void collect(const ContactArgs& a, Block& b, int count) {
  const int end = padded(count);
  for (int l = count; l < padded(count); ++l) {
    b.owner[l] = b.owner[count - 1];
    b.other[l] = b.other[count - 1];
    b.contact[l] = b.contact[count - 1];
  }
  for (int l = 0; l < end; l += 4) {
    const std::uint32_t* i = &b.owner[l];
    const std::uint32_t* j = &b.other[l];
    // Radii and masses travel in the last lanes of the rows that are turned anyway.
    Four dx[4], dv[4], wi[4], wj[4], last[4];
    for (int k = 0; k < 4; ++k) {
      const Four xi = load_row(a.xr[i[k]]), xj = load_row(a.xr[j[k]]);
      const Four vi = load_row(a.vm[i[k]]), vj = load_row(a.vm[j[k]]);
      dx[k] = with_last(xj - xi, xi);
      dv[k] = vj - vi;
      wi[k] = with_last(load_row(a.ws[i[k]]), xj);
      wj[k] = with_last(load_row(a.ws[j[k]]), vi + vj);
      last[k] = widened(a.last[b.contact[l + k]]);
    }
    store_columns(b.dx, l, dx), store4(&b.ri[l], dx[3]);
    store_columns(b.dv, l, dv);
    store_columns(b.wi, l, wi), store4(&b.rj[l], wi[3]);
    store_columns(b.wj, l, wj), store4(&b.inv_m[l], wj[3]);
    store_columns(b.before, l, last), store4(&b.touched[l], last[3]);
  }
}

// In a cell that deforms: the nearest images, and what its flow adds to their velocities. The loops
// after it see pairs in open space.
void carry_to_images(const ContactArgs& a, Block& b, int count) {
  const int end = padded(count);
#pragma GCC ivdep
  for (int l = 0; l < end; ++l) {
    const Vec3 d =
        nearest_image({b.dx[0][l], b.dx[1][l], b.dx[2][l]}, a.length, a.inverse_length, a.tilt);
    const Vec3 flow = triangular(a.stretch, a.shear, d);
    b.dx[0][l] = d.x, b.dx[1][l] = d.y, b.dx[2][l] = d.z;
    b.dv[0][l] += flow.x, b.dv[1][l] += flow.y, b.dv[2][l] += flow.z;
  }
}

#if defined(__AVX2__)
HD Four load_three(const double* p) {
  return reinterpret_cast<Four>(_mm256_maskload_pd(p, _mm256_set_epi64x(0, -1, -1, -1)));
}
HD void store_three(double* p, Four v) {
  const __m128d xy = _mm256_castpd256_pd128(reinterpret_cast<__m256d>(v));
  _mm_storeu_pd(p, xy);
  _mm_store_sd(p + 2, _mm256_extractf128_pd(reinterpret_cast<__m256d>(v), 1));
}
#endif

HD const double* history_of(const ContactArgs& a, std::uint32_t contact) {
  return a.history + static_cast<std::size_t>(contact) * static_cast<std::size_t>(a.stride);
}
HD double* history_to(const ContactArgs& a, std::uint32_t contact) {
  return a.history_now + static_cast<std::size_t>(contact) * static_cast<std::size_t>(a.stride);
}

// Contacts of the block lie one behind the other in memory.
HD bool contiguous(const Block& b, int count) {
  return b.contact[count - 1] - b.contact[0] == static_cast<std::uint32_t>(count - 1);
}

#if defined(__AVX2__)
// Numbers k to k + 3 of the histories.
HD void load_history_four(const ContactArgs& a, Block& b, int end, int k) {
  for (int l = 0; l < end; l += 4) {
    Four row[4];
    for (int m = 0; m < 4; ++m) row[m] = load4(history_of(a, b.contact[l + m]) + k);
    store_columns(b.history + k, l, row);
    store4(&b.history[k + 3][l], row[3]);
  }
}
// Numbers k to k + 2, of lanes from l on.
HD void load_history_three(const ContactArgs& a, Block& b, int l, int end, int k) {
  for (; l < end; l += 4) {
    Four row[4];
    for (int m = 0; m < 4; ++m) row[m] = load_three(history_of(a, b.contact[l + m]) + k);
    store_columns(b.history + k, l, row);
  }
}
// Numbers k and k + 1.
HD void load_history_two(const ContactArgs& a, Block& b, int end, int k) {
  for (int l = 0; l < end; l += 4) {
    const double* h[4];
    for (int m = 0; m < 4; ++m) h[m] = history_of(a, b.contact[l + m]) + k;
    const Four ac{h[0][0], h[0][1], h[2][0], h[2][1]}, bd{h[1][0], h[1][1], h[3][0], h[3][1]};
    store4(&b.history[k][l], pick4(ac, bd, FourIndex{0, 4, 2, 6}));
    store4(&b.history[k + 1][l], pick4(ac, bd, FourIndex{1, 5, 3, 7}));
  }
}
HD void store_history_two(const ContactArgs& a, const Block& b, int l, int k) {
  const Four x = load4(&b.history[k][l]), y = load4(&b.history[k + 1][l]);
  const Four ac = pick4(x, y, FourIndex{0, 4, 2, 6}), bd = pick4(x, y, FourIndex{1, 5, 3, 7});
  const Four row[4] = {ac, bd, pick4(ac, ac, FourIndex{2, 3, 2, 3}),
                       pick4(bd, bd, FourIndex{2, 3, 2, 3})};
  for (int m = 0; m < 4; ++m)
    __builtin_memcpy(history_to(a, b.contact[l + m]) + k, &row[m], 2 * sizeof(double));
}
HD void store_history_four(const ContactArgs& a, const Block& b, int l, int k) {
  Four row[4];
  for (int m = 0; m < 4; ++m) row[m] = load4(&b.history[k + m][l]);
  transpose(row[0], row[1], row[2], row[3]);
  for (int m = 0; m < 4; ++m) store4(history_to(a, b.contact[l + m]) + k, row[m]);
}
HD void store_history_three(const ContactArgs& a, const Block& b, int l, int k) {
  Four row[4];
  for (int m = 0; m < 3; ++m) row[m] = load4(&b.history[k + m][l]);
  row[3] = Four{};
  transpose(row[0], row[1], row[2], row[3]);
  for (int m = 0; m < 4; ++m) store_three(history_to(a, b.contact[l + m]) + k, row[m]);
}
#endif

void load_history(const ContactArgs& a, Block& b, int count, int used) {
  const int end = padded(count);
  int l = 0;
  if (used == 3 && a.stride == 3 && contiguous(b, count)) {
    for (; l + 4 <= count; l += 4) {
      Four row[4];
      load_vectors(history_of(a, b.contact[l]), row);
      store_columns(b.history, l, row);
    }
  }
#if defined(__AVX2__)
  if (used == 3) return load_history_three(a, b, l, end, 0);
#endif
  int k = 0;
#if defined(__AVX2__)
  for (; k + 4 <= used; k += 4) load_history_four(a, b, end, k);
  if (used == k + 3) load_history_three(a, b, 0, end, k), k += 3;
  if (used >= k + 2) load_history_two(a, b, end, k), k += 2;
  if (used == k) return;
#endif
  for (; l < end; ++l) {
    const double* h = history_of(a, b.contact[l]);
    for (int m = k; m < used; ++m) b.history[m][l] = h[m];
  }
}

// Within range of each other, but no part says that the contact goes on.
void end_unheld(Block& b, int count) {
  const int end = padded(count);
#pragma GCC ivdep
  for (int l = 0; l < end; ++l) b.touching[l] *= b.held[l] > b.linked[l] ? b.held[l] : b.linked[l];
}

// What is kept of a lane that does not touch: nothing.
void forget_untouched(Block& b, int count, int used) {
  const int end = padded(count);
  for (int k = 0; k < used; ++k)
#pragma GCC ivdep
    for (int l = 0; l < end; ++l) b.history[k][l] = b.touching[l] > 0 ? b.history[k][l] : 0.0;
}

void store_history(const ContactArgs& a, const Block& b, int count, int used) {
  int l = 0;
  if (used == 3 && a.stride == 3 && contiguous(b, count)) {
    for (; l + 4 <= count; l += 4) {
      Four row[4] = {load4(&b.history[0][l]), load4(&b.history[1][l]), load4(&b.history[2][l]), {}};
      transpose(row[0], row[1], row[2], row[3]);
      store_vectors(history_to(a, b.contact[l]), row);
    }
  }
#if defined(__AVX2__)
  for (; l + 4 <= count; l += 4) {
    int k = 0;
    for (; k + 4 <= used; k += 4) store_history_four(a, b, l, k);
    if (used == k + 3) store_history_three(a, b, l, k), k += 3;
    if (used >= k + 2) store_history_two(a, b, l, k), k += 2;
    for (; k < used; ++k)
      for (int m = 0; m < 4; ++m) history_to(a, b.contact[l + m])[k] = b.history[k][l + m];
  }
#endif
  for (; l < count; ++l) {
    double* h = history_to(a, b.contact[l]);
    for (int k = 0; k < used; ++k) h[k] = b.history[k][l];
  }
}

template <bool periodic>
void touch_loop(const ContactArgs& a, Block& b, int count, double range) {
  const int end = padded(count);
#pragma GCC ivdep
  for (int l = 0; l < end; ++l) {
    b.touching[l] = within_range<periodic>(a, b, l, range) ? 1.0 : 0.0;
    const Touch t = touch_lane<periodic>(a, b, l);
    b.n[0][l] = t.n.x, b.n[1][l] = t.n.y, b.n[2][l] = t.n.z;
    b.delta[l] = t.delta;
    b.delta_dot[l] = t.delta_dot;
    b.v_t[0][l] = t.v_t.x, b.v_t[1][l] = t.v_t.y, b.v_t[2][l] = t.v_t.z;
    b.w_rel[0][l] = t.w_rel.x, b.w_rel[1][l] = t.w_rel.y, b.w_rel[2][l] = t.w_rel.z;
    b.m_eff[l] = t.m_eff;
    b.r_eff[l] = t.r_eff;
  }
}

HD double sum4(Four v) { return (v[0] + v[1]) + (v[2] + v[3]); }

void sum_losses(const double* magic, Block& b, int count, const PairLaw& law, LossSum& sum) {
  const int groups = padded(count) / 8;
  const LossesUsed used = losses_used(law);
  for (int l = count; l < padded(count); ++l) b.touching[l] = 0;
  for (int c = 0; c < kLosses; ++c) {
    if (!used.channel[c]) continue;
    Eight loss[kBlock / 8];
    for (int g = 0; g < groups; ++g)
      loss[g] = load8(&b.touching[8 * g]) > Eight{} ? load8(&b.loss[c][8 * g]) : Eight{};
    if (magic[0] > 0)
      add_pending(loss, groups, magic, sum.pending[c], sum.value[c]);
    else
      add_lanes<true>(loss, groups, sum.value[c]);
  }
}

void store_couples(const ContactArgs& a, const Block& b, int count, const PairLaw& law) {
  for (int l = 0; l < count; ++l)
    a.couple[a.record_of[b.contact[l]]] = law.has_couple() && b.touching[l] > 0
                                              ? Vec3{b.couple[0][l], b.couple[1][l], b.couple[2][l]}
                                              : Vec3{};
}

template <bool tangential, bool cohesion>
void record_loop(Block& b, int count, double lever) {
  const int end = padded(count);
#pragma GCC ivdep
  for (int l = 0; l < end; ++l) {
    const Vec3 n{b.n[0][l], b.n[1][l], b.n[2][l]};
    const Vec3 t{b.force_t[0][l], b.force_t[1][l], b.force_t[2][l]};
    const double push = cohesion ? b.force_n[l] - b.pull[l] : b.force_n[l];
    record_lane<tangential>(b, l, b.touching[l] > 0, n, lever * b.delta[l], push, t);
  }
}
void record_loop(Block& b, int count, const PairLaw& law, double lever) {
  if (law.has_tangential)
    law.has_cohesion ? record_loop<true, true>(b, count, lever)
                     : record_loop<true, false>(b, count, lever);
  else
    law.has_cohesion ? record_loop<false, true>(b, count, lever)
                     : record_loop<false, false>(b, count, lever);
}

void store_records(const ContactArgs& a, const Block& b, int count, const PairLaw& law,
                   const Scratch& s) {
  const auto& out = b.record;
  // Locals: a store through these vectors may change any object, as far as the compiler knows.
  ContactRecord* const to = a.records;
  const std::uint32_t* const record_of = a.record_of;
  LastForce* const last = a.last_now;
  for (int l = 0; l < count; l += 4) {
    Four f[4] = {load4(&out[0][l]), load4(&out[1][l]), load4(&out[2][l]), load4(&out[3][l])};
    Four m[4] = {load4(&out[4][l]), load4(&out[5][l]), load4(&out[6][l]), load4(&b.touching[l])};
    transpose(f[0], f[1], f[2], f[3]);
    transpose(m[0], m[1], m[2], m[3]);
    const int lanes = count - l < 4 ? count - l : 4;
    for (int k = 0; k < lanes; ++k) {
      const std::uint32_t c = b.contact[l + k];
      store_record(f[k], m[k], to[record_of[c]]);
      narrow(pick4(f[k], m[k], FourIndex{0, 1, 2, 7}), last[c]);
    }
  }
  if (s.report_forces != nullptr)
    for (int l = 0; l < count; ++l)
      s.report_forces[b.contact[l]] = {{out[0][l], out[1][l], out[2][l]},
                                       {out[4][l], out[5][l], out[6][l]}};
  if (a.couple != nullptr) store_couples(a, b, count, law);
}

void note_deepest(const Block& b, int count, LossSum& sum) {
  for (int l = 0; l < count; ++l) {
    const double d = b.delta[l] / (b.ri[l] < b.rj[l] ? b.ri[l] : b.rj[l]);
    sum.deepest = d > sum.deepest ? d : sum.deepest;
  }
}

// Greatest overlap, number of contacts, and what the springs of contacts that end now still hold.
void watch(const ContactArgs& a, const Block& b, int count, const PairLaw& law, LossSum& sum) {
  const int end = padded(count);  // lanes past the count repeat a contact: harmless to the maximum
  Four touching{}, ended{};
  const Four one{1, 1, 1, 1}, zero{};
  FourIndex deeper{};
  for (int l = 0; l < end; l += 4) {
    const Four ri = load4(&b.ri[l]), rj = load4(&b.rj[l]);
    deeper |= load4(&b.delta[l]) > sum.deepest * (ri < rj ? ri : rj);
    const Four now = load4(&b.touching[l]);
    touching += now;
    ended += load4(&b.touched[l]) > now ? one : zero;
  }
  if (deeper[0] | deeper[1] | deeper[2] | deeper[3]) note_deepest(b, count, sum);
  double extra = 0;
  for (int l = count; l < end; ++l) extra += b.touching[l];
  sum.touching += static_cast<std::uint64_t>(sum4(touching) - extra);
  if (sum4(ended) == 0) return;
  for (int l = 0; l < count; ++l)
    if (b.touched[l] > b.touching[l])
      book_release(law, effective_mass(b, l), effective_radius(b, l), history_of(a, b.contact[l]),
                   1, sum);
}

// Touch and law, part by part.
void run_parts(const ContactArgs& a, Block& b, int count, const PairLaw& law, bool damped) {
  if (a.periodic)
    touch_loop<true>(a, b, count, law.range);
  else
    touch_loop<false>(a, b, count, law.range);
  apply_parts(b, count, law, a.dt, damped);
  if (law.asks_holds()) end_unheld(b, count);
  forget_untouched(b, count, law.history);
  record_loop(b, count, law, a.lever);
}

void finish_block(const ContactArgs& a, Block& b, int count, const PairLaw& law, const Scratch& s,
                  LossSum& sum) {
  const std::uint64_t t0 = processor_ticks();
  collect(a, b, count);
  if (a.deforming) carry_to_images(a, b, count);
  load_history(a, b, count, law.history);
  const bool damped = a.damping != nullptr && law.damping_by_mass;
  if (damped)
    for (int l = 0; l < padded(count); ++l) b.damping_scale[l] = a.damping[b.contact[l]];
  const std::uint64_t t1 = processor_ticks();
  FusedLoop fused = nullptr;
  if constexpr (kFused) fused = fused_of(law, a.periodic, damped);
  if (fused != nullptr)
    fused(a, b, count, law);
  else
    run_parts(a, b, count, law, damped);
  watch(a, b, count, law, sum);
  store_history(a, b, count, law.history);
  store_records(a, b, count, law, s);
  sum_losses(a.magic, b, count, law, sum);
  const std::uint64_t t2 = processor_ticks();
  sum.ticks_touch += t1 - t0;
  sum.ticks_law += t2 - t1;
}

// The gather reads the links of few rows, which no hardware follows: they are fetched here.
HD void set_hit(const ContactArgs& a, std::uint32_t at) {
  if (at == kNoHit) return;
  const std::uint32_t link = at & ~kSharedHit, byte = link / kLinks;
  __builtin_prefetch(&a.link[byte * kLinks]);
  const auto bit = static_cast<std::uint8_t>(1u << link % kLinks);
  if (at == link)
    a.hit[byte] = static_cast<std::uint8_t>(a.hit[byte] | bit);
  else
    __atomic_fetch_or(&a.hit[byte], bit, __ATOMIC_RELAXED);
}

// Which contacts touch, for the next step and for a gather by hits.
void mark(const ContactArgs& a, const Block& b, int count) {
  FourIndex changed{};
  for (int l = 0; l < padded(count); l += 4)
    changed |= load4(&b.touched[l]) != load4(&b.touching[l]);
  if (changed[0] | changed[1] | changed[2] | changed[3])
    for (int l = 0; l < count; ++l) {
      std::uint16_t& kind = a.kind[b.contact[l]];
      kind = static_cast<std::uint16_t>((kind & ~kTouched) | (b.touching[l] > 0 ? kTouched : 0u));
    }
  if (!a.by_hits) return;
  for (int l = 0; l < count; ++l) {
    if (!(b.touching[l] > 0)) continue;
    const LinkPositions at = a.at[b.contact[l]];
    set_hit(a, at.lower);
    set_hit(a, at.higher);
  }
}

}  // namespace
}  // namespace scree::kernel
