// A point on the surface of a polyhedron, with the corner, edge or face that it lies on, and the
// walk to the point that is nearest to another one (Nezami et al. 2006, section 3.4).
#pragma once

#include "geometry/convex/gap.hpp"

namespace scree::geometry {

enum class On : std::uint8_t { corner, edge, face };

struct SurfacePoint {
  On on = On::corner;
  std::uint32_t number = 0;
  Vec3 x;
};

SurfacePoint at_corner(const PlacedBody& b, std::uint32_t corner);
// Nearest point of one face to q.
SurfacePoint nearest_on_face(const PlacedBody& b, std::uint32_t face, const Vec3& q);
// Nearest point of the body to q, from p over faces that share what the point lies on.
SurfacePoint nearest_on_body(const PlacedBody& b, SurfacePoint p, const Vec3& q);

// The point of the same corner, edge or face that is nearest to q, in the body's own frame; nothing
// where a piece beside it is nearer. The body lies behind the planes of its pieces, so what is
// nearest here is nearest of all.
std::optional<Vec3> slid_to(const Polyhedron& body, On on, std::uint32_t number, const Vec3& q);

// Parameters of the nearest points of two segments p + s u, q + t v, s and t in [0, 1].
struct SegmentLink {
  double s = 0, t = 0;
};
inline double clamped_share(double t) { return t < 0 ? 0 : t > 1 ? 1 : t; }
// Of parallel segments: the middle of the stretch where they lie side by side.
inline SegmentLink segment_link(const Vec3& p, const Vec3& u, const Vec3& q, const Vec3& v) {
  const Vec3 d = p - q;
  const double a = norm2(u), e = norm2(v), f = dot(v, d), c = dot(u, d), b = dot(u, v);
  const double denominator = a * e - b * b;
  double s = 0;
  if (denominator > 1e-20 * a * e) {
    s = clamped_share((b * f - c * e) / denominator);
  } else {
    const double s0 = clamped_share(-c / a), s1 = clamped_share((dot(v, u) - c) / a);
    s = 0.5 * (s0 + s1);
  }
  double t = (b * s + f) / e;
  if (t < 0) {
    t = 0;
    s = clamped_share(-c / a);
  } else if (t > 1) {
    t = 1;
    s = clamped_share((b - c) / a);
  }
  return {s, t};
}

}  // namespace scree::geometry
