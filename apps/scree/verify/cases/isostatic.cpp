// Smooth grains at rest carry their weight with the fewest contacts that can.
#include <fmt/format.h>

#include <cmath>

#include "scree/verify/worlds.hpp"

namespace scree::app::cases {
namespace {

constexpr Vec3 kDown{0.25, -0.9, 0.15};

struct Packing {
  std::size_t contacts = 0, grains = 0;
  double kinetic = 0;  // m g d a grain
};

// Stiff grains of unequal size, so that no two gaps are equal, fall into a box and lose their
// energy in contacts and in the background.
Packing settle(const VerifyRun& v, std::size_t n, std::uint64_t seed, plot::Series& approach) {
  const double d = 0.01, t_c = 2e-4;
  World w = empty_world(linear_material(t_c, 0.3, 0));
  // Aslant, into an edge of the box: on a level floor a single grain would rest on one contact.
  w.gravity.g = (9.81 / norm(kDown)) * kDown;
  add_cloud(w, n, d, 3, 0.2, seed);
  w.walls = open_box(0.041);
  w.damping = 12 * w.particles.mass(0);
  w.steps_per_contact = 20;
  Simulation s = v.start(std::move(w));
  const int parts = 40;
  for (int k = 0; k < parts; ++k) {
    VerifyRun::advance(s, 2000);
    approach.x.push_back(s.time());
    approach.y.push_back(static_cast<double>(s.contact_count()) / static_cast<double>(n));
  }
  return {s.contact_count(), n,
          s.energy().kinetic / (static_cast<double>(n) * 9.81 * d * s.particles().mass(0))};
}

void run_isostatic(VerifyRun& v) {
  plot::Plot& p =
      v.add_plot("isostatic", "Contacts per grain while smooth grains settle", {.label = "time, s"},
                 {.label = "contacts / grains", .lo = 0, .hi = 4});
  const int tries = v.quick() ? 1 : 3;
  for (int k = 0; k < tries; ++k) {
    plot::Series approach{.label = fmt::format("start {}", k + 1),
                          .x = {},
                          .y = {},
                          .mark = plot::Mark::line_and_points,
                          .color = k + 1};
    const Packing at_rest = settle(v, 36, static_cast<std::uint64_t>(11 + k), approach);
    v.near(fmt::format("contacts of {} smooth grains at rest, start {}", at_rest.grains, k + 1),
           static_cast<double>(at_rest.contacts), 3.0 * static_cast<double>(at_rest.grains), 0, "",
           "3 forces per grain balance 3 components: neither fewer nor, when stiff, more");
    v.near(fmt::format("kinetic energy, start {}", k + 1), at_rest.kinetic, 0, 1e-9, "m g d",
           "at rest");
    p.series.push_back(approach);
  }
  p.series.push_back({.label = "theory: 3",
                      .x = {0, p.series[0].x.back()},
                      .y = {3, 3},
                      .mark = plot::Mark::dashed,
                      .color = 0});
}

}  // namespace

extern const VerifyCase isostatic_entry;
const VerifyCase isostatic_entry{
    "isostatic", "many grains",
    "Stiff smooth grains of unequal size come to rest in a tilted box. Each needs three contact "
    "forces "
    "(half of six neighbours, walls counted whole), and as the gaps are all different no more than "
    "those carry load: exactly 3 N contacts.",
    "Moukarzel 1998; Roux 2000", run_isostatic};

}  // namespace scree::app::cases
