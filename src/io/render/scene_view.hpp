// A view of a frame for formats that other programs draw (pov, x3d, vrml): a camera whose axis goes
// through the middle of the picture, and a legend that stands in space before it.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "io/render/look.hpp"

namespace scree::render {

struct SceneView {
  static constexpr double kWidth = 1200, kHeight = 900;  // shape of the picture, in pixels

  Vec3 eye, right, up, forward;  // unit axes
  double field = 0;              // vertical opening of the whole picture, radians
  double distance = 1;           // from the eye to the middle of the scene
  double size = 1;               // of the scene
  Vec3 middle;

  // The place in space at `depth` (a share of the distance) behind a pixel.
  Vec3 at(double pixel_x, double pixel_y, double depth) const;
};

SceneView scene_view(const Frame& frame, const Look& look);

// Flat pieces and texts that face the camera.
struct SceneLegend {
  struct Patch {
    std::array<Vec3, 4> corner;
    Vec color;  // linear light
  };
  struct Label {
    Vec3 at;  // left end of the baseline
    std::string text;
  };
  std::vector<Patch> patches;
  std::vector<Label> labels;
  double text_size = 0;  // height of a line
};

// Nothing where the look has no scale to explain.
SceneLegend scene_legend(const SceneView& view, const Coloring* scale);

// The rotation that turns the camera's rest position (x right, y up, looking along -z) into its
// own, or the y axis into `to`: axis and angle.
struct AxisAngle {
  Vec3 axis{0, 1, 0};
  double angle = 0;
};
AxisAngle axis_angle(const Quat& q);
AxisAngle orientation_of(const SceneView& view);
AxisAngle from_y_axis(const Vec3& to);

}  // namespace scree::render
