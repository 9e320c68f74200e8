#include "shapes/union_mass.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include "shapes/sphere_patch.hpp"

namespace scree {
namespace {

// One order for any order in which they are given; equal balls once.
std::vector<SolidBall> in_order(std::span<const SolidBall> balls) {
  std::vector<SolidBall> out(balls.begin(), balls.end());
  const auto key = [](const SolidBall& b) { return std::tuple(b.x.x, b.x.y, b.x.z, b.r); };
  std::sort(out.begin(), out.end(),
            [&](const SolidBall& a, const SolidBall& b) { return key(a) < key(b); });
  out.erase(std::unique(out.begin(), out.end(),
                        [&](const SolidBall& a, const SolidBall& b) { return key(a) == key(b); }),
            out.end());
  return out;
}

Vec3 middle_of(std::span<const SolidBall> balls) {
  Vec3 lo = balls.front().x, hi = lo;
  for (const SolidBall& b : balls)
    for (int a = 0; a < 3; ++a) {
      lo[a] = std::min(lo[a], b.x[a] - b.r);
      hi[a] = std::max(hi[a], b.x[a] + b.r);
    }
  return 0.5 * (lo + hi);
}

// The cuts that the other balls make into a sphere: its Laguerre cell, as far as it is in reach.
// `by_x`: the balls are sorted by x; `widest` is the largest radius. False: nothing is left of it.
bool cuts_of(std::span<const SolidBall> by_x, std::size_t own, double widest,
             std::vector<SphereCut>& out) {
  const SolidBall& b = by_x[own];
  const double reach = b.r + widest;
  const auto first = std::lower_bound(by_x.begin(), by_x.end(), b.x.x - reach,
                                      [](const SolidBall& o, double x) { return o.x.x < x; });
  for (auto o = first; o != by_x.end() && o->x.x <= b.x.x + reach; ++o) {
    if (&*o == &b) continue;
    const Vec3 d = o->x - b.x;
    const double length = norm(d);
    if (length >= b.r + o->r) continue;
    if (length == 0) {
      if (o->r > b.r) return false;  // equal ones are not there twice
      continue;
    }
    // (d^2 + r^2 - r_o^2) / (2 d r), the square of small differences kept.
    const double height = 0.5 * (length / b.r + (b.r - o->r) / length * ((b.r + o->r) / b.r));
    if (height <= -1) return false;
    if (height < 1) out.push_back({d / length, height});
  }
  return true;
}

// Integrals of 1, x, x x^T over a union, from those of its surface:
// 3 dV = x . dA, 4 x dV = x (x . dA), 5 x x^T dV = x x^T (x . dA).
struct SolidMoments {
  double volume = 0;
  Vec3 first;
  Tensor second;

  void add(const Vec3& c, double r, const PatchMoments& m) {
    const double flux = dot(c, m.first) + r * m.area;  // of x . n
    const Tensor& t = m.second;
    const Vec3 mc{t.xx * c.x + t.xy * c.y + t.zx * c.z, t.xy * c.x + t.yy * c.y + t.yz * c.z,
                  t.zx * c.x + t.yz * c.y + t.zz * c.z};
    volume += r * r / 3 * flux;
    first += r * r / 4 * (flux * c + r * mc + r * r * m.first);
    const Vec3 mixed = r * mc + r * r * m.first;  // x n^T (x . n) without c c^T and n n^T
    const Tensor& q = m.third_with_c;
    const auto entry = [&](double ca, double cb, double xa, double xb, double t_ab, double q_ab) {
      return r * r / 5 * (flux * ca * cb + (ca * xb + xa * cb) + r * r * q_ab + r * r * r * t_ab);
    };
    second.xx += entry(c.x, c.x, mixed.x, mixed.x, t.xx, q.xx);
    second.yy += entry(c.y, c.y, mixed.y, mixed.y, t.yy, q.yy);
    second.zz += entry(c.z, c.z, mixed.z, mixed.z, t.zz, q.zz);
    second.xy += entry(c.x, c.y, mixed.x, mixed.y, t.xy, q.xy);
    second.yz += entry(c.y, c.z, mixed.y, mixed.z, t.yz, q.yz);
    second.zx += entry(c.z, c.x, mixed.z, mixed.x, t.zx, q.zx);
  }

  // With the inertia about the centre of mass.
  MassProperties about_centre() const {
    MassProperties m;
    m.mass = volume;
    if (!(volume > 0)) return m;
    const Vec3 c = first / volume;
    m.centre = c;
    const double xx = second.xx - volume * c.x * c.x, yy = second.yy - volume * c.y * c.y,
                 zz = second.zz - volume * c.z * c.z;
    m.inertia = {yy + zz,
                 zz + xx,
                 xx + yy,
                 -(second.xy - volume * c.x * c.y),
                 -(second.yz - volume * c.y * c.z),
                 -(second.zx - volume * c.z * c.x)};
    return m;
  }
};

}  // namespace

MassProperties union_mass(std::span<const SolidBall> balls) {
  if (balls.empty()) return {};
  const std::vector<SolidBall> all = in_order(balls);
  const Vec3 origin = middle_of(all);
  double widest = 0;
  for (const SolidBall& b : all) widest = std::max(widest, b.r);
  SolidMoments solid;
  for (std::size_t k = 0; k < all.size(); ++k) {
    std::vector<SphereCut> cuts;
    if (!cuts_of(all, k, widest, cuts)) continue;
    const Vec3 c = all[k].x - origin;
    solid.add(c, all[k].r, patch_moments(std::move(cuts), c));
  }
  MassProperties m = solid.about_centre();
  m.centre += origin;
  return m;
}

// The union of all balls at the lowest density, and on top of it the union of the denser ones at
// the difference, level by level.
MassProperties union_mass(std::span<const SolidBall> balls, std::span<const double> density) {
  std::vector<double> levels(density.begin(), density.end());
  std::sort(levels.begin(), levels.end());
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  if (levels.size() == 1) return scaled(union_mass(balls), levels.front());
  std::vector<MassProperties> parts;
  double below = 0;
  for (const double level : levels) {
    std::vector<SolidBall> denser;
    for (std::size_t k = 0; k < balls.size(); ++k)
      if (density[k] >= level) denser.push_back(balls[k]);
    parts.push_back(scaled(union_mass(denser), level - below));
    below = level;
  }
  return sum(parts);
}

}  // namespace scree
