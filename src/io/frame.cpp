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

std::string check(const Frame& frame) {
  const std::size_t n = frame.size();
  const std::array<std::pair<const char*, std::size_t>, 11> lengths{
      {{"fixed", frame.fixed.size()},
       {"id", frame.id.size()},
       {"type", frame.type.size()},
       {"body", frame.body.size()},
       {"radius", frame.radius.size()},
       {"mass", frame.mass.size()},
       {"v", frame.v.size()},
       {"omega", frame.omega.size()},
       {"f", frame.f.size()},
       {"tq", frame.tq.size()},
       {"q", frame.q.size()}}};
  const auto mismatch = [n](const std::string& name, std::size_t length) {
    return "array '" + name + "' has " + std::to_string(length) + " values for " +
           std::to_string(n) + " grains";
  };
  for (const auto& [name, length] : lengths)
    if (length != n) return mismatch(name, length);
  for (const FrameField& field : frame.fields)
    if (field.values.size() != n) return mismatch(field.name, field.values.size());
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
