// VRML97 scene: grains, walls, contact forces as rods, a legend.
#include "io/exporter.hpp"
#include "io/web3d.hpp"

namespace scree::exporters {
namespace {

Result<std::string> write_vrml(const Frame& frame, const ParamSet& params) {
  return write_web3d(frame, params, Web3dForm::vrml);
}

}  // namespace

extern const ExporterEntry vrml_entry;
const ExporterEntry vrml_entry{
    .info = {"vrml", "VRML97 scene", "ISO/IEC 14772-1; Ferrez 6.5", kWeb3dParams},
    .extension = "wrl",
    .write = write_vrml};

}  // namespace scree::exporters
