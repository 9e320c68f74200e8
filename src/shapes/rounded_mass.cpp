// Volume, centre and inertia of a convex polyhedron with everything within r of it.
//
//   core        tetrahedra from one of its corners
//   faces       prisms of height r
//   edges       sectors of cylinders between the normals of both faces
//   corners     sectors of balls: the normals that the corner has in common with no edge or face
//
// The volumes add up to Steiner's formula V + A r + r^2/2 sum l theta + 4/3 pi r^3.
#include <cmath>

#include "base/exact_math.hpp"
#include "shapes/polyhedron.hpp"
#include "shapes/sphere_patch.hpp"

namespace scree {
namespace {

using geometry::Polyhedron;

void add_outer(double w, const Vec3& a, const Vec3& b, Tensor& to) {  // w (a b^T + b a^T)/2
  to.xx += w * a.x * b.x;
  to.yy += w * a.y * b.y;
  to.zz += w * a.z * b.z;
  to.xy += 0.5 * w * (a.x * b.y + a.y * b.x);
  to.yz += 0.5 * w * (a.y * b.z + a.z * b.y);
  to.zx += 0.5 * w * (a.z * b.x + a.x * b.z);
}

// Integrals of 1, x, x x^T.
struct Moments {
  double zeroth = 0;
  Vec3 first;
  Tensor second;

  void add(const Moments& m) {
    zeroth += m.zeroth;
    first += m.first;
    const Tensor& t = m.second;
    second.xx += t.xx, second.yy += t.yy, second.zz += t.zz;
    second.xy += t.xy, second.yz += t.yz, second.zx += t.zx;
  }
  // As if taken about a point at -x.
  Moments moved(const Vec3& x) const {
    Moments m = *this;
    m.first += zeroth * x;
    add_outer(2, first, x, m.second);
    add_outer(zeroth, x, x, m.second);
    return m;
  }
};

// Over all sums y + z of independent y and z: the product of two measures.
Moments product(const Moments& a, const Moments& b) {
  Moments m;
  m.zeroth = a.zeroth * b.zeroth;
  m.first = b.zeroth * a.first + a.zeroth * b.first;
  const auto add = [&m](double w, const Tensor& t) {
    m.second.xx += w * t.xx, m.second.yy += w * t.yy, m.second.zz += w * t.zz;
    m.second.xy += w * t.xy, m.second.yz += w * t.yz, m.second.zx += w * t.zx;
  };
  add(b.zeroth, a.second);
  add(a.zeroth, b.second);
  add_outer(2, a.first, b.first, m.second);
  return m;
}

// Of a segment from 0 to v, by length.
Moments of_segment(const Vec3& v) {
  const double l = norm(v);
  Moments m;
  m.zeroth = l;
  m.first = 0.5 * l * v;
  add_outer(l / 3, v, v, m.second);
  return m;
}

Moments of_triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double area = 0.5 * norm(cross(b - a, c - a));
  const Vec3 s = a + b + c;
  Moments m;
  m.zeroth = area;
  m.first = area / 3 * s;
  for (const Vec3& x : {s, a, b, c}) add_outer(area / 12, x, x, m.second);
  return m;
}

Moments of_tetrahedron(const Vec3& a, const Vec3& b, const Vec3& c) {  // and the origin
  const double v = dot(a, cross(b, c)) / 6;
  const Vec3 s = a + b + c;
  Moments m;
  m.zeroth = v;
  m.first = v / 4 * s;
  for (const Vec3& x : {s, a, b, c}) add_outer(v / 20, x, x, m.second);
  return m;
}

// Of a sector of radius r across the unit vector t, from the unit vector n1 to n2.
Moments of_sector(const Vec3& n1, const Vec3& n2, const Vec3& t, double r) {
  const Vec3 middle = normalized(n1 + n2), aside = cross(t, middle);
  const double sine = norm(cross(n1, n2)), angle = exact::atan2(sine, dot(n1, n2));
  Moments m;
  m.zeroth = 0.5 * r * r * angle;
  // sin(angle/2) = |n2 - n1|/2
  m.first = (r * r * r / 3 * norm(n2 - n1)) * middle;
  const double r4 = r * r * r * r / 8;
  add_outer(r4 * (angle + sine), middle, middle, m.second);
  add_outer(r4 * (angle - sine), aside, aside, m.second);
  return m;
}

Moments of_core(const Polyhedron& core) {
  Moments all;
  const Vec3 origin = core.corners()[0];
  for (std::size_t f = 0; f < core.face_count(); ++f) {
    const auto loop = core.face(f);
    for (std::size_t k = 2; k < loop.size(); ++k)
      all.add(of_tetrahedron(core.corners()[loop[0]] - origin, core.corners()[loop[k - 1]] - origin,
                             core.corners()[loop[k]] - origin));
  }
  return all.moved(origin);
}

Moments of_rounding(const Polyhedron& core, double r) {
  Moments all;
  const auto corner = [&](std::uint32_t k) { return core.corners()[k]; };
  for (std::size_t f = 0; f < core.face_count(); ++f) {
    const auto loop = core.face(f);
    Moments face;
    for (std::size_t k = 2; k < loop.size(); ++k)
      face.add(of_triangle(corner(loop[0]), corner(loop[k - 1]), corner(loop[k])));
    all.add(product(face, of_segment(r * core.plane(f).normal)));
  }
  for (const auto& e : core.edges()) {
    const Vec3 along = corner(e.to) - corner(e.from);
    const Moments sector =
        of_sector(core.plane(e.left).normal, core.plane(e.right).normal, normalized(along), r);
    all.add(product(of_segment(along), sector).moved(corner(e.from)));
  }
  for (std::uint32_t c = 0; c < core.corners().size(); ++c) {
    std::vector<SphereCut> cuts;
    for (const std::uint32_t n : core.neighbours(c))
      cuts.push_back({normalized(corner(n) - corner(c)), 0});
    const PatchMoments patch = patch_moments(std::move(cuts), {});
    const double r3 = r * r * r;
    Moments ball;
    ball.zeroth = r3 / 3 * patch.area;
    ball.first = (r3 * r / 4) * patch.first;
    const double r5 = r3 * r * r / 5;
    const Tensor& t = patch.second;
    ball.second = {r5 * t.xx, r5 * t.yy, r5 * t.zz, r5 * t.xy, r5 * t.yz, r5 * t.zx};
    all.add(ball.moved(corner(c)));
  }
  return all;
}

}  // namespace

MassProperties rounded_mass(const Polyhedron& core, double rounding) {
  Moments all = of_core(core);
  if (rounding > 0) all.add(of_rounding(core, rounding));
  MassProperties out;
  out.mass = all.zeroth;
  if (!(all.zeroth > 0)) return out;
  out.centre = all.first / all.zeroth;
  const Tensor t = all.moved(-out.centre).second;
  out.inertia = {t.yy + t.zz, t.zz + t.xx, t.xx + t.yy, -t.xy, -t.yz, -t.zx};
  return out;
}

}  // namespace scree
