// A convex polygon as a shape of grains in two dimensions, sharp or rounded: a prism of unit depth.
//
// The solid is all that lies within `rounding` of the polygon. Its frame has the origin in the
// centre of the circle around it. Shapes of one form and of different sizes share the form.
#pragma once

#include <memory>
#include <vector>

#include "geometry/polygon/gap.hpp"
#include "shapes/shape.hpp"

namespace scree {

// What polygons of all sizes have in common. Lengths are those of size 1.
struct PolygonForm {
  geometry::Polygon core;
  double rounding = 0;
  double radius = 0;                    // of the circle around core and rounding, about the origin
  MassProperties mass;                  // of density 1 and depth 1
  std::vector<geometry::Vec2> outward;  // unit normals of the sides, counter-clockwise
  std::vector<Edge> edges;
  bool by_area = false;  // pairs of such polygons push by the area of their overlap

  // The side that faces along u most, of two the one with the lower number. By halving, so that it
  // is a property of u alone and of the order log n.
  std::uint32_t facing(const geometry::Vec2& u) const;
};

class PolygonShape final : public Shape {
 public:
  // From corners in any frame, counter-clockwise. E0467: a rounding that is no length, or one of a
  // polygon that pushes by area; E0460 to E0463 as Polygon::make().
  static Result<std::shared_ptr<const PolygonShape>> make(std::span<const geometry::Vec2> corners,
                                                          double rounding = 0,
                                                          bool by_area = false);
  PolygonShape(std::shared_ptr<const PolygonForm> form, double size);

  std::string_view kind() const override { return "polygon"; }
  double bounding_radius() const override { return size_ * form_->radius; }
  MassProperties mass_properties(Dimensions) const override;
  std::span<const Corner> corners() const override { return corners_; }
  std::span<const Edge> edges() const override { return form_->edges; }
  // Pieces are corners, then sides.
  bool adjacent(std::uint32_t a, std::uint32_t b) const override;
  std::shared_ptr<const Shape> scaled(double by) const override;
  // A thin prism: what pictures and ParaView can draw.
  ShapeSurface surface() const override;

  double rounding() const { return size_ * form_->rounding; }
  const PolygonForm& form() const { return *form_; }
  const geometry::Polygon& core() const { return core_; }
  geometry::PlacedPolygon placed(const Pose& at) const {
    return {&core_, {at.x.x, at.x.y}, turn_of(at.q)};
  }
  // Where the corners of make() have their origin, in the frame of the shape.
  const geometry::Vec2& given_origin() const { return given_origin_; }
  // Of a turn about z.
  static geometry::Turn2 turn_of(const Quat& q) { return {q.w * q.w - q.z * q.z, 2 * q.w * q.z}; }

 private:
  std::shared_ptr<const PolygonForm> form_;
  double size_ = 1;
  geometry::Polygon core_;
  geometry::Vec2 given_origin_;
  std::vector<Corner> corners_;
};

// Of density 1: the polygon with everything within `rounding` of it, about its own frame.
MassProperties rounded_polygon_mass(const geometry::Polygon& core, double rounding);

// One end of the line on which two polygons press on each other (theory/two_dimensions.md).
struct LineEnd {
  geometry::Vec2 point;
  double depth = 0, share = 0;
  bool of_a = false;         // the end is a corner of a, else of b
  std::uint32_t corner = 0;  // its number
};
struct ContactLine {
  LineEnd end[2];
  int count = 0;  // 0: the facing sides have nothing in common
  double mass_share = 1;
  std::uint32_t side_a = 0, side_b = 0;  // that face each other
};
// Where two polygons touch, from their gap. `depth`: of the overlap, roundings included.
ContactLine contact_line(const PolygonShape& a, const geometry::PlacedPolygon& at_a,
                         const PolygonShape& b, const geometry::PlacedPolygon& at_b,
                         const geometry::PolygonGap& gap, double depth);

// How two polygons touch, as a plane sees it: 0 to 2 points that share one normal.
struct PolygonTouch {
  int count = 0;
  geometry::Vec2 normal, point[2];
  double depth[2] = {}, share[2] = {1, 1};
  double mass_share = 1, r_eff = 0;
  double gap = 0;  // without a point: they are at least so far apart, roundings and reach taken off
  geometry::OverlapForm form;
  std::uint32_t side_a = 0, side_b = 0;  // that face each other; of an overlap without a line: 0
};
PolygonTouch touch_polygons(const PolygonShape& a, const geometry::PlacedPolygon& at_a,
                            const PolygonShape& b, const geometry::PlacedPolygon& at_b,
                            double reach, geometry::FeatureHint& hint);

}  // namespace scree
