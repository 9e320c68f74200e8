#include "io/grain_faces.hpp"

namespace scree {

std::vector<Vec3> GrainFaces::points(std::size_t k) const {
  std::vector<Vec3> out;
  for (const Vec3& x : shapes_[k]->points)
    out.push_back(frame_.x[k] + rotate(frame_.q[k], size(k) * x));
  return out;
}

std::vector<std::array<std::uint32_t, 3>> triangles_of(
    std::span<const std::vector<std::uint32_t>> faces) {
  std::vector<std::array<std::uint32_t, 3>> out;
  for (const auto& face : faces)
    for (std::size_t c = 2; c < face.size(); ++c) out.push_back({face[0], face[c - 1], face[c]});
  return out;
}

}  // namespace scree
