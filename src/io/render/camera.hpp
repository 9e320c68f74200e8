// The camera: a perspective view that fits what is to be seen.
#pragma once

#include <cmath>
#include <optional>

#include "io/frame.hpp"
#include "io/render/vec.hpp"

namespace scree::render {

struct View {
  double azimuth = 32;             // degrees about the vertical; 0: looking along -z (for y up)
  double elevation = 20;           // degrees above the horizon
  double field = 26;               // degrees, vertical opening of the fitted area
  double zoom = 1;                 // > 1: closer than the fit
  bool fit_walls = true;           // else only the grains
  std::optional<Vec3> look_at;     // the middle of the picture; without: as fits
  std::optional<double> span;      // height of what is seen there, in space units
  std::optional<double> distance;  // of the eye from there; stands above `span`
};

// From the front where a frame has two dimensions and no other view is chosen.
View view_of(const Frame& frame, const View& asked);

// Area of the picture that the scene shall fill, in pixels.
struct Area {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

// Places beyond this overflow when squared; nothing there can be seen anyway.
inline bool placeable(const Vec3& p) {
  return std::abs(p.x) < 1e100 && std::abs(p.y) < 1e100 && std::abs(p.z) < 1e100;
}

class Camera {
 public:
  // Space units to camera units (see vec.hpp).
  Vec place(const Vec3& p) const;
  Vec turn(const Vec3& direction) const;
  float scale() const { return static_cast<float>(scale_); }

  // The ray through the pixel position (px, py) is (x, y, 1) of these.
  float ray_x(float px) const { return (px - center_x) / focal; }
  float ray_y(float py) const { return (center_y - py) / focal; }
  float pixel_x(const Vec& p) const { return center_x + focal * p.x / p.z; }
  float pixel_y(const Vec& p) const { return center_y - focal * p.y / p.z; }

  float focal = 1, center_x = 0, center_y = 0;  // pixels

  Vec3 eye{}, right{1, 0, 0}, up{0, 1, 0}, forward{0, 0, 1};  // in space; unit axes

 private:
  friend class CameraFit;
  double scale_ = 1;
};

// What the picture is about: the grains, less strays far from the rest, and the walls as far as
// they surround the grains. Also bounds the maps of light.
FrameBounds focus_of(const Frame& frame, bool walls);

// Fits a camera to one frame, or to all frames of a film.
class CameraFit {
 public:
  // `up`: the vertical, as in a frame.
  CameraFit(const Vec3& up, const View& view, const Area& area);
  void include(const Frame& frame, bool walls);
  void include(const FrameBounds& box);
  Camera camera() const;

 private:
  // Solves for the eye along one axis: side planes through the eye at half-angle h touch the
  // points.
  struct Axis {
    double a = -1e300, b = -1e300, cos_h = 1, sin_h = 0;
    explicit Axis(double h) : cos_h(std::cos(h)), sin_h(std::sin(h)) {}
    void include(double across, double away, double r);
    double away() const { return -(a + b) / (2 * sin_h); }
    double across() const { return (a - b) / (2 * cos_h); }
  };
  void include(const Vec3& p, double r);

  Camera camera_;
  View view_;
  Axis x_{0}, y_{0};
  FrameBounds focus_;
};

// Where one stands and what one looks at: of a single picture, or the same for a whole film.
struct Stand {
  Camera camera;
  FrameBounds focus;  // of the light
};

Camera fit_camera(const Frame& frame, const View& view, const Area& area, bool walls);

// A view that turns about the middle of what is in focus, from so far away that all of it is seen
// from every side: `look_at` and `distance`, as far as they are not given.
View orbit_view(const View& view, const Vec3& up, const FrameBounds& focus, const Area& area);

}  // namespace scree::render
