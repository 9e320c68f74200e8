// A convex polyhedron as a shape of grains, sharp or rounded.
#pragma once

#include <memory>
#include <vector>

#include "geometry/convex/gap.hpp"
#include "shapes/convex_shape.hpp"

namespace scree {

// How two bodies press on each other: by the potential of all their features, or at the points of
// the area in which their facing sides overlap (Nezami et al. 2006; theory/polyhedra.md).
enum class ContactModel { potential, points };

template <>
struct ContactNames<ContactModel> {
  static constexpr std::string_view names[] = {"potential", "points"};
};

struct PolyhedronForm : ConvexForm<geometry::Polyhedron, ContactModel> {
  std::vector<EdgeAxis> axes;  // of a body that is sharp, or nearly so

  PolyhedronForm(const geometry::Polyhedron& core, double rounding, ContactModel);
};

class PolyhedronShape final : public ConvexShape<PolyhedronShape, PolyhedronForm> {
 public:
  static constexpr Dimensions kDimensions = Dimensions::three;
  // From points in any frame. E0572: a rounding that is not a length; E0570, E0571 as
  // convex_hull().
  static Result<std::shared_ptr<const PolyhedronShape>> make(
      std::span<const Vec3> points, double rounding = 0, ContactModel = ContactModel::potential);
  PolyhedronShape(std::shared_ptr<const PolyhedronForm> form, double size);

  std::string_view kind() const override { return "polyhedron"; }
  std::string plural() const override { return "polyhedra"; }
  std::span<const EdgeAxis> edge_axes() const override { return axes_; }
  std::optional<FaceBeside> face_beside(const Vec3& x) const override;
  std::optional<RoundedCore> rounded_core() const override;
  double inner_radius() const override {
    return size() * (form().core.inner_radius() + form().rounding);
  }
  bool adjacent(std::uint32_t a, std::uint32_t b) const override;
  ShapeSurface surface() const override;

  geometry::PlacedBody placed(const Pose& at) const { return {form().core, at.x, at.q, size()}; }

 private:
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

}  // namespace scree
