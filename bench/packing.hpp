// Settled packings for the benchmarks: equal or mixed spheres under gravity in an open box.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "peers/grains.hpp"
#include "sim/simulation.hpp"

namespace scree::bench {

struct PackingSettings {
  std::size_t grains = 10000;
  double diameter = 0.001;
  double density = 2500;
  double contact_time = 1e-4;
  double restitution = 0.5;
  double friction = 0.5;
  double spread = 0.0;  // relative, uniform
  double width = 0;     // of the square base in diameters; 0: from the number, height = 2 widths
  double steps_per_contact = 30;
  std::uint64_t seed = 1;
};

// A loose lattice with jitter in a box of five planes, y up; the width of its square base.
World loose_world(const PackingSettings& settings);
double base_width(const PackingSettings& settings);

// Runs until the kinetic energy has fallen to `share` of its peak, or max_time.
void settle(Simulation& sim, double max_time, double share = 1e-6);

// Grains at rest, without the springs of their contacts: what every code can be started from.
struct Packing {
  PackingSettings settings;
  double width = 0;  // of the base, in metres
  peers::State grains;
};

// Settles the loose lattice in stages, soft contacts first: the number of steps of a fall is
// proportional to 1/t_c, so that a contact four times longer saves three quarters of the work.
// `say` is told what goes on.
Result<Packing> settled_packing(const PackingSettings& settings, int threads,
                                const std::function<void(const std::string&)>& say);

// The packing as a world with the law of its settings, ready to run.
World packed_world(const Packing& packing);

// The law in the words of the peers (peers/grains.hpp). Precondition: spread == 0, since one
// stiffness stands for (t_c, e) with one mass only.
peers::HookeLaw hooke_law(const PackingSettings& settings);

bool save(const Packing& packing, const std::string& path);
std::optional<Packing> load(const std::string& path);

}  // namespace scree::bench
