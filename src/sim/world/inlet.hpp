// Pouring: grains that enter during the run through a disc or a rectangle at a given rate until a
// number or a mass is reached. Positions and sizes come from the counter-based generator, so they
// depend on the grain's number alone; a position that is still taken is tried again at the next
// step, deterministically, and the grain waits until there is room.
#pragma once

#include <cstdint>
#include <string>

#include "base/random.hpp"
#include "base/vec3.hpp"
#include "sim/world/cluster_mix.hpp"
#include "state/particles.hpp"
#include "state/sizes.hpp"

namespace scree {

struct Inlet {
  std::string name;
  Vec3 centre{};
  Vec3 axis_u{1, 0, 0}, axis_v{0, 0, 1};  // half-extents of the rectangle, or disc of radius |u|
  bool disc = true;
  double thickness = 0;  // of the slab along the normal in which grains appear
  MaterialId material{};
  SizeDistribution sizes;
  ClusterMix mix;           // empty: balls; else the sizes are those of the balls around clusters
  double rate = 0;          // grains or clusters per second; 0: use mass_rate
  double mass_rate = 0;     // kg/s
  std::uint64_t count = 0;  // stop after this many; 0: no limit
  double mass = 0;          // stop when this much has entered; 0: no limit
  double start = 0, end = 1e300;
  double base = 0;  // grains that had come before `start`, where it was switched on again
  Vec3 velocity{};
  std::uint16_t locked = 0;  // freedoms that its grains lack (state/freedoms.hpp)
  std::uint64_t seed = 1;
  std::uint64_t stream = 0;

  // Progress, part of the state.
  std::uint64_t placed = 0;
  double placed_mass = 0;
  std::uint64_t tries = 0;

  // Of the sizes of its grains, by their numbers.
  CounterRandom size_random() const { return {seed, 4 * stream}; }

  // An opening without width along v: a line, in two dimensions.
  bool line() const { return axis_v == Vec3{}; }
  // Of the opening; out of it grains are lifted by the thickness.
  Vec3 normal() const {
    return normalized(line() ? Vec3{-axis_u.y, axis_u.x, 0} : cross(axis_u, axis_v));
  }

  // Expected volume of what enters at a time: a ball or a cluster.
  double mean_volume() const { return mix.empty() ? sizes.mean_volume() : mix.mean_volume(sizes); }
  double mean_rows() const { return mix.empty() ? 1 : mix.mean_balls(); }
  // Radii of balls that enter, alone or in clusters.
  double smallest_radius() const {
    return 0.5 * (mix.empty() ? sizes.smallest() : mix.smallest_ball(sizes));
  }
  double largest_radius() const {
    return 0.5 * (mix.empty() ? sizes.largest() : mix.largest_ball(sizes));
  }
};

// A grain that was poured in, and where its centre was at that moment.
struct Arrival {
  ParticleId id{};
  Vec3 x;
};

// What was asked of an inlet and what came.
struct InletReport {
  double asked = 0;         // grains: `count`, else what its rate gives until now; 0: a mass alone
  double asked_mass = 0;    // kg; 0: no limit by mass
  double expected = 0;      // grains that its rate gives until now, at most `count`
  double newest_batch = 0;  // of them: may still wait for room
  bool complete = false;    // all that was asked for by `count` or `mass` has come
};
// After `steps` steps of `dt`; `density` is that of the grains.
InletReport report_of(const Inlet& inlet, double density, std::uint64_t steps, double dt);

}  // namespace scree
