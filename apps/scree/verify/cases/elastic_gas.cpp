// The energy of an elastic gas.
#include <algorithm>
#include <cmath>

#include "scree/verify/worlds.hpp"

namespace scree::app::cases {
namespace {

void run_elastic_gas(VerifyRun& v) {
  World w = empty_world(linear_material(2e-3, 1.0, 0));
  w.box = {{0, 0, 0}, {0.062, 0.062, 0.062}, {true, true, true}};
  add_cloud(w, 125, 0.01, 5, 2.0);
  w.steps_per_contact = 1500;
  Simulation s = v.start(std::move(w));
  const double before = s.energy().total();
  double worst = 0;
  plot::Series drift{.label = "Scree", .x = {}, .y = {}, .mark = plot::Mark::line_and_points};
  const int parts = v.quick() ? 10 : 50;
  for (int k = 0; k < parts; ++k) {
    VerifyRun::advance(s, 2000);
    const double change = (s.energy().total() - before) / before;
    worst = std::max(worst, std::abs(change));
    drift.x.push_back(s.time() / 2e-3), drift.y.push_back(1e6 * change);
  }
  v.near("greatest change of the energy", worst, 0, 1e-6, "of the energy",
         "falls with dt²: (π/1500)² / 4 = 1.1e-6 at worst in a contact");
  v.near("energy booked as lost", s.energy().lost(), 0, 0, "J", "nothing dissipates");
  plot::Plot& p =
      v.add_plot("elastic_gas", "Energy of an elastic gas", {.label = "time / contact time"},
                 {.label = "relative change, millionths", .lo = -1.2, .hi = 1.2});
  p.series = {{.label = "theory", .x = {0, s.time() / 2e-3}, .y = {0, 0}, .mark = plot::Mark::line},
              drift};
}

}  // namespace

extern const VerifyCase elastic_gas_entry;
const VerifyCase elastic_gas_entry{
    "elastic-gas", "conservation",
    "125 smooth elastic grains fly about in a periodic box, 1500 steps per contact. Kinetic and "
    "stored energy together do not drift.",
    "conservation of energy", run_elastic_gas};

}  // namespace scree::app::cases
