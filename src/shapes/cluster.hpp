// A cluster: balls that move as one, as a rigid clump or glued by bonds. Or bodies of another shape
// that do: one polyhedron is a cluster of one, a concave body one of several.
//
// The frame of a cluster has its origin in the centre of the smallest ball around it, so that a
// fill can put a cluster where it would put a grain of that size, turned in any way.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "shapes/shape.hpp"
#include "shapes/union_mass.hpp"

namespace scree {

struct SolidPart {
  std::shared_ptr<const Shape> shape;
  Vec3 x{};
  Quat q{};
};

struct Cluster {
  std::string name;
  std::vector<SolidBall> balls;
  std::vector<SolidPart> solids;  // instead of balls
  bool sized = true;              // false: whatever places it has to say how large it is
  double radius = 0;              // of the ball around all of them
  Dimensions dimensions = Dimensions::three;
  MassProperties solid;    // of density 1: the union of the balls, or what the cluster stands for
  bool mesh_mass = false;  // `solid` is not the union of the balls

  // Rigid, or balls of their own that are held by bonds of a type of the world.
  struct Pair {
    std::uint32_t a = 0, b = 0;  // numbers of balls
  };
  bool bonded = false;
  std::uint32_t bond_type = 0;
  std::vector<Pair> bonds;
};

// Moves the balls to the frame of a cluster. `solid`, in the frame of the balls as given, stands
// for their union. E0560: no ball, or one without size or location.
Result<Cluster> make_cluster(std::string name, std::vector<SolidBall> balls,
                             std::optional<MassProperties> solid = std::nullopt);
// The same of discs in the plane z = 0. E0624: a ball beside it.
Result<Cluster> make_plane_cluster(std::string name, std::vector<SolidBall> balls);

// Of parts that move as one; they count in full where they overlap. E0560: no part.
Result<Cluster> make_solid(std::string name, std::vector<SolidPart> parts,
                           Dimensions d = Dimensions::three);

// Pairs of balls whose surfaces are nearer than `share` of the smaller radius, in order.
std::vector<Cluster::Pair> near_pairs(std::span<const SolidBall> balls, double share);
// Every ball is reached from every other one over pairs.
bool hang_together(std::size_t balls, std::span<const Cluster::Pair> pairs);

// The smallest ball around balls, to about 1e-3 of its radius and never too small.
SolidBall enclosing_ball(std::span<const SolidBall> balls);

// Lengths times `scale`.
MassProperties scaled_in_size(const MassProperties& m, double scale,
                              Dimensions d = Dimensions::three);

}  // namespace scree
