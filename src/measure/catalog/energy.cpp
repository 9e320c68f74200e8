// The energy budget by channel.
#include "measure/measure.hpp"

namespace scree::measures {
namespace {

struct Channel {
  std::string_view name;
  double MeasureEnergy::*value;
};
constexpr Channel kChannels[] = {
    {"kinetic", &MeasureEnergy::kinetic},
    {"rotational", &MeasureEnergy::rotational},
    {"potential", &MeasureEnergy::potential},
    {"stored_normal", &MeasureEnergy::stored_normal},
    {"stored_tangential", &MeasureEnergy::stored_tangential},
    {"stored_rolling", &MeasureEnergy::stored_rolling},
    {"stored_twisting", &MeasureEnergy::stored_twisting},
    {"stored_cohesion", &MeasureEnergy::stored_cohesion},
    {"stored_bonds", &MeasureEnergy::stored_bonds},
    {"lost_normal_damping", &MeasureEnergy::lost_normal_damping},
    {"lost_tangential_damping", &MeasureEnergy::lost_tangential_damping},
    {"lost_sliding", &MeasureEnergy::lost_sliding},
    {"lost_rolling", &MeasureEnergy::lost_rolling},
    {"lost_cohesion", &MeasureEnergy::lost_cohesion},
    {"lost_twisting", &MeasureEnergy::lost_twisting},
    {"lost_background", &MeasureEnergy::lost_background},
    {"lost_bonds", &MeasureEnergy::lost_bonds},
    {"work_walls", &MeasureEnergy::work_walls},
    {"work_gravity", &MeasureEnergy::work_gravity},
    {"work_cell", &MeasureEnergy::work_cell},
    {"added", &MeasureEnergy::added},
};
constexpr std::size_t kStored = 9, kLost = 17;  // where the losses begin and end

class Energy final : public Measure {
 public:
  std::vector<std::string> columns() const override {
    std::vector<std::string> names;
    for (const Channel& c : kChannels) names.emplace_back(c.name);
    names.insert(names.end(), {"total", "lost", "residual"});
    return names;
  }

  // From the losses on all channels are sums over the run.
  std::vector<std::string> cumulative() const override {
    std::vector<std::string> names;
    for (std::size_t k = kStored; k < std::size(kChannels); ++k)
      names.emplace_back(kChannels[k].name);
    names.emplace_back("lost");
    return names;
  }

  std::optional<Error> check(const MeasureInput& in) const override {
    if (in.energy) return std::nullopt;
    return Error{"E0102", "the energies are not known here", "",
                 "ask for `energy` while the simulation runs; a run keeps it in series.csv"};
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    const MeasureEnergy e = in.energy ? *in.energy : MeasureEnergy{};
    double total = 0, lost = 0;
    for (std::size_t k = 0; k < std::size(kChannels); ++k) {
      out[k] = e.*kChannels[k].value;
      if (k < kStored) total += out[k];
      if (k >= kStored && k < kLost) lost += out[k];
    }
    out[std::size(kChannels)] = total;
    out[std::size(kChannels) + 1] = lost;
    out[std::size(kChannels) + 2] =
        total + lost - e.start - e.work_walls - e.work_gravity - e.work_cell - e.added;
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
