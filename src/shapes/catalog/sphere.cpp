// The sphere as one shape among others: a ball that meets a primitive of another shape, and the
// plain twin of the step's fast path for two balls.
#include "shapes/sphere.hpp"

#include "geometry/spheres.hpp"
#include "shapes/sphere_touch.hpp"

namespace scree::shape_catalog_entries {
namespace {

void collide_spheres(const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b,
                     double reach, ContactPoints& out) {
  const double ra = a.bounding_radius(), rb = b.bounding_radius();
  const Vec3 d = at_b.x - at_a.x;
  if (!spheres_within(d, ra, rb, reach)) return;
  const SphereMeeting at = spheres_meeting(d, ra, rb);
  out.add({.normal = at.normal,
           .point = at_a.x + (ra - 0.5 * at.overlap) * at.normal,
           .depth = at.overlap,
           .r_eff = effective_radius(ra, rb),
           .feature = 0});
}

constexpr ParamInfo kParams[] = {{.name = "radius",
                                  .dim = dim::length,
                                  .required = true,
                                  .range = range::positive,
                                  .doc = "of the ball"}};

Result<std::unique_ptr<Shape>> make_sphere(const ParamSet& p) {
  const double r = p.number("radius");
  if (!(r > 0)) return Error{"E0402", "a sphere needs a positive radius"};
  return std::unique_ptr<Shape>(new Sphere(r));
}

constexpr CollideEntry kPairs[] = {{"sphere", "sphere", &collide_spheres}};

}  // namespace

extern const ShapeEntry sphere_entry;
const ShapeEntry sphere_entry{
    .info = {"sphere", "a ball", "Ferrez 3.3", kParams}, .make = make_sphere, .pairs = kPairs};

}  // namespace scree::shape_catalog_entries
