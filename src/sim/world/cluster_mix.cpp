#include "sim/world/cluster_mix.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/exact_math.hpp"
#include "dynamics/integrator.hpp"
#include "sim/world/world.hpp"

namespace scree {

BodySpec TurnedCluster::body(const Vec3& x, MaterialId material, double density) const {
  BodySpec spec;
  spec.x = x;
  spec.q = q;
  for (const SolidPart& p : cluster->solids) {
    PrimitiveSpec one{.x = scale * p.x, .q = p.q, .material = material, .shape = p.shape};
    if (scale != 1) one.shape = p.shape->scaled(scale), one.form = p.shape, one.size = scale;
    spec.primitives.push_back(std::move(one));
  }
  for (const SolidBall& b : cluster->balls)
    spec.primitives.push_back({.x = scale * b.x, .material = material, .radius = scale * b.r});
  const MassProperties solid = scaled_in_size(cluster->solid, scale, cluster->dimensions);
  spec.mass = scaled(solid, density);
  spec.volume = solid.mass;
  return spec;
}

double TurnedCluster::mass_share() const {
  double alone = 0;
  const bool discs = cluster->dimensions == Dimensions::two;
  for (const SolidBall& b : cluster->balls)
    alone += discs ? ball_measure(b.r, Dimensions::two)
                   : 4.0 / 3.0 * std::numbers::pi * (b.r * b.r * b.r);
  const double share = cluster->solid.mass / alone;
  constexpr double kRounding = 1e-9;  // of the union of balls that only touch
  return std::abs(share - 1) < kRounding ? 1 : share;
}

double add_bonded(World& world, const TurnedCluster& cluster, const Grain& grain) {
  Particles& p = world.particles;
  const std::uint32_t first = p.next_id();
  const double density = world.materials[grain.material.value].density * cluster.mass_share();
  double mass = 0;
  for (std::size_t k = 0; k < cluster.cluster->balls.size(); ++k) {
    const SolidBall b = cluster.ball(k, grain.x);
    Grain one = grain;
    one.x = b.x;
    if (world.box.any()) wrap(one.x, world.box);
    one.radius = b.r;
    one.v = grain.v + cross(grain.omega, b.x - grain.x);
    one.q = cluster.q;
    p.add(one, density);
    mass += p.mass(p.size() - 1);
  }
  for (const Cluster::Pair& pair : cluster.cluster->bonds)
    world.bonds.add(ParticleId{first + pair.a}, ParticleId{first + pair.b},
                    cluster.cluster->bond_type);
  return mass;
}

// Parts of one share by mass are the fewer the heavier they are.
double ClusterMix::weight(const Part& p) const {
  if (!by_mass) return p.share;
  const double d = own_size ? 1 : 2 * p.cluster->radius;
  return p.share * power_of(d, dimensions()) / p.cluster->solid.mass;
}

double ClusterMix::shares() const {
  double sum = 0;
  for (const Part& p : parts) sum += weight(p);
  return sum;
}

// Uniform over all rotations: two independent angles on two circles whose radii share the unit
// square (Shoemake 1992).
Quat ClusterMix::orientation(const CounterRandom& random, std::uint64_t number) const {
  if (turn == Turn::fixed) return rotation;
  const double u = random.uniform(2 * number + 1, 0), angle = random.uniform(2 * number + 1, 1);
  if (dimensions() == Dimensions::two) {
    if (turn == Turn::upright) return rotation;
    const auto [s, c] = exact::sin_cos(std::numbers::pi * angle);  // of half the angle
    return {c, 0, 0, s};
  }
  const auto [s1, c1] = exact::sin_cos(2 * std::numbers::pi * angle);
  if (turn == Turn::upright) return Quat{c1, 0, s1, 0} * rotation;
  const auto [s2, c2] = exact::sin_cos(2 * std::numbers::pi * random.uniform(2 * number, 1));
  const double a = std::sqrt(1 - u), b = std::sqrt(u);
  return normalized(Quat{a * s1, a * c1, b * s2, b * c2});
}

TurnedCluster ClusterMix::pick(const CounterRandom& random, std::uint64_t number,
                               double diameter) const {
  double at = random.uniform(2 * number, 0) * shares();
  std::size_t k = 0;
  while (k + 1 < parts.size() && at >= weight(parts[k])) at -= weight(parts[k++]);
  while (parts[k].share == 0 && k > 0) --k;  // rounding never picks what has no share
  const Cluster& c = *parts[k].cluster;
  return {&c, scale_of(c, diameter), orientation(random, number)};
}

double ClusterMix::own_diameter() const {
  double d = 0;
  for (const Part& p : parts) d = std::max(d, 2 * p.cluster->radius);
  return d;
}

double ClusterMix::mean_volume(const SizeDistribution& sizes) const {
  const bool two_d = dimensions() == Dimensions::two;
  // Of the diameter: its cube, in two dimensions its square.
  const double power = two_d ? sizes.mean_power() : 6 / std::numbers::pi * sizes.mean_volume();
  double sum = 0;
  for (const Part& p : parts) {
    const double d = 2 * p.cluster->radius;
    sum += weight(p) * p.cluster->solid.mass * (own_size ? 1 : power / power_of(d, dimensions()));
  }
  return sum / shares();
}

double ClusterMix::mean_balls() const {
  double sum = 0;
  for (const Part& p : parts)
    sum += weight(p) * static_cast<double>(TurnedCluster{p.cluster.get(), 1, {}}.rows());
  return sum / shares();
}

double ClusterMix::smallest_ball(const SizeDistribution& sizes) const {
  double least = HUGE_VAL;
  for (const Part& p : parts) {
    for (const SolidPart& s : p.cluster->solids)
      least =
          std::min(least, 2 * s.shape->bounding_radius() * scale_of(*p.cluster, sizes.smallest()));
    for (const SolidBall& b : p.cluster->balls)
      least = std::min(least, 2 * b.r * scale_of(*p.cluster, sizes.smallest()));
  }
  return least;
}

double ClusterMix::largest_ball(const SizeDistribution& sizes) const {
  double most = 0;
  for (const Part& p : parts) {
    for (const SolidPart& s : p.cluster->solids)
      most = std::max(most, 2 * s.shape->bounding_radius() * scale_of(*p.cluster, sizes.largest()));
    for (const SolidBall& b : p.cluster->balls)
      most = std::max(most, 2 * b.r * scale_of(*p.cluster, sizes.largest()));
  }
  return most;
}

}  // namespace scree
