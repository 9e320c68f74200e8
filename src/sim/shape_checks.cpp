#include "sim/shape_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scree {
namespace {

bool is_sharp(const Shape& shape) {
  const auto corners = shape.corners();
  return std::any_of(corners.begin(), corners.end(), [](const Corner& c) { return c.radius == 0; });
}

// A place of a sharp body, at the start or where one is poured in.
std::optional<Vec3> sharp_body(const World& w) {
  for (const Body& b : w.bodies.body)
    for (std::uint32_t k = 0; k < b.count; ++k) {
      const std::uint32_t shape = w.bodies.primitive[b.first_primitive + k].shape;
      if (shape > 0 && b.inv_mass > 0 && is_sharp(*w.shapes[shape])) return b.x;
    }
  for (const Inlet& i : w.inlets)
    for (const ClusterMix::Part& part : i.mix.parts)
      for (const SolidPart& s : part.cluster->solids)
        if (is_sharp(*s.shape)) return i.centre;
  return std::nullopt;
}

}  // namespace

void warn_of_sharp_shapes(const World& w, std::vector<std::string>& warnings) {
  const std::optional<Vec3> x = sharp_body(w);
  if (!x) return;
  std::string names;
  for (const Wall& wall : w.walls) {
    // A surface without a side of its own has rims, or is a mesh.
    if (wall.shape->side(rotate_back(wall.pose.q, *x - wall.pose.x)) != 0) continue;
    names += (names.empty() ? "`" : ", `") + wall.name + "`";
  }
  if (names.empty()) return;
  warnings.push_back(
      fmt::format("some grains have sharp edges and {} {} rims or small triangles: a sharp edge "
                  "across one is not held; a `rounding` of a few percent of the diameter is",
                  names, names.find(',') == std::string::npos ? "has" : "have"));
}

}  // namespace scree
