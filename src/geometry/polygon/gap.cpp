#include "geometry/polygon/gap.hpp"

#include "geometry/polygon/difference_border.hpp"
#include "geometry/polygon/overlap.hpp"

namespace scree::geometry {
namespace {

using BorderKind = BorderFeature::Kind;

// A side across which the polygons are apart, searched from `from` both ways at a time.
std::optional<BorderFeature> side_between(const DifferenceBorder& border, const BorderFeature& from,
                                          std::uint32_t limit, int& iterations) {
  ++iterations;
  if (border.apart_across(from)) return from;
  BorderFeature after = from, before = from;
  for (std::uint32_t step = 0; step < limit; ++step) {
    iterations += 2;
    after = border.side_after(border.end(after));
    if (border.apart_across(after)) return after;
    before = border.side_before(border.start(before));
    if (border.apart_across(before)) return before;
  }
  return {};
}

// From a side across which they are apart to the feature of the border that is nearest to the
// origin. A side has its open Voronoi region, a corner the closed one: no two overlap.
BorderFeature nearest_feature(const DifferenceBorder& border, BorderFeature side, int& iterations) {
  const bool back = border.along(side, border.start(side)) <= 0;
  for (std::uint32_t step = 0; step <= border.size(); ++step) {
    ++iterations;
    if (back) {
      const BorderFeature corner = border.start(side);
      if (border.along(side, corner) > 0) return side;
      const BorderFeature before = border.side_before(corner);
      if (border.along(before, corner) >= 0) return corner;
      side = before;
    } else {
      const BorderFeature corner = border.end(side);
      if (border.along(side, corner) < 0) return side;
      const BorderFeature after = border.side_after(corner);
      if (border.along(after, corner) <= 0) return corner;
      side = after;
    }
  }
  return side;
}

struct PolygonLink {
  Vec2 on_a, on_b, normal;
  double distance = 0;
};

// A corner and the side from p to q that is nearest to it: the point there and the distance.
struct Foot {
  Vec2 at, out;  // out of the side
  double distance;
};
Foot foot_of(const Vec2& corner, const Vec2& p, const Vec2& q) {
  const Vec2 side = q - p;
  const double l2 = norm2(side);
  const double t = dot(side, corner - p) / l2;
  const Vec2 out = outward(side) / __builtin_sqrt(l2);
  return {p + t * side, out, dot(out, corner - p)};
}

PolygonLink corner_to_corner(const PolygonPair& pair, const DifferenceBorder& border,
                             const BorderFeature& f) {
  const Vec2 p = pair.a().corner(f.a), q = pair.b().corner(f.b);
  const double l = norm(q - p);
  if (l > 0) return {p, q, (q - p) / l, l};
  // They touch: half way between the sides that meet there.
  Vec2 sum{};
  for (const BorderFeature& side : {border.side_before(f), border.side_after(f)}) {
    Vec2 along{};
    if (side.kind != BorderKind::side_b)
      along += pair.a().corner(pair.a().next(side.a)) - pair.a().corner(side.a);
    if (side.kind != BorderKind::side_a)
      along += pair.b().corner(side.b) - pair.b().corner(pair.b().next(side.b));
    sum += normalized(outward(along));
  }
  return {p, q, normalized(sum), 0};
}

// Parallel sides: the middle of the stretch over which they face each other.
PolygonLink side_to_side(const PolygonPair& pair, const BorderFeature& f) {
  const Vec2 a0 = pair.a().corner(f.a), a1 = pair.a().corner(pair.a().next(f.a));
  const Vec2 b0 = pair.b().corner(f.b), b1 = pair.b().corner(pair.b().next(f.b));
  Vec2 on_a{}, on_b{};
  const auto end = [&](const Vec2& corner_a, const Vec2& corner_b, int inner_a) {
    // Which of the two ends first? inner_a > 0: the corner of a lies within the side of b.
    if (inner_a == 0) {
      on_a += 0.5 * corner_a;
      on_b += 0.5 * corner_b;
    } else if (inner_a > 0) {
      on_a += 0.5 * corner_a;
      on_b += 0.5 * foot_of(corner_a, b0, b1).at;
    } else {
      on_a += 0.5 * foot_of(corner_b, a0, a1).at;
      on_b += 0.5 * corner_b;
    }
  };
  // a runs from a0 to a1, b against it from b0 to b1: a0 faces b1.
  end(a0, b1, sign_dot(a1, a0, a0, b1));
  end(a1, b0, sign_dot(a1, a0, b0, a1));
  const Vec2 n = normalized(outward((a1 - a0) - (b1 - b0)));
  const double d = 0.5 * (dot(n, b0 - a0) + dot(n, b1 - a1));
  return {on_a, on_b, n, d};
}

PolygonLink link_of(const PolygonPair& pair, const DifferenceBorder& border,
                    const BorderFeature& f) {
  const RingView &a = pair.a(), &b = pair.b();
  if (f.kind == BorderKind::side_a) {
    const Vec2 q = b.corner(f.b);
    const Foot foot = foot_of(q, a.corner(f.a), a.corner(a.next(f.a)));
    return {foot.at, q, foot.out, foot.distance};
  }
  if (f.kind == BorderKind::side_b) {
    const Vec2 p = a.corner(f.a);
    const Foot foot = foot_of(p, b.corner(f.b), b.corner(b.next(f.b)));
    return {p, foot.at, -foot.out, foot.distance};
  }
  return f.kind == BorderKind::both ? side_to_side(pair, f) : corner_to_corner(pair, border, f);
}

PolygonGap answer_apart(const PolygonPair& pair, const DifferenceBorder& border,
                        const BorderFeature& between, FeatureHint& hint, int iterations) {
  PolygonGap out;
  const BorderFeature f = nearest_feature(border, between, iterations);
  const PolygonLink l = link_of(pair, border, f);
  out.distance = l.distance > 0 ? l.distance : 0;
  out.normal = l.normal;
  out.on_a = pair.origin() + l.on_a;
  out.on_b = pair.origin() + l.on_b;
  out.centroid = out.line[0] = out.line[1] = pair.origin() + 0.5 * (l.on_a + l.on_b);
  out.iterations = iterations;
  hint = {
      f.kind == BorderKind::side_b ? FeatureHint::Kind::side_of_b : FeatureHint::Kind::side_of_a,
      f.a, f.b};
  return out;
}

void points_to_world(const Vec2& origin, PolygonGap& g) {
  for (Vec2* p : {&g.centroid, &g.on_a, &g.on_b, &g.line[0], &g.line[1]}) *p = origin + *p;
}

// The walks of one call.
class GapSearch {
 public:
  GapSearch(const PlacedPolygon& a, const PlacedPolygon& b, FeatureHint& hint)
      : pair_(a, b), border_(pair_), hint_(hint) {
    hint.a %= a.body->size();
    hint.b %= b.body->size();
    if (hint.kind == FeatureHint::Kind::none) {  // corners that face each other
      hint.a = pair_.a().farthest(pair_.between_centres(), hint.a);
      hint.b = pair_.b().farthest(-pair_.between_centres(), hint.b);
    }
  }

  PolygonGap run() {
    constexpr std::uint32_t kNear = 2;  // sides to either side that are tried before the others
    const bool crossed = hint_.kind == FeatureHint::Kind::crossing;
    if (crossed)
      if (auto found = overlap_from(crossing_near(pair_, hint_.a, hint_.b, iterations_)))
        return *found;
    if (auto found = apart_from(kNear)) return *found;
    if (!crossed)
      if (auto found = overlap_from(crossing_near(pair_, hint_.a, hint_.b, iterations_)))
        return *found;
    if (auto found = overlap_from(chase_crossing(pair_, pair_.a().previous(hint_.a),
                                                 pair_.b().previous(hint_.b), iterations_)))
      return *found;
    if (auto found = apart_from(border_.size())) return *found;
    return one_in_the_other();
  }

 private:
  BorderFeature first_side() {
    return hint_.kind == FeatureHint::Kind::side_of_b ? border_.at_side_of_b(hint_.b, hint_.a)
                                                      : border_.at_side_of_a(hint_.a, hint_.b);
  }
  std::optional<PolygonGap> apart_from(std::uint32_t limit) {
    const auto between = side_between(border_, first_side(), limit, iterations_);
    if (!between) return {};
    return answer_apart(pair_, border_, *between, hint_, iterations_);
  }
  std::optional<PolygonGap> overlap_from(const std::optional<SideCrossing>& crossing) {
    if (!crossing) return {};
    // Where a corner lies on a side they may only touch.
    if (crossing->tie)
      if (auto touch = apart_from(border_.size())) return touch;
    thread_local OverlapBorder border;
    if (!walk_overlap(pair_, *crossing, border, iterations_)) return {};
    hint_ = {FeatureHint::Kind::crossing, crossing->a, crossing->b};
    return measured(border);
  }
  PolygonGap measured(OverlapBorder& border) {
    PolygonGap out;
    measure_overlap(pair_, border, out);
    points_to_world(pair_.origin(), out);
    out.iterations = iterations_;
    return out;
  }
  PolygonGap one_in_the_other() {
    const int inner = holds(pair_, 0) ? 1 : (holds(pair_, 1) ? 0 : -1);
    if (inner < 0)
      if (auto found = overlap_from(any_crossing(pair_))) return *found;
    OverlapBorder border;
    whole_polygon(pair_, inner == 1 ? 1 : 0, border);
    hint_.kind = FeatureHint::Kind::none;
    return measured(border);
  }

  PolygonPair pair_;
  DifferenceBorder border_;
  FeatureHint& hint_;
  int iterations_ = 0;
};

}  // namespace

PolygonGap polygon_gap(const PlacedPolygon& a, const PlacedPolygon& b, FeatureHint& hint) {
  return GapSearch(a, b, hint).run();
}

PolygonGap polygon_gap(const PlacedPolygon& a, const PlacedPolygon& b) {
  FeatureHint hint;
  return polygon_gap(a, b, hint);
}

}  // namespace scree::geometry
