// Six planes at right angles: a box seen from inside or outside, an open box, a rectangle.
//
// Faces, edges and corners have a code (c0, c1, c2), each -1, 0 or +1: the direction from
// the middle of the box. Faces have one nonzero entry, edges two, corners three; the feature number
// is (c0 + 1) + 3 (c1 + 1) + 9 (c2 + 1).
#pragma once

#include <array>
#include <vector>

#include "walls/frame.hpp"
#include "walls/wall.hpp"

namespace scree {

class OrthoBox final : public WallShape {
 public:
  // container: grains inside; solid: grains outside; shell: faces without thickness, both sides;
  // front: one face, met from the side of its inward normal only.
  enum class Kind { container, solid, shell, front };
  enum Face { left, right, bottom, top, back, front, kFaces };  // -x +x -y +y -z +z of the frame
  using Faces = std::array<bool, kFaces>;
  static constexpr Faces kAll{true, true, true, true, true, true};

  // lo and hi are along the frame's axes (u, axis, w), not relative to a centre: the distance from
  // the plane y = 1 is then y - 1 to the last bit. Precondition: lo <= hi; container and solid have
  // all faces.
  OrthoBox(const AxisFrame& frame, const Vec3& lo, const Vec3& hi, Kind kind, const Faces& faces);

  void touch(const Vec3& x, double reach, WallTouches& out) const override;
  void tips(const Vec3& x, double reach, std::vector<WallTip>& out) const override;
  void ridges(const Vec3& x, double reach, std::vector<WallRidge>& out) const override;
  bool pokes(const WallTip& tip, const Vec3& n) const override;
  std::optional<bool> lies_between(const Vec3& a, const Vec3& b) const override;
  int max_contacts() const override;
  Bounds bounds() const override;
  WallExtent extent(const Vec3& u) const override;
  double area() const override;
  int side(const Vec3& x) const override;
  bool encloses(const Vec3& x) const override;
  Space space(std::span<const Vec3> centres) const override;
  bool adjacent(std::uint32_t a, std::uint32_t b) const override;
  WallMesh mesh(const Bounds& view) const override;

 private:
  struct Piece {
    std::array<int, 3> code;
    std::array<bool, 3> present;  // is the face (k, code[k]) there?
    std::uint32_t feature;
    int active;  // nonzero entries: 1 face, 2 edge, 3 corner
  };
  void touch_container(const Vec3& xi, double reach, WallTouches& out) const;
  void touch_solid(const Vec3& xi, double reach, WallTouches& out) const;
  void touch_shell(const Vec3& xi, double reach, WallTouches& out) const;
  void touch_piece(const Piece& piece, const Vec3& xi, double reach, WallTouches& out) const;
  Vec3 coordinates(const Vec3& x) const {
    return {dot(axis_[0], x), dot(axis_[1], x), dot(axis_[2], x)};
  }
  Vec3 from_coordinates(const Vec3& xi) const {
    return xi.x * axis_[0] + xi.y * axis_[1] + xi.z * axis_[2];
  }
  bool within(const Vec3& xi) const;

  std::array<Vec3, 3> axis_, minus_;  // and their opposites
  Vec3 lo_, hi_;
  Kind kind_;
  Faces faces_;
  std::vector<Piece> pieces_;  // of a shell
};

}  // namespace scree
