// A picture, drawn by Scree itself.
#include "io/exporter.hpp"
#include "io/render/render.hpp"

namespace scree::exporters {
namespace {

constexpr ParamInfo kPngParams[] = {
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
     .doc = "rays per pixel along each direction"},
    render::look_params::color,
    render::look_params::map,
    render::look_params::lo,
    render::look_params::hi,
    render::look_params::azimuth,
    render::look_params::elevation,
    render::look_params::zoom,
    render::look_params::fit,
    render::look_params::look_at,
    render::look_params::span,
    render::look_params::clip_point,
    render::look_params::clip_normal,
    render::look_params::walls,
    render::look_params::wall_opacity,
    render::look_params::wall_color,
    render::look_params::wall_names,
    render::look_params::hidden_edges,
    render::look_params::grains,
    render::look_params::grain_scale,
    render::look_params::contacts,
    render::look_params::force_hi,
    render::look_params::force_radius,
    render::look_params::legend,
    {.name = "labels",
     .kind = ParamKind::boolean,
     .fallback = "true",
     .doc = "draw title, time and number of grains"},
};

Result<std::string> write_png(const Frame& frame, const ParamSet& params) {
  return render::picture(frame, render::options_of(params));
}

}  // namespace

extern const ExporterEntry png_entry;
const ExporterEntry png_entry{
    .info = {"png", "a picture with light, glass walls and a colour scale", "", kPngParams},
    .extension = "png",
    .write = write_png};

}  // namespace scree::exporters
