// An hourglass: two cones that meet in a neck, each followed by a cylinder when height remains.
//
//        |<- diameter ->|         Symmetric about the plane of the neck; both ends closed.
//        +--------------+ -       Without `angle` the cones run to the ends. That is the shape
//        |              |         of Ferrez 6.3 as far as its text tells: one half of 100 mm x
//         \            /  height  100 mm with a neck of 20 mm holds 162 ml, and the 2790 grains
//          >  neck    <           of 4 mm of experiment A fill it to 0.58.
//         /            \          The ring of the neck is a convex edge: a ball rolls over it
//        |              |         on one contact whose normal turns without a jump.
//        +--------------+ -
#include <cmath>
#include <numbers>

#include "base/exact_math.hpp"
#include "walls/catalog_params.hpp"
#include "walls/revolved.hpp"

namespace scree::wall_shapes {
namespace {

constexpr ParamInfo kHourglassParams[] = {
    {.name = "height",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "of the whole glass"},
    {.name = "diameter",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "of the ends"},
    {.name = "neck",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "diameter of the opening, less than diameter"},
    {.name = "angle",
     .range = {0, std::numbers::pi / 2, true, true},
     .doc = "of the cones against the plane of the neck; the rest of the height is a cylinder. "
            "Without it the cones run to the ends"},
    wall_params::centre,
    wall_params::axis,
};

Result<std::unique_ptr<WallShape>> make_hourglass(const ParamSet& p) {
  const Result<Vec3> axis = unit_vector(p, "axis");
  if (!axis) return axis.errors();
  const double half = 0.5 * p.number("height");
  const double radius = 0.5 * p.number("diameter"), neck = 0.5 * p.number("neck");
  if (!(half > 0) || !(neck > 0) || !(radius > neck))
    return Error{"E0402", "an hourglass needs a positive height and 0 < neck < diameter"};
  double cone = half;
  if (p.has("angle")) {
    cone = (radius - neck) * exact::tan(p.number("angle"));
    if (!(cone > 0) || cone > half * (1 + 1e-12))
      return Error{"E0404", "the cones of the hourglass do not fit into its height at this angle",
                   "", "a smaller angle, or leave it out: the cones then run to the ends"};
    if (cone > half * (1 - 1e-12)) cone = half;
  }
  std::vector<ProfilePoint> line{{0, -half}, {radius, -half}};
  if (cone < half) line.push_back({radius, -cone});
  line.push_back({neck, 0});
  if (cone < half) line.push_back({radius, cone});
  line.push_back({radius, half});
  line.push_back({0, half});
  return make_revolved({std::move(line), "none", true}, p.vector("centre"), *axis);
}

}  // namespace

extern const WallShapeEntry hourglass_entry;
const WallShapeEntry hourglass_entry{
    .info = {"hourglass", "two cones that meet in a neck, closed at both ends", "Ferrez 6.3",
             kHourglassParams},
    .make = make_hourglass};

}  // namespace scree::wall_shapes
