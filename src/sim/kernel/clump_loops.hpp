// Scales of the dashpots of clumps: twins of the loops of sim/engines/clump_damping.cpp for walls.
//
// Included by kernel_*.cpp only.
#pragma once

#include <cstddef>

#include "geometry/spheres.hpp"
#include "sim/kernel/lanes.hpp"
#include "sim/kernel/sift_loops.hpp"

namespace scree::kernel {
namespace {

// Where the contacts of a block are, and how the clumps give way.
struct alignas(64) ClumpLanes {
  double d[3][kBlock];                      // centre to centre
  double arm1[3][kBlock], arm2[3][kBlock];  // from the centre of mass to the ball
  double spin1[6][kBlock], spin2[6][kBlock];
  double ri[kBlock], rj[kBlock];
};

// As a body lies in memory (body_loops.hpp).
constexpr int kTurnAt = 3, kMassAt = 13;
static_assert(offsetof(Body, q) == offsetof(Body, x) + kTurnAt * sizeof(double));
static_assert(offsetof(Body, inv_mass) == offsetof(Body, x) + kMassAt * sizeof(double));
static_assert(offsetof(Body, inertia) == offsetof(Body, inv_mass) + sizeof(double));

// Four bodies as lanes: the inertia tensor is R diag(I) R^T, R the images of the principal axes.
void respond_four(const Body* const (&body)[4], ClumpResponse* const (&to)[4]) {
  Four x[4], q[4], m[4], free[3];
  for (int k = 0; k < 4; ++k) {
    const double* numbers = &body[k]->x.x;
    x[k] = load4(numbers), q[k] = load4(numbers + kTurnAt), m[k] = load4(numbers + kMassAt);
    free[0][k] = (body[k]->locked & kLockedRx) != 0 ? 0.0 : 1.0;
    free[1][k] = (body[k]->locked & kLockedRy) != 0 ? 0.0 : 1.0;
    free[2][k] = (body[k]->locked & kLockedRz) != 0 ? 0.0 : 1.0;
  }
  transpose(q[0], q[1], q[2], q[3]);
  transpose(m[0], m[1], m[2], m[3]);
  const Four &w = q[0], &i = q[1], &j = q[2], &k = q[3];
  const Four one{1, 1, 1, 1};
  const Four axis[3][3] = {{one - 2 * (j * j + k * k), 2 * (i * j + w * k), 2 * (i * k - w * j)},
                           {2 * (i * j - w * k), one - 2 * (i * i + k * k), 2 * (j * k + w * i)},
                           {2 * (i * k + w * j), 2 * (j * k - w * i), one - 2 * (i * i + j * j)}};
  Four xx{}, yy{}, zz{}, yz{}, zx{}, xy{};
  for (int a = 0; a < 3; ++a) {
    const FourIndex turns = (m[0] > Four{}) & (m[a + 1] > Four{});
    const Four by = turns ? one / m[a + 1] : Four{};
    const Four ax = free[0] * axis[a][0], ay = free[1] * axis[a][1], az = free[2] * axis[a][2];
    xx += by * (ax * ax), yy += by * (ay * ay), zz += by * (az * az);
    yz += by * (ay * az), zx += by * (az * ax), xy += by * (ax * ay);
  }
  transpose(yy, zz, yz, zx);  // a row for each body
  const Four rows[4] = {yy, zz, yz, zx};
  for (int b = 0; b < 4; ++b) {
    x[b][3] = xx[b];
    store4(&to[b]->x.x, x[b]);
    store4(&to[b]->yy, rows[b]);
    to[b]->xy = xy[b];
  }
}

void respond_clumps(const Body* bodies, const std::uint32_t* list, const std::uint32_t* place,
                    std::size_t count, ClumpResponse* out) {
  for (std::size_t at = 0; at < count; at += 4) {
    const Body* body[4];
    ClumpResponse* to[4];
    for (std::size_t k = 0; k < 4; ++k) {
      const std::size_t n = at + k < count ? at + k : count - 1;
      body[k] = bodies + list[n], to[k] = out + place[list[n]];
    }
    respond_four(body, to);
  }
}

template <Images images>
HD Vec3 image_of(const ContactArgs& a, const Vec3& d) {
  if constexpr (images == Images::tilted)
    return nearest_image(d, a.length, a.inverse_length, a.tilt);
  else if constexpr (images == Images::upright)
    return nearest_image(d, a.length, a.inverse_length);
  else
    return d;
}

HD const Four* rows_of(const ClumpResponse& r) { return reinterpret_cast<const Four*>(&r); }

// Arm and response of four rows. The numbers of a response lie in three rows of four.
HD void collect_response(const ClumpPairs& p, const std::uint32_t* row, const Four* x,
                         double (*arm)[kBlock], double (*spin)[kBlock], int l) {
  Four to[4], more[4];
  for (int k = 0; k < 4; ++k) {
    const Four* r = rows_of(p.response[p.clump_of[row[k]]]);
    to[k] = with_last(x[k] - r[0], r[0]);
    more[k] = r[1];
    spin[5][l + k] = r[2][0];
  }
  store_columns(arm, l, to), store4(&spin[0][l], to[3]);
  store_columns(spin + 1, l, more), store4(&spin[4][l], more[3]);
}

// Pairs -> lanes; past the count the last pair again.
void collect_clumps(const ContactArgs& a, const ClumpPairs& p, const std::uint32_t* pair, int count,
                    ClumpLanes& in, ClumpBlock& b) {
  for (int l = 0; l < count; l += 4) {
    std::uint32_t i[4], j[4];
    Four xi[4], xj[4], d[4], radius_and_mass[4];
    for (int k = 0; k < 4; ++k) {
      const std::uint32_t at = pair[l + k < count ? l + k : count - 1];
      i[k] = p.owner[at], j[k] = p.other[at];
      xi[k] = load_row(a.xr[i[k]]), xj[k] = load_row(a.xr[j[k]]);
      d[k] = with_last(xj[k] - xi[k], xi[k]);
      const Four masses = load_row(a.vm[i[k]]) + load_row(a.vm[j[k]]);
      radius_and_mass[k] = Four{xj[k][3], masses[3], 0, 0};
    }
    store_columns(in.d, l, d), store4(&in.ri[l], d[3]);
    transpose(radius_and_mass[0], radius_and_mass[1], radius_and_mass[2], radius_and_mass[3]);
    store4(&in.rj[l], radius_and_mass[0]), store4(&b.inv_m[l], radius_and_mass[1]);
    collect_response(p, i, xi, in.arm1, in.spin1, l);
    collect_response(p, j, xj, in.arm2, in.spin2, l);
  }
}

HD Vec3 lane_of(const double (*v)[kBlock], int l) { return {v[0][l], v[1][l], v[2][l]}; }
HD void put_lane(double (*to)[kBlock], int l, const Vec3& v) {
  to[0][l] = v.x, to[1][l] = v.y, to[2][l] = v.z;
}
HD Vec3 spin_of(const double (*m)[kBlock], int l, const Vec3& v) {
  return {m[0][l] * v.x + m[5][l] * v.y + m[4][l] * v.z,
          m[5][l] * v.x + m[1][l] * v.y + m[3][l] * v.z,
          m[4][l] * v.x + m[3][l] * v.y + m[2][l] * v.z};
}

// What each contact does by itself.
template <Images images>
void respond(const ContactArgs& a, const ClumpLanes& in, int count, ClumpBlock& b) {
  const int end = (count + 7) & ~7;
#pragma GCC ivdep
  for (int l = 0; l < end; ++l) {
    const SphereMeeting at =
        spheres_meeting(image_of<images>(a, lane_of(in.d, l)), in.ri[l], in.rj[l]);
    const Vec3 n{at.normal.x, at.normal.y, at.normal.z};
    const Vec3 l1 = cross(image_of<images>(a, lane_of(in.arm1, l)), n);
    const Vec3 l2 = cross(image_of<images>(a, lane_of(in.arm2, l)), n);
    const Vec3 s1 = spin_of(in.spin1, l, l1), s2 = spin_of(in.spin2, l, l2);
    put_lane(b.n, l, n);
    put_lane(b.lever1, l, l1), put_lane(b.lever2, l, l2);
    put_lane(b.spin1, l, s1), put_lane(b.spin2, l, s2);
    b.overlap[l] = at.overlap;
    b.gives[l] = b.inv_m[l] + (dot(l1, s1) + dot(l2, s2));
  }
}

// What unit impulses at all contacts of a group that press do together: those of one by itself are
// known.
void respond_together(ClumpBlock* blocks, std::uint32_t first, std::uint32_t last) {
  Vec3 push, spin1, spin2;
  for (std::uint32_t m = first; m < last; ++m) {
    const ClumpBlock& b = blocks[m / kBlock];
    const int l = static_cast<int>(m % kBlock);
    if (!(b.overlap[l] > 0)) continue;
    push += lane_of(b.n, l), spin1 += lane_of(b.spin1, l), spin2 += lane_of(b.spin2, l);
  }
  for (std::uint32_t m = first; m < last; ++m) {
    ClumpBlock& b = blocks[m / kBlock];
    const int l = static_cast<int>(m % kBlock);
    if (!(b.overlap[l] > 0)) continue;
    b.gives[l] = b.inv_m[l] * dot(push, lane_of(b.n, l)) +
                 (dot(lane_of(b.lever1, l), spin1) + dot(lane_of(b.lever2, l), spin2));
  }
}

void store_scales(const ClumpPairs& p, const std::uint32_t* pair, int count, const ClumpBlock& b) {
  double scale[kBlock];
  const int end = (count + 7) & ~7;
#pragma GCC ivdep
  for (int l = 0; l < end; ++l) {
    const double by = __builtin_sqrt(b.inv_m[l] / b.gives[l]);
    scale[l] = b.gives[l] > b.inv_m[l] ? by : 1.0;
  }
  for (int l = 0; l < count; ++l) p.scale[p.contact[pair[l]]] = scale[l];
}

// Positions of the pairs from c on, which may belong to the next call.
HD void fetch_pairs(const ContactArgs& a, const ClumpPairs& p, std::uint32_t c) {
  const std::uint32_t end = c + kBlock < p.count ? c + kBlock : p.count;
  for (; c < end; ++c) {
    __builtin_prefetch(&a.xr[p.owner[c]]);
    __builtin_prefetch(&a.xr[p.other[c]]);
  }
}
// The rest of a pair that touches: needed when all pairs of the call have been looked at.
HD void fetch_response(const ContactArgs& a, const ClumpPairs& p, std::uint32_t c) {
  for (const std::uint32_t row : {p.owner[c], p.other[c]}) {
    __builtin_prefetch(&a.vm[row]);
    const char* response = reinterpret_cast<const char*>(&p.response[p.clump_of[row]]);
    __builtin_prefetch(response);
    __builtin_prefetch(response + sizeof(ClumpResponse) - 1);
  }
}

// Those of the pairs [first, last) that are within range, in the same order.
template <Images images>
std::uint32_t touching_pairs(const ContactArgs& a, const ClumpPairs& p, std::uint32_t first,
                             std::uint32_t last, std::uint32_t* pair) {
  ContactArgs rows = a;
  rows.owner = p.owner, rows.other = p.other;
  std::uint32_t count = 0;
  for (std::uint32_t c = first; c < last; c += kBlock) {
    fetch_pairs(a, p, c + 2 * kBlock);
    for (unsigned bits = within<images>(rows, c, last - c < kBlock ? last - c : kBlock); bits != 0;
         bits &= bits - 1) {
      pair[count] = c + static_cast<std::uint32_t>(__builtin_ctz(bits));
      fetch_response(a, p, pair[count++]);
    }
  }
  return count;
}

template <Images images>
void scale_damping_of(const ContactArgs& a, const ClumpPairs& p, std::uint32_t first,
                      std::uint32_t last, ClumpScratch& s) {
  const std::uint32_t count = touching_pairs<images>(a, p, first, last, s.pair);
  const auto in_block = [count](std::uint32_t m) {
    return static_cast<int>(count - m < kBlock ? count - m : kBlock);
  };
  ClumpLanes lanes;
  for (std::uint32_t m = 0; m < count; m += kBlock) {
    ClumpBlock& b = s.blocks[m / kBlock];
    collect_clumps(a, p, s.pair + m, in_block(m), lanes, b);
    respond<images>(a, lanes, in_block(m), b);
  }
  for (std::uint32_t m = 0; m < count;) {
    const std::uint32_t begin = m, group = p.group[s.pair[m]];
    while (m < count && p.group[s.pair[m]] == group) ++m;
    if (m - begin > 1) respond_together(s.blocks, begin, m);
  }
  for (std::uint32_t m = 0; m < count; m += kBlock)
    store_scales(p, s.pair + m, in_block(m), s.blocks[m / kBlock]);
}

void scale_clump_damping(const ContactArgs& a, const ClumpPairs& p, std::uint32_t first,
                         std::uint32_t last, ClumpScratch& s) {
  if (a.deforming)
    scale_damping_of<Images::tilted>(a, p, first, last, s);
  else if (a.periodic)
    scale_damping_of<Images::upright>(a, p, first, last, s);
  else
    scale_damping_of<Images::none>(a, p, first, last, s);
}

}  // namespace
}  // namespace scree::kernel
