// Which cluster a grain of a fill or an inlet becomes, how large it is and how it is turned. All of
// it depends on the random stream and the grain's number alone.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/random.hpp"
#include "shapes/cluster.hpp"
#include "sim/world/body_spec.hpp"
#include "state/particles.hpp"
#include "state/sizes.hpp"

namespace scree {

// A cluster of a certain size, turned.
struct TurnedCluster {
  const Cluster* cluster = nullptr;
  double scale = 1;
  Quat q{};

  double radius() const { return scale * cluster->radius; }
  double volume() const { return power_of(scale, cluster->dimensions) * cluster->solid.mass; }
  // Ball k where the centre of the cluster is at x.
  SolidBall ball(std::size_t k, const Vec3& x) const {
    const SolidBall& b = cluster->balls[k];
    return {x + rotate(q, scale * b.x), scale * b.r};
  }
  // Of a bonded cluster: mass of a ball as a share of what it weighs alone. Where balls overlap
  // they share the mass of the union (or of the mesh) by their volumes; else it is 1.
  double mass_share() const;
  std::size_t rows() const {
    return cluster->solids.empty() ? cluster->balls.size() : cluster->solids.size();
  }
  // Solid k: its shape, its size and where it is when the centre of the cluster is at x.
  const Shape& solid(std::size_t k) const { return *cluster->solids[k].shape; }
  Pose solid_pose(std::size_t k, const Vec3& x) const {
    const SolidPart& p = cluster->solids[k];
    return {x + rotate(q, scale * p.x), normalized(q * p.q)};
  }
  // As a rigid body of one material, at rest at x.
  BodySpec body(const Vec3& x, MaterialId material, double density) const;
};

// Adds the balls of a bonded cluster that moves as `grain` does, and its bonds; returns its mass.
// Precondition: its bond type exists. The bonds are new (state/bonds.hpp: not started).
double add_bonded(World& world, const TurnedCluster& cluster, const Grain& grain);

struct ClusterMix {
  enum class Turn {
    random,   // all orientations alike; in two dimensions about z
    upright,  // its own y axis stays vertical; turned about it at random (not in two dimensions)
    fixed,    // by `rotation`
  };
  struct Part {
    std::shared_ptr<const Cluster> cluster;
    double share = 1;  // need not add up to 1
  };
  std::vector<Part> parts;
  bool by_mass = false;  // what the shares are shares of; else by number
  Turn turn = Turn::random;
  Quat rotation{};
  // Clusters keep the size that they were made with; otherwise the diameter that a size
  // distribution gives is that of the ball around the cluster.
  bool own_size = true;

  bool empty() const { return parts.empty(); }
  TurnedCluster pick(const CounterRandom& random, std::uint64_t number, double diameter) const;
  Quat orientation(const CounterRandom& random, std::uint64_t number) const;
  // The diameters of the balls around the clusters where they keep their size: the largest.
  double own_diameter() const;
  double mean_volume(const SizeDistribution& sizes) const;
  double mean_balls() const;
  // Diameters of single balls.
  double smallest_ball(const SizeDistribution& sizes) const;
  double largest_ball(const SizeDistribution& sizes) const;

 private:
  Dimensions dimensions() const { return parts.front().cluster->dimensions; }
  double scale_of(const Cluster& c, double diameter) const {
    return own_size ? 1 : 0.5 * diameter / c.radius;
  }
  double weight(const Part& part) const;  // share by number
  double shares() const;
};

}  // namespace scree
