// Convex polyhedra, sharp or rounded, with each other and with balls.
#include "shapes/polyhedron.hpp"

#include <chrono>
#include <cmath>

#include "geometry/convex/feature_depths.hpp"
#include "geometry/convex/methods.hpp"
#include "geometry/convex/surface_point.hpp"
#include "shapes/contact_potential.hpp"

namespace scree::shape_catalog_entries {
namespace {

// Features nearer to each other than the roundings are at one place.
void press_polyhedra(const PolyhedronShape& a, const RoundedCore& core_a,
                     const geometry::PlacedBody& at_a, const PolyhedronShape& b,
                     const RoundedCore& core_b, const geometry::PlacedBody& at_b,
                     const geometry::Gap& gap, PairHint& hint, ContactPoints& out) {
  static thread_local std::vector<geometry::FeatureDepth> found;
  static thread_local std::vector<PressedFeature> features;
  found.clear(), features.clear();
  const double range = core_a.radius + core_b.radius;
  geometry::feature_depths(at_a, at_b, range, gap, hint.features, found);
  for (const geometry::FeatureDepth& f : found) {
    // In the middle of what overlaps.
    const Vec3 point =
        0.5 * ((f.on_a + core_a.radius * f.normal) + (f.on_b - core_b.radius * f.normal));
    features.push_back(
        {.normal = f.normal, .point = point, .depth = f.depth, .weight = f.weight, .turn = f.turn});
  }
  const double ra = a.bounding_radius(), rb = b.bounding_radius();
  combine_features(features, ra * rb / (ra + rb), range, out);
}

void collide_polyhedra(const Shape& first, const Pose& at_first, const Shape& second,
                       const Pose& at_second, double reach, PairHint& hint, ContactPoints& out) {
  const auto& a = static_cast<const PolyhedronShape&>(first);
  const auto& b = static_cast<const PolyhedronShape&>(second);
  const std::optional<RoundedCore> core_a = a.rounded_core(), core_b = b.rounded_core();
  const bool press = core_a && core_b;
  const geometry::PlacedBody at_a = press ? core_a->placed(at_first) : a.placed(at_first);
  const geometry::PlacedBody at_b = press ? core_b->placed(at_second) : b.placed(at_second);
  const double roundings = press ? core_a->radius + core_b->radius : a.rounding() + b.rounding();
  const double range = roundings + reach;
  geometry::GapHint own{hint.axis, hint.corner_a, hint.corner_b, hint.feature_a, hint.feature_b};
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = hint.timed ? Clock::now() : Clock::time_point();
  const geometry::Gap gap = geometry::convex_gap_by(static_cast<geometry::GapMethod>(hint.method),
                                                    at_a, at_b, range, own);
  if (hint.timed) hint.seconds = std::chrono::duration<float>(Clock::now() - start).count();
  hint.axis = own.axis;
  hint.corner_a = own.corner_a, hint.corner_b = own.corner_b;
  hint.feature_a = own.feature_a, hint.feature_b = own.feature_b;
  hint.found_by = static_cast<std::uint8_t>(own.found_by);
  hint.iterations = static_cast<std::uint16_t>(gap.iterations);
  if (!(gap.distance < range))
    hint.apart = gap.distance - roundings;
  else if (press)
    press_polyhedra(a, *core_a, at_a, b, *core_b, at_b, gap, hint, out);
  else
    contact_area(a, at_a, b, at_b, gap, out);
}

// The area that two faces share, whatever way the bodies press.
void section_of_polyhedra(const Shape& first, const Pose& at_first, const Shape& second,
                          const Pose& at_second, double reach, ContactPoints& out) {
  const auto& a = static_cast<const PolyhedronShape&>(first);
  const auto& b = static_cast<const PolyhedronShape&>(second);
  const geometry::PlacedBody at_a = a.placed(at_first), at_b = b.placed(at_second);
  const double range = a.rounding() + b.rounding() + reach;
  geometry::GapHint none;
  const geometry::Gap gap = geometry::convex_gap(at_a, at_b, range, none);
  if (gap.distance < range) contact_area(a, at_a, b, at_b, gap, out);
}

void collide_polyhedra_cold(const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b,
                            double reach, ContactPoints& out) {
  PairHint none;
  collide_polyhedra(a, at_a, b, at_b, reach, none, out);
}

// A ball whose centre is inside leaves through the nearest face.
void collide_polyhedron_ball(const Shape& first, const Pose& at_first, const Shape& ball,
                             const Pose& at_ball, double reach, ContactPoints& out) {
  const auto& a = static_cast<const PolyhedronShape&>(first);
  const Vec3& x = at_ball.x;
  const double r = ball.bounding_radius(), size = a.bounding_radius();
  const double r_eff = size * r / (size + r);
  if (const std::optional<RoundedCore> core = a.rounded_core()) {
    const geometry::FeatureDepth f =
        geometry::depth_of_point(core->placed(at_first), x, core->radius + r, reach);
    if (!(f.depth > -reach)) return;
    const PressedFeature one{
        .normal = f.normal, .point = x - (r - 0.5 * f.depth) * f.normal, .depth = f.depth};
    return combine_features({&one, 1}, r_eff, 0, out);
  }
  const geometry::PlacedBody at = a.placed(at_first);
  const double range = a.rounding() + r + reach;
  double outermost = -HUGE_VAL;
  std::uint32_t face = 0;
  for (std::uint32_t f = 0; f < at.body->face_count(); ++f) {
    const geometry::Plane plane = at.plane(f);
    const double d = dot(plane.normal, x) - plane.offset;
    if (d > outermost) outermost = d, face = f;
  }
  if (!(outermost < range)) return;
  Vec3 n = at.normal(face);
  double distance = outermost;
  if (outermost > 0) {
    const std::uint32_t corner = at.body->face(face).front();
    const Vec3 to = x - geometry::nearest_on_body(at, geometry::at_corner(at, corner), x).x;
    distance = norm(to);
    if (!(distance < range)) return;
    // Nearer than this the direction is mostly rounding.
    if (distance > 1e-9 * a.bounding_radius()) n = to / distance;
  }
  const double depth = a.rounding() + r - distance;
  out.add({.normal = n,
           .point = x - (r - 0.5 * depth) * n,
           .depth = depth,
           .r_eff = r_eff,
           .feature = 0});
}

constexpr ParamInfo kPolyhedronParams[] = {
    {.name = "vertices",
     .kind = ParamKind::matrix,
     .dim = dim::length,
     .required = true,
     .doc = "points whose hull is the body: [[x, y, z], ...], four at least"},
    {.name = "rounding",
     .dim = dim::length,
     .fallback = "0",
     .range = range::non_negative,
     .doc = "everything within this distance of the hull belongs to the body"},
    {.name = "contact",
     .kind = ParamKind::choice,
     .fallback = "potential",
     .choices = "potential|points",
     .doc = "how it presses on others"},
};

Result<std::unique_ptr<Shape>> make_polyhedron(const ParamSet& p) {
  std::vector<Vec3> points;
  for (const auto& row : p.matrix("vertices")) {
    if (row.size() != 3) return Error{"E0573", "a vertex needs three coordinates"};
    points.push_back({row[0], row[1], row[2]});
  }
  auto made = PolyhedronShape::make(points, p.number("rounding"),
                                    *contact_named<ContactModel>(p.text("contact")));
  if (!made) return made.errors();
  return std::unique_ptr<Shape>(new PolyhedronShape(**made));
}

constexpr CollideEntry kPolyhedronPairs[] = {{"polyhedron", "polyhedron", &collide_polyhedra_cold,
                                              &collide_polyhedra, &section_of_polyhedra},
                                             {"polyhedron", "sphere", &collide_polyhedron_ball}};

}  // namespace

extern const ShapeEntry polyhedron_entry;
const ShapeEntry polyhedron_entry{
    .info = {"polyhedron", "convex body with flat faces, sharp or rounded", "Nezami et al. 2006",
             kPolyhedronParams},
    .make = make_polyhedron,
    .pairs = kPolyhedronPairs};

}  // namespace scree::shape_catalog_entries
