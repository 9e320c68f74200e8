// States for the tests of the whole catalogue of measures, and lines that make them.
#pragma once

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "make.hpp"

namespace scree::test {

// Other choices than the examples of the entries.
inline const std::vector<std::string>& special_lines() {
  static const std::vector<std::string> all{
      "layers; thickness = 0.3; count = 5; from = -1",
      "layers; thickness = 0.3; count = 5; radius = 2; axis = x",
      "rings; radius = 1.2; count = 4; height = 1; axis = [1, 2, 0.5]",
      "coordination; least = 1",
      "coordination; least = 2",
      "fabric; walls = false",
      "forces; count = 8",
      "forces; part = tangential",
      "stress; low = [-1, -1, -1]; high = [1, 1, 1]; kinetic = true",
      "flow; plane = z",
      "flow; normal = [1, 1, 0]; radius = 1; at = 0.1",
      "mass; region = box; low = [-1, -1, -1]; high = [0.5, 1, 1]; share = volume",
      "mass; region = cylinder; radius = 0.7; share = volume",
      "mass; region = cylinder; radius = 0.7; height = 0.9; share = volume",
      "mass; region = sphere; radius = 0.9; share = volume",
      "wall_motion; wall = side",
      "voronoi; container = box; low = [-1, -1, -1]; high = [1, 0.8, 1]; bins = 7",
      "voronoi; container = cylinder; radius = 1.1; height = 1.8; sides = 24; layers = 3; "
      "thickness = 0.4; from = -0.6; along = x",
      "profile; count = 5; kinetic = true",
      "profile; axis = x; count = 3; low = [-1, -1, -1]; high = [1, 0.5, 1]",
      "profile; by = cells; cells = [3, 2, 4]",
      "profile; by = rings; axis = z; count = 4; inner = 0.2; centre = [0.1, 0, 0]",
      "average; of = \"profile; count = 2; low = [-1, -1, -1]; high = [1, 1, 1]\"; over = 1",
      "repose; slower = 1.2",
      "repose; form = slope; along = z; bins = 4; sectors = 3",
      "size_curve; count = 6",
      "mixing; by = size; cell = 0.5; least = 2",
      "mixing; by = start; axis = x; cell = 0.7",
      "mixing; by = start_radius; bins = radius; weight = mass; cell = 0.5; least = 1",
      "mixing; by = size; bins = depth; weight = mass; cell = 0.6; least = 1",
      "track; grains = [3, 1]",
      "track; larger = 0.01",
      "pairs; reach = 0.2; count = 4",
      "chains; above = 1.2",
      "voronoi; container = cone; radius = 1.1; far_radius = 0; height = 1.8; sides = 12",
  };
  return all;
}

// The example of every entry, and the special ones.
inline const std::vector<std::string>& lines() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> out = special_lines();
    for (const MeasureEntry* e : measure_catalog()) out.push_back(example_line(*e));
    return out;
  }();
  return all;
}

struct Pile {
  Particles p;
  std::vector<MeasureContact> contacts;
  std::vector<MeasureWall> walls{{"floor", {0, -3, 0.1}, {1, 2, 3}}, {"side", {2, 0, 0}, {}}};
  EnergyReport energy{
      .kinetic = 1, .potential = 2, .dissipated = {0, 0, 0.5}, .start = 3.5};  // sliding
  MeasureInput input(double time = 0) const {
    return {.particles = p, .contacts = contacts, .walls = walls, .energy = &energy, .time = time};
  }
};

// Random grains and forces; one grain is removed, so that ids have a hole, and one is fixed.
inline Pile pile(std::uint32_t grains = 60) {
  const CounterRandom random(11, 4);
  const auto vector = [&](std::uint64_t c) {
    return Vec3{2 * random.uniform(2 * c, 0) - 1, 2 * random.uniform(2 * c, 1) - 1,
                2 * random.uniform(2 * c + 1, 0) - 1};
  };
  Pile q;
  for (std::uint64_t k = 0; k < grains; ++k)
    q.p.add({.x = vector(k),
             .radius = 0.05 + 0.3 * random.uniform(3000000 + k),
             .v = vector(100000 + k),
             .omega = vector(200000 + k),
             .fixed = k == 7},
            kDensity);
  std::vector<std::uint8_t> gone(grains, 0);
  gone[13] = 1;
  q.p.remove(gone);
  for (std::uint32_t k = 0; k + 3 < grains; ++k) {
    if (k == 13 || k + 3 == 13) continue;
    const bool wall = k % 5 == 0;
    const Vec3 n = normalized(vector(300000 + k)), t = 0.1 * cross(n, vector(400000 + k));
    q.contacts.push_back({ParticleId{k}, ParticleId{wall ? 0 : k + 3}, wall ? 0 : -1,
                          vector(500000 + k), n, 0.01, t - (1 + random.uniform(2000000 + k)) * n,
                          t});
  }
  return q;
}

// The same state with rows and contacts in another order.
inline Pile shuffled(const Pile& q, std::uint64_t seed = 1) {
  const CounterRandom random(seed, 1);
  const auto mix = [&random](auto& list, int which) {
    for (std::size_t k = list.size() - 1; k > 0; --k)
      std::swap(
          list[k],
          list[static_cast<std::size_t>(random.uniform(k, which) * static_cast<double>(k + 1))]);
  };
  Pile mixed = q;
  std::vector<std::uint32_t> order(q.p.size());
  std::iota(order.begin(), order.end(), 0u);
  mix(order, 0);
  mixed.p.permute(order);
  mix(mixed.contacts, 1);
  return mixed;
}

}  // namespace scree::test
