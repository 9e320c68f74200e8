// Exact geometric predicates on points and weighted points: the sign is right, always.
//
// Signs (docs/theory/predicates.md):
//   orient3d(a, b, c, d) > 0   d sees a, b, c counter-clockwise: det(b - a, c - a, d - a) > 0.
//                              Ferrez (2.6) has the other sign; this is the right-handed one.
//   power_test(a.., p)   > 0   p conflicts with the simplex a..: lifted to |x|^2 - w it lies below
//                              the hyperplane of the others; with equal weights: p is inside the
//                              sphere. Zero: orthogonal to the same sphere.
//   power_side(a.., p)         the same with ties decided, never 0 for sites of different ids.
//
// Each test is a floating-point evaluation with a bound of its own error, then exact expansions.
// Exact means: for sites within in_exact_domain. Others are refused by callers that take input;
// the predicates themselves give some sign for them and do nothing undefined.
#pragma once

#include <cstdint>

#include "base/vec3.hpp"

namespace scree::geometry {

struct Site {
  Vec3 x;
  double w = 0;  // weight, r^2 for a grain (Ferrez 2.2.2); may be negative
};

// Coordinates 0 or 2^-148 <= |x| <= 2^200; weights 0 or 2^-348 <= |w| <= 2^400; all finite. Every
// number that a predicate meets is then a multiple of 2^-1000 and less than 2^1014: no rounding by
// underflow in the filter, no lost bit in an expansion, no overflow.
inline bool in_exact_domain(const Site& s) {
  const auto within = [](double v, double least, double greatest) {  // not for NaN
    const double size = v < 0 ? -v : v;
    return static_cast<int>(size == 0) |
           (static_cast<int>(size >= least) & static_cast<int>(size <= greatest));
  };
  return (within(s.x.x, 0x1p-148, 0x1p200) & within(s.x.y, 0x1p-148, 0x1p200) &
          within(s.x.z, 0x1p-148, 0x1p200) & within(s.w, 0x1p-348, 0x1p400)) != 0;
}

int orient2d(double ax, double ay, double bx, double by, double cx, double cy);
int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

// One test per dimension; the simplex before p must not be flat. a, b, c, d positive in orient3d;
// the order of the others is free. p lies in the plane of a, b, c; on the line of a, b; at the
// position of a.
int power_test(const Site& a, const Site& b, const Site& c, const Site& d, const Site& p);
int power_test(const Site& a, const Site& b, const Site& c, const Site& p);
int power_test(const Site& a, const Site& b, const Site& p);
int power_test(const Site& a, const Site& p);

// How ties are decided: every weight is lowered by its own infinitesimal, the site of higher rank
// by infinitely more. So the regular triangulation is unique, whatever the order of insertion.
enum class Ties {
  by_id,          // rank = id: of two equal sites the lower id stays visible
  lexicographic,  // rank = (x, y, z), then id: the choice of CGAL (Devillers & Teillaud 2011)
};

struct RankedSite {
  Site site;
  std::uint32_t id = 0;
};

int power_side(const RankedSite& a, const RankedSite& b, const RankedSite& c, const RankedSite& d,
               const RankedSite& p, Ties ties);
int power_side(const RankedSite& a, const RankedSite& b, const RankedSite& c, const RankedSite& p,
               Ties ties);
int power_side(const RankedSite& a, const RankedSite& b, const RankedSite& p, Ties ties);
int power_side(const RankedSite& a, const RankedSite& p, Ties ties);

// A facet of the hull, seen counter-clockwise from outside, and the infinite vertex: p conflicts
// beyond the facet's plane, and in the plane where it conflicts with the triangle.
int hull_side(const RankedSite& a, const RankedSite& b, const RankedSite& c, const RankedSite& p,
              Ties ties);

// Exactly in line, or at one point.
bool collinear(const Vec3& a, const Vec3& b, const Vec3& c);

// For p in the plane of the triangle a, b, c: > 0 where a, b, p turn as a, b, c do. Zero: a, b, p
// in line.
int coplanar_turn(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& p);

// The two halves of the main predicates, for tests and for batches: the filter alone, which says
// `uncertain` where its error bound reaches the value, and the exact evaluation alone.
inline constexpr int uncertain = 2;
int filtered_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);
int filtered_power_test(const Site& a, const Site& b, const Site& c, const Site& d, const Site& p);
int exact_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);
int exact_power_test(const Site& a, const Site& b, const Site& c, const Site& d, const Site& p);

}  // namespace scree::geometry
