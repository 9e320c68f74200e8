// Convex polygons of two dimensions, sharp or rounded, with each other and with discs.
#include "shapes/polygon.hpp"

#include <cmath>

#include "geometry/polygon/round.hpp"

namespace scree::shape_catalog_entries {
namespace {

using geometry::FeatureHint;
using geometry::Vec2;

FeatureHint feature_hint(const PairHint& h) {
  return {static_cast<FeatureHint::Kind>(h.feature_a), h.corner_a, h.corner_b};
}
void keep_hint(const FeatureHint& f, PairHint& h) {
  h.feature_a = static_cast<std::uint32_t>(f.kind), h.corner_a = f.a, h.corner_b = f.b;
}

Vec3 in_space(const Vec2& v) { return {v.x, v.y, 0}; }

// F = k A/l with l = 4 r1 r2/(r1 + r2), at the centroid of the overlap. Two points stand for it, so
// far from it that a load spread over the line has their moment: rocking is damped.
void push_by_area(const geometry::PolygonGap& gap, double r_eff, ContactPoints& out) {
  const double share = gap.area / (4 * r_eff * gap.depth);
  if (!gap.overlap || !(share > 0)) return;
  const Vec2 away = (gap.length / std::sqrt(12.0)) * geometry::outward(gap.normal);
  out.area = true;
  for (const double side : {-1.0, 1.0})
    out.add({.normal = in_space(gap.normal),
             .point = in_space(gap.centroid + side * away),
             .depth = gap.depth,
             .r_eff = r_eff,
             .feature = side < 0 ? 0u : 1u,
             .share = 0.5 * share});
}

void collide_polygons(const Shape& first, const Pose& at_first, const Shape& second,
                      const Pose& at_second, double reach, PairHint& hint, ContactPoints& out) {
  const auto& a = static_cast<const PolygonShape&>(first);
  const auto& b = static_cast<const PolygonShape&>(second);
  const geometry::PlacedPolygon at_a = a.placed(at_first), at_b = b.placed(at_second);
  const double rounding = a.rounding() + b.rounding();
  FeatureHint own = feature_hint(hint);
  const geometry::PolygonGap gap = geometry::polygon_gap(at_a, at_b, own);
  keep_hint(own, hint);
  if (!gap.overlap && !(gap.distance < rounding + reach)) return;
  const double size_a = a.bounding_radius(), size_b = b.bounding_radius();
  const double r_eff = size_a * size_b / (size_a + size_b);
  if (a.form().by_area && b.form().by_area) return push_by_area(gap, r_eff, out);
  const double depth = rounding + (gap.overlap ? gap.depth : -gap.distance);
  out.area = true;
  const ContactLine line = contact_line(a, at_a, b, at_b, gap, depth);
  for (int k = 0; k < line.count; ++k) {
    const LineEnd& end = line.end[k];
    out.add({.normal = in_space(gap.normal),
             .point = in_space(end.point),
             .depth = end.depth,
             .r_eff = r_eff,
             .feature = static_cast<std::uint64_t>(k),
             .share = end.share,
             .mass_share = line.mass_share});
  }
  if (line.count > 0) return;
  const Vec2 middle =
      0.5 * ((gap.on_a + a.rounding() * gap.normal) + (gap.on_b - b.rounding() * gap.normal));
  out.add({.normal = in_space(gap.normal),
           .point = in_space(middle),
           .depth = depth,
           .r_eff = r_eff,
           .feature = 0});
}

void collide_polygons_cold(const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b,
                           double reach, ContactPoints& out) {
  PairHint none;
  collide_polygons(a, at_a, b, at_b, reach, none, out);
}

void collide_polygon_disc(const Shape& first, const Pose& at_first, const Shape& disc,
                          const Pose& at_disc, double reach, PairHint& hint, ContactPoints& out) {
  const auto& a = static_cast<const PolygonShape&>(first);
  const double r = disc.bounding_radius(), size = a.bounding_radius();
  FeatureHint own = feature_hint(hint);
  const geometry::RoundGap gap =
      geometry::disc_gap(a.placed(at_first), {{at_disc.x.x, at_disc.x.y}, a.rounding() + r}, own);
  keep_hint(own, hint);
  const double depth = gap.distance > 0 ? -gap.distance : gap.depth;
  if (!(depth > -reach)) return;
  const Vec3 n = in_space(gap.normal);
  out.add({.normal = n,
           .point = Vec3{at_disc.x.x, at_disc.x.y, 0} - (r - 0.5 * depth) * n,
           .depth = depth,
           .r_eff = size * r / (size + r),
           .feature = 0});
}

void collide_polygon_disc_cold(const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b,
                               double reach, ContactPoints& out) {
  PairHint none;
  collide_polygon_disc(a, at_a, b, at_b, reach, none, out);
}

constexpr ParamInfo kPolygonParams[] = {
    {.name = "vertices",
     .kind = ParamKind::matrix,
     .dim = dim::length,
     .required = true,
     .doc = "corners counter-clockwise: [[x, y], ...], three at least, convex"},
    {.name = "rounding",
     .dim = dim::length,
     .fallback = "0",
     .range = range::non_negative,
     .doc = "everything within this distance of the polygon belongs to the grain"},
};

Result<std::unique_ptr<Shape>> make_polygon(const ParamSet& p) {
  std::vector<Vec2> corners;
  for (const auto& row : p.matrix("vertices")) {
    if (row.size() != 2) return Error{"E0466", "a corner of a polygon needs two coordinates"};
    corners.push_back({row[0], row[1]});
  }
  auto made = PolygonShape::make(corners, p.number("rounding"));
  if (!made) return made.errors();
  return std::unique_ptr<Shape>(new PolygonShape(**made));
}

constexpr CollideEntry kPolygonPairs[] = {
    {"polygon", "polygon", &collide_polygons_cold, &collide_polygons},
    {"polygon", "sphere", &collide_polygon_disc_cold, &collide_polygon_disc}};

}  // namespace

extern const ShapeEntry polygon_entry;
const ShapeEntry polygon_entry{
    .info = {"polygon", "convex polygon of two dimensions, sharp or rounded", "Schinner 1999",
             kPolygonParams},
    .make = make_polygon,
    .pairs = kPolygonPairs};

}  // namespace scree::shape_catalog_entries
