// [picture]: how pictures and films of a scene look, unless the command line says otherwise. The
// keys are the parameters of the exporter `png`.
#pragma once

#include <string>

#include "base/params.hpp"
#include "scene/text/schema.hpp"

namespace scree {

struct World;

struct PictureSettings {
  ParamSet look;     // only what the scene gives
  double orbit = 0;  // degrees by which the camera of a film turns
};

// The table behind [picture], for schema.cpp.
const Section& picture_section();

// E0721: no such colour; E0681: no such wall, or not a colour. Told before the run, not after it.
PictureSettings read_picture(const Branch& picture, const World& world, Messages& messages);

// Of a run, by the text of its resolved.toml; nothing where it cannot be read.
PictureSettings stored_picture(const std::string& resolved);

}  // namespace scree
