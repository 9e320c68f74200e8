#include "geometry/triangulation/site_certificate.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/rounding.hpp"

namespace scree::geometry {
namespace {

using rounding::u;

// The remainder of the determinant after its linear part, for motions up to t (theory page, (5)):
// t^2 (c2 + t (c3 + t (c4 + t c5))), divided by t.
struct Remainder {
  double c2, c3, c4;
  [[gnu::always_inline]] double operator()(double t) const {
    return t * (c2 + t * (c3 + t * (c4 + 20 * t)));
  }
};

[[gnu::always_inline]] inline double larger(double a, double b) { return a > b ? a : b; }

[[gnu::always_inline]] inline double greatest(double a, double b, double c, double d) {
  return larger(larger(std::abs(a), std::abs(b)), larger(std::abs(c), std::abs(d)));
}

// One lane: a test with its bounds. sure > 0: the sign of det is certain. No branches, so that a
// loop over lanes becomes vector code, with the same bits as the scalar one.
struct Lane {
  double det, sure, reach;
};

// det = h_a [b,c,d] - h_b [a,c,d] + h_c [a,b,d] - h_d [a,b,c], coordinates relative to p,
// h_i = |x_i|^2 - w_i + w_p. Its gradients with respect to the five sites bound the change to first
// order: |change| <= sum |g_i| t.
[[gnu::always_inline]] inline Lane power_lane(const Site& sa, const Site& sb, const Site& sc,
                                              const Site& sd, const Site& p) {
  const Vec3 a = sa.x - p.x, b = sb.x - p.x, c = sc.x - p.x, d = sd.x - p.x;
  const double wa = p.w - sa.w, wb = p.w - sb.w, wc = p.w - sc.w, wd = p.w - sd.w;
  const double aa = norm2(a), bb = norm2(b), cc = norm2(c), dd = norm2(d);
  const double ha = aa + wa, hb = bb + wb, hc = cc + wc, hd = dd + wd;
  const Vec3 ab = cross(a, b), ac = cross(a, c), ad = cross(a, d);
  const Vec3 bc = cross(b, c), bd = cross(b, d), cd = cross(c, d);
  // The order of operations of filtered_power_test, whose error bound is used.
  const double bcd = (b.z * cd.z - c.z * bd.z) + d.z * bc.z;
  const double acd = (a.z * cd.z - c.z * ad.z) + d.z * ac.z;
  const double abd = (a.z * bd.z - b.z * ad.z) + d.z * ab.z;
  const double abc = (a.z * bc.z - b.z * ac.z) + c.z * ab.z;
  const double det = (ha * bcd - hb * acd) + (hc * abd - hd * abc);
  const double size =
      greatest(a.x, b.x, c.x, d.x) * greatest(a.y, b.y, c.y, d.y) *
      (greatest(a.z, b.z, c.z, d.z) *
       greatest(aa + std::abs(wa), bb + std::abs(wb), cc + std::abs(wc), dd + std::abs(wd)));
  const double sure = std::abs(det) - 24 * 20 * u * size;
  const Vec3 ga = 2 * bcd * a - hb * cd + hc * bd - hd * bc;
  const Vec3 gb = -2 * acd * b + ha * cd - hc * ad + hd * ac;
  const Vec3 gc = 2 * abd * c - ha * bd + hb * ad - hd * ab;
  const Vec3 gd = -2 * abc * d + ha * bc - hb * ac + hc * ab;
  const double linear =
      ((norm(ga) + norm(gb)) + (norm(gc) + norm(gd))) + norm((ga + gb) + (gc + gd));
  // Second order and above, about the centroid s of the five.
  const Vec3 s = 0.2 * ((a + b) + (c + d));
  const double ra = norm2(a - s), rb = norm2(b - s), rc = norm2(c - s), rd = norm2(d - s);
  const double rp = norm2(s);
  const double rho2 = larger(larger(larger(ra, rb), larger(rc, rd)), rp);
  const double high = larger(larger(larger(ra + wa, rb + wb), larger(rc + wc, rd + wd)), rp);
  const double low = -larger(larger(larger(-ra - wa, -rb - wb), larger(-rc - wc, -rd - wd)), -rp);
  const double rho = __builtin_sqrt(rho2), h = 0.5 * (high - low);
  const Remainder rest{rho * (120 * rho2 + 60 * h), 20 * h + 175 * rho2, 100 * rho};
  // 1e-11: thousands of times the rounding of the gradients.
  const double slope = linear + 1e-11 * rho2 * (rho2 + h);
  // t -> sure / (slope + rest(t)) falls, so that its iterates from above the fixed point are
  // below, above, below it: the third is safe and close.
  double t = sure / slope;
  t = sure / (slope + rest(t));
  t = sure / (slope + rest(t));
  t = sure / (slope + rest(t));
  // Squares of the gradients must neither underflow nor overflow.
  const double fits = rho2 > 1e-60 ? (rho2 + h < 1e60 ? 1 - 1e-9 : 0) : 0;
  return {det, sure, fits > 0 ? t * fits : 0};
}

}  // namespace

Margin power_margin(const Site& a, const Site& b, const Site& c, const Site& d, const Site& p) {
  const Lane lane = power_lane(a, b, c, d, p);
  if (!(lane.sure > 0)) return {};
  return {lane.det > 0 ? 1 : -1, lane.reach};
}

// Vector code for each instruction set of the machine; no fused operations, so the same bits.
#if SCREE_X86 && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SCREE_CLONES [[gnu::target_clones("avx512f", "avx2", "default")]]
#else
#define SCREE_CLONES
#endif

SCREE_CLONES void power_margins(MarginBatch& batch) {
  auto& x = batch.x;
  for (int i = 0; i < MarginBatch::lanes; ++i) {
    const auto site = [&](int s) { return Site{{x[s][0][i], x[s][1][i], x[s][2][i]}, x[s][3][i]}; };
    const Lane lane = power_lane(site(0), site(1), site(2), site(3), site(4));
    batch.det[i] = lane.sure > 0 ? lane.det : 0;
    batch.reach[i] = lane.sure > 0 ? lane.reach : 0;
  }
}

// The least width is an altitude or the distance of two opposite edges: in each case the volume
// over the area of a parallelogram.
double half_width(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 s = b - a, t = c - a, v = d - a;
  const Vec3 st = cross(s, t), tv = cross(t, v), vs = cross(v, s);
  const double volume = std::abs(dot(st, v));
  const double size =
      greatest(s.x, t.x, v.x, 0) * greatest(s.y, t.y, v.y, 0) * greatest(s.z, t.z, v.z, 0);
  const double sure = volume - 6 * 10 * u * size;
  if (!(sure > 0)) return 0;
  const Vec3 far = (st + tv) + vs;  // of the face b, c, d
  const double faces = std::max(std::max(norm2(st), norm2(tv)), std::max(norm2(vs), norm2(far)));
  const double edges =
      std::max(std::max(norm2(cross(s, v - t)), norm2(cross(t, v - s))), norm2(cross(v, t - s)));
  return 0.5 * sure / std::sqrt(std::max(faces, edges)) * (1 - 1e-9);
}

}  // namespace scree::geometry
