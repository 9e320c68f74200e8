// A cone or a frustum (truncated cone): funnel, hopper, obstacle.
#include "walls/catalog_params.hpp"
#include "walls/revolved.hpp"

namespace scree::wall_shapes {
namespace {

constexpr ParamInfo kConeParams[] = {
    wall_params::centre,
    wall_params::axis,
    {.name = "bottom_radius",
     .dim = dim::length,
     .required = true,
     .range = range::non_negative,
     .doc = "0: a tip"},
    {.name = "top_radius",
     .dim = dim::length,
     .required = true,
     .range = range::non_negative,
     .doc = "0: a tip"},
    {.name = "height",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "from bottom to top"},
    wall_params::side,
    wall_params::open,
};

Result<std::unique_ptr<WallShape>> make_cone(const ParamSet& p) {
  const Result<Vec3> axis = unit_vector(p, "axis");
  if (!axis) return axis.errors();
  const double below = p.number("bottom_radius"), above = p.number("top_radius");
  const double half = 0.5 * p.number("height");
  if (!(below >= 0) || !(above >= 0) || !(below + above > 0))
    return Error{"E0402", "a cone needs radii that are not negative and not both zero"};
  if (!(half > 0))
    return Error{"E0402", "a cone needs a positive height", "", "flat rings are shape 'annulus'"};
  std::vector<ProfilePoint> line{{0, -half}};
  if (below > 0) line.push_back({below, -half});
  if (above > 0) line.push_back({above, half});
  line.push_back({0, half});
  return make_revolved({std::move(line), p.text("open"), p.text("side") == "inside"},
                       p.vector("centre"), *axis);
}

}  // namespace

extern const WallShapeEntry cone_entry;
const WallShapeEntry cone_entry{
    .info = {"cone", "cone or truncated cone, from inside or outside, ends closed or open",
             "Ferrez 3.3.3", kConeParams},
    .make = make_cone};

}  // namespace scree::wall_shapes
