// Grain-grain contacts: collect, touch, apply law, store; and the gather per grain.
//
// Near pairs go through the loops whether they touch or not (most do): lanes that do not are
// emptied when they are stored. Where most do not touch (a dilute gas), pairs are tested one by one
// first.
//
// Included by kernel_*.cpp only.
#pragma once

#include <x86intrin.h>

#include "detect/detector.hpp"
#include "sim/kernel/lanes.hpp"
#include "sim/kernel/law_loops.hpp"

namespace scree::kernel {
namespace {

HD Four half_row(const ContactRecord& r, int which) {
  return load4(reinterpret_cast<const double*>(&r) + 4 * which);
}

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
    Four xi[4], xj[4];
    for (int k = 0; k < 4; ++k) xi[k] = load_row(a.xr[i[k]]), xj[k] = load_row(a.xr[j[k]]);
    for (int k = 0; k < 4; ++k) b.ri[l + k] = xi[k][3], b.rj[l + k] = xj[k][3];
    store_columns(b.dx, l, xj[0] - xi[0], xj[1] - xi[1], xj[2] - xi[2], xj[3] - xi[3]);
    Four vi[4], vj[4];
    for (int k = 0; k < 4; ++k) vi[k] = load_row(a.vm[i[k]]), vj[k] = load_row(a.vm[j[k]]);
    for (int k = 0; k < 4; ++k) b.inv_m[l + k] = vi[k][3] + vj[k][3];
    store_columns(b.dv, l, vj[0] - vi[0], vj[1] - vi[1], vj[2] - vi[2], vj[3] - vi[3]);
    const std::uint32_t* c = &b.contact[l];
    Four last[4];
    for (int k = 0; k < 4; ++k) last[k] = widened(a.last[c[k]]);
    transpose(last[0], last[1], last[2], last[3]);
    for (int k = 0; k < 3; ++k) store4(&b.before[k][l], last[k]);
    store4(&b.touched[l], last[3]);
    store_columns(b.wi, l, load_row(a.ws[i[0]]), load_row(a.ws[i[1]]), load_row(a.ws[i[2]]),
                  load_row(a.ws[i[3]]));
    store_columns(b.wj, l, load_row(a.ws[j[0]]), load_row(a.ws[j[1]]), load_row(a.ws[j[2]]),
                  load_row(a.ws[j[3]]));
  }
}

HD double* history_of(const ContactArgs& a, std::uint32_t contact) {
  return a.history + static_cast<std::size_t>(contact) * static_cast<std::size_t>(a.stride);
}

// Contacts of the block lie one behind the other in memory.
HD bool contiguous(const Block& b, int count) {
  return b.contact[count - 1] - b.contact[0] == static_cast<std::uint32_t>(count - 1);
}

void load_history(const ContactArgs& a, Block& b, int count, int used) {
  const int end = padded(count);
  int l = 0;
  if (used == 3 && a.stride == 3 && contiguous(b, count)) {
    for (; l + 4 <= count; l += 4) {
      Four row[4];
      load_vectors(history_of(a, b.contact[l]), row);
      store_columns(b.history, l, row[0], row[1], row[2], row[3]);
    }
  }
  for (; l < end; ++l) {
    const double* h = history_of(a, b.contact[l]);
    for (int k = 0; k < used; ++k) b.history[k][l] = h[k];
  }
}

// What is kept of a lane that does not touch: nothing.
void store_history(const ContactArgs& a, Block& b, int count, int used) {
  const int end = padded(count);
  for (int k = 0; k < used; ++k)
#pragma GCC ivdep
    for (int l = 0; l < end; ++l) b.history[k][l] = b.touching[l] > 0 ? b.history[k][l] : 0.0;
  int l = 0;
  if (used == 3 && a.stride == 3 && contiguous(b, count)) {
    for (; l + 4 <= count; l += 4) {
      Four row[4] = {load4(&b.history[0][l]), load4(&b.history[1][l]), load4(&b.history[2][l]), {}};
      transpose(row[0], row[1], row[2], row[3]);
      store_vectors(history_of(a, b.contact[l]), row);
    }
  }
  for (; l < count; ++l) {
    double* h = history_of(a, b.contact[l]);
    for (int k = 0; k < used; ++k) h[k] = b.history[k][l];
  }
}

// (3.1) to (3.6) with the lever arms of docs/decisions/0003.
template <bool periodic>
void touch_loop(const ContactArgs& a, Block& b, int count, double range) {
  const int end = padded(count);
  const double s = a.lever;
#pragma GCC ivdep
  for (int l = 0; l < end; ++l) {
    Vec3 d{b.dx[0][l], b.dx[1][l], b.dx[2][l]};
    if constexpr (periodic) d = nearest_image(d, a.length, a.inverse_length);
    const double ri = b.ri[l], rj = b.rj[l];
    const double reach = (ri + rj) + range;
    const double d2 = norm2(d);
    b.touching[l] = d2 < reach * reach ? 1.0 : 0.0;  // within_reach()
    const double distance = __builtin_sqrt(d2);
    const double inverse = distance > 0 ? 1.0 / distance : 0.0;
    const Vec3 n{distance > 0 ? inverse * d.x : 1.0, inverse * d.y, inverse * d.z};  // (3.2)
    const double delta = (ri + rj) - distance;                                       // (3.1)
    const Vec3 dv{b.dv[0][l], b.dv[1][l], b.dv[2][l]};
    const Vec3 wi{b.wi[0][l], b.wi[1][l], b.wi[2][l]}, wj{b.wj[0][l], b.wj[1][l], b.wj[2][l]};
    const double vn = dot(dv, n);
    const Vec3 spin = (rj - s * delta) * wj + (ri - s * delta) * wi;
    const Vec3 v_t = (dv - vn * n) + cross(n, spin);  // (3.3), (3.6)
    b.n[0][l] = n.x, b.n[1][l] = n.y, b.n[2][l] = n.z;
    b.delta[l] = delta;
    b.delta_dot[l] = -vn;  // (3.5)
    b.v_t[0][l] = v_t.x, b.v_t[1][l] = v_t.y, b.v_t[2][l] = v_t.z;
    const Vec3 w = wi - wj;
    b.w_rel[0][l] = w.x, b.w_rel[1][l] = w.y, b.w_rel[2][l] = w.z;
    b.m_eff[l] = 1.0 / b.inv_m[l];
    b.r_eff[l] = ri * rj / (ri + rj);
  }
}

HD double sum4(Four v) { return (v[0] + v[1]) + (v[2] + v[3]); }

void sum_losses(Block& b, int count, const PairLaw& law, double magic, LossSum& sum) {
  const int end = padded(count);
  const bool used[kLosses] = {true, law.has_tangential, law.has_tangential, law.has_rolling,
                              law.has_cohesion};
  const Four m{magic, magic, magic, magic}, zero{};
  for (int l = count; l < end; ++l) b.touching[l] = 0;
  for (int c = 0; c < kLosses; ++c) {
    if (!used[c]) continue;
    Four s{};
    for (int l = 0; l < end; l += 4) {
      const Four loss = load4(&b.touching[l]) > zero ? load4(&b.loss[c][l]) : zero;
      s += (loss + m) - m;
    }
    sum.value[c] += sum4(s);
  }
}

void store_rolling(const Block& b, int count, const PairLaw& law, Vec3* rolling) {
  for (int l = 0; l < count; ++l)
    rolling[b.contact[l]] = law.has_rolling && b.touching[l] > 0
                                ? Vec3{b.torque_r[0][l], b.torque_r[1][l], b.torque_r[2][l]}
                                : Vec3{};
}

void store_records(const ContactArgs& a, Block& b, int count, const PairLaw& law,
                   const Scratch& s) {
  const int end = padded(count);
  double out[7][kBlock];
#pragma GCC ivdep
  for (int l = 0; l < end; ++l) {
    const bool touching = b.touching[l] > 0;
    const Vec3 n{b.n[0][l], b.n[1][l], b.n[2][l]};
    double push = b.force_n[l];
    if (law.has_cohesion) push -= b.pull[l];
    Vec3 f = -push * n;
    Vec3 m{};
    if (law.has_tangential) {
      const Vec3 t{b.force_t[0][l], b.force_t[1][l], b.force_t[2][l]};
      f += t;
      m = cross(n, t);  // (3.16) per unit of lever arm
    }
    out[0][l] = touching ? f.x : 0.0, out[1][l] = touching ? f.y : 0.0;
    out[2][l] = touching ? f.z : 0.0, out[3][l] = touching ? b.delta[l] : 0.0;
    out[4][l] = touching ? m.x : 0.0, out[5][l] = touching ? m.y : 0.0;
    out[6][l] = touching ? m.z : 0.0;
  }
  // Locals: a store through these vectors may change any object, as far as the compiler knows.
  ContactRecord* const to = s.to;
  LastForce* const last = a.last;
  for (int l = 0; l < count; l += 4) {
    Four f[4] = {load4(&out[0][l]), load4(&out[1][l]), load4(&out[2][l]), load4(&out[3][l])};
    Four m[4] = {load4(&out[4][l]), load4(&out[5][l]), load4(&out[6][l]), load4(&b.touching[l])};
    transpose(f[0], f[1], f[2], f[3]);
    transpose(m[0], m[1], m[2], m[3]);
    const int lanes = count - l < 4 ? count - l : 4;
    for (int k = 0; k < lanes; ++k) {
      const std::uint32_t c = b.contact[l + k];
      store_record(f[k], m[k], to[c]);
      narrow(pick4(f[k], m[k], FourIndex{0, 1, 2, 7}), last[c]);
    }
  }
  if (s.also != nullptr)
    for (int l = 0; l < count; ++l)
      s.also[b.contact[l]] = {{out[0][l], out[1][l], out[2][l]}, {out[4][l], out[5][l], out[6][l]}};
  if (s.rolling != nullptr) store_rolling(b, count, law, s.rolling);
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
      book_release(law, b.m_eff[l], b.r_eff[l], history_of(a, b.contact[l]), a.quantum, sum);
}

void finish_block(const ContactArgs& a, Block& b, int count, const PairLaw& law, const Scratch& s,
                  LossSum& sum) {
  const std::uint64_t t0 = __rdtsc();
  collect(a, b, count);
  if (a.periodic)
    touch_loop<true>(a, b, count, law.range);
  else
    touch_loop<false>(a, b, count, law.range);
  watch(a, b, count, law, sum);
  const std::uint64_t t1 = __rdtsc();
  load_history(a, b, count, law.history);
  apply_law(b, count, law, a.dt);
  store_history(a, b, count, law.history);
  store_records(a, b, count, law, s);
  sum_losses(b, count, law, a.quantum, sum);
  const std::uint64_t t2 = __rdtsc();
  sum.ticks_touch += t1 - t0;
  sum.ticks_law += t2 - t1;
}

template <bool one_law>
HD int law_of(const ContactArgs& a, std::uint32_t i, std::uint32_t j) {
  return one_law ? 0 : a.pair_law[a.ws[i].material * a.materials + a.ws[j].material];
}

HD bool near_enough(const ContactArgs& a, std::uint32_t i, std::uint32_t j, double range) {
  return a.periodic ? within_reach(a.xr[i], a.xr[j], range, a.length, a.inverse_length)
                    : within_reach(a.xr[i], a.xr[j], range);
}

HD void fetch_lines(const void* from, std::size_t bytes) {
  const char* p = static_cast<const char*>(from);
  for (std::size_t b = 0; b < bytes; b += 64) __builtin_prefetch(p + b);
}

// What the contacts from c on need, two blocks before they do. The rows of grains lie near each
// other, but in no order; the lists are read in order, but no hardware follows them from one page
// to the next, and there are many of them.
HD void fetch_ahead(const ContactArgs& a, std::uint32_t c) {
  if (c + 3 * kBlock > a.count) return;
  for (std::uint32_t l = 0; l < kBlock; ++l) {
    for (const std::uint32_t row : {a.owner[c + l], a.other[c + l]}) {
      __builtin_prefetch(&a.xr[row]);
      __builtin_prefetch(&a.vm[row]);
      __builtin_prefetch(&a.ws[row]);
    }
  }
  fetch_lines(&a.owner[c + 2 * kBlock], kBlock * sizeof(std::uint32_t));
  fetch_lines(&a.other[c + 2 * kBlock], kBlock * sizeof(std::uint32_t));
  fetch_lines(&a.last[c], kBlock * sizeof(LastForce));
  fetch_lines(history_of(a, c), kBlock * sizeof(double) * static_cast<std::size_t>(a.stride));
}

// One law, no rejection: a block is a slice of the list.
void contact_slices(const ContactArgs& a, std::uint32_t first, std::uint32_t last, Scratch& s,
                    LossSum& sum) {
  Block& b = s.blocks[0];
  for (std::uint32_t c = first; c < last; c += kBlock) {
    const int n = last - c < kBlock ? static_cast<int>(last - c) : kBlock;
    __builtin_memcpy(b.owner, a.owner + c, static_cast<std::size_t>(n) * sizeof(std::uint32_t));
    __builtin_memcpy(b.other, a.other + c, static_cast<std::size_t>(n) * sizeof(std::uint32_t));
    for (int l = 0; l < n; ++l) b.contact[l] = c + static_cast<std::uint32_t>(l);
    fetch_ahead(a, c + 2 * kBlock);
    finish_block(a, b, n, a.laws[0], s, sum);
  }
}

template <bool one_law, bool reject>
void contact_by_contact(const ContactArgs& a, std::uint32_t first, std::uint32_t last, Scratch& s,
                        LossSum& sum) {
  for (std::uint32_t c = first; c < last; ++c) {
    const std::uint32_t i = a.owner[c], j = a.other[c];
    const int law = law_of<one_law>(a, i, j);
    if (reject && a.last[c].touching == 0 && !near_enough(a, i, j, a.laws[law].range)) {
      s.to[c] = {};
      if (s.also != nullptr) s.also[c] = {};
      if (s.rolling != nullptr) s.rolling[c] = {};
      continue;
    }
    Block& b = s.blocks[law];
    int& n = s.counts[law];
    b.owner[n] = i;
    b.other[n] = j;
    b.contact[n] = c;
    if (++n == kBlock) {
      finish_block(a, b, n, a.laws[law], s, sum);
      n = 0;
    }
  }
  for (int law = 0; law < a.law_count; ++law) {
    if (s.counts[law] > 0) finish_block(a, s.blocks[law], s.counts[law], a.laws[law], s, sum);
    s.counts[law] = 0;
  }
}

void contacts(const ContactArgs& a, std::uint32_t first, std::uint32_t last, Scratch& s,
              LossSum& sum) {
  if (a.law_count == 1 && !a.reject)
    contact_slices(a, first, last, s, sum);
  else if (a.law_count == 1)
    contact_by_contact<true, true>(a, first, last, s, sum);
  else if (a.reject)
    contact_by_contact<false, true>(a, first, last, s, sum);
  else
    contact_by_contact<false, false>(a, first, last, s, sum);
}

// A link is 2 p, or 2 p + 1 where the row is the partner of the contact at place p, not its owner.
constexpr double kLinkSign[2] = {1.0, -1.0};

void gather_rolling(const GatherArgs& g, std::uint32_t first, std::uint32_t last, Vec3* tq) {
  for (std::uint32_t s = first; s < last; ++s) {
    Vec3 roll{};
    for (std::uint32_t k = g.link_begin[s]; k < g.link_begin[s + 1]; ++k)
      roll += kLinkSign[g.link[k] & 1u] * g.rolling[g.link[k] >> 1];
    tq[s - first] += roll;
  }
}

// The contacts of a row in the order of the neighbours' ids. Taken eight at a time, with the empty
// record in place of what is missing (adding zero changes no bit): how many there are is a guess
// that the processor gets wrong too often. Force and torque are summed side by side.
void gather(const GatherArgs& g, std::uint32_t first, std::uint32_t last, Vec3* f, Vec3* tq) {
  for (std::uint32_t s = first; s < last; ++s) {
    Eight sum{};
    const double r = g.xr[s].r;
    for (std::uint32_t k = g.link_begin[s]; k < g.link_begin[s + 1]; k += kLinks) {
#pragma GCC unroll 8
      for (std::uint32_t m = 0; m < kLinks; ++m) {
        const std::uint32_t link = g.link[k + m];
        const ContactRecord& record = g.records[link >> 1];
        const double sign = kLinkSign[link & 1u], arm = r - g.lever * record.overlap;
        const Eight by{sign, sign, sign, sign, arm, arm, arm, arm};
        sum += by * *reinterpret_cast<const Eight*>(&record);
      }
    }
    f[s - first] = {sum[0], sum[1], sum[2]};
    tq[s - first] = {sum[4], sum[5], sum[6]};
  }
  if (g.rolling != nullptr) gather_rolling(g, first, last, tq);
}

}  // namespace
}  // namespace scree::kernel
