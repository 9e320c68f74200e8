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

}  // namespace

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
  for (std::size_t k = 0; k < frame.size(); ++k) b.include(frame.x[k], frame.radius[k]);
  return b;
}

FrameBounds wall_bounds(const Frame& frame) {
  FrameBounds b;
  for (const FrameWall& w : frame.walls)
    for (const Vec3& p : w.points) b.include(p);
  return b;
}

}  // namespace scree
