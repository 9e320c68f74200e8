// A flat rectangle without thickness, rim included.
#include "walls/catalog_params.hpp"
#include "walls/ortho_box.hpp"

namespace scree::wall_shapes {
namespace {

constexpr ParamInfo kRectangleParams[] = {
    wall_params::centre,
    wall_params::normal,
    {.name = "width",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "along x for a horizontal rectangle"},
    {.name = "length",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "along z for a horizontal rectangle"},
    wall_params::turn,
    wall_params::sided,
};

Result<std::unique_ptr<WallShape>> make_rectangle(const ParamSet& p) {
  const Result<Vec3> n = unit_vector(p, "normal");
  if (!n) return n.errors();
  const double w = p.number("width"), l = p.number("length");
  if (!(w > 0) || !(l > 0)) return Error{"E0402", "a rectangle needs a positive width and length"};
  const AxisFrame f = frame_along(*n, p.number("turn"));
  const Vec3 c = p.vector("centre");
  const double x = dot(f.u, c), y = dot(f.axis, c), z = dot(f.w, c);
  OrthoBox::Faces faces{};
  faces[OrthoBox::bottom] = true;  // its inward normal is the given one
  const bool one = p.text("sided") == "one";
  return std::unique_ptr<WallShape>(
      new OrthoBox(f, {x - w / 2, y, z - l / 2}, {x + w / 2, y, z + l / 2},
                   one ? OrthoBox::Kind::front : OrthoBox::Kind::shell, faces));
}

}  // namespace

extern const WallShapeEntry rectangle_entry;
const WallShapeEntry rectangle_entry{
    .info = {"rectangle", "flat rectangle without thickness", "Ferrez 4.9.2", kRectangleParams},
    .make = make_rectangle};

}  // namespace scree::wall_shapes
