// Rigid bodies as a user or a fill describes them.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/id.hpp"
#include "base/result.hpp"
#include "shapes/shape.hpp"

namespace scree {

struct World;

struct PrimitiveSpec {
  Vec3 x{};  // in the frame of the body's description
  Quat q{};
  MaterialId material{};
  double radius = 0;                   // of a ball
  std::shared_ptr<const Shape> shape;  // null: a ball
  // Where `shape` is a scaled copy that the program does not keep: of which shape, and how large.
  std::shared_ptr<const Shape> form = nullptr;
  double size = 1;
};

struct BodySpec {
  std::vector<PrimitiveSpec> primitives;
  Vec3 x{};  // of the description's frame
  Quat q{};
  Vec3 v{};  // of the centre of mass
  Vec3 omega{};
  // In the description's frame; without it: of the primitives with their materials' densities.
  // Balls that overlap count once, the denser where they differ; other shapes count in full.
  std::optional<MassProperties> mass;
  std::optional<double> volume;  // of the solid; without it: that of the primitives, as above
  bool fixed = false;
};

// Of a body without a given mass: what add_body() takes. E0540 as there.
Result<MassProperties> body_mass(const World& world, const BodySpec& spec);

// The same of its solid's volume.
Result<double> body_volume(const World& world, const BodySpec& spec);
// Why add_body() would refuse it; nothing: it would not.
std::optional<Error> body_mistake(const World& world, const BodySpec& spec);

// Number of a shape in the world; it is added where it is not listed. 0: null.
std::uint32_t list_shape(World& world, const std::shared_ptr<const Shape>& shape);

// Adds the body with all its primitives; returns its name (state/bodies.hpp).
Result<std::uint32_t> add_body(World& world, const BodySpec& spec);

}  // namespace scree
