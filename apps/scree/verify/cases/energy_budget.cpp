// Where the energy of a settling heap goes.
#include <fmt/format.h>

#include <cmath>

#include "scree/verify/worlds.hpp"

namespace scree::app::cases {
namespace {

void run_energy_budget(VerifyRun& v) {
  World w = empty_world(linear_material(1e-3, 0.4, 0.5));
  w.materials[0].rolling = {"spring", {}};
  w.materials[0].rolling.params.set("friction", 0.05);
  w.gravity.g = {0.3, -9.81, 0};
  add_cloud(w, 125, 0.01, 5, 1.0);
  w.walls = open_box(0.065);
  Simulation s = v.start(std::move(w));
  double weight = 0;
  for (std::size_t k = 0; k < s.particles().size(); ++k) weight += 9.81 * s.particles().mass(k);
  const double start = s.energy().total();
  plot::Series held{.label = "kinetic + potential + stored",
                    .x = {},
                    .y = {},
                    .mark = plot::Mark::line,
                    .color = 1};
  plot::Series sum{.label = "with all losses", .x = {}, .y = {}};
  sum.color = 2;
  std::vector<plot::Series> losses;
  for (std::size_t k = 0; k < 4; ++k)
    losses.push_back({.label = std::string(kLossNames[k]),
                      .x = {},
                      .y = {},
                      .mark = plot::Mark::line,
                      .color = static_cast<int>(k) + 3});
  const int parts = 50;
  const std::uint64_t steps = v.quick() ? 500 : 2000;
  for (int k = 0; k < parts; ++k) {
    VerifyRun::advance(s, steps);
    const EnergyReport e = s.energy();
    const double t = s.time();
    held.x.push_back(t), held.y.push_back(1e3 * (e.total() - start));
    sum.x.push_back(t), sum.y.push_back(1e3 * (e.total() + e.lost() - start));
    for (std::size_t c = 0; c < losses.size(); ++c)
      losses[c].x.push_back(t), losses[c].y.push_back(1e3 * e.dissipated[c]);
  }
  const EnergyReport e = s.energy();
  v.near(fmt::format("energy missing after {} steps", s.steps()), e.residual() / e.lost(), 0, 1e-3,
         "of the losses", "second order in the step, t_c/50: (π/50)² / 4 = 1e-3 at worst");
  for (std::size_t k = 0; k < 4; ++k)
    v.holds(fmt::format("{} loses, never gains", kLossNames[k]), e.dissipated[k] > 1e-6 * e.lost(),
            "second law of thermodynamics; more than rounding");
  if (!v.quick()) {
    double down = 0;
    for (const WallReport& r : s.wall_reports()) down -= r.force.y;
    v.near("load of floor and walls at rest", down, weight, 1e-6 * weight, "N", "what still moves");
  }
  plot::Plot& p = v.add_plot("energy_budget", "Energy of a settling heap, since the start",
                             {.label = "time, s"}, {.label = "energy, mJ"});
  p.series = {{.label = "theory: none is missing",
               .x = {0, s.time()},
               .y = {0, 0},
               .mark = plot::Mark::line,
               .color = 0},
              sum,
              held};
  p.series.insert(p.series.end(), losses.begin(), losses.end());
}

}  // namespace

extern const VerifyCase energy_budget_entry;
const VerifyCase energy_budget_entry{
    "energy-budget", "conservation",
    "125 grains with damping, friction and rolling resistance fall into a box and come to rest. "
    "What they lose is booked by channel; what they have and have lost is what they began with.",
    "first law of thermodynamics", run_energy_budget};

}  // namespace scree::app::cases
