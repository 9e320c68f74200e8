#pragma once

#include "shapes/shape.hpp"

namespace scree {

// The table of pairs knows the balls of the step's fast path by this name, too.
inline constexpr std::string_view kSphereKind = "sphere";

class Sphere final : public Shape {
 public:
  explicit Sphere(double radius) : corner_{{}, radius} {}
  std::string_view kind() const override { return kSphereKind; }
  double bounding_radius() const override { return corner_.radius; }
  MassProperties mass_properties(Dimensions d) const override {
    return ball_mass(corner_.radius, d);
  }
  std::optional<double> ball_radius() const override { return corner_.radius; }
  std::span<const Corner> corners() const override { return {&corner_, 1}; }

 private:
  Corner corner_;
};

}  // namespace scree
