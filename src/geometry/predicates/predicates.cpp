#include "geometry/predicates/predicates.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/predicates/expansion.hpp"
#include "geometry/predicates/refined.hpp"
#include "geometry/rounding.hpp"

// The bounds: every rounding multiplies a term by 1 + e, |e| <= u = 2^-53, and a sum has one
// rounding in common. k = the greatest number of such factors on one term of the expanded
// determinant; then |computed - true| <= k u / (1 - k u) times the sum of the absolute values of
// all terms, which is computed beside the determinant with a relative error below k u. Each
// constant is k plus at least two, which covers both second-order effects. Counts of k stand where
// they are used.
namespace scree::geometry {
namespace {

using rounding::u;

int sign_of(double v) { return (v > 0) - (v < 0); }

int certain_sign(double value, double bound) {
  return value > bound ? 1 : (value < -bound ? -1 : uncertain);
}

ExpansionArena& fresh_arena() {
  thread_local ExpansionArena arena;
  arena.clear();
  return arena;
}

// A row of a determinant: coordinates relative to the query point, and the lift
// h = |x - p|^2 - w + w_p.
struct Row {
  double x, y, z, h;
  double size;  // the sum of absolute values behind h
};

// k: coordinates 1, h 6 = 1 + 1 (difference, twice) + 1 (square) + 3 (sums).
Row relative(const Site& a, const Site& p) {
  const double x = a.x.x - p.x.x, y = a.x.y - p.x.y, z = a.x.z - p.x.z;
  const double square = x * x + y * y + z * z;
  const double dw = p.w - a.w;
  return {x, y, z, square + dw, square + std::abs(dw)};
}

struct ExactRow {
  Exact x, y, z, h;
};

ExactRow relative(ExpansionArena& arena, const Site& a, const Site& p) {
  const Exact x = Exact::difference(arena, a.x.x, p.x.x);
  const Exact y = Exact::difference(arena, a.x.y, p.x.y);
  const Exact z = Exact::difference(arena, a.x.z, p.x.z);
  const Exact dw = Exact::difference(arena, p.w, a.w);
  return {x, y, z, x * x + y * y + z * z + dw};
}

// 2x2 minor of columns i, j and the sum of its absolute terms. k = 4.
struct Minor {
  double value, size;
};

Minor minor2(double ai, double aj, double bi, double bj) {
  const double s = ai * bj, t = bi * aj;
  return {s - t, std::abs(s) + std::abs(t)};
}

// 3x3 minor of x, y, z from the 2x2 minors of x, y. k = 8: minor 4, z 1, product 1, sums 2.
Minor minor3(double az, Minor bc, double bz, Minor ac, double cz, Minor ab) {
  return {(az * bc.value - bz * ac.value) + cz * ab.value,
          (std::abs(az) * bc.size + std::abs(bz) * ac.size) + std::abs(cz) * ab.size};
}

double coordinate(const Vec3& v, int axis) { return v[axis]; }

// The pairs of axes on which points of a plane may be projected.
constexpr int planes[3][2] = {{0, 1}, {0, 2}, {1, 2}};

int projected_turn(const Vec3& a, const Vec3& b, const Vec3& c, const int (&axes)[2]) {
  return orient2d(coordinate(a, axes[0]), coordinate(a, axes[1]), coordinate(b, axes[0]),
                  coordinate(b, axes[1]), coordinate(c, axes[0]), coordinate(c, axes[1]));
}

// A projection in which the triangle is not flat, and how the triangle turns there; turn 0: the
// three points are in line.
struct Projection {
  int plane, turn;
};

Projection projection_of(const Vec3& a, const Vec3& b, const Vec3& c) {
  for (int k = 0; k < 3; ++k)
    if (const int turn = projected_turn(a, b, c, planes[k])) return {k, turn};
  return {0, 0};
}

const Exact& column(const ExactRow& r, int axis) {
  return axis == 0 ? r.x : (axis == 1 ? r.y : r.z);
}
double column(const Row& r, int axis) { return axis == 0 ? r.x : (axis == 1 ? r.y : r.z); }

// det of the rows (i, j, h). k = 13: minor 4, h 6, product 1, sums 2.
int filtered_planar(const Row& a, const Row& b, const Row& c, int i, int j) {
  const Minor bc = minor2(column(b, i), column(b, j), column(c, i), column(c, j));
  const Minor ac = minor2(column(a, i), column(a, j), column(c, i), column(c, j));
  const Minor ab = minor2(column(a, i), column(a, j), column(b, i), column(b, j));
  const double det = (a.h * bc.value - b.h * ac.value) + c.h * ab.value;
  const double size = (a.size * bc.size + b.size * ac.size) + c.size * ab.size;
  return certain_sign(det, 16 * u * size);
}

int exact_planar(const Site& a, const Site& b, const Site& c, const Site& p, int i, int j) {
  ExpansionArena& arena = fresh_arena();
  const ExactRow ra = relative(arena, a, p), rb = relative(arena, b, p), rc = relative(arena, c, p);
  const auto minor = [i, j](const ExactRow& s, const ExactRow& t) {
    return column(s, i) * column(t, j) - column(t, i) * column(s, j);
  };
  return (ra.h * minor(rb, rc) - rb.h * minor(ra, rc) + rc.h * minor(ra, rb)).sign();
}

int axis_of_segment(const Vec3& a, const Vec3& b) { return a.x != b.x ? 0 : (a.y != b.y ? 1 : 2); }

}  // namespace

int orient2d(double ax, double ay, double bx, double by, double cx, double cy) {
  const Minor m = minor2(ax - cx, ay - cy, bx - cx, by - cy);  // k = 4
  const int sign = certain_sign(m.value, 6 * u * m.size);
  if (sign != uncertain) return sign;
  ExpansionArena& arena = fresh_arena();
  const auto difference = [&](double s, double t) { return Exact::difference(arena, s, t); };
  return (difference(ax, cx) * difference(by, cy) - difference(bx, cx) * difference(ay, cy)).sign();
}

int filtered_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 s = b - a, t = c - a, v = d - a;
  const Minor m = minor3(s.z, minor2(t.x, t.y, v.x, v.y), t.z, minor2(s.x, s.y, v.x, v.y), v.z,
                         minor2(s.x, s.y, t.x, t.y));
  return certain_sign(m.value, 10 * u * m.size);  // k = 8
}

int exact_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  ExpansionArena& arena = fresh_arena();
  const auto difference = [&](double s, double t) { return Exact::difference(arena, s, t); };
  const Exact sx = difference(b.x, a.x), sy = difference(b.y, a.y), sz = difference(b.z, a.z);
  const Exact tx = difference(c.x, a.x), ty = difference(c.y, a.y), tz = difference(c.z, a.z);
  const Exact vx = difference(d.x, a.x), vy = difference(d.y, a.y), vz = difference(d.z, a.z);
  return (sz * (tx * vy - vx * ty) - tz * (sx * vy - vx * sy) + vz * (sx * ty - tx * sy)).sign();
}

int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const int sign = filtered_orient3d(a, b, c, d);
  return sign != uncertain ? sign : exact_orient3d(a, b, c, d);
}

// k = 17: minor 8, h 6, product 1, sums 2. Expanded along h; the sign makes a conflict positive.
// The sum of the 24 absolute terms is bounded by the greatest absolute value of each column: looser
// than the sum itself, and half the work.
int filtered_power_test(const Site& sa, const Site& sb, const Site& sc, const Site& sd,
                        const Site& p) {
  const Row a = relative(sa, p), b = relative(sb, p), c = relative(sc, p), d = relative(sd, p);
  const auto minor = [](const Row& s, const Row& t) { return s.x * t.y - t.x * s.y; };
  const double ab = minor(a, b), ac = minor(a, c), ad = minor(a, d);
  const double bc = minor(b, c), bd = minor(b, d), cd = minor(c, d);
  const double bcd = (b.z * cd - c.z * bd) + d.z * bc, acd = (a.z * cd - c.z * ad) + d.z * ac;
  const double abd = (a.z * bd - b.z * ad) + d.z * ab, abc = (a.z * bc - b.z * ac) + c.z * ab;
  const double det = (a.h * bcd - b.h * acd) + (c.h * abd - d.h * abc);
  const auto greatest = [](double s, double t, double v, double w) {
    return std::max(std::max(std::abs(s), std::abs(t)), std::max(std::abs(v), std::abs(w)));
  };
  const double size = greatest(a.x, b.x, c.x, d.x) * greatest(a.y, b.y, c.y, d.y) *
                      (greatest(a.z, b.z, c.z, d.z) * greatest(a.size, b.size, c.size, d.size));
  return certain_sign(det, 24 * 20 * u * size);
}

int exact_power_test(const Site& sa, const Site& sb, const Site& sc, const Site& sd,
                     const Site& p) {
  ExpansionArena& arena = fresh_arena();
  const ExactRow a = relative(arena, sa, p), b = relative(arena, sb, p);
  const ExactRow c = relative(arena, sc, p), d = relative(arena, sd, p);
  const auto minor = [](const ExactRow& s, const ExactRow& t) { return s.x * t.y - t.x * s.y; };
  const Exact ab = minor(a, b), ac = minor(a, c), ad = minor(a, d);
  const Exact bc = minor(b, c), bd = minor(b, d), cd = minor(c, d);
  const Exact bcd = b.z * cd - c.z * bd + d.z * bc, acd = a.z * cd - c.z * ad + d.z * ac;
  const Exact abd = a.z * bd - b.z * ad + d.z * ab, abc = a.z * bc - b.z * ac + c.z * ab;
  return ((a.h * bcd - b.h * acd) + (c.h * abd - d.h * abc)).sign();
}

int power_test(const Site& a, const Site& b, const Site& c, const Site& d, const Site& p) {
  int sign = filtered_power_test(a, b, c, d, p);
  if (sign == uncertain) sign = integer_power_test(a, b, c, d, p);
  if (sign == uncertain) sign = double_double_power_test(a, b, c, d, p);
  return sign != uncertain ? sign : exact_power_test(a, b, c, d, p);
}

// In a plane the third coordinate is an affine function of the other two, so that the lift of
// three dimensions over a projection answers the question of the plane.
int power_test(const Site& a, const Site& b, const Site& c, const Site& p) {
  const Projection at = projection_of(a.x, b.x, c.x);
  const int i = planes[at.plane][0], j = planes[at.plane][1];
  int sign = filtered_planar(relative(a, p), relative(b, p), relative(c, p), i, j);
  if (sign == uncertain) sign = exact_planar(a, b, c, p, i, j);
  return sign * at.turn;
}

// k = 9: h 6, coordinate 1, product 1, difference 1.
int power_test(const Site& a, const Site& b, const Site& p) {
  const int axis = axis_of_segment(a.x, b.x);
  const int direction = sign_of(a.x[axis] - b.x[axis]);
  const Row ra = relative(a, p), rb = relative(b, p);
  const double s = column(ra, axis), t = column(rb, axis);
  const int sign =
      certain_sign(s * rb.h - t * ra.h, 16 * u * (std::abs(s) * rb.size + std::abs(t) * ra.size));
  if (sign != uncertain) return sign * direction;
  ExpansionArena& arena = fresh_arena();
  const ExactRow ea = relative(arena, a, p), eb = relative(arena, b, p);
  return (column(ea, axis) * eb.h - column(eb, axis) * ea.h).sign() * direction;
}

int power_test(const Site& a, const Site& p) { return (p.w > a.w) - (p.w < a.w); }

bool collinear(const Vec3& a, const Vec3& b, const Vec3& c) {
  return orient2d(a.x, a.y, b.x, b.y, c.x, c.y) == 0 &&
         orient2d(a.x, a.z, b.x, b.z, c.x, c.z) == 0 && orient2d(a.y, a.z, b.y, b.z, c.y, c.z) == 0;
}

int coplanar_turn(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& p) {
  const Projection at = projection_of(a, b, c);
  return at.turn * projected_turn(a, b, p, planes[at.plane]);
}

}  // namespace scree::geometry
