// The grains have come to rest: their kinetic energy is small beside what their contacts store.
//
// Both change with the square of a speed or a load, so the ratio needs no unit and no size: at 1e-4
// an oscillation has a hundredth of the amplitude that the load itself gives the springs. Grains
// that touch nothing store nothing and are not at rest.
#include "sim/simulation.hpp"
#include "sim/stage_ends/names.hpp"

namespace scree::stage_ends {
namespace {

constexpr ParamInfo kAtRestParams[] = {
    {.name = "ratio",
     .fallback = "1e-4",
     .range = range::positive,
     .doc = "kinetic energy over the energy stored in contacts"},
    {.name = "spin",
     .kind = ParamKind::boolean,
     .fallback = "false",
     .doc =
         "count the energy of spin, too; a grain that turns on the spot may do so for ever where "
         "nothing resists twisting"},
};

class AtRest final : public StageEnd {
 public:
  AtRest(double ratio, bool spin) : ratio_(ratio), spin_(spin) {}
  bool reached(const Simulation& now, const StageBegin&) const override {
    const EnergyReport e = now.energy();
    const double stored = e.total() - e.kinetic - e.rotational - e.potential;
    return stored > 0 && e.kinetic + (spin_ ? e.rotational : 0) <= ratio_ * stored;
  }
  std::string words() const override { return "the grains are at rest"; }

 private:
  double ratio_;
  bool spin_;
};

}  // namespace

extern const StageEndEntry at_rest_entry;
const StageEndEntry at_rest_entry{
    .info = {"at_rest", "kinetic energy is small beside the energy stored in contacts", "",
             kAtRestParams},
    .make = [](const ParamSet& p, const World&) -> Result<std::shared_ptr<const StageEnd>> {
      return std::shared_ptr<const StageEnd>(new AtRest(p.number("ratio"), p.boolean("spin")));
    }};

}  // namespace scree::stage_ends
