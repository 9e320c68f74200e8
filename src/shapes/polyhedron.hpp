// A convex polyhedron as a shape of grains, sharp or rounded.
//
// The solid is all that lies within `rounding` of the hull of the given points. Its frame has the
// origin in the centre of the ball around it. Shapes of one form and of different sizes share the
// form; each has its own size.
#pragma once

#include <memory>
#include <vector>

#include "geometry/convex/gap.hpp"
#include "shapes/shape.hpp"

namespace scree {

// How two bodies press on each other: by the potential of all their features, or at the points of
// the area in which their facing sides overlap (Nezami et al. 2006; theory/polyhedra.md).
enum class ContactModel { potential, points };

// Edges and corners of a sharp body press as if they were rounded by this part of the ball that the
// body holds; faces stay where they are.
inline constexpr double kContactRounding = 0.05;

// What polyhedra of all sizes have in common. Lengths are those of size 1.
struct PolyhedronForm {
  geometry::Polyhedron core;
  double rounding = 0;
  ContactModel contact = ContactModel::potential;
  // For the potential: `core` and `rounding`, or what is left of a sharper body when
  // kContactRounding is taken off.
  geometry::Polyhedron pressed_core;
  double pressed_rounding = 0;
  double radius = 0;    // of the ball around core and rounding, about the origin
  MassProperties mass;  // of density 1
  std::vector<Edge> edges;
  std::vector<EdgeAxis> axes;  // of a body that is sharp, or nearly so
};

class PolyhedronShape final : public Shape {
 public:
  // From points in any frame. E0572: a rounding that is no length; E0570, E0571 as convex_hull().
  static Result<std::shared_ptr<const PolyhedronShape>> make(
      std::span<const Vec3> points, double rounding = 0, ContactModel = ContactModel::potential);
  PolyhedronShape(std::shared_ptr<const PolyhedronForm> form, double size);

  std::string_view kind() const override { return "polyhedron"; }
  double bounding_radius() const override { return size_ * form_->radius; }
  MassProperties mass_properties(Dimensions d) const override;
  std::span<const Corner> corners() const override { return corners_; }
  std::span<const Edge> edges() const override { return form_->edges; }
  std::span<const EdgeAxis> edge_axes() const override { return axes_; }
  std::optional<FaceBeside> face_beside(const Vec3& x) const override;
  std::optional<RoundedCore> rounded_core() const override;
  double inner_radius() const override {
    return size_ * (form_->core.inner_radius() + form_->rounding);
  }
  bool adjacent(std::uint32_t a, std::uint32_t b) const override;
  std::shared_ptr<const Shape> scaled(double by) const override;
  ShapeSurface surface() const override;

  double size() const { return size_; }
  double rounding() const { return size_ * form_->rounding; }
  const PolyhedronForm& form() const { return *form_; }
  geometry::PlacedBody placed(const Pose& at) const { return {form_->core, at.x, at.q, size_}; }
  // Where the points of make() have their origin, in the frame of the shape.
  const Vec3& given_origin() const { return given_origin_; }

 private:
  std::shared_ptr<const PolyhedronForm> form_;
  double size_ = 1;
  Vec3 given_origin_{};
  std::vector<Corner> corners_;
  std::vector<EdgeAxis> axes_;
};

// Of density 1: the hull with everything within `rounding` of it, in closed form
// (theory/polyhedra).
MassProperties rounded_mass(const geometry::Polyhedron& core, double rounding);

// Where two polyhedra touch, from their gap: up to ContactPoints::kMax points of the area in which
// they press on each other, each with its share of the law (theory/polyhedra.md).
void contact_area(const PolyhedronShape& a, const geometry::PlacedBody& at_a,
                  const PolyhedronShape& b, const geometry::PlacedBody& at_b,
                  const geometry::Gap& gap, ContactPoints& out);

// The area of two polyhedra where they are nearer than `reach`, whatever their contact model is:
// for the section of a bond.
void touch_by_points(const PolyhedronShape& a, const Pose& at_a, const PolyhedronShape& b,
                     const Pose& at_b, double reach, ContactPoints& out);

}  // namespace scree
