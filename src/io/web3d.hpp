// X3D and VRML97 are one scene graph in two spellings: this writes it once.
//
// Spheres, walls, rods for the contact forces, a legend, a camera that fits. SI units.
#pragma once

#include <string>

#include "base/params.hpp"
#include "base/result.hpp"
#include "io/frame.hpp"

namespace scree {

enum class Web3dForm { x3d, vrml };

Result<std::string> write_web3d(const Frame& frame, const ParamSet& params, Web3dForm form);

}  // namespace scree
