// A round cylinder, endless or with end caps.
#include "walls/catalog_params.hpp"
#include "walls/revolved.hpp"

namespace scree::wall_shapes {
namespace {

constexpr ParamInfo kCylinderParams[] = {
    wall_params::centre,
    wall_params::axis,
    {.name = "radius",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "of the round side"},
    {.name = "height",
     .dim = dim::length,
     .range = range::positive,
     .doc = "between the caps; without it the cylinder is endless"},
    wall_params::side,
    wall_params::open,
};

Result<std::unique_ptr<WallShape>> make_cylinder(const ParamSet& p) {
  const Result<Vec3> axis = unit_vector(p, "axis");
  if (!axis) return axis.errors();
  const double r = p.number("radius");
  if (!(r > 0)) return Error{"E0402", "a cylinder needs a positive radius"};
  const bool inside = p.text("side") == "inside";
  if (!p.has("height")) {
    const auto kind = inside ? Profile::Kind::container : Profile::Kind::solid;
    return std::unique_ptr<WallShape>(
        new Revolved(Profile::endless(r, kind), p.vector("centre"), frame_along(*axis)));
  }
  const double half = 0.5 * p.number("height");
  if (!(half > 0)) return Error{"E0402", "a cylinder needs a positive height, or none"};
  return make_revolved({{{0, -half}, {r, -half}, {r, half}, {0, half}}, p.text("open"), inside},
                       p.vector("centre"), *axis);
}

}  // namespace

extern const WallShapeEntry cylinder_entry;
const WallShapeEntry cylinder_entry{
    .info = {"cylinder", "round cylinder, from inside or outside, ends closed or open",
             "Ferrez 3.3.3", kCylinderParams},
    .make = make_cylinder};

}  // namespace scree::wall_shapes
