// X3D and VRML97 are one scene graph in two spellings: this writes it once.
//
// Spheres, walls, rods for the contact forces, a legend, a camera that fits. SI units.
#pragma once

#include <string>

#include "base/params.hpp"
#include "base/result.hpp"
#include "io/frame.hpp"
#include "io/render/look.hpp"

namespace scree {

enum class Web3dForm { x3d, vrml };

inline constexpr ParamInfo kWeb3dParams[] = {
    render::look_params::color,        render::look_params::map,
    render::look_params::lo,           render::look_params::hi,
    render::look_params::azimuth,      render::look_params::elevation,
    render::look_params::zoom,         render::look_params::clip_point,
    render::look_params::clip_normal,  render::look_params::walls,
    render::look_params::grains,       render::look_params::grain_scale,
    render::look_params::contacts,     render::look_params::force_hi,
    render::look_params::force_radius, render::look_params::legend,
};

Result<std::string> write_web3d(const Frame& frame, const ParamSet& params, Web3dForm form);

}  // namespace scree
