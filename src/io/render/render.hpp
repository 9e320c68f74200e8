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
#include "io/render/stage.hpp"

namespace scree::render {

struct Options {
  int width = 1200, height = 900;
  int samples = 2;  // rays a pixel along each direction
  View view;
  std::string color = "speed";
  std::optional<double> lo, hi;  // ends of the colour scale
  std::optional<CutPlane> cut;
  bool walls = true;
  bool labels = true;  // title, time, number of grains
  bool legend = true;
  int sky = 40;  // lights of the sky; 0: no ambient occlusion
};

// E0721: unknown colour; E0722: size or sampling out of range.
Result<Image> draw(const Frame& frame, const Options& options);

}  // namespace scree::render
