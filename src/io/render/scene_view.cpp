#include "io/render/scene_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/render/overlay.hpp"

namespace scree::render {

Vec3 SceneView::at(double pixel_x, double pixel_y, double depth) const {
  const double z = depth * distance, focal = 0.5 * kHeight / std::tan(0.5 * field);
  return eye + z * (forward + (pixel_x - 0.5 * kWidth) / focal * right +
                    (0.5 * kHeight - pixel_y) / focal * up);
}

SceneView scene_view(const Frame& frame, const Look& look) {
  constexpr double w = SceneView::kWidth, h = SceneView::kHeight;
  // The same margin on both sides: the legend stands on the right.
  const Area area{0.17 * w, 0.05 * h, 0.83 * w, 0.95 * h};
  const Camera c = fit_camera(frame, look.view, area, look.walls);
  SceneView v{.eye = c.eye, .right = c.right, .up = c.up, .forward = c.forward};
  v.field = 2 * std::atan(0.5 * h / static_cast<double>(c.focal));
  FrameBounds focus = focus_of(frame, look.walls);
  if (focus.empty()) focus.lo = {-1, -1, -1}, focus.hi = {1, 1, 1};
  v.middle = 0.5 * (focus.lo + focus.hi);
  v.size = std::max(scree::norm(focus.hi - focus.lo), 1e-300);
  v.distance = scree::dot(v.middle - v.eye, v.forward);
  return v;
}

namespace {

constexpr double kDepth = 0.5;  // of the legend: before everything else
constexpr double kLeft = 0.865 * SceneView::kWidth, kBar = 20, kLine = 17;
constexpr double kTop = 0.26 * SceneView::kHeight, kBottom = 0.74 * SceneView::kHeight;

void add_patch(SceneLegend& l, const SceneView& v, double y0, double y1, double width,
               const Vec& color) {
  l.patches.push_back({{v.at(kLeft, y1, kDepth), v.at(kLeft + width, y1, kDepth),
                        v.at(kLeft + width, y0, kDepth), v.at(kLeft, y0, kDepth)},
                       color});
}

void add_label(SceneLegend& l, const SceneView& v, double x, double y, const std::string& text) {
  l.labels.push_back({v.at(x, y + 0.36 * kLine, kDepth), text});
}

}  // namespace

SceneLegend scene_legend(const SceneView& v, const Coloring* scale) {
  SceneLegend l;
  if (!scale) return l;
  const Coloring& c = *scale;
  const Ticks ticks = ticks_of(c.lo, c.hi, c.unit);
  l.text_size = scree::norm(v.at(0, 0, kDepth) - v.at(0, kLine, kDepth));
  const std::string label = ticks.unit.empty() ? c.label : c.label + " (" + ticks.unit + ")";
  add_label(l, v, kLeft, kTop - 1.7 * kLine, label);
  if (c.classes.size() > 1 || !(c.hi > c.lo)) {
    std::vector<double> values = c.classes.size() > 1 ? c.classes : std::vector<double>{c.lo};
    // Ticks carry the factor of their unit's prefix: read it off the largest value.
    const Ticks one = ticks_of(values.back(), values.back(), c.unit);
    const double factor = std::stod(one.text[0]) != 0 ? values.back() / std::stod(one.text[0]) : 1;
    double y = kTop;
    for (auto it = values.rbegin(); it != values.rend(); ++it, y += 2 * kBar) {
      add_patch(l, v, y, y + kBar, kBar, c.color_of(*it));
      add_label(l, v, kLeft + 1.6 * kBar, y + 0.5 * kBar, fmt::format("{:.4g}", *it / factor));
    }
    return l;
  }
  constexpr int pieces = 64;
  for (int k = 0; k < pieces; ++k) {
    const double y1 = kBottom + (kTop - kBottom) * k / pieces;
    const double y0 = kBottom + (kTop - kBottom) * (k + 1) / pieces;
    // A little over the neighbour below, so that no seam shows.
    add_patch(l, v, y0, k > 0 ? y1 + 0.4 : y1, kBar,
              map_color((static_cast<float>(k) + 0.5f) / pieces, c.map));
  }
  for (std::size_t k = 0; k < ticks.at.size(); ++k)
    add_label(l, v, kLeft + 1.6 * kBar,
              kBottom + (kTop - kBottom) * (ticks.at[k] - c.lo) / (c.hi - c.lo), ticks.text[k]);
  return l;
}

AxisAngle axis_angle(const Quat& q) {
  const Vec3 v{q.x, q.y, q.z};
  const double s = scree::norm(v);
  if (!(s > 0)) return {};
  return {v / s, 2 * std::atan2(s, q.w)};
}

namespace {

// From the columns of a rotation (Shepperd 1978: through the largest of four).
Quat quaternion(const Vec3& x, const Vec3& y, const Vec3& z) {
  const double w = 1 + x.x + y.y + z.z, a = 1 + x.x - y.y - z.z, b = 1 - x.x + y.y - z.z,
               c = 1 - x.x - y.y + z.z;
  const double most = std::max({w, a, b, c});
  Quat q;
  if (most == w)
    q = {w, y.z - z.y, z.x - x.z, x.y - y.x};
  else if (most == a)
    q = {y.z - z.y, a, x.y + y.x, z.x + x.z};
  else if (most == b)
    q = {z.x - x.z, x.y + y.x, b, y.z + z.y};
  else
    q = {x.y - y.x, z.x + x.z, y.z + z.y, c};
  return normalized(q);
}

}  // namespace

AxisAngle orientation_of(const SceneView& v) {
  return axis_angle(quaternion(v.right, v.up, -v.forward));
}

AxisAngle from_y_axis(const Vec3& to) {
  const Vec3 d = normalized(to);
  const Vec3 axis = scree::cross({0, 1, 0}, d);
  const double s = scree::norm(axis);
  if (s < 1e-12) return {{1, 0, 0}, d.y < 0 ? std::acos(-1.0) : 0};
  return {axis / s, std::atan2(s, d.y)};
}

}  // namespace scree::render
