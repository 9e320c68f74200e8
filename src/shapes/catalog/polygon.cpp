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

void collide_polygons(const Shape& first, const Pose& at_first, const Shape& second,
                      const Pose& at_second, double reach, PairHint& hint, ContactPoints& out) {
  const auto& a = static_cast<const PolygonShape&>(first);
  const auto& b = static_cast<const PolygonShape&>(second);
  FeatureHint own = feature_hint(hint);
  const PolygonTouch touch =
      touch_polygons(a, a.placed(at_first), b, b.placed(at_second), reach, own);
  keep_hint(own, hint);
  out.area = touch.count > 0;
  for (int k = 0; k < touch.count; ++k)
    out.add({.normal = in_space(touch.normal),
             .point = in_space(touch.point[k]),
             .depth = touch.depth[k],
             .r_eff = touch.r_eff,
             .feature = static_cast<std::uint64_t>(k),
             .share = touch.share[k],
             .mass_share = touch.mass_share});
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
