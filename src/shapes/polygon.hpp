// A convex polygon as a shape of grains in two dimensions, sharp or rounded: a prism of unit depth.
#pragma once

#include <memory>
#include <vector>

#include "geometry/polygon/gap.hpp"
#include "shapes/convex_shape.hpp"

namespace scree {

// How two polygons press on each other: by the potential of all their corners, by the depth at the
// ends of the line that their facing sides share, or by the area of their overlap.
enum class PolygonContact { potential, depth, area };
template <>
struct ContactNames<PolygonContact> {
  static constexpr std::string_view names[] = {"potential", "depth", "area"};
};

struct PolygonForm : ConvexForm<geometry::Polygon, PolygonContact> {
  std::vector<geometry::Vec2> outward;  // unit normals of the sides, counter-clockwise

  PolygonForm(const geometry::Polygon& core, double rounding, PolygonContact);
  // The side that faces along u most, of two the one with the lower number. By halving, so that it
  // is a property of u alone and of the order log n.
  std::uint32_t facing(const geometry::Vec2& u) const;
};

class PolygonShape final : public ConvexShape<PolygonShape, PolygonForm> {
 public:
  static constexpr Dimensions kDimensions = Dimensions::two;
  // From corners in any frame, counter-clockwise. E0467: a rounding that is not a length, or one of
  // a polygon that pushes by area; E0460 to E0463 as Polygon::make().
  static Result<std::shared_ptr<const PolygonShape>> make(
      std::span<const geometry::Vec2> corners, double rounding = 0,
      PolygonContact = PolygonContact::potential);
  PolygonShape(std::shared_ptr<const PolygonForm> form, double size);

  std::string_view kind() const override { return "polygon"; }
  const PolygonShape* polygon() const override { return this; }
  std::optional<RoundedCore> rounded_core() const override;
  double inner_radius() const override { return core_.inner_radius() + rounding(); }
  // Pieces are corners, then sides.
  bool adjacent(std::uint32_t a, std::uint32_t b) const override;
  // A thin prism: what pictures and ParaView can draw.
  ShapeSurface surface() const override;

  const geometry::Polygon& core() const { return core_; }
  geometry::PlacedPolygon placed(const Pose& at) const {
    return {&core_, {at.x.x, at.x.y}, turn_of(at.q)};
  }
  // What presses by the potential: all within pressed_rounding() of this.
  const geometry::Polygon& pressed_core() const { return pressed_core_; }
  // Of a turn about z.
  static geometry::Turn2 turn_of(const Quat& q) { return RoundedCore::turn_of(q); }

 private:
  geometry::Polygon core_, pressed_core_;
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

// How two polygons touch, as a plane sees it: 0 to 2 points.
struct PolygonTouch {
  int count = 0;
  bool potential = false;  // the points have one depth, whose gradient their normals and shares are
  geometry::Vec2 normal[2], point[2];
  double depth[2] = {}, share[2] = {1, 1};
  double mass_share = 1, r_eff = 0;
  double gap = 0;  // without a point: they are at least so far apart, roundings and reach taken off
  geometry::OverlapForm form;
  std::uint32_t side_a = 0, side_b = 0;  // that face each other; of an overlap without a line: 0
};
// By the area of the overlap, or by its depth. Without `by_area`: by the area where both ask for
// it.
PolygonTouch touch_polygons(const PolygonShape& a, const geometry::PlacedPolygon& at_a,
                            const PolygonShape& b, const geometry::PlacedPolygon& at_b,
                            double reach, geometry::FeatureHint& hint, bool by_area);
PolygonTouch touch_polygons(const PolygonShape& a, const geometry::PlacedPolygon& at_a,
                            const PolygonShape& b, const geometry::PlacedPolygon& at_b,
                            double reach, geometry::FeatureHint& hint);

// Of two polygons that press by the potential (theory/potential.md): every corner of a core and the
// other core, as one contact.
PolygonTouch press_polygons(const PolygonShape& a, const geometry::PlacedPolygon& at_a,
                            const PolygonShape& b, const geometry::PlacedPolygon& at_b,
                            double reach, geometry::FeatureHint& hint);

}  // namespace scree
