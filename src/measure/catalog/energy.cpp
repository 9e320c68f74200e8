// The energy budget by channel.
#include "measure/measure.hpp"
#include "state/energy_columns.hpp"

namespace scree::measures {
namespace {

class Energy final : public Measure {
 public:
  std::vector<ColumnInfo> columns() const override {
    std::vector<ColumnInfo> out;
    for (const EnergyChannel& c : kEnergyChannels) out.push_back(energy_column(c));
    out.push_back({"total", "J", "all that the state holds"});
    out.push_back({"lost", "J", "turned into heat since the start", true});
    out.push_back(removed_column());
    out.push_back(residual_column());
    return out;
  }

  std::optional<Error> check(const MeasureInput& in) const override {
    if (in.energy) return std::nullopt;
    return Error{"E0102", "the energies are not known here", "",
                 "ask for `energy` while the simulation runs; a run keeps it in series.csv"};
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    const EnergyReport e = in.energy ? *in.energy : EnergyReport{};
    std::size_t k = 0;
    for (const EnergyChannel& c : kEnergyChannels) out[k++] = c.in(e);
    for (const double v : {e.total(), e.lost(), e.removed(), e.residual()}) out[k++] = v;
  }
};

Result<std::unique_ptr<Measure>> make_energy(const ParamSet&) {
  return std::unique_ptr<Measure>(new Energy);
}

}  // namespace

extern const MeasureEntry energy_entry;
const MeasureEntry energy_entry{
    .info = {"energy",
             "kinetic, potential, stored and lost energy by channel, and the residual",
             "Ferrez 4.6",
             {}},
    .make = make_energy};

}  // namespace scree::measures
