// A convex polyhedron: corners, flat faces, edges, and who is next to whom.
//
// Made from any points: their hull, with triangles of one plane joined to a face. Coordinates that
// were rounded leave a face slightly bent; triangles whose corners all lie within `flat` times the
// size of the body in the plane of the largest of them are joined as well.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "base/vec3.hpp"
#include "geometry/convex/corner_scan.hpp"

namespace scree::geometry {

struct Plane {
  Vec3 normal;        // unit, out of the body
  double offset = 0;  // normal . x of its points
};

class Polyhedron {
 public:
  static constexpr double kFlat = 1e-10;

  // Corners keep the order of the points. E0570, E0571 as convex_hull().
  static Result<Polyhedron> make(std::span<const Vec3> points, double flat = kFlat);

  struct Edge {
    std::uint32_t from, to;     // corners, from < to
    std::uint32_t left, right;  // faces: of from -> to, and of to -> from
  };

  // Unit vectors across an edge, in each of its faces and into them: a direction that leaves the
  // body at the edge leans away from both.
  struct Lean {
    Vec3 left, right;
  };
  const Lean& lean(std::size_t edge) const { return leans_[edge]; }

  std::span<const Vec3> corners() const { return corners_; }
  std::span<const Edge> edges() const { return edges_; }
  std::size_t face_count() const { return planes_.size(); }
  const Plane& plane(std::size_t face) const { return planes_[face]; }
  std::span<const Plane> planes() const { return planes_; }
  // Corners of a face, counter-clockwise from outside.
  std::span<const std::uint32_t> face(std::size_t k) const { return row(face_begin_, face_, k); }
  // The faces across its sides: side k goes from corner k to the next.
  std::span<const std::uint32_t> across(std::size_t k) const {
    return row(face_begin_, across_, k);
  }
  // The edges that its sides are.
  std::span<const std::uint32_t> edges_of(std::size_t k) const {
    return row(face_begin_, edges_of_, k);
  }
  // Of a corner, in the order of their numbers.
  std::span<const std::uint32_t> neighbours(std::size_t corner) const {
    return row(neighbour_begin_, neighbour_, corner);
  }
  // The edges to them.
  std::span<const std::uint32_t> edges_at(std::size_t corner) const {
    return row(neighbour_begin_, edges_at_, corner);
  }
  std::span<const std::uint32_t> faces_of(std::size_t corner) const {
    return row(neighbour_begin_, faces_of_, corner);
  }
  // Of a body of at most 32 corners and 64 faces: the faces of a corner as bits, and the edge
  // between two corners that have one.
  bool is_small() const { return !face_bits_.empty(); }
  std::uint64_t face_bits(std::size_t corner) const { return face_bits_[corner]; }
  std::uint32_t edge_between(std::size_t u, std::size_t v) const {
    return edge_between_[u * corners_.size() + v];
  }
  // How far the corners next to those of a face lie below its plane, at least.
  double clearance(std::size_t face) const { return clearance_[face]; }
  // Of all faces, each cut into a fan; counter-clockwise from outside.
  std::vector<std::array<std::uint32_t, 3>> triangles() const;
  const Vec3& centre() const { return centre_; }  // of its volume
  double volume() const { return volume_; }
  double radius() const { return radius_; }       // of the ball about the centre that holds it
  double inner_radius() const { return inner_; }  // of the one about the centre that it holds

  // The corner farthest along u. A body of few corners asks all, four at a time, and answers always
  // with the same of equals; one of many climbs from a corner to its best neighbour, which ends at
  // the same height wherever it starts.
  std::uint32_t farthest(const Vec3& u, std::uint32_t from) const;
  // One that is as far but for 1e-6 of the size of the body.
  std::uint32_t roughly_farthest(const Vec3& u, std::uint32_t from) const {
    if (corners_.size() > kMostScanned) return farthest(u, from);
    return scan_roughly_farthest(rough_columns_.data(), rough_columns_.size() / 3, u);
  }

  // base - u . corner of all corners, in their order; `height` grows to what it takes.
  void heights(const Vec3& u, double base, std::vector<double>& height) const {
    const std::size_t padded = columns_.size() / 3;
    if (height.size() < padded) height.resize(padded);
    scan_heights(columns_.data(), padded, u, base, height.data());
  }
  // Of this body `size` times as large: the face whose plane p lies farthest outside of (or least
  // inside), of equals the first, and how far.
  OutermostPlane outermost(const Vec3& p, double size) const {
    return scan_outermost(plane_columns_.data(), plane_columns_.size() / 4, p, size);
  }

  Polyhedron moved(const Vec3& x, const Quat& q) const;
  Polyhedron scaled(double by) const;  // about the origin; by > 0

 private:
  // Where asking all begins to cost more than climbing.
  static constexpr std::size_t kMostScanned = 64;

  using Offsets = std::vector<std::uint32_t>;
  static std::span<const std::uint32_t> row(const Offsets& begin, const Offsets& of,
                                            std::size_t k) {
    return {of.data() + begin[k], of.data() + begin[k + 1]};
  }
  void connect(const std::vector<std::vector<std::uint32_t>>& loops);
  void measure();
  void fill_columns();
  void fill_tables();

  std::vector<Vec3> corners_;
  std::vector<Plane> planes_;
  std::vector<Edge> edges_;
  std::vector<Lean> leans_;
  std::vector<double> clearance_;
  Offsets face_begin_, face_, across_, edges_of_;
  Offsets neighbour_begin_, neighbour_, edges_at_, faces_of_;
  std::vector<std::uint64_t> face_bits_;
  std::vector<std::uint16_t> edge_between_;
  // Corners once more, all x, all y, all z, each filled up with the centre to a multiple of four.
  std::vector<double> columns_;
  std::vector<float> rough_columns_;
  // Planes: all x, y, z of the normals, all offsets.
  std::vector<double> plane_columns_;
  Vec3 centre_{};
  double volume_ = 0, radius_ = 0, inner_ = 0;
};

}  // namespace scree::geometry
