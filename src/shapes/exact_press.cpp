#include "shapes/exact_press.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/convex/gap.hpp"
#include "geometry/polygon/gap.hpp"
#include "shapes/contact_potential.hpp"

namespace scree {
namespace {

using Segment = ExactCore::Segment;

// Below 0: the cores overlap. Above, only the sign means something.
double apart_or_overlap(const ExactCore& a, const ExactCore& b) {
  if (!a.flat())
    return geometry::widest_plane(a.core().placed(a.pose()), b.core().placed(b.pose())).distance;
  const geometry::PolygonGap gap =
      geometry::polygon_gap(a.core().placed_polygon(a.pose()), b.core().placed_polygon(b.pose()));
  return gap.overlap ? -gap.depth : gap.distance;
}

void add_corners(const ExactCore& of, const ExactCore& other, double range, DepthNorm& norm) {
  for (const Vec3& x : of.corners()) norm.add(range - other.distance(x));
}

std::optional<ExactDepth> depth_of_cores(const ExactCore& a, const ExactCore& b) {
  const double range = a.radius() + b.radius(), tolerance = kExactPress * range;
  const double gap = apart_or_overlap(a, b);
  if (std::abs(gap) < tolerance) return std::nullopt;
  DepthNorm norm(range);
  add_corners(a, b, range, norm);
  add_corners(b, a, range, norm);
  // In two dimensions what stands for the overlap fades in.
  if (gap < 0) norm.add(range - gap, a.flat() ? std::min(1.0, -gap / range) : 1);
  if (gap > 0 && !a.flat())
    for (const Segment& e : a.edges())
      for (const Segment& f : b.edges()) norm.add(range - exact_distance(e, f), edge_weight(e, f));
  return ExactDepth{norm.depth(), tolerance};
}

std::optional<ExactDepth> depth_of_ball(const RoundedCore& core, const Pose& at, const Vec3& x,
                                        double r) {
  const double range = core.radius + r;
  return ExactDepth{std::max(0.0, range - ExactCore(core, at).distance(x)), kExactPress * range};
}

}  // namespace

void DepthNorm::add(double depth, double weight) {
  if (depth > 0) sum_ += weight * potential::eighth_power(depth / unit_);
}
double DepthNorm::depth() const { return unit_ * potential::eighth_root(sum_); }

bool ExactDepth::differs(double found) const {
  return !(std::abs(std::max(found, 0.0) - depth) <= tolerance);
}

ExactCore::ExactCore(const RoundedCore& core, const Pose& at) : core_(core), at_(at) {
  if (flat()) {
    const geometry::PlacedPolygon p = core.placed_polygon(at);
    for (std::uint32_t k = 0; k < p.body->size(); ++k)
      corners_.push_back({p.corner(k).x, p.corner(k).y, 0});
    for (std::uint32_t k = 0; k < p.body->size(); ++k)
      edges_.push_back({corners_[k], corners_[p.body->next(k)]});
    return;
  }
  const geometry::PlacedBody p = core.placed(at);
  for (std::size_t k = 0; k < p.corner_count(); ++k) corners_.push_back(p.corner(k));
  for (const auto& e : p.body->edges()) edges_.push_back({corners_[e.from], corners_[e.to]});
}

Vec3 ExactCore::centre() const {
  if (!flat()) return core_.placed(at_).centre();
  const geometry::Vec2 c = core_.placed_polygon(at_).centroid();
  return {c.x, c.y, 0};
}

double ExactCore::outermost_plane(const Vec3& x) const {
  double most = -HUGE_VAL;
  if (flat()) {
    for (const Segment& side : edges_) {
      const Vec3 along = side.to - side.from, out{along.y, -along.x, 0};
      most = std::max(most, dot(out, x - side.from) / norm(out));
    }
    return most;
  }
  const geometry::PlacedBody p = core_.placed(at_);
  for (std::size_t f = 0; f < p.body->face_count(); ++f)
    most = std::max(most, dot(p.plane(f).normal, x) - p.plane(f).offset);
  return most;
}

double ExactCore::distance_of_face(std::size_t face, const Vec3& x) const {
  const geometry::Plane plane = core_.placed(at_).plane(face);
  const double height = dot(plane.normal, x) - plane.offset;
  const Vec3 foot = x - height * plane.normal;
  const auto ring = core_.body->face(face);
  bool over = true;
  double least = HUGE_VAL;
  for (std::size_t k = 0; k < ring.size(); ++k) {
    const Segment side{corners_[ring[k]], corners_[ring[k + 1 == ring.size() ? 0 : k + 1]]};
    over = over && dot(cross(side.to - side.from, foot - side.from), plane.normal) >= 0;
    least = std::min(least, exact_distance(x, side));
  }
  return over ? std::abs(height) : least;
}

double ExactCore::distance(const Vec3& x) const {
  const double outermost = outermost_plane(x);
  if (!(outermost > 0)) return outermost;
  double least = HUGE_VAL;
  if (flat())
    for (const Segment& side : edges_) least = std::min(least, exact_distance(x, side));
  else
    for (std::size_t f = 0; f < core_.body->face_count(); ++f)
      least = std::min(least, distance_of_face(f, x));
  return least;
}

double exact_distance(const Vec3& x, const Segment& s) {
  const Vec3 along = s.to - s.from;
  const double t = std::clamp(dot(x - s.from, along) / norm2(along), 0.0, 1.0);
  return norm(x - (s.from + t * along));
}

// At an end of one of them, or where the two lines come nearest to each other.
double exact_distance(const Segment& a, const Segment& b) {
  const double at_ends = std::min({exact_distance(a.from, b), exact_distance(a.to, b),
                                   exact_distance(b.from, a), exact_distance(b.to, a)});
  const Vec3 u = a.to - a.from, v = b.to - b.from, w = b.from - a.from, c = cross(u, v);
  const double c2 = norm2(c);
  if (!(c2 > 0)) return at_ends;
  const double s = dot(cross(w, v), c) / c2, t = dot(cross(w, u), c) / c2;
  if (s < 0 || s > 1 || t < 0 || t > 1) return at_ends;
  return std::min(at_ends, std::abs(dot(w, c)) / std::sqrt(c2));
}

double edge_weight(const Segment& a, const Segment& b) {
  const Vec3 u = a.to - a.from, v = b.to - b.from;
  return norm2(cross(u, v)) / (norm2(u) * norm2(v));
}

std::optional<ExactDepth> exact_depth(const Shape& a, const Pose& at_a, const Shape& b,
                                      const Pose& at_b) {
  const std::optional<RoundedCore> core_a = a.rounded_core(), core_b = b.rounded_core();
  if (core_a && core_b && core_a->flat() == core_b->flat())
    return depth_of_cores(ExactCore(*core_a, at_a), ExactCore(*core_b, at_b));
  if (core_a && b.ball_radius()) return depth_of_ball(*core_a, at_a, at_b.x, *b.ball_radius());
  if (core_b && a.ball_radius()) return depth_of_ball(*core_b, at_b, at_a.x, *a.ball_radius());
  return std::nullopt;
}

}  // namespace scree
