// Walls of two dimensions: what the plane z = 0 cuts out of a wall that is a prism along z.
//
// Grains stay in that plane, so that a wall is asked there only. Of a box the two faces across z
// are not met; normals have no z to the last bit, whatever a turn of the wall has rounded.
#pragma once

#include <memory>
#include <optional>

#include "walls/wall.hpp"

namespace scree {

class PlaneSection final : public WallShape {
 public:
  // `area`: of the surface a metre deep.
  PlaneSection(std::unique_ptr<WallShape> shape, double area)
      : shape_(std::move(shape)), area_(area) {}

  void touch(const Vec3& x, double reach, WallTouches& out) const override;
  int max_contacts() const override { return shape_->max_contacts(); }
  // Where ridges of the shape go through the plane.
  void tips(const Vec3& x, double reach, std::vector<WallTip>& out) const override;
  std::optional<bool> lies_between(const Vec3& a, const Vec3& b) const override {
    return shape_->lies_between(a, b);
  }
  Bounds bounds() const override;
  WallExtent extent(const Vec3& u) const override { return shape_->extent(u); }
  bool endless_along(const Vec3& u) const override {
    return std::abs(u.z) == 1 || shape_->endless_along(u);
  }
  double area() const override { return area_; }
  std::vector<std::string> warnings() const override { return shape_->warnings(); }
  int side(const Vec3& x) const override { return shape_->side(x); }
  bool encloses(const Vec3& x) const override { return shape_->encloses(x); }
  bool adjacent(std::uint32_t a, std::uint32_t b) const override { return shape_->adjacent(a, b); }
  WallMesh mesh(const Bounds& view) const override;

 private:
  std::unique_ptr<WallShape> shape_;
  double area_ = 0;
};

// The wall of a scene in two dimensions, from its catalogue entry and parameters. E0621: a shape
// that has no section, or none that is met as one; E0622: one that stands askew to the plane.
Result<std::unique_ptr<WallShape>> make_plane_wall(const WallShapeEntry& entry,
                                                   const ParamSet& params);
// Of shapes that are made for two dimensions.
bool is_plane_wall(std::string_view shape);

// How deep a wall is drawn in a view, on either side: a metre in all, less where the view ends.
double half_depth_drawn(const Bounds& view);
// A strip of that depth along each piece of a line, closed or not.
WallMesh drawn_line(std::span<const Vec3> points, bool closed, const Bounds& view);

// A motion that takes a wall out of the plane or turns it about another axis than z; asked at
// instants of the run. E0623.
std::optional<Error> leaves_the_plane(const Wall& wall, double duration);

}  // namespace scree
