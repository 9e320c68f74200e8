// VTK PolyData for ParaView, OVITO and everything built on VTK.
#include "io/vtp.hpp"

#include "io/exporter.hpp"

namespace scree::exporters {
namespace {

constexpr ParamInfo kVtpParams[] = {
    {.name = "part",
     .kind = ParamKind::choice,
     .fallback = "grains",
     .choices = "grains|walls|contacts|bonds|shapes",
     .doc = "what to write: one file holds one part"},
};

Result<std::string> write_vtp(const Frame& frame, const ParamSet& params) {
  const std::string& part = params.text("part");
  if (part == "walls") return vtp_walls(frame);
  if (part == "contacts") return vtp_contacts(frame);
  if (part == "bonds") return vtp_bonds(frame);
  if (part == "shapes") return vtp_shapes(frame);
  return vtp_grains(frame);
}

}  // namespace

extern const ExporterEntry vtp_entry;
const ExporterEntry vtp_entry{
    .info = {"vtp", "VTK PolyData: grains, walls, the force network, bonds or faces of shapes",
             "VTK file formats, XML", kVtpParams},
    .extension = "vtp",
    .write = write_vtp};

}  // namespace scree::exporters
