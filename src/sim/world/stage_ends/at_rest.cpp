// The grains have come to rest: their kinetic energy is small compared with that of the springs
// which they press.
//
// Both change with the square of a speed or a load, so the ratio needs no unit and no size: at 1e-4
// an oscillation has a hundredth of the amplitude that the load itself gives the springs. Grains
// that touch nothing press no spring and are not at rest.
//
// Attraction is not a spring: liquid bridges and the like hold a negative energy that has the size
// of their reach, not of any motion. What they do to the springs counts: a pull-off force presses
// the contact that it holds. In a contact of `jkr` springs and adhesion are one energy, which is
// negative up to some load; it has the size F_c^2/k of the pull-off force either way. Of bonds only
// what strains them counts, not the depth of their well (lennard-jones).
#include <algorithm>
#include <cmath>

#include "sim/simulation.hpp"
#include "sim/world/stage_ends/names.hpp"

namespace scree::stage_ends {
namespace {

constexpr ParamInfo kAtRestParams[] = {
    {.name = "ratio",
     .fallback = "1e-4",
     .range = range::positive,
     .doc = "kinetic energy over the energy in the springs of contacts, without attraction"},
    {.name = "spin",
     .kind = ParamKind::boolean,
     .fallback = "false",
     .doc =
         "count the energy of spin, too; a grain that turns on the spot may do so for ever where "
         "nothing resists twisting"},
};

double pressed_springs(const EnergyReport& e) {
  return std::abs(e.stored_normal) + e.stored_tangential + e.stored_rolling + e.stored_twisting +
         std::max(e.stored_bonds, 0.0);
}

class AtRest final : public StageEnd {
 public:
  AtRest(double ratio, bool spin) : ratio_(ratio), spin_(spin) {}
  bool reached(const Simulation& now, const StageBegin&) const override {
    const EnergyReport e = now.energy();
    const double pressed = pressed_springs(e);
    return pressed > 0 && e.kinetic + (spin_ ? e.rotational : 0) <= ratio_ * pressed;
  }
  std::string words() const override { return "the grains are at rest"; }

 private:
  double ratio_;
  bool spin_;
};

}  // namespace

extern const StageEndEntry at_rest_entry;
const StageEndEntry at_rest_entry{
    .info = {"at_rest", "kinetic energy is small compared with that of the springs of contacts", "",
             kAtRestParams},
    .make = [](const ParamSet& p, const World&) -> Result<std::shared_ptr<const StageEnd>> {
      return std::shared_ptr<const StageEnd>(new AtRest(p.number("ratio"), p.boolean("spin")));
    }};

}  // namespace scree::stage_ends
