// Ties by perturbation of the weights: see Ties in predicates.hpp and docs/theory/predicates.md.
//
// The perturbed determinant is the true one plus, for each site, its infinitesimal times the
// determinant without that site (an orientation). Where the true one is zero, the sign is that of
// the first coefficient that is not zero, taken from the highest rank down. p's own coefficient is
// the orientation of the simplex, which is not flat, so the search ends.
#include <algorithm>
#include <array>
#include <tuple>

#include "geometry/predicates/predicates.hpp"

namespace scree::geometry {
namespace {

bool ranks_higher(const RankedSite& s, const RankedSite& t, Ties ties) {
  if (ties == Ties::by_id) return s.id > t.id;
  const Vec3 &a = s.site.x, &b = t.site.x;
  return std::tie(a.x, a.y, a.z, s.id) > std::tie(b.x, b.y, b.z, t.id);
}

// coefficient(k): sign of the coefficient of the simplex's k-th site. The last site is p.
template <std::size_t N, class Coefficient>
int first_nonzero(const std::array<const RankedSite*, N>& sites, Ties ties,
                  Coefficient coefficient) {
  std::array<std::size_t, N> order;
  for (std::size_t k = 0; k < N; ++k) order[k] = k;
  std::sort(order.begin(), order.end(),
            [&](std::size_t i, std::size_t j) { return ranks_higher(*sites[i], *sites[j], ties); });
  for (const std::size_t k : order) {
    if (k == N - 1) break;  // p alone is lowered in weight: no conflict
    if (const int sign = coefficient(k)) return sign;
  }
  return -1;
}

int sign_of_difference(double a, double b) { return (a > b) - (a < b); }

}  // namespace

int power_side(const RankedSite& a, const RankedSite& b, const RankedSite& c, const RankedSite& d,
               const RankedSite& p, Ties ties) {
  if (const int sign = power_test(a.site, b.site, c.site, d.site, p.site)) return sign;
  return first_nonzero<5>({&a, &b, &c, &d, &p}, ties, [&](std::size_t k) {
    std::array<const Vec3*, 4> x{&a.site.x, &b.site.x, &c.site.x, &d.site.x};
    x[k] = &p.site.x;
    return orient3d(*x[0], *x[1], *x[2], *x[3]);
  });
}

int power_side(const RankedSite& a, const RankedSite& b, const RankedSite& c, const RankedSite& p,
               Ties ties) {
  if (const int sign = power_test(a.site, b.site, c.site, p.site)) return sign;
  const Vec3 &xa = a.site.x, &xb = b.site.x, &xc = c.site.x, &xp = p.site.x;
  return first_nonzero<4>({&a, &b, &c, &p}, ties, [&](std::size_t k) {
    if (k == 0) return coplanar_turn(xb, xc, xa, xp);  // cyclic: p in place of the third
    if (k == 1) return coplanar_turn(xc, xa, xb, xp);
    return coplanar_turn(xa, xb, xc, xp);
  });
}

int power_side(const RankedSite& a, const RankedSite& b, const RankedSite& p, Ties ties) {
  if (const int sign = power_test(a.site, b.site, p.site)) return sign;
  const Vec3 &xa = a.site.x, &xb = b.site.x;
  const int axis = xa.x != xb.x ? 0 : (xa.y != xb.y ? 1 : 2);
  const double at = p.site.x[axis];
  const int direction = sign_of_difference(xb[axis], xa[axis]);
  return first_nonzero<3>({&a, &b, &p}, ties, [&](std::size_t k) {
    return direction *
           (k == 0 ? sign_of_difference(xb[axis], at) : sign_of_difference(at, xa[axis]));
  });
}

int power_side(const RankedSite& a, const RankedSite& p, Ties ties) {
  if (const int sign = power_test(a.site, p.site)) return sign;
  return ranks_higher(a, p, ties) ? 1 : -1;
}

int hull_side(const RankedSite& a, const RankedSite& b, const RankedSite& c, const RankedSite& p,
              Ties ties) {
  if (const int sign = orient3d(a.site.x, b.site.x, c.site.x, p.site.x)) return sign;
  return power_side(a, b, c, p, ties);
}

}  // namespace scree::geometry
