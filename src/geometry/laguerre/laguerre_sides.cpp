#include "geometry/laguerre/laguerre_sides.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/laguerre/cell_tables.hpp"

namespace scree::geometry {
namespace {

using Vertex = Triangulation::Vertex;

// Of the terms of a test, against some tens of roundings (1e-14): below, the side stays open.
constexpr double kDoubt = 1e-12;
// Cosine squared of an edge against the normal of the side that it leaves by, and sine squared of a
// side's normal against the line between two sites: below, q or its lines lose more than 3 digits.
constexpr double kLeastSlope = 1e-6;

// The power centre is x_0 + n / det. Without the division the test holds for flat tetrahedra, and
// with det = 0 for a centre at infinity. The sizes are of the terms of n and det.
Sides sides_from(const Vec3& x0, const Vec3& n, double n_size, double det, double det_size,
                 const ClipBox& box) {
  Sides sides = no_side;
  for (int axis = 0; axis < 3; ++axis) {
    const double low = x0[axis] - box.low[axis], high = box.high[axis] - x0[axis];
    const bool below = -n[axis] > det * low + kDoubt * (n_size + det_size * std::abs(low));
    const bool above = n[axis] > det * high + kDoubt * (n_size + det_size * std::abs(high));
    sides = static_cast<Sides>(sides | (below ? 1u : 0u) << (2 * axis) |
                               (above ? 2u : 0u) << (2 * axis));
  }
  return sides;
}

struct Leg {  // from vertex 0 of a tetrahedron
  Vec3 e;
  double g, size;
};
Leg leg(const Site& i, const Site& j) {
  const Vec3 e = j.x - i.x;
  const double square = norm2(e), g = 0.5 * (square + (i.w - j.w));
  return {e, g, std::max(square, std::abs(g + g))};
}

// The facet of a crossing; edge r runs from vertex r to the next. Symbols as in kernel/pieces.hpp.
struct Facet {
  std::array<const Site*, 3> site;
  std::array<Vec3, 3> e;
  std::array<double, 3> square, g, a, b;
  Vec3 normal;  // twice the area, along the edge of cells, outwards
  double area2;
  Vec3 centre;  // from vertex 0

  explicit Facet(const std::array<const Site*, 3>& s) : site(s) {
    for (std::size_t r = 0; r < 3; ++r) {
      const Site &i = *s[r], &j = *s[(r + 1) % 3];
      e[r] = j.x - i.x;
      square[r] = norm2(e[r]);
      g[r] = 0.5 * (square[r] + (i.w - j.w));
      a[r] = g[r] / square[r];
    }
    normal = cross(e[2], e[0]);
    area2 = norm2(normal);
    const double turn = -dot(e[0], e[2]), share = 1 / area2, g02 = square[2] - g[2];
    b[1] = (g[0] * square[2] - g02 * turn) * share;
    b[2] = (g02 * square[0] - g[0] * turn) * share;
    b[0] = 1 - b[1] - b[2];
    centre = b[1] * e[0] - b[2] * e[2];
  }
};

// Where the edge leaves through one side.
struct Exit {
  int axis = 0;
  double sign = 0, plane = 0;  // outward; where the side is
  double pyramid = 0;          // volume over the whole facet with its tip in q
  Vec3 q;                      // from vertex 0
  bool sound = false;
};
Exit exit_of(const Facet& f, int side, const ClipBox& box) {
  Exit out{.axis = side / 2, .sign = side % 2 == 0 ? -1.0 : 1.0};
  out.plane = side % 2 == 0 ? box.low[out.axis] : box.high[out.axis];
  const double slope = f.normal[out.axis];
  if (!(out.sign * slope > 0 && slope * slope > kLeastSlope * f.area2)) return out;
  const Vec3& x0 = f.site[0]->x;
  const double offset = out.plane - x0[out.axis];
  const double steps = (offset - f.centre[out.axis]) / slope;
  out.q = f.centre + steps * f.normal;
  out.q[out.axis] = offset;
  out.pyramid = steps * f.area2 / 6;
  out.sound = true;
  for (const int k : {(out.axis + 1) % 3, (out.axis + 2) % 3})
    out.sound &= x0[k] + out.q[k] >= box.low[k] && x0[k] + out.q[k] <= box.high[k];
  return out;
}

// The piece of site i that ends in q and closes the face towards j together with the side: with l
// the foot of q's line in both planes, h that of i on the side, o the middle of equal power,
// the area of i, o, l, h times the length from l to q, over three.
//   turn  twice the area of i, j, q seen along the normal of the side
//   depth from i to the side
bool add_closing(const Exit& at, const Vec3& e, double square, double g, double a, double turn,
                 double depth, double& volume) {
  const double rise = at.sign * e[at.axis], level = square - rise * rise;
  if (!(level > kLeastSlope * square)) return false;
  volume += turn / 6 * (a * depth + (g - rise * depth) / level * (depth - a * rise));
  return true;
}

// Vertex r of the facet. False where the piece would lose digits or the site is outside the box.
bool add_pieces_at(const Facet& f, const Exit& at, std::size_t r, double& volume) {
  const std::size_t j = (r + 1) % 3, k = (r + 2) % 3;
  const Vec3 &x = f.site[r]->x, &ij = f.e[r], ik = -f.e[k];
  const double a_ij = f.a[r], a_ik = 1 - f.a[k], g_ik = f.square[k] - f.g[k];
  const double depth = at.sign * (at.plane - x[at.axis]);
  if (!(at.sound && depth >= 0)) return false;
  volume += at.pyramid * (a_ij * f.b[k] + a_ik * f.b[j]);
  const int u = (at.axis + 1) % 3, v = (at.axis + 2) % 3;
  const Vec3 y = at.q - (x - f.site[0]->x);
  const double turn_ij = at.sign * (ij[u] * y[v] - ij[v] * y[u]);
  const double turn_ik = at.sign * (ik[v] * y[u] - ik[u] * y[v]);
  return add_closing(at, ij, f.square[r], f.g[r], a_ij, turn_ij, depth, volume) &&
         add_closing(at, ik, f.square[k], g_ik, a_ik, turn_ik, depth, volume);
}

}  // namespace

Sides sides_beyond(const Triangulation& t, std::uint32_t cell, const ClipBox& box) {
  const auto& v = t.vertices_of(cell);
  const auto beyond = std::find_if(v.begin(), v.end(), [&t](Vertex i) { return i >= t.sites(); });
  if (beyond == v.end()) {
    const Site& s = t.site(v[0]);
    const Leg a = leg(s, t.site(v[1])), b = leg(s, t.site(v[2])), c = leg(s, t.site(v[3]));
    const Vec3 bc = cross(b.e, c.e), ca = cross(c.e, a.e), ab = cross(a.e, b.e);
    const double size = std::max(a.size, std::max(b.size, c.size));
    return sides_from(s.x, a.g * bc + b.g * ca + c.g * ab, size * size, dot(a.e, bc),
                      size * std::sqrt(size), box);
  }
  const Crossing sites = crossing_into(t, cell, static_cast<int>(beyond - v.begin()));
  if (*beyond != Triangulation::infinite ||
      std::max(sites[0], std::max(sites[1], sites[2])) >= t.sites())
    return no_side;  // helpers of flat input
  const Leg a = leg(t.site(sites[0]), t.site(sites[1]));
  const Leg b = leg(t.site(sites[0]), t.site(sites[2]));
  return sides_from(t.site(sites[0]).x, cross(a.e, b.e), std::max(a.size, b.size), 0, 0, box);
}

Crossing crossing_into(const Triangulation& t, std::uint32_t cell, int slot) {
  const auto& v = t.vertices_of(cell);
  const int(&f)[3] = facet_slots[slot];
  return {v[f[0]], v[f[1]], v[f[2]]};
}

CrossingPieces crossing_pieces(const Triangulation& t, const Crossing& crossing,
                               const std::array<int, 3>& side, const ClipBox& box) {
  const Facet f({&t.site(crossing[0]), &t.site(crossing[1]), &t.site(crossing[2])});
  CrossingPieces out;
  Exit at;
  int side_at_hand = -1;
  for (std::size_t r = 0; r < 3; ++r) {
    if (side[r] < 0) continue;
    if (side[r] != side_at_hand) at = exit_of(f, side_at_hand = side[r], box);
    out.sound[r] = add_pieces_at(f, at, r, out.volume[r]);
  }
  return out;
}

}  // namespace scree::geometry
