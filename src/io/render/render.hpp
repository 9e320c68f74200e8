// A picture of a frame, by software alone: perspective, ray-cast grains with a shadowing key light
// and ambient occlusion, walls like glass, a colour legend.
//
// The same frame gives the same picture with any number of threads.
#pragma once

#include <optional>
#include <string>

#include "base/result.hpp"
#include "io/frame.hpp"
#include "io/render/camera.hpp"
#include "io/render/image.hpp"
#include "io/render/look.hpp"

namespace scree::render {

struct Options : Look {
  int width = 1200, height = 900;
  int samples = 2;     // rays per pixel along each direction
  bool labels = true;  // title, time, number of grains
  bool legend = true;
  int sky = 40;                // lights of the sky; 0: no ambient occlusion
  std::optional<Stand> stand;  // for films; else fitted to the frame
};

// The part of the picture that the scene fills; the rest is for legend and labels.
Area area_for(const Options& options);
// What the light must cover: the grains, or the walls where there are none.
FrameBounds light_focus(const Frame& frame);

// E0721: unknown colour; E0722: size or sampling out of range; E0723: contacts that are not known.
Result<Image> draw(const Frame& frame, const Options& options);

// The same as a PNG file.
Result<std::string> picture(const Frame& frame, const Options& options);

// From the parameters of the exporter `png`.
Options options_of(const ParamSet& params);

}  // namespace scree::render
