// A flat disc without thickness, rim included.
#include "walls/catalog_params.hpp"
#include "walls/revolved.hpp"

namespace scree::wall_shapes {
namespace {

constexpr ParamInfo kDiscParams[] = {
    wall_params::centre,
    wall_params::normal,
    {.name = "radius",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "of the rim"},
    wall_params::sided,
};

Result<std::unique_ptr<WallShape>> make_disc(const ParamSet& p) {
  const Result<Vec3> n = unit_vector(p, "normal");
  if (!n) return n.errors();
  const double r = p.number("radius");
  if (!(r > 0)) return Error{"E0402", "a disc needs a positive radius"};
  return std::unique_ptr<WallShape>(new Revolved(Profile({{0, 0}, {r, 0}}, Profile::Kind::shell),
                                                 p.vector("centre"), frame_along(*n),
                                                 p.text("sided") == "one"));
}

}  // namespace

extern const WallShapeEntry disc_entry;
const WallShapeEntry disc_entry{
    .info = {"disc", "flat disc without thickness", "Ferrez 4.9.2", kDiscParams},
    .make = make_disc};

}  // namespace scree::wall_shapes
