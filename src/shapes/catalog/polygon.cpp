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

void add_touch(const PolygonTouch& touch, ContactPoints& out) {
  out.area = touch.count > 0;
  out.potential = touch.potential && touch.count > 0;
  const double shares = touch.share[0] + (touch.count == 2 ? touch.share[1] : 0);
  for (int k = 0; k < touch.count; ++k)
    out.add({.normal = in_space(touch.normal[k]),
             .point = in_space(touch.point[k]),
             .depth = touch.depth[k],
             .r_eff = touch.r_eff,
             .feature = static_cast<std::uint64_t>(k),
             .share = touch.share[k],
             .mass_share = touch.mass_share,
             .energy_share = touch.potential ? touch.share[k] / shares : 0});
}

void collide_polygons(const Shape& first, const Pose& at_first, const Shape& second,
                      const Pose& at_second, double reach, PairHint& hint, ContactPoints& out) {
  const PolygonShape &a = *first.polygon(), &b = *second.polygon();
  FeatureHint own = feature_hint(hint);
  const std::optional<RoundedCore> core_a = a.rounded_core(), core_b = b.rounded_core();
  const PolygonTouch touch =
      core_a && core_b ? press_polygons(a, core_a->placed_polygon(at_first), b,
                                        core_b->placed_polygon(at_second), reach, own)
                       : touch_polygons(a, a.placed(at_first), b, b.placed(at_second), reach, own);
  keep_hint(own, hint);
  add_touch(touch, out);
}

// The line that two sides share, whatever way the polygons press.
void section_of_polygons(const Shape& first, const Pose& at_first, const Shape& second,
                         const Pose& at_second, double reach, ContactPoints& out) {
  const PolygonShape &a = *first.polygon(), &b = *second.polygon();
  FeatureHint none;
  add_touch(touch_polygons(a, a.placed(at_first), b, b.placed(at_second), reach, none, false), out);
}

void collide_polygons_cold(const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b,
                           double reach, ContactPoints& out) {
  PairHint none;
  collide_polygons(a, at_a, b, at_b, reach, none, out);
}

// `core`: of a polygon that presses by the potential.
void touch_disc(const PolygonShape& a, const std::optional<RoundedCore>& core, const Pose& at_first,
                const Shape& disc, const Pose& at_disc, double reach, PairHint& hint,
                ContactPoints& out) {
  const double r = disc.bounding_radius(), size = a.bounding_radius();
  FeatureHint own = feature_hint(hint);
  const double rounding = core ? core->radius : a.rounding();
  const geometry::RoundGap gap =
      geometry::disc_gap(core ? core->placed_polygon(at_first) : a.placed(at_first),
                         {{at_disc.x.x, at_disc.x.y}, rounding + r}, own);
  keep_hint(own, hint);
  const double depth = gap.distance > 0 ? -gap.distance : gap.depth;
  if (!(depth > -reach)) return;
  const Vec3 n = in_space(gap.normal);
  out.add({.normal = n,
           .point = Vec3{at_disc.x.x, at_disc.x.y, 0} - (r - 0.5 * depth) * n,
           .depth = depth,
           .r_eff = size * r / (size + r),
           .feature = 0,
           .energy_share = core ? 1.0 : 0.0});
  out.area = out.potential = core.has_value();
}

void collide_polygon_disc(const Shape& a, const Pose& at_a, const Shape& disc, const Pose& at_disc,
                          double reach, PairHint& hint, ContactPoints& out) {
  touch_disc(*a.polygon(), a.rounded_core(), at_a, disc, at_disc, reach, hint, out);
}

void section_of_polygon_disc(const Shape& a, const Pose& at_a, const Shape& disc,
                             const Pose& at_disc, double reach, ContactPoints& out) {
  PairHint none;
  touch_disc(*a.polygon(), std::nullopt, at_a, disc, at_disc, reach, none, out);
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
    {.name = "contact",
     .kind = ParamKind::choice,
     .fallback = "potential",
     .choices = "potential|depth|area",
     .doc = "how it presses on others"},
};

Result<std::unique_ptr<Shape>> make_polygon(const ParamSet& p) {
  std::vector<Vec2> corners;
  for (const auto& row : p.matrix("vertices")) {
    if (row.size() != 2) return Error{"E0466", "a corner of a polygon needs two coordinates"};
    corners.push_back({row[0], row[1]});
  }
  auto made = PolygonShape::make(corners, p.number("rounding"),
                                 *contact_named<PolygonContact>(p.text("contact")));
  if (!made) return made.errors();
  return std::unique_ptr<Shape>(new PolygonShape(**made));
}

constexpr CollideEntry kPolygonPairs[] = {
    {"polygon", "polygon", &collide_polygons_cold, &collide_polygons, &section_of_polygons},
    {"polygon", "sphere", &collide_polygon_disc_cold, &collide_polygon_disc,
     &section_of_polygon_disc}};

}  // namespace

extern const ShapeEntry polygon_entry;
const ShapeEntry polygon_entry{
    .info = {"polygon", "convex polygon of two dimensions, sharp or rounded", "Schinner 1999",
             kPolygonParams},
    .make = make_polygon,
    .pairs = kPolygonPairs};

}  // namespace scree::shape_catalog_entries
