// The shortest link method: each end of the link goes to the point of its body that is nearest to
// the other end, in turn, until both stay.
//
// Between two edges, two faces, or an edge and a face, this takes ever smaller steps; there the
// shortest link of the two is found directly (the three special cases of 3.5.2): of two segments,
// those that a plane cuts from the faces.
#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/convex/feature.hpp"
#include "geometry/convex/link_methods.hpp"
#include "geometry/convex/methods.hpp"
#include "geometry/convex/surface_point.hpp"

namespace scree::geometry {
namespace {

constexpr int kMaxWalkSteps = 60;

struct Segment {
  Vec3 from, along;
};

Segment edge_segment(const PlacedBody& b, std::uint32_t edge) {
  const Polyhedron::Edge& e = b.body->edges()[edge];
  return {b.corner(e.from), b.corner(e.to) - b.corner(e.from)};
}

// The stretch of the line p + t u, in the plane of a face, that lies on the face.
std::optional<Segment> on_face(const PlacedBody& b, std::uint32_t face, const Vec3& p,
                               const Vec3& u) {
  const auto loop = b.body->face(face);
  const Vec3 n = b.plane(face).normal;
  double lo = -1e300, hi = 1e300;
  for (std::size_t k = 0; k < loop.size(); ++k) {
    const Vec3 from = b.corner(loop[k]);
    const Vec3 inward = cross(n, b.corner(loop[(k + 1) % loop.size()]) - from);
    const double at = dot(inward, p - from), rate = dot(inward, u);
    if (rate > 0)
      lo = std::max(lo, -at / rate);
    else if (rate < 0)
      hi = std::min(hi, -at / rate);
    else if (at < 0)
      return std::nullopt;
  }
  if (!(lo < hi) || !(lo > -1e299) || !(hi < 1e299)) return std::nullopt;
  return Segment{p + lo * u, (hi - lo) * u};
}

SurfacePoint middle_of(const PlacedBody& b, Feature f) {
  if (f.kind() == Feature::corner) return at_corner(b, f.number());
  if (f.kind() == Feature::edge) {
    const Segment e = edge_segment(b, f.number());
    return {On::edge, f.number(), e.from + 0.5 * e.along};
  }
  Vec3 sum{};
  const auto loop = b.body->face(f.number());
  for (const std::uint32_t k : loop) sum += b.corner(k);
  return {On::face, f.number(), (1 / static_cast<double>(loop.size())) * sum};
}
Feature feature_at(const SurfacePoint& p) {
  constexpr Feature::Kind kKinds[] = {Feature::corner, Feature::edge, Feature::face};
  return {kKinds[static_cast<int>(p.on)], p.number};
}

class Walk {
 public:
  Walk(const PairFrame& f, const Vec3& axis, GapHint& hint)
      : f_(f), axis_(axis), a_(f.first()), b_(f.second()), hint_(hint) {}

  std::optional<MethodLink> run() {
    start();
    double before = norm(q_.x - p_.x);
    const double rounding = 4e-15 * (a_.radius() + b_.radius());
    for (int step = 1; step <= kMaxWalkSteps; ++step) {
      if (!leap()) {
        p_ = nearest(a_, p_, q_.x);
        q_ = nearest(b_, q_, p_.x);
      }
      const double length = norm(q_.x - p_.x);
      if (!(length > 0)) return std::nullopt;
      if (before - length <= 1e-15 * before + rounding && step > 1) return finish(step);
      before = length;
    }
    return finish(kMaxWalkSteps);
  }

 private:
  // The features of the last link, or without any (3.5.1) the corners that are nearest to the plane
  // between the centres.
  void start() {
    Feature on_a, on_b;
    on_a.code = hint_.feature_a;
    on_b.code = hint_.feature_b;
    if (has_feature(*a_.body, on_a) && has_feature(*b_.body, on_b)) {
      p_ = middle_of(a_, on_a);
      q_ = middle_of(b_, on_b);
      // From the end of the link that is known better to the other: a corner is where it was, and
      // two edges have one link.
      if (on_a.kind() == Feature::edge && on_b.kind() == Feature::edge) {
        const Segment e = edge_segment(a_, on_a.number()), f = edge_segment(b_, on_b.number());
        const SegmentLink at = segment_link(e.from, e.along, f.from, f.along);
        p_.x = e.from + at.s * e.along;
        q_.x = f.from + at.t * f.along;
        return;
      }
      if (on_a.kind() <= on_b.kind())
        q_ = nearest(b_, q_, p_.x);
      else
        p_ = nearest(a_, p_, q_.x);
      return;
    }
    const Vec3 n = axis_ == Vec3{} ? b_.centre() - a_.centre() : axis_;
    hint_.corner_a = a_.farthest(n, known_corner(f_.a, hint_.corner_a));
    hint_.corner_b = b_.farthest(-n, known_corner(f_.b, hint_.corner_b));
    p_ = at_corner(a_, hint_.corner_a);
    q_ = at_corner(b_, hint_.corner_b);
  }

  std::optional<MethodLink> finish(int steps) {
    MethodLink out;
    hint_.feature_a = feature_at(p_).code;
    hint_.feature_b = feature_at(q_).code;
    out.certain = certain_link(f_, hint_.feature_a, hint_.feature_b, out.gap);
    if (!out.certain) {
      const Vec3 v = q_.x - p_.x;
      const double length = norm(v);
      out.gap = {length, (1 / length) * v, p_.x, q_.x};
      if (!proves(a_, b_, out.gap, hint_)) return std::nullopt;
    }
    out.gap.iterations = steps;
    return out;
  }

  // Most points stay on what they lie on: asked first, in the frame of the body, where a corner
  // costs nothing.
  static SurfacePoint nearest(const PlacedBody& b, const SurfacePoint& from, const Vec3& q) {
    const Vec3 own = (1 / b.size) * b.turn.back(q - b.x);
    if (const auto x = slid_to(*b.body, from.on, from.number, own))
      return {from.on, from.number, b.to_world(*x)};
    return nearest_on_body(b, from, q);
  }

  // The special cases. True where both ends were set.
  bool leap() {
    const bool on_edges = p_.on == On::edge && q_.on == On::edge;
    if (on_edges) return join(edge_segment(a_, p_.number), edge_segment(b_, q_.number));
    if (p_.on == On::face && q_.on == On::face) {
      const Vec3 n1 = a_.plane(p_.number).normal, n2 = b_.plane(q_.number).normal;
      const Vec3 m = cross(n1, n2);
      if (norm2(m) < 1e-20) return false;  // parallel: the walk is there at once
      const auto first = on_face(a_, p_.number, p_.x, cross(m, n1));
      const Plane other = b_.plane(q_.number);
      const Vec3 foot = p_.x - (dot(n2, p_.x) - other.offset) * n2;
      const auto second = on_face(b_, q_.number, foot, cross(m, n2));
      return first && second && join(*first, *second);
    }
    if (p_.on == On::edge && q_.on == On::face) {
      const Segment e = edge_segment(a_, p_.number);
      const auto cut = shadow(b_, q_.number, e);
      return cut && join(e, *cut);
    }
    if (p_.on == On::face && q_.on == On::edge) {
      const Segment e = edge_segment(b_, q_.number);
      const auto cut = shadow(a_, p_.number, e);
      return cut && join(*cut, e);
    }
    return false;
  }
  // What the plane through an edge, across a face, cuts from the face.
  static std::optional<Segment> shadow(const PlacedBody& b, std::uint32_t face, const Segment& e) {
    const Plane f = b.plane(face);
    const Vec3 along = e.along - dot(e.along, f.normal) * f.normal;
    if (!(norm2(along) > 1e-20 * norm2(e.along))) return std::nullopt;
    return on_face(b, face, e.from - (dot(f.normal, e.from) - f.offset) * f.normal, along);
  }
  // Ends at the shortest link of two segments, then each to the nearest point of its body, which
  // says what it lies on.
  bool join(const Segment& s, const Segment& t) {
    const SegmentLink at = segment_link(s.from, s.along, t.from, t.along);
    const Vec3 p = s.from + at.s * s.along, q = t.from + at.t * t.along;
    if (!(norm2(q - p) < norm2(q_.x - p_.x))) return false;
    p_ = nearest(a_, p_, q);
    q_ = nearest(b_, q_, p_.x);
    return true;
  }

  const PairFrame& f_;
  const Vec3 axis_;
  const PlacedBody a_, b_;
  GapHint& hint_;
  SurfacePoint p_, q_;
};

}  // namespace

std::optional<MethodLink> shortest_link_walk(const PairFrame& f, const Vec3& axis, GapHint& hint) {
  return Walk(f, axis, hint).run();
}

}  // namespace scree::geometry
