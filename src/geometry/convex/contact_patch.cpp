// All in the plane: coordinates (u, v) across the normal, from the middle of the link. A cut walks
// from face to face around the body; the common part of two cuts is found by clipping one with the
// sides of the other.
#include "geometry/convex/contact_patch.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/convex/clip_ring.hpp"

namespace scree::geometry {
namespace {

struct Flat {
  double u = 0, v = 0;
};
Flat operator-(const Flat& a, const Flat& b) { return {a.u - b.u, a.v - b.v}; }
double cross(const Flat& a, const Flat& b) { return a.u * b.v - a.v * b.u; }

struct Outline {
  static constexpr int kMax = 130;  // two cuts of 64 and a corner more
  std::array<Flat, kMax> at;
  int count = 0;

  const Flat& operator[](int k) const { return at[static_cast<std::size_t>(k)]; }
  void add(const Flat& p) {
    if (count < kMax) at[static_cast<std::size_t>(count++)] = p;
  }
  const Flat& after(int k) const { return (*this)[k + 1 == count ? 0 : k + 1]; }
  const Flat& before(int k) const { return (*this)[k == 0 ? count - 1 : k - 1]; }
};

constexpr int kMaxCut = 64;

// One body, with the normal that leaves it and the axes of the plane turned into its frame.
class CutBody {
 public:
  CutBody(const PlacedBody& body, const Vec3& origin, const Vec3& n, const Vec3& u, const Vec3& v)
      : b_(body),
        n_(body.turn.back(n)),
        u_(body.turn.back(u)),
        v_(body.turn.back(v)),
        at_{dot(u, body.x - origin), dot(v, body.x - origin)} {
    top_corner_ = body.body->farthest(n_, 0);
    top_ = height(top_corner_);
    world_top_ = top_ + dot(n, body.x);
  }

  double world_top() const { return world_top_; }  // along n

  // Cuts at `thickness` below the top, at most in the middle.
  void cut_below(double thickness) {
    const Polyhedron& p = *b_.body;
    if (thickness > b_.size * p.inner_radius())
      thickness = std::min(thickness, 0.5 * (top_ - height(p.farthest(-n_, 0))));
    thickness_ = thickness;
    cut_ = top_ - thickness;
  }
  double thickness() const { return thickness_; }

  // Counter-clockwise about the normal that leaves the body.
  void outline(Outline& out) const {
    const Polyhedron& p = *b_.body;
    std::uint32_t above = top_corner_, below = above;
    for (int guard = 0; height(below) > cut_; ++guard) {
      above = below;
      for (const std::uint32_t k : p.neighbours(above))
        if (height(k) < height(below)) below = k;
      if (below == above || guard > 10000) return;  // the whole body is above: no cut
    }
    const std::uint32_t first_above = above, first_below = below;
    std::uint32_t face = face_left_of(above, below);
    int stride = 1, seen = 0;
    for (int guard = 0; guard < 10000; ++guard) {
      // The side of the face that comes back up, and the face behind it.
      const auto loop = p.face(face);
      const std::size_t n = loop.size();
      std::size_t k = 0;
      while (loop[k] != below) ++k;
      std::size_t steps = 0;
      for (; steps < n && !(height(loop[(k + 1) % n]) > cut_); ++steps) k = (k + 1) % n;
      if (steps == n) return;
      below = loop[k];
      above = loop[(k + 1) % n];
      face = p.across(face)[k];
      if (seen++ % stride == 0) {
        if (out.count == kMaxCut) {
          for (int m = 0; m < kMaxCut / 2; ++m)
            out.at[static_cast<std::size_t>(m)] = out.at[static_cast<std::size_t>(2 * m)];
          out.count = kMaxCut / 2;
          stride *= 2;
        }
        out.add(crossing(above, below));
      }
      if (above == first_above && below == first_below) return;
    }
  }

  // Heights of the surface above the cut at points of the patch, at most `rounding` above the top.
  // At a side that is nearly upright the height goes from 0 to all within a hair; there it counts
  // as all: a face is raised by (1 - rise) of the thickness, which is nothing for one that lies in
  // the plane and all for one of 60 degrees.
  void heights(const Outline& points, double rounding, double* out) const {
    for (int k = 0; k < points.count; ++k) out[k] = thickness_ + rounding;
    for (const Plane& f : b_.body->planes()) {
      const double rise = dot(f.normal, n_);
      if (!(rise > 1e-9)) continue;
      const double fu = dot(f.normal, u_), fv = dot(f.normal, v_);
      const double per = 1 / rise;
      const double base = b_.size * f.offset + rounding + thickness_ * (1 - rise) + fu * at_.u +
                          fv * at_.v - rise * cut_;
      for (int k = 0; k < points.count; ++k) {
        const double h = (base - fu * points[k].u - fv * points[k].v) * per;
        out[k] = h < out[k] ? h : out[k];
      }
    }
    for (int k = 0; k < points.count; ++k) out[k] = out[k] > 0 ? out[k] : 0;
  }

 private:
  double height(std::uint32_t corner) const {
    return b_.size * dot(n_, b_.body->corners()[corner]);
  }
  Flat crossing(std::uint32_t above, std::uint32_t below) const {
    const double h = height(above), l = height(below);
    const double t = (cut_ - l) / (h - l);
    const Vec3 &p = b_.body->corners()[below], &q = b_.body->corners()[above];
    const Vec3 x = b_.size * (p + t * (q - p));
    return {at_.u + dot(u_, x), at_.v + dot(v_, x)};
  }
  std::uint32_t face_left_of(std::uint32_t from, std::uint32_t to) const {
    for (const std::uint32_t f : b_.body->faces_of(from)) {
      const auto loop = b_.body->face(f);
      for (std::size_t k = 0; k < loop.size(); ++k)
        if (loop[k] == from && loop[(k + 1) % loop.size()] == to) return f;
    }
    return 0;
  }

  const PlacedBody& b_;
  Vec3 n_, u_, v_;
  Flat at_;  // of the origin of the body
  std::uint32_t top_corner_ = 0;
  double top_ = 0, world_top_ = 0, cut_ = 0, thickness_ = 0;  // along n, from the body's origin
};

// What of `p` lies left of the line from a to b.
void keep_left(const Outline& p, const Flat& a, const Flat& b, Outline& out) {
  const Flat along = b - a;
  out.count = clip_ring(
      p.at.data(), p.count, out.at.data(), [&](const Flat& c) { return cross(along, c - a); },
      [](const Flat& from, const Flat& to, double t) {
        return Flat{from.u + t * (to.u - from.u), from.v + t * (to.v - from.v)};
      });
}

void clip_outline(Outline& p, const Outline& by) {
  Outline other;
  Outline *from = &p, *to = &other;
  for (int k = 0; k < by.count && from->count > 0; ++k) {
    keep_left(*from, by[k], by.after(k), *to);
    std::swap(from, to);
  }
  if (from != &p) {
    std::copy_n(from->at.begin(), from->count, p.at.begin());
    p.count = from->count;
  }
}

// Without the corners that add least, and those that add nothing.
void thin_out(Outline& p, int most, double least_area) {
  while (p.count > 3 || (p.count > 0 && p.count < 3)) {
    if (p.count < 3) {
      p.count = 0;
      return;
    }
    int worst = 0;
    double least = 1e300;
    for (int k = 0; k < p.count; ++k) {
      const double area = std::abs(cross(p[k] - p.before(k), p.after(k) - p[k]));
      if (area < least) least = area, worst = k;
    }
    if (p.count <= most && least > least_area) return;
    std::copy(p.at.begin() + worst + 1, p.at.begin() + p.count, p.at.begin() + worst);
    --p.count;
  }
}

struct Moments {
  double area = 0;
  Flat centroid;
};
Moments moments(const Outline& p) {
  Moments out;
  Flat sum;
  for (int k = 1; k + 1 < p.count; ++k) {
    const Flat a = p[k] - p[0], b = p[k + 1] - p[0];
    const double twice = cross(a, b);
    out.area += 0.5 * twice;
    sum.u += twice * (a.u + b.u);
    sum.v += twice * (a.v + b.v);
  }
  if (out.area > 0)
    out.centroid = {p[0].u + sum.u / (6 * out.area), p[0].v + sum.v / (6 * out.area)};
  return out;
}

struct Pressure {
  double volume = 0;  // between the surfaces
  Flat moment;
};
// Linear between the centroid and two corners.
Pressure pressure(const Outline& p, const double* depth, const Flat& centroid, double inside) {
  Pressure out;
  const auto pushing = [](double d) { return d > 0 ? d : 0; };
  for (int k = 0; k < p.count; ++k) {
    const int next = k + 1 == p.count ? 0 : k + 1;
    const double twice = cross(p[k] - centroid, p[next] - centroid);
    const double d0 = pushing(inside), d1 = pushing(depth[k]), d2 = pushing(depth[next]);
    out.volume += twice * (d0 + d1 + d2) / 6;
    const double sum_u = centroid.u + p[k].u + p[next].u, sum_v = centroid.v + p[k].v + p[next].v;
    out.moment.u +=
        twice / 24 * (d0 * (centroid.u + sum_u) + d1 * (p[k].u + sum_u) + d2 * (p[next].u + sum_u));
    out.moment.v +=
        twice / 24 * (d0 * (centroid.v + sum_v) + d1 * (p[k].v + sum_v) + d2 * (p[next].v + sum_v));
  }
  return out;
}

}  // namespace

ContactPatch contact_patch(const PlacedBody& a, const PlacedBody& b, const Gap& gap,
                           const PatchRule& rule) {
  const Vec3 n = gap.normal, u = any_perpendicular(n), v = scree::cross(n, u);
  const Vec3 middle = 0.5 * (gap.on_a + gap.on_b);
  CutBody side_a(a, middle, n, u, v), side_b(b, middle, -n, u, v);
  const double apart = -side_b.world_top() - side_a.world_top();
  const double overlap = rule.rounding_a + rule.rounding_b - apart;
  const double layer = std::max(rule.layer, 1e-9 * std::min(a.radius(), b.radius()));
  const double thickness = 0.5 * std::max(overlap, 0.0) + layer;
  side_a.cut_below(thickness);
  side_b.cut_below(thickness);

  Outline patch, other;
  side_a.outline(patch);
  side_b.outline(other);
  std::reverse(other.at.begin(), other.at.begin() + other.count);  // it went about -n
  clip_outline(patch, other);
  thin_out(patch, ContactPatch::kMaxCorners, 1e-12 * layer * layer);

  ContactPatch out;
  out.count = patch.count;
  const Moments m = moments(patch);
  // A patch that shrinks to nothing ends between the ends of the link.
  const double share = m.area / (m.area + layer * layer);
  const Flat centroid{share * m.centroid.u, share * m.centroid.v};
  const auto in_world = [&](const Flat& p) { return middle + p.u * u + p.v * v; };
  out.area = m.area;
  out.centroid = in_world(centroid);
  out.centre_of_pressure = out.centroid;
  if (patch.count == 0) return out;

  patch.add(m.centroid);  // its depth is asked together with those of the corners
  std::array<double, ContactPatch::kMaxCorners + 1> up, down;
  side_a.heights(patch, rule.rounding_a, up.data());
  side_b.heights(patch, rule.rounding_b, down.data());
  --patch.count;
  const double between = apart + side_a.thickness() + side_b.thickness();
  for (int k = 0; k <= patch.count; ++k) {
    const auto c = static_cast<std::size_t>(k);
    up[c] += down[c] - between;
    if (k == patch.count) break;
    out.corner[c] = in_world(patch[k]);
    out.depth[c] = up[c];
    const Flat arm = patch[k] - centroid;
    out.extent = std::max(out.extent, arm.u * arm.u + arm.v * arm.v);
  }
  out.extent = std::sqrt(out.extent);
  const Pressure p =
      pressure(patch, up.data(), m.centroid, up[static_cast<std::size_t>(patch.count)]);
  out.mean_depth = m.area > 0 ? p.volume / m.area : 0;
  // Depths far below the layer say nothing of where the pressure is.
  const double rest = layer * (m.area + layer * layer);
  out.centre_of_pressure = in_world({(p.moment.u + rest * centroid.u) / (p.volume + rest),
                                     (p.moment.v + rest * centroid.v) / (p.volume + rest)});
  return out;
}

}  // namespace scree::geometry
