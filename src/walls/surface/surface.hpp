// A triangle mesh as a wall's surface: what belongs together, and where a ball touches it.
//
//   vertices   equal points welded
//   edges      `sharp` unless all triangles at it lie in one patch, on both sides
//   patches    connected triangles in one plane: one feature, one normal, one offset
//   features   patches, then straight chains of sharp edges, then sharp vertices
//
// What a ball feels is decided by the part of the surface inside it, as docs/theory/walls.md says:
// every triangle within reach is a node with its distance, every contact of two triangles is
// a link with its own, and one contact is one connected piece. All distances are continuous
// functions of the ball's centre, so that a contact never vanishes while it is pressed.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "walls/mesh/bvh.hpp"
#include "walls/mesh/mesh_file.hpp"
#include "walls/wall.hpp"

namespace scree {

struct SurfaceOptions {
  double weld = 0;         // points closer than this are one; 0: only equal points
  double flat = -1;        // a triangle this close to a patch's plane belongs to it; < 0: derived
  double merge_angle = 0;  // radians: facets that turn by less stand for a smooth surface
};

class Surface {
 public:
  static Result<Surface> build(const TriangleSoup& soup, const SurfaceOptions& options);

  void touch(const Vec3& x, double reach, WallTouches& out) const;
  // As WallShape::nearest and is_near, without asking all triangles within reach.
  const WallTouch* nearest(const Vec3& x, double reach, WallTouches& room) const;
  bool is_near(const Vec3& x, double reach) const;
  // Vertices at which sharp edges end, and not only go on straight.
  void tips(const Vec3& x, double reach, std::vector<WallTip>& out) const;
  // Sharp edges of the triangles within reach.
  void ridges(const Vec3& x, double reach, std::vector<WallRidge>& out) const;
  // The same from all triangles, without the tree: for audits.
  void all_touches(const Vec3& x, double reach, WallTouches& out) const;
  void all_tips(std::vector<WallTip>& out) const;
  void all_ridges(std::vector<WallRidge>& out) const;
  bool pokes(const WallTip& tip, const Vec3& n) const;
  bool lies_between(const Vec3& a, const Vec3& b) const;
  bool adjacent(std::uint32_t a, std::uint32_t b) const;
  double area() const { return area_; }
  const Box3& bounds() const { return tree_.bounds(); }
  const std::vector<std::string>& warnings() const { return warnings_; }
  const std::vector<Vec3>& points() const { return points_; }
  std::vector<std::array<std::uint32_t, 3>> triangles() const;
  std::size_t patches() const { return patches_.size(); }
  std::size_t links() const { return links_.size(); }
  std::size_t features() const { return feature_first_.size() - 1; }

 private:
  friend class SurfaceBuilder;
  friend class SurfaceLinker;
  friend class SurfaceQuery;

  struct Patch {
    Vec3 n;
    double offset;
  };
  struct Edge {
    std::uint32_t v[2];  // v[0] < v[1]
    Vec3 along;          // unit, from v[0] to v[1]
    bool sharp;
    std::uint32_t feature;
  };
  // All that most triangles near a ball are asked for lies together here, in the order of the tree.
  struct Triangle {
    // In the patch's plane, normal to e[k], into the triangle, and its product with a point of the
    // edge. Triangles of one patch at one edge share both up to the sign, exactly: no point falls
    // between them.
    std::array<Vec3, 3> inward;
    std::array<double, 3> border;
    std::uint32_t patch;
    std::array<std::uint32_t, 3> v, e;  // e[k] joins v[k] and v[k + 1]
  };
  struct Segment {
    Vec3 a, b, along;  // unit, from a to b; zero where both are one point
  };
  // Where a triangle meets another one of lower number.
  enum class LinkKind : std::uint8_t { edge, segment, area };
  struct Link {
    std::uint32_t other;
    std::uint32_t index;  // of the edge or segment
    LinkKind kind;
    bool smooth;  // turns by less than merge_angle
  };
  struct Corner {
    std::uint32_t triangle;
    int side;
  };

  // How far the point lies inside the triangle, seen from its edge k.
  static double inside(const Triangle& t, int k, const Vec3& x) {
    return dot(x, t.inward[k]) - t.border[k];
  }

  std::vector<Vec3> points_;
  std::vector<Triangle> triangles_;
  std::vector<Edge> edges_;
  std::vector<Patch> patches_;
  std::vector<std::uint32_t> edge_first_;  // rows of edge_corners_
  std::vector<Corner> edge_corners_;
  std::vector<std::uint32_t> vertex_first_;  // rows of vertex_edges_
  std::vector<std::uint32_t> vertex_edges_;
  std::vector<std::uint32_t> vertex_feature_;  // kNone where no sharp edge ends
  std::uint32_t first_tip_ = 0;                // features from here on are single vertices
  std::vector<std::uint32_t> link_first_;      // rows of links_, one per triangle
  std::vector<Link> links_;
  std::vector<Segment> segments_;
  std::vector<std::uint32_t> feature_first_;  // rows of feature_vertices_, each sorted
  std::vector<std::uint32_t> feature_vertices_;
  Bvh tree_;
  double flat_ = 0, cos_merge_ = 1, area_ = 0;
  std::vector<std::string> warnings_;

 public:
  static constexpr std::uint32_t kNone = 0xffffffffu;
};

}  // namespace scree
