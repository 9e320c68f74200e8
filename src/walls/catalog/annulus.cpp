// A flat ring without thickness, both rims included: a disc with a hole, an orifice.
#include "walls/catalog_params.hpp"
#include "walls/revolved.hpp"

namespace scree::wall_shapes {
namespace {

constexpr ParamInfo kAnnulusParams[] = {
    wall_params::centre,
    wall_params::normal,
    {.name = "inner_radius",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "of the hole"},
    {.name = "outer_radius",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "greater than inner_radius"},
    wall_params::sided,
};

Result<std::unique_ptr<WallShape>> make_annulus(const ParamSet& p) {
  const Result<Vec3> n = unit_vector(p, "normal");
  if (!n) return n.errors();
  const double inner = p.number("inner_radius"), outer = p.number("outer_radius");
  if (!(inner > 0) || !(outer > inner))
    return Error{"E0402", "an annulus needs 0 < inner_radius < outer_radius", "",
                 "a ring without a hole is a disc"};
  return std::unique_ptr<WallShape>(
      new Revolved(Profile({{inner, 0}, {outer, 0}}, Profile::Kind::shell), p.vector("centre"),
                   frame_along(*n), p.text("sided") == "one"));
}

}  // namespace

extern const WallShapeEntry annulus_entry;
const WallShapeEntry annulus_entry{
    .info = {"annulus", "flat ring without thickness: a disc with a hole", "Ferrez 4.9.2",
             kAnnulusParams},
    .make = make_annulus};

}  // namespace scree::wall_shapes
