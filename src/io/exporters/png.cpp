// A picture, drawn by Scree itself.
#include <fmt/format.h>

#include "io/exporter.hpp"
#include "io/render/render.hpp"

namespace scree::exporters {
namespace {

constexpr ParamInfo kParams[] = {
    {.name = "width",
     .kind = ParamKind::integer,
     .fallback = "1200",
     .range = {16, 16384},
     .doc = "pixels"},
    {.name = "height",
     .kind = ParamKind::integer,
     .fallback = "900",
     .range = {16, 16384},
     .doc = "pixels"},
    {.name = "samples",
     .kind = ParamKind::integer,
     .fallback = "2",
     .range = {1, 4},
     .doc = "rays a pixel along each direction"},
    {.name = "color",
     .kind = ParamKind::text,
     .fallback = "\"speed\"",
     .doc = "speed, spin, radius, diameter, mass, id, type, body, force, height, or a field"},
    {.name = "lo", .kind = ParamKind::number, .doc = "lower end of the colour scale, SI"},
    {.name = "hi", .kind = ParamKind::number, .doc = "upper end of the colour scale, SI"},
    {.name = "azimuth",
     .kind = ParamKind::number,
     .fallback = "32",
     .doc = "degrees about the vertical"},
    {.name = "elevation",
     .kind = ParamKind::number,
     .fallback = "20",
     .range = {-89, 89},
     .doc = "degrees above the horizon"},
    {.name = "zoom",
     .kind = ParamKind::number,
     .fallback = "1",
     .range = range::positive,
     .doc = "1 fits the scene"},
    {.name = "cut_point",
     .kind = ParamKind::vector,
     .dim = dim::length,
     .doc = "a point of the cut plane"},
    {.name = "cut_normal",
     .kind = ParamKind::vector,
     .doc = "what lies on this side of the cut plane is removed"},
    {.name = "walls", .kind = ParamKind::boolean, .fallback = "true", .doc = "draw the walls"},
    {.name = "legend", .kind = ParamKind::boolean, .fallback = "true", .doc = "draw the scale"},
    {.name = "labels",
     .kind = ParamKind::boolean,
     .fallback = "true",
     .doc = "draw title, time and number of grains"},
};

render::Options options_of(const ParamSet& p) {
  render::Options o;
  o.width = static_cast<int>(p.integer("width"));
  o.height = static_cast<int>(p.integer("height"));
  o.samples = static_cast<int>(p.integer("samples"));
  o.color = p.text("color");
  if (p.has("lo")) o.lo = p.number("lo");
  if (p.has("hi")) o.hi = p.number("hi");
  o.view.azimuth = p.number("azimuth");
  o.view.elevation = p.number("elevation");
  o.view.zoom = p.number("zoom");
  if (p.has("cut_normal"))
    o.cut = render::CutPlane{p.has("cut_point") ? p.vector("cut_point") : Vec3{},
                             p.vector("cut_normal")};
  o.walls = p.boolean("walls");
  o.legend = p.boolean("legend");
  o.labels = p.boolean("labels");
  return o;
}

Result<std::string> write(const Frame& frame, const ParamSet& params) {
  Result<render::Image> image = render::draw(frame, options_of(params));
  if (!image) return image.errors();
  return render::encode_png(
      *image,
      {{"Software", "Scree"}, {"Title", frame.title}, {"Time", fmt::format("{} s", frame.time)}});
}

}  // namespace

extern const ExporterEntry png_entry;
const ExporterEntry png_entry{
    .info = {"png", "a picture with light, glass walls and a colour scale", "", kParams},
    .extension = "png",
    .write = write};

}  // namespace scree::exporters
