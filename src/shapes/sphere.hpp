#pragma once

#include "shapes/shape.hpp"

namespace scree {

class Sphere final : public Shape {
 public:
  explicit Sphere(double radius) : corner_{{}, radius} {}
  std::string_view kind() const override { return "sphere"; }
  double bounding_radius() const override { return corner_.radius; }
  MassProperties mass_properties(Dimensions d) const override {
    return ball_mass(corner_.radius, d);
  }
  std::span<const Corner> corners() const override { return {&corner_, 1}; }

 private:
  Corner corner_;
};

}  // namespace scree
