// Which points a triangle mesh holds inside.
//
// A surface has an inside if each of its edges belongs to an even number of triangles. Then a ray
// that starts at a point crosses the surface an odd number of times if the point is inside. The ray
// goes along +y; which triangles it meets is decided in the plane (x, z) with exact predicates,
// edge by edge and for all triangles of an edge alike, so that a ray through an edge or a vertex is
// counted as often as one beside it. Where two closed parts overlap their common space is outside.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/vec3.hpp"

namespace scree {

class MeshInside {
 public:
  using Triangle = std::array<std::uint32_t, 3>;

  // Equal points must have been welded: edges are told by their numbers.
  MeshInside(std::vector<Vec3> points, std::vector<Triangle> triangles);

  // The ends of the first edge with an odd number of triangles; nothing when the mesh is closed.
  const std::optional<std::array<Vec3, 2>>& open_edge() const { return open_edge_; }
  // False everywhere for a mesh that is open.
  bool contains(const Vec3& x) const;

 private:
  void find_open_edge();
  void sort_into_columns();
  std::size_t column_of(double v, int axis) const;
  bool below_in_plane(const Triangle& t, const Vec3& x) const;

  std::vector<Vec3> points_;
  std::vector<Triangle> triangles_;
  std::optional<std::array<Vec3, 2>> open_edge_;
  Vec3 lo_, hi_;
  std::size_t columns_ = 1;             // along x and along z
  std::vector<std::uint32_t> first_;    // rows of members_ by column
  std::vector<std::uint32_t> members_;  // triangles over each column
};

}  // namespace scree
