// What each vertex of a tetrahedron gets of it: the signed orthoschemes of docs/theory/laguerre.md.
//
// For vertex i, with l the vertex opposite a facet i, j, k:
//
//   V_i = sum over l of  v_l (a_ij b_k + a_ik b_j)
//
//   a_ij   where the plane of equal power cuts the edge: x_i + a_ij (x_j - x_i)
//   b_j    barycentric coordinates of the facet's power centre
//   v_l    volume of the tetrahedron times the barycentric coordinate of its power centre at l
//
// No square root; eleven divisions. Included by kernel_*.cpp only.
#pragma once

#include "geometry/kernel/lanes.hpp"

namespace scree::geometry::kernel {
namespace {

// Below these the pieces have lost too many digits, and the cells are clipped instead: six times
// the volume, squared, and four times the area of a facet, squared, against powers of the size.
constexpr double kLeastVolume = 1e-10, kLeastArea = 1e-5;

struct LaneVector {
  Lanes x, y, z;
};
HD LaneVector from_to(const Columns& a, const Columns& b) {
  return {b.x - a.x, b.y - a.y, b.z - a.z};
}
HD Lanes dot(const LaneVector& a, const LaneVector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
HD LaneVector cross(const LaneVector& a, const LaneVector& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// One edge: its vector, length squared, and g = a_ij |x_j - x_i|^2 at the first vertex.
struct Edge {
  LaneVector e;
  Lanes square, g, a;
};
HD Edge edge(const Columns& i, const Columns& j) {
  Edge r;
  r.e = from_to(i, j);
  r.square = dot(r.e, r.e);
  r.g = 0.5 * (r.square + (i.w - j.w));
  r.a = r.g / r.square;
  return r;
}

// The facet i, j, k: v times the shares of its three vertices. ij and ik start at i, jk at j.
HD void add_facet(Lanes v, Lanes area2, const Edge& ij, const Edge& ik, const Edge& jk, Lanes& vi,
                  Lanes& vj, Lanes& vk) {
  const Lanes turn = dot(ij.e, ik.e), share = 1.0 / area2;
  const Lanes bj = (ij.g * ik.square - ik.g * turn) * share;
  const Lanes bk = (ik.g * ij.square - ij.g * turn) * share;
  const Lanes bi = 1.0 - bj - bk;
  vi += v * (ij.a * bk + ik.a * bj);
  vj += v * ((1.0 - ij.a) * bk + jk.a * bi);
  vk += v * ((1.0 - ik.a) * bj + (1.0 - jk.a) * bi);
}

HD LaneMask inside(Lanes v, double low, double high) { return (v > low) & (v < high); }

// r: the four vertices; out: their pieces.
HD LaneMask pieces_of(const Columns (&r)[4], const Vec3& low, const Vec3& high, Lanes (&out)[4]) {
  const Edge e01 = edge(r[0], r[1]), e02 = edge(r[0], r[2]), e03 = edge(r[0], r[3]);
  const Edge e12 = edge(r[1], r[2]), e13 = edge(r[1], r[3]), e23 = edge(r[2], r[3]);
  const LaneVector n1 = cross(e02.e, e03.e), n2 = cross(e03.e, e01.e), n3 = cross(e01.e, e02.e);
  const LaneVector n0 = cross(e12.e, e13.e);
  const Lanes det = dot(e01.e, n1), inverse = 1.0 / det;
  // The power centre relative to vertex 0.
  const LaneVector c{(e01.g * n1.x + e02.g * n2.x + e03.g * n3.x) * inverse,
                     (e01.g * n1.y + e02.g * n2.y + e03.g * n3.y) * inverse,
                     (e01.g * n1.z + e02.g * n2.z + e03.g * n3.z) * inverse};
  const Lanes sixth = Lanes{} + 1.0 / 6.0;
  const Lanes v1 = dot(c, n1) * sixth, v2 = dot(c, n2) * sixth, v3 = dot(c, n3) * sixth;
  const Lanes v0 = ((det * sixth - v1) - v2) - v3;
  const Lanes area0 = dot(n0, n0), area1 = dot(n1, n1), area2 = dot(n2, n2), area3 = dot(n3, n3);
  for (Lanes& v : out) v = Lanes{};
  add_facet(v0, area0, e12, e13, e23, out[1], out[2], out[3]);
  add_facet(v1, area1, e02, e03, e23, out[0], out[2], out[3]);
  add_facet(v2, area2, e01, e03, e13, out[0], out[1], out[3]);
  add_facet(v3, area3, e01, e02, e12, out[0], out[1], out[2]);
  // |g| <= (square + |dw|) / 2 measures edges and weights at once.
  const auto size = [](const Edge& e) __attribute__((always_inline)) {
    return greater(e.square, absolute(e.g + e.g));
  };
  const Lanes most = greater(greater(greater(size(e01), size(e02)), greater(size(e03), size(e12))),
                             greater(size(e13), size(e23)));
  const Lanes least = lesser(lesser(area0, area1), lesser(area2, area3));
  return (det > 0.0) & (det * det > kLeastVolume * (most * most * most)) &
         (least > kLeastArea * (most * most)) & inside(r[0].x + c.x, low.x, high.x) &
         inside(r[0].y + c.y, low.y, high.y) & inside(r[0].z + c.z, low.z, high.z);
}

HD void vertex_columns(const Site* s, const std::array<std::uint32_t, 4>* q, Columns (&out)[4]) {
  for (int m = 0; m < 4; ++m)
    out[m] = columns_of(rows_of(s, q, 0, m), rows_of(s, q, 1, m), rows_of(s, q, 2, m),
                        rows_of(s, q, 3, m));
}

HD void store_pieces(const Lanes (&v)[4], int count, Pieces* out) {
  for (int first = 0; first < kLanes; first += 4) {
    Four row[4];
    for (int k = 0; k < 4; ++k) row[k] = load4(reinterpret_cast<const double*>(&v[k]) + first);
    transpose(row[0], row[1], row[2], row[3]);
    for (int k = 0; k < 4 && first + k < count; ++k) store4(out[first + k].volume, row[k]);
  }
}

void tetrahedron_pieces(const Site* s, const std::array<std::uint32_t, 4>* q, int count,
                        const Vec3& low, const Vec3& high, Pieces* out, std::uint8_t* usable) {
  for (int at = 0; at < count; at += kLanes) {
    std::array<std::uint32_t, 4> group[kLanes];
    for (int k = 0; k < kLanes; ++k) group[k] = q[at + k < count ? at + k : count - 1];
    Columns r[4];
    Lanes v[4];
    vertex_columns(s, group, r);
    const LaneMask good = pieces_of(r, low, high, v);
    const int here = count - at < kLanes ? count - at : kLanes;
    store_pieces(v, here, out + at);
    for (int k = 0; k < here; ++k) usable[at + k] = good[k] != 0;
  }
}

}  // namespace
}  // namespace scree::geometry::kernel
