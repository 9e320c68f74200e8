// VRML97 scene: grains, walls, contact forces as rods, a legend.
#include "io/exporter.hpp"
#include "io/render/look.hpp"
#include "io/web3d.hpp"

namespace scree::exporters {
namespace {

namespace look = render::look_params;

constexpr ParamInfo kParams[] = {
    look::color,      look::map,       look::lo,           look::hi,
    look::azimuth,    look::elevation, look::zoom,         look::cut_point,
    look::cut_normal, look::walls,     look::grains,       look::grain_scale,
    look::contacts,   look::force_hi,  look::force_radius, look::legend,
};

Result<std::string> write(const Frame& frame, const ParamSet& params) {
  return write_web3d(frame, params, Web3dForm::vrml);
}

}  // namespace

extern const ExporterEntry vrml_entry;
const ExporterEntry vrml_entry{
    .info = {"vrml", "VRML97 scene", "ISO/IEC 14772-1; Ferrez 6.5", kParams},
    .extension = "wrl",
    .write = write};

}  // namespace scree::exporters
