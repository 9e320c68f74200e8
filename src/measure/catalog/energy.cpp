// The energy budget by channel.
#include "measure/measure.hpp"

namespace scree::measures {
namespace {

class Energy final : public Measure {
 public:
  std::vector<std::string> columns() const override {
    std::vector<std::string> names;
    for (const EnergyChannel& c : kEnergyChannels) names.emplace_back(c.name);
    names.insert(names.end(), {"total", "lost", "removed", "residual"});
    return names;
  }

  // What is not held now is a sum over the run.
  std::vector<std::string> cumulative() const override {
    std::vector<std::string> names;
    for (const EnergyChannel& c : kEnergyChannels)
      if (c.side != EnergySide::held) names.emplace_back(c.name);
    names.insert(names.end(), {"lost", "removed"});
    return names;
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
