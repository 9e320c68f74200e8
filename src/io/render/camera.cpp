#include "io/render/camera.hpp"

#include <algorithm>
#include <numbers>

#include "io/render/wall_mesh.hpp"

namespace scree::render {

Vec Camera::place(const Vec3& p) const {
  const Vec3 d = scale_ * (p - eye);
  return {static_cast<float>(scree::dot(d, right)), static_cast<float>(scree::dot(d, up)),
          static_cast<float>(scree::dot(d, forward))};
}
Vec Camera::turn(const Vec3& d) const {
  return {static_cast<float>(scree::dot(d, right)), static_cast<float>(scree::dot(d, up)),
          static_cast<float>(scree::dot(d, forward))};
}

namespace {

// A twentieth at each end, widened by two thirds of the span: keeps every packing whole, up to the
// tip of a cone, and leaves grains that rolled or flew away out of the picture.
FrameBounds without_strays(const Frame& frame) {
  FrameBounds all;
  for (std::size_t k = 0; k < frame.size(); ++k)
    if (placeable(frame.x[k]) && frame.radius[k] < 1e100) all.include(frame.x[k], frame.radius[k]);
  if (all.empty() || frame.size() < 50) return all;
  FrameBounds b = all;
  std::vector<double> c;
  for (int k = 0; k < 3; ++k) {
    c.clear();
    for (const Vec3& x : frame.x)
      if (placeable(x)) c.push_back(x[k]);
    const auto at = [&c](double p) {
      const auto it =
          c.begin() + static_cast<std::ptrdiff_t>(p * static_cast<double>(c.size() - 1));
      std::nth_element(c.begin(), it, c.end());
      return *it;
    };
    const double lo = at(0.05), hi = at(0.95), margin = 0.65 * (hi - lo);
    b.lo[k] = std::max(b.lo[k], lo - margin);
    b.hi[k] = std::min(b.hi[k], hi + margin);
  }
  return b;
}

// Solves for the eye along one axis: side planes through the eye at half-angle h touch the points.
struct Fit {
  double a = -1e300, b = -1e300;
  double cos_h, sin_h;
  explicit Fit(double h) : cos_h(std::cos(h)), sin_h(std::sin(h)) {}
  void include(double across, double away, double r) {
    a = std::max(a, cos_h * across - sin_h * away + r);
    b = std::max(b, -cos_h * across - sin_h * away + r);
  }
  double away() const { return -(a + b) / (2 * sin_h); }
  double across() const { return (a - b) / (2 * cos_h); }
};

void include_corners(Fit& fx, Fit& fy, const Camera& c, const FrameBounds& b) {
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 p{corner & 1 ? b.hi.x : b.lo.x, corner & 2 ? b.hi.y : b.lo.y,
                 corner & 4 ? b.hi.z : b.lo.z};
    const double z = scree::dot(p, c.forward);
    fx.include(scree::dot(p, c.right), z, 0);
    fy.include(scree::dot(p, c.up), z, 0);
  }
}

bool inside(const FrameBounds& b, const Vec3& p) {
  return p.x >= b.lo.x && p.x <= b.hi.x && p.y >= b.lo.y && p.y <= b.hi.y && p.z >= b.lo.z &&
         p.z <= b.hi.z;
}

// Corners of the walls that count for the fit. A floor does not: a heap on a large plate shall fill
// the picture, not the plate.
std::vector<Vec3> wall_corners(const Frame& frame) {
  const FrameBounds grains = grain_bounds(frame);
  std::vector<Vec3> corners;
  for (const FrameWall& wall : frame.walls)
    for (const auto& t : wall.triangles)
      if (!is_floor(frame, grains, wall, t))
        for (const std::uint32_t c : t)
          if (placeable(wall.points[c])) corners.push_back(wall.points[c]);
  return corners;
}

void orient(Camera& c, const Vec3& vertical, const View& view) {
  const double deg = std::numbers::pi / 180;
  const Vec3 top =
      scree::norm(vertical) > 0 && is_finite(vertical) ? normalized(vertical) : Vec3{0, 1, 0};
  Vec3 front = Vec3{0, 0, 1} - top.z * top;
  if (scree::norm(front) < 0.5) front = Vec3{0, -1, 0} + top.y * top;
  front = normalized(front);
  const Vec3 side = scree::cross(top, front);
  const double az = view.azimuth * deg, el = std::clamp(view.elevation, -89.0, 89.0) * deg;
  const Vec3 back =
      std::cos(el) * (std::sin(az) * side + std::cos(az) * front) + std::sin(el) * top;
  c.forward = -back;
  c.right = normalized(scree::cross(c.forward, top));
  c.up = scree::cross(c.right, c.forward);
}

}  // namespace

FrameBounds focus_of(const Frame& frame, bool walls) {
  FrameBounds b = without_strays(frame);
  if (!walls) return b;
  FrameBounds w;
  for (const Vec3& p : wall_corners(frame)) w.include(p);
  if (w.empty()) return b;
  if (b.empty()) return w;
  // A wall that goes far beyond the grains (a floor) is followed only so far.
  const double margin = scree::norm(b.hi - b.lo);
  for (int k = 0; k < 3; ++k) {
    b.lo[k] = std::min(b.lo[k], std::max(w.lo[k], b.lo[k] - margin));
    b.hi[k] = std::max(b.hi[k], std::min(w.hi[k], b.hi[k] + margin));
  }
  return b;
}

Camera fit_camera(const Frame& frame, const View& view, const Area& area, bool walls) {
  Camera c;
  orient(c, frame.up, view);
  FrameBounds focus = focus_of(frame, walls);
  if (focus.empty()) focus.lo = {-1, -1, -1}, focus.hi = {1, 1, 1};

  const double half_y = 0.5 * view.field * std::numbers::pi / 180;
  const double w = std::max(area.x1 - area.x0, 1.0), h = std::max(area.y1 - area.y0, 1.0);
  c.focal = static_cast<float>(0.5 * h / std::tan(half_y));
  c.center_x = static_cast<float>(0.5 * (area.x0 + area.x1));
  c.center_y = static_cast<float>(0.5 * (area.y0 + area.y1));

  Fit fx(std::atan(0.5 * w / c.focal)), fy(half_y);
  const auto include = [&](const Vec3& p, double r) {
    if (!is_finite(p) || !inside(focus, p)) return;
    const double z = scree::dot(p, c.forward);
    fx.include(scree::dot(p, c.right), z, r);
    fy.include(scree::dot(p, c.up), z, r);
  };
  for (std::size_t k = 0; k < frame.size(); ++k) include(frame.x[k], frame.radius[k]);
  if (walls)
    for (const Vec3& p : wall_corners(frame)) include(p, 0);
  if (fx.a < -1e299) include_corners(fx, fy, c, focus);  // nothing finite at all

  const double size = std::max(scree::norm(focus.hi - focus.lo), 1e-300);
  double away = std::min(fx.away(), fy.away());
  // The nearest point must stay well before the eye, however flat the scene.
  const Vec3 middle = 0.5 * (focus.lo + focus.hi);
  const double depth = scree::dot(middle, c.forward);
  away = depth - std::max(depth - away, 0.75 * size) / std::max(view.zoom, 1e-3);
  c.eye = fx.across() * c.right + fy.across() * c.up + away * c.forward;
  c.scale_ = 1 / size;
  return c;
}

}  // namespace scree::render
