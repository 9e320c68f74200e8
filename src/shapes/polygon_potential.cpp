// Two polygons by the potential of their corners (theory/potential.md).
//
// In the plane the features of two cores that are apart are the corners of each and the whole other
// core: two parallel sides are corners over sides, no pair of edges crosses. Which corners can be
// nearer than the roundings follows from the gap g and its normal n: a corner that lies h behind
// the foremost one along n is at least g + h away, so they are a stretch of the ring.
//
// The line on which the forces of a group of features act exists in the plane wherever they do not
// cancel, so a point on it has their torque and needs no couple. Two groups, on either side of the
// middle of all, let friction resist rocking and spinning.
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "geometry/polygon/round.hpp"
#include "geometry/polygon/sure_gap.hpp"
#include "shapes/contact_potential.hpp"
#include "shapes/polygon.hpp"

namespace scree {
namespace {

using geometry::FeatureHint;
using geometry::PlacedPolygon;
using geometry::PolygonGap;
using geometry::Vec2;

struct FlatFeature {
  Vec2 normal, point;
  double depth = 0, weight = 1;
  double gain = 0;   // G_i
  double along = 0;  // its place across the force of all
};

// Of one pair. Few pairs have more than a handful.
class FlatFeatures {
 public:
  FlatFeatures(double radius_a, double radius_b)
      : radius_a_(radius_a), radius_b_(radius_b), range_(radius_a + radius_b) {}

  std::span<FlatFeature> all() {
    return many_.empty() ? std::span<FlatFeature>(few_, count_) : many_;
  }

  // Corners of `of`, from `start` on, that are nearer to `other` than the roundings. `towards`:
  // along the gap, to the other.
  void add_corners(const PlacedPolygon& of, std::uint32_t start, const Vec2& towards, double gap,
                   const PlacedPolygon& other, std::uint32_t side, bool of_a) {
    const geometry::Polygon& ring = *of.body;
    const Vec2 u = rotate(geometry::Turn2{of.turn.c, -of.turn.s}, towards);
    const auto height = [&](std::uint32_t k) { return dot(u, ring.corner(k)); };
    std::uint32_t top = start;
    double highest = height(top);
    for (std::uint32_t k = 0; k < ring.size(); ++k) {
      const std::uint32_t next = ring.next(top), previous = ring.previous(top);
      const double over_next = height(next), over_previous = height(previous);
      if (over_next > highest)
        top = next, highest = over_next;
      else if (over_previous > highest)
        top = previous, highest = over_previous;
      else
        break;
    }
    const double least = highest - (range_ - gap);
    std::uint32_t first = top, count = 1;
    while (count < ring.size() && height(ring.previous(first)) > least)
      first = ring.previous(first), ++count;
    for (std::uint32_t last = top; count < ring.size() && height(ring.next(last)) > least; ++count)
      last = ring.next(last);
    if (count == ring.size()) first = 0;  // whatever the search began with
    for (std::uint32_t k = first; count > 0; --count, k = ring.next(k))
      add(of.corner(k), other, side, of_a);
  }
  void add_overlap(const PolygonGap& gap) {
    // Fades in where the cores begin to overlap.
    put({.normal = gap.normal,
         .point = gap.centroid,
         .depth = range_ + gap.depth,
         .weight = std::min(1.0, gap.depth / range_)});
  }

 private:
  static constexpr std::size_t kFew = 16;

  void add(const Vec2& corner, const PlacedPolygon& other, std::uint32_t side, bool of_a) {
    geometry::SureGap found;
    if (geometry::sure_distance(other, corner, side, found)) {
      const double gap = found.distance - range_;
      if (gap < 0) push(corner, found.normal, -gap, of_a);
      return;
    }
    FeatureHint hint{FeatureHint::Kind::side_of_a, side, 0};
    const geometry::RoundGap walked = geometry::disc_gap(other, {corner, range_}, hint);
    if (walked.depth > 0) push(corner, walked.normal, walked.depth, of_a);
  }
  // `out`: of the other polygon.
  void push(const Vec2& corner, const Vec2& out, double depth, bool of_a) {
    const Vec2 n = of_a ? -out : out;  // from a to b
    const double to_middle = (of_a ? radius_a_ : -radius_b_) + (of_a ? -0.5 : 0.5) * depth;
    put({.normal = n, .point = corner + to_middle * n, .depth = depth});
  }
  void put(const FlatFeature& f) {
    if (count_ < kFew) {
      few_[count_++] = f;
      return;
    }
    if (many_.empty()) many_.assign(few_, few_ + count_);
    many_.push_back(f);
  }

  double radius_a_, radius_b_, range_;
  std::size_t count_ = 0;
  union {
    FlatFeature few_[kFew];  // without initial values
  };
  std::vector<FlatFeature> many_;
};

// Sums of the features that act as one point.
struct Group {
  double gain = 0;
  Vec2 push, place;
  double torque = 0;  // about the origin of `place`

  void add(const FlatFeature& f, const Vec2& origin) {
    const Vec2 from = f.point - origin;
    gain += f.gain;
    push += f.gain * f.normal;
    place += f.gain * from;
    torque += f.gain * cross(from, f.normal);
  }
};

// On the line along which the group acts, nearest to its mean place.
void put(const Group& g, const Vec2& origin, double depth, PolygonTouch& out) {
  const double share = norm(g.push);
  if (!(share > 0)) return;
  const Vec2 mean = g.place / g.gain;
  const double rest = g.torque - cross(mean, g.push);
  // Forces that nearly cancel, deep in each other, have no such line nearby.
  constexpr double kCancelled = 0.2;
  const Vec2 aside =
      share > kCancelled * g.gain ? (rest / (share * share)) * geometry::outward(g.push) : Vec2{};
  const int k = out.count++;
  out.normal[k] = g.push / share;
  out.point[k] = origin + mean + aside;
  out.depth[k] = depth;
  out.share[k] = share;
}

void combine(std::span<FlatFeature> all, double same_place, PolygonTouch& out) {
  double top = 0;
  for (const FlatFeature& f : all) top = std::max(top, f.depth);
  double sum = 0;
  for (const FlatFeature& f : all) sum += f.weight * potential::eighth_power(f.depth / top);
  if (!(sum > 0)) return;
  const double depth = top * potential::eighth_root(sum);
  const Vec2 origin = all.front().point;
  Group whole;
  for (FlatFeature& f : all) {
    f.gain = f.weight * potential::seventh_power(f.depth / depth);
    whole.add(f, origin);
  }
  const Vec2 along = geometry::outward(whole.push), middle = whole.place / whole.gain;
  double lo = HUGE_VAL, hi = -HUGE_VAL;
  for (FlatFeature& f : all) {
    f.along = dot(along, f.point - origin);
    lo = std::min(lo, f.along), hi = std::max(hi, f.along);
  }
  if (!(hi - lo > same_place * norm(along))) return put(whole, origin, depth, out);
  Group side[2];
  const double half = dot(along, middle);
  for (const FlatFeature& f : all) side[f.along < half ? 0 : 1].add(f, origin);
  for (const Group& g : side) put(g, origin, depth, out);
}

// Cores that are nearer than the roundings, or that overlap.
void press(const PolygonShape& a, const PlacedPolygon& at_a, const PolygonShape& b,
           const PlacedPolygon& at_b, const Vec2& normal, double distance,
           const PolygonGap* overlap, const FeatureHint& hint, PolygonTouch& out) {
  const double ra = a.pressed_rounding(), rb = b.pressed_rounding();
  const double size_a = a.bounding_radius(), size_b = b.bounding_radius();
  out.r_eff = size_a * size_b / (size_a + size_b);
  FlatFeatures features(ra, rb);
  const std::uint32_t from_a = hint.a % at_a.body->size(), from_b = hint.b % at_b.body->size();
  features.add_corners(at_a, from_a, normal, distance, at_b, from_b, true);
  features.add_corners(at_b, from_b, -normal, distance, at_a, from_a, false);
  if (overlap != nullptr) features.add_overlap(*overlap);
  if (!features.all().empty()) combine(features.all(), ra + rb, out);
}

}  // namespace

PolygonTouch press_polygons(const PolygonShape& a, const PlacedPolygon& at_a, const PolygonShape& b,
                            const PlacedPolygon& at_b, double reach, FeatureHint& hint) {
  PolygonTouch out;
  out.potential = true;
  const double ra = a.pressed_rounding(), rb = b.pressed_rounding(), range = ra + rb;
  if (geometry::SureGap near; reach == 0 && geometry::sure_gap(at_a, at_b, hint, near)) {
    if (near.distance < range)
      press(a, at_a, b, at_b, near.normal, near.distance, nullptr, hint, out);
    else
      out.gap = near.distance - range;
    return out;
  }
  const PolygonGap gap = geometry::polygon_gap(at_a, at_b, hint);
  if (!gap.overlap && !(gap.distance < range + reach)) {
    out.gap = gap.distance - (range + reach);
    return out;
  }
  if (gap.overlap || gap.distance < range) {
    // Cores that overlap: all corners.
    press(a, at_a, b, at_b, gap.normal, gap.overlap ? -HUGE_VAL : gap.distance,
          gap.overlap ? &gap : nullptr, hint, out);
    return out;
  }
  const double size_a = a.bounding_radius(), size_b = b.bounding_radius();
  out.r_eff = size_a * size_b / (size_a + size_b);
  out.count = 1;
  out.normal[0] = gap.normal;
  out.point[0] = 0.5 * ((gap.on_a + ra * gap.normal) + (gap.on_b - rb * gap.normal));
  out.depth[0] = range - gap.distance;
  return out;
}

}  // namespace scree
