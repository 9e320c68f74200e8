// X3D scene for browsers (x3dom, X_ITE), Blender, MeshLab: grains, walls, contact forces as rods, a
// legend.
#include "io/exporter.hpp"
#include "io/web3d.hpp"

namespace scree::exporters {
namespace {

Result<std::string> write_x3d(const Frame& frame, const ParamSet& params) {
  return write_web3d(frame, params, Web3dForm::x3d);
}

}  // namespace

extern const ExporterEntry x3d_entry;
const ExporterEntry x3d_entry{
    .info = {"x3d", "X3D scene for browsers (x3dom, X_ITE), Blender, MeshLab", "ISO/IEC 19776-1",
             kWeb3dParams},
    .extension = "x3d",
    .write = write_x3d};

}  // namespace scree::exporters
