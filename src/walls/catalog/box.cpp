// A box: a container, an obstacle, or with open faces a thin shell.
#include <fmt/format.h>

#include <algorithm>

#include "walls/catalog_params.hpp"
#include "walls/ortho_box.hpp"

namespace scree::wall_shapes {
namespace {

constexpr std::string_view kFaceNames[] = {"left", "right", "bottom", "top", "back", "front"};

constexpr ParamInfo kBoxParams[] = {
    {.name = "min",
     .kind = ParamKind::vector,
     .dim = dim::length,
     .doc = "lower corner; with max, instead of centre and size"},
    {.name = "max", .kind = ParamKind::vector, .dim = dim::length, .doc = "upper corner"},
    wall_params::centre,
    {.name = "size",
     .kind = ParamKind::vector,
     .dim = dim::length,
     .doc = "lengths of the edges along x, y (the axis) and z"},
    wall_params::axis,
    wall_params::turn,
    wall_params::side,
    {.name = "open",
     .kind = ParamKind::text,
     .fallback = "none",
     .doc = "faces left out: any of left right bottom top back front; the wall is then a thin "
            "shell met from both sides"},
};

Result<OrthoBox::Faces> closed_faces(const std::string& open) {
  OrthoBox::Faces faces = OrthoBox::kAll;
  std::size_t at = 0;
  while ((at = open.find_first_not_of(" ,", at)) != std::string::npos) {
    const std::size_t end = std::min(open.find_first_of(" ,", at), open.size());
    const std::string word = open.substr(at, end - at);
    at = end;
    if (word == "none") continue;
    const auto* name = std::find(std::begin(kFaceNames), std::end(kFaceNames), word);
    if (name == std::end(kFaceNames))
      return Error{"E0403", fmt::format("a box has no face '{}'", word), "",
                   "open takes any of: left right bottom top back front, or none"};
    faces[static_cast<std::size_t>(name - std::begin(kFaceNames))] = false;
  }
  if (faces == OrthoBox::Faces{}) return Error{"E0403", "a box with all faces open is not a wall"};
  return faces;
}

struct Extent {
  Vec3 lo, hi;
};

Result<Extent> extent(const ParamSet& p, const AxisFrame& f) {
  const bool corners = p.has("min") || p.has("max");
  if (corners == p.has("size") || p.has("min") != p.has("max"))
    return Error{"E0402", "a box needs either min and max, or size (with centre)"};
  if (corners && f.u == Vec3{1, 0, 0} && f.axis == Vec3{0, 1, 0})
    return Extent{p.vector("min"), p.vector("max")};
  const Vec3 c = corners ? 0.5 * (p.vector("min") + p.vector("max")) : p.vector("centre");
  const Vec3 half = 0.5 * (corners ? p.vector("max") - p.vector("min") : p.vector("size"));
  const Vec3 middle{dot(f.u, c), dot(f.axis, c), dot(f.w, c)};
  return Extent{middle - half, middle + half};
}

Result<std::unique_ptr<WallShape>> make_box(const ParamSet& p) {
  const Result<Vec3> axis = unit_vector(p, "axis");
  if (!axis) return axis.errors();
  const AxisFrame f = frame_along(*axis, p.number("turn"));
  const Result<Extent> e = extent(p, f);
  if (!e) return e.errors();
  for (int k = 0; k < 3; ++k)
    if (!(e->hi[k] > e->lo[k]) || !is_finite(e->hi) || !is_finite(e->lo))
      return Error{"E0402", "a box needs max above min (or a positive size) in all directions"};
  const Result<OrthoBox::Faces> faces = closed_faces(p.text("open"));
  if (!faces) return faces.errors();
  OrthoBox::Kind kind = OrthoBox::Kind::shell;
  if (*faces == OrthoBox::kAll)
    kind = p.text("side") == "inside" ? OrthoBox::Kind::container : OrthoBox::Kind::solid;
  return std::unique_ptr<WallShape>(new OrthoBox(f, e->lo, e->hi, kind, *faces));
}

}  // namespace

extern const WallShapeEntry box_entry;
const WallShapeEntry box_entry{
    .info = {"box", "box, from inside or outside, faces may be open", "Ferrez 3.3.3", kBoxParams},
    .make = make_box};

}  // namespace scree::wall_shapes
