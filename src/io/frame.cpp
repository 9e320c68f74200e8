#include "io/frame.hpp"

#include <algorithm>

namespace scree {
namespace {

std::string check_walls(const Frame& frame) {
  for (const FrameWall& w : frame.walls)
    for (const auto& t : w.triangles)
      for (const std::uint32_t corner : t)
        if (corner >= w.points.size())
          return "a triangle of wall '" + w.name + "' names point " + std::to_string(corner) +
                 " of " + std::to_string(w.points.size());
  return {};
}

std::string check_shapes(const Frame& frame) {
  for (const FrameShape& s : frame.shapes) {
    if (!(s.radius > 0)) return "a shape has no size";
    for (const auto& face : s.faces)
      for (const std::uint32_t corner : face)
        if (corner >= s.points.size()) return "a face of a shape names a point that is not there";
  }
  for (const FrameField& field : frame.fields)
    if (field.name == kShapeField && field.width == 1)
      for (const double v : field.values)
        if (!(v >= 0 && v <= static_cast<double>(frame.shapes.size())) && !frame.shapes.empty())
          return "a grain has a shape that is not there";
  return {};
}

}  // namespace

std::vector<const FrameShape*> shapes_of(const Frame& frame) {
  std::vector<const FrameShape*> out;
  if (frame.shapes.empty()) return out;
  for (const FrameField& field : frame.fields) {
    if (field.name != kShapeField || field.width != 1) continue;
    out.assign(frame.size(), nullptr);
    for (std::size_t k = 0; k < frame.size(); ++k) {
      const auto number = static_cast<std::size_t>(field.values[k]);
      if (number > 0 && number <= frame.shapes.size()) out[k] = &frame.shapes[number - 1];
    }
  }
  return out;
}

Vec3 shape_point(const Frame& frame, std::size_t k, const FrameShape& shape, const Vec3& x) {
  return frame.x[k] + rotate(frame.q[k], (frame.radius[k] / shape.radius) * x);
}

std::vector<std::string> FrameArray::column_names(std::size_t width) const {
  std::vector<std::string> out;
  if (columns.empty() && width == 1) return {std::string(name)};
  for (std::size_t k = 0; k < width && columns.empty(); ++k)
    out.push_back(std::string(name) + '_' + (width == 3 ? "xyz"[k % 3] : "wxyz"[k % 4]));
  for (std::size_t at = 0; at < columns.size(); at = columns.find(',', at) + 1) {
    out.emplace_back(columns.substr(at, columns.find(',', at) - at));
    if (columns.find(',', at) == std::string_view::npos) break;
  }
  return out;
}

std::string check(const Frame& frame) {
  const std::size_t n = frame.size();
  std::string wrong;
  for_each_array(frame, [&](const FrameArray& array, const auto& span) {
    if (span.rows() != n && wrong.empty())
      wrong = "array '" + std::string(array.name) + "' has " + std::to_string(span.rows()) +
              " values for " + std::to_string(n) + " grains";
  });
  for (const FrameField& field : frame.fields)
    if (field.values.size() != n * field.width && wrong.empty())
      wrong = "field '" + field.name + "' has " + std::to_string(field.values.size()) +
              " numbers for " + std::to_string(n) + " grains";
  if (wrong.empty()) wrong = check_shapes(frame);
  if (!wrong.empty()) return wrong;
  return check_walls(frame);
}

void FrameBounds::include(const Vec3& p, double r) {
  if (!is_finite(p) || !std::isfinite(r)) return;
  for (int k = 0; k < 3; ++k) {
    lo[k] = std::min(lo[k], p[k] - r);
    hi[k] = std::max(hi[k], p[k] + r);
  }
}

FrameBounds grain_bounds(const Frame& frame) {
  FrameBounds b;
  const std::vector<const FrameShape*> shapes = shapes_of(frame);
  for (std::size_t k = 0; k < frame.size(); ++k) {
    const bool ball = shapes.empty() || shapes[k] == nullptr || shapes[k]->points.empty();
    if (ball) b.include(frame.x[k], frame.radius[k]);
    // The ball around a brick that lies flat reaches far below the floor.
    if (!ball && is_finite(frame.x[k]))
      for (const Vec3& p : shapes[k]->points) b.include(shape_point(frame, k, *shapes[k], p));
  }
  return b;
}

FrameBounds wall_bounds(const Frame& frame) {
  FrameBounds b;
  for (const FrameWall& w : frame.walls)
    for (const Vec3& p : w.points) b.include(p);
  return b;
}

}  // namespace scree
