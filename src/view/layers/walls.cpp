// Walls as triangles, and where each begins.
#include "view/frame_layer.hpp"

namespace scree::view::layers {
namespace {

void add_walls(const Frame& frame, const FrameChoice& choice, const Vec3& origin,
               PackedArrays& arrays, run::Json& head) {
  if (!choice.walls) return;
  run::Json list = run::Json::array();
  std::vector<float> points;
  std::vector<std::uint32_t> corners;
  for (const FrameWall& w : frame.walls) {
    const auto first = static_cast<std::uint32_t>(points.size() / 3);
    const std::size_t begin = corners.size() / 3;
    for (const Vec3& p : w.points) push(points, p - origin);
    for (const auto& t : w.triangles)
      for (const std::uint32_t c : t) corners.push_back(first + c);
    list.push_back({{"name", w.name},
                    {"first", begin},
                    {"count", corners.size() / 3 - begin},
                    {"force", triple(w.force)}});
  }
  arrays.add("wall_points", 3, points);
  arrays.add("wall_triangles", 3, corners);
  head["walls"] = std::move(list);
}

}  // namespace

extern const FrameLayer walls_entry;
const FrameLayer walls_entry{.name = "walls", .add = add_walls};

}  // namespace scree::view::layers
