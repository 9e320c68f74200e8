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

double largest_radius(const Frame& frame) {
  double r = 0;
  for (const double v : frame.radius)
    if (v < 1e100) r = std::max(r, v);
  return r;
}

// Upwards (sign 1) or downwards from `end` as long as the next grain is near: a stream that falls
// into a packing belongs to it, a few grains far off do not.
double end_of_stream(const std::vector<double>& sorted, double end, double gap, int sign) {
  if (sign > 0) {
    for (auto it = std::upper_bound(sorted.begin(), sorted.end(), end); it != sorted.end(); ++it) {
      if (*it > end + gap) break;
      end = *it;
    }
    return end;
  }
  for (auto it = std::lower_bound(sorted.begin(), sorted.end(), end); it != sorted.begin();) {
    --it;
    if (*it < end - gap) break;
    end = *it;
  }
  return end;
}

// A twentieth at each end, widened by two thirds of the span: keeps every packing whole, up to the
// tip of a cone, and leaves grains that rolled or flew away out of the picture. Along the vertical
// streams are kept as well.
FrameBounds without_strays(const Frame& frame) {
  FrameBounds all;
  const std::vector<const FrameShape*> shapes = shapes_of(frame);
  for (std::size_t k = 0; k < frame.size(); ++k) {
    if (!placeable(frame.x[k]) || !(frame.radius[k] < 1e100)) continue;
    if (shapes.empty() || shapes[k] == nullptr || shapes[k]->points.empty())
      all.include(frame.x[k], frame.radius[k]);
    else
      for (const Vec3& p : shapes[k]->points) all.include(shape_point(frame, k, *shapes[k], p));
  }
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
    double low = lo - margin, high = hi + margin;
    if (std::abs(frame.up[k]) > 0.7) {
      std::sort(c.begin(), c.end());
      const double gap = 0.2 * (hi - lo), room = largest_radius(frame);
      low = std::min(low, end_of_stream(c, lo, gap, -1) - room);
      high = std::max(high, end_of_stream(c, hi, gap, 1) + room);
    }
    b.lo[k] = std::max(b.lo[k], low);
    b.hi[k] = std::min(b.hi[k], high);
  }
  return b;
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

void CameraFit::Axis::include(double across, double away, double r) {
  a = std::max(a, cos_h * across - sin_h * away + r);
  b = std::max(b, -cos_h * across - sin_h * away + r);
}

CameraFit::CameraFit(const Vec3& up, const View& view, const Area& area) : view_(view) {
  orient(camera_, up, view);
  const double half_y = 0.5 * view.field * std::numbers::pi / 180;
  const double w = std::max(area.x1 - area.x0, 1.0), h = std::max(area.y1 - area.y0, 1.0);
  camera_.focal = static_cast<float>(0.5 * h / std::tan(half_y));
  camera_.center_x = static_cast<float>(0.5 * (area.x0 + area.x1));
  camera_.center_y = static_cast<float>(0.5 * (area.y0 + area.y1));
  x_ = Axis(std::atan(0.5 * w / camera_.focal));
  y_ = Axis(half_y);
}

void CameraFit::include(const Vec3& p, double r) {
  const double z = scree::dot(p, camera_.forward);
  x_.include(scree::dot(p, camera_.right), z, r);
  y_.include(scree::dot(p, camera_.up), z, r);
}

void CameraFit::include(const Frame& frame, bool walls) {
  const FrameBounds focus = focus_of(frame, walls);
  if (focus.empty()) return;
  focus_.include(focus.lo), focus_.include(focus.hi);
  const auto seen = [&focus](const Vec3& p) { return is_finite(p) && inside(focus, p); };
  const std::vector<const FrameShape*> shapes = shapes_of(frame);
  for (std::size_t k = 0; k < frame.size(); ++k) {
    if (!seen(frame.x[k])) continue;
    if (shapes.empty() || shapes[k] == nullptr || shapes[k]->points.empty())
      include(frame.x[k], frame.radius[k]);
    else
      for (const Vec3& p : shapes[k]->points) include(shape_point(frame, k, *shapes[k], p), 0);
  }
  if (!walls) return;
  for (const Vec3& p : wall_corners(frame))
    if (seen(p)) include(p, 0);
}

void CameraFit::include(const FrameBounds& box) {
  focus_.include(box.lo), focus_.include(box.hi);
  for (int k = 0; k < 8; ++k)
    include({k & 1 ? box.hi.x : box.lo.x, k & 2 ? box.hi.y : box.lo.y, k & 4 ? box.hi.z : box.lo.z},
            0);
}

Camera CameraFit::camera() const {
  CameraFit fit = *this;
  if (fit.focus_.empty()) fit.focus_.lo = {-1, -1, -1}, fit.focus_.hi = {1, 1, 1};
  const FrameBounds& b = fit.focus_;
  if (fit.x_.a < -1e299)  // nothing finite at all
    for (int corner = 0; corner < 8; ++corner)
      fit.include({corner & 1 ? b.hi.x : b.lo.x, corner & 2 ? b.hi.y : b.lo.y,
                   corner & 4 ? b.hi.z : b.lo.z},
                  0);
  Camera c = fit.camera_;
  const double size = std::max(scree::norm(b.hi - b.lo), 1e-300);
  double away = std::min(fit.x_.away(), fit.y_.away());
  // The nearest point must stay well before the eye, however flat the scene.
  const double depth = scree::dot(0.5 * (b.lo + b.hi), c.forward);
  const double zoom = std::max(view_.zoom, 1e-3);
  away = depth - std::max(depth - away, 0.75 * size) / zoom;
  c.eye = fit.x_.across() * c.right + fit.y_.across() * c.up + away * c.forward;
  if (view_.look_at || view_.span || view_.distance) {
    const Vec3 target = view_.look_at.value_or(
        c.eye + scree::dot(0.5 * (b.lo + b.hi) - c.eye, c.forward) * c.forward);
    double far = scree::dot(target - c.eye, c.forward);
    if (view_.span) far = 0.5 * *view_.span * y_.cos_h / y_.sin_h / zoom;
    if (view_.distance) far = *view_.distance / zoom;
    c.eye = target - std::max(far, 1e-3 * size) * c.forward;
  }
  c.scale_ = 1 / size;
  return c;
}

View view_of(const Frame& frame, const View& asked) {
  const View usual;
  View out = asked;
  if (frame.dimensions == 2 && asked.azimuth == usual.azimuth && asked.elevation == usual.elevation)
    out.azimuth = out.elevation = 0;
  return out;
}

View orbit_view(const View& view, const Vec3& up, const FrameBounds& focus, const Area& area) {
  View out = view;
  if (!out.look_at) out.look_at = 0.5 * (focus.lo + focus.hi);
  if (out.span || out.distance) return out;
  double far = 0;
  for (int k = 0; k < 24; ++k) {
    View one = view;
    one.look_at.reset(), one.zoom = 1;
    one.azimuth = view.azimuth + 15.0 * k;
    CameraFit fit(up, one, area);
    fit.include(focus);
    const Camera c = fit.camera();
    far = std::max(far, scree::dot(*out.look_at - c.eye, c.forward));
  }
  // The fit shifts the eye aside; about the middle a little more room is needed.
  out.distance = 1.08 * far;
  return out;
}

Camera fit_camera(const Frame& frame, const View& view, const Area& area, bool walls) {
  CameraFit fit(frame.up, view_of(frame, view), area);
  fit.include(frame, walls && view.fit_walls);
  return fit.camera();
}

}  // namespace scree::render
