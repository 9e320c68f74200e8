// The energy budget: kinetic + potential + stored + lost + removed = start + work put in.
//
// kEnergyChannels lists every term once, with its side of the budget. Totals, the residual, the
// verdict, summary.json, series.csv and the measure `energy` are loops over it. A term that is
// missing in the table does not compile.
#pragma once

#include <array>
#include <cmath>
#include <string_view>

namespace scree {

enum class Loss {
  normal_damping,
  tangential_damping,
  sliding,
  rolling,
  cohesion,
  twisting,
  background,
  count
};

inline constexpr std::array<std::string_view, static_cast<int>(Loss::count)> kLossNames{
    "normal damping", "tangential damping", "sliding",           "rolling",
    "cohesion",       "twisting",           "background damping"};

enum class EnergySide {
  held,     // by the state as it is now
  lost,     // turned into heat since the start
  removed,  // taken along by grains that left
  put_in    // by what acts from outside
};

struct EnergyReport {
  double kinetic = 0;  // translation
  double rotational = 0;
  double potential = 0;      // in gravity; constant gravity only, else booked as work
  double stored_normal = 0;  // in contact springs
  double stored_tangential = 0;
  double stored_rolling = 0;
  double stored_twisting = 0;
  double stored_cohesion = 0;  // below 0 where adhesion was not given back yet
  double stored_bonds = 0;
  std::array<double, static_cast<int>(Loss::count)> dissipated{};
  double bond_damping = 0;   // lost by dashpots of bonds
  double bond_breakage = 0;  // lost by bonds that broke
  double work_walls = 0;     // done by moving walls on grains
  double work_gravity = 0;   // by turning gravity
  double work_sources = 0;   // by force sources
  double work_cell = 0;      // by a cell that deforms
  double work_stages = 0;    // by changes between stages: gravity, materials, walls that go
  double added = 0;          // carried in by poured grains
  // Carried away by grains that outlets took: their motion, their height, and what the springs of
  // their contacts held.
  double removed_kinetic = 0, removed_potential = 0, removed_stored = 0;
  double start = 0;  // kinetic + rotational + potential + stored at t = 0

  double sum(EnergySide side) const;
  double total() const { return sum(EnergySide::held); }
  double lost() const { return sum(EnergySide::lost); }
  double removed() const { return sum(EnergySide::removed); }
  // 0 for a perfect budget.
  double residual() const;
};

// Which runs have such a term at all.
enum class EnergyScope { every_run, bonds, sources, cell, stages };

struct EnergyChannel {
  std::string_view name;  // in series.csv, summary.json and the measure `energy`
  EnergySide side;
  double& (*of)(EnergyReport&);
  EnergyScope scope = EnergyScope::every_run;
  bool of_height = false;  // its zero is arbitrary: only its change means anything

  double in(const EnergyReport& e) const { return of(const_cast<EnergyReport&>(e)); }
};

namespace energy_channels {

template <double EnergyReport::*Member>
constexpr double& member(EnergyReport& e) {
  return e.*Member;
}
template <Loss L>
constexpr double& loss(EnergyReport& e) {
  return e.dissipated[static_cast<std::size_t>(L)];
}

using E = EnergyReport;
using enum EnergySide;

// The order of the sums, and of columns.
inline constexpr EnergyChannel kAll[] = {
    {"kinetic", held, member<&E::kinetic>},
    {"rotational", held, member<&E::rotational>},
    {"potential", held, member<&E::potential>, EnergyScope::every_run, true},
    {"stored_normal", held, member<&E::stored_normal>},
    {"stored_tangential", held, member<&E::stored_tangential>},
    {"stored_rolling", held, member<&E::stored_rolling>},
    {"stored_twisting", held, member<&E::stored_twisting>},
    {"stored_cohesion", held, member<&E::stored_cohesion>},
    {"stored_bonds", held, member<&E::stored_bonds>, EnergyScope::bonds},
    {"lost_normal_damping", lost, loss<Loss::normal_damping>},
    {"lost_tangential_damping", lost, loss<Loss::tangential_damping>},
    {"lost_sliding", lost, loss<Loss::sliding>},
    {"lost_rolling", lost, loss<Loss::rolling>},
    {"lost_cohesion", lost, loss<Loss::cohesion>},
    {"lost_twisting", lost, loss<Loss::twisting>},
    {"lost_background_damping", lost, loss<Loss::background>},
    {"lost_bond_damping", lost, member<&E::bond_damping>, EnergyScope::bonds},
    {"lost_bond_breakage", lost, member<&E::bond_breakage>, EnergyScope::bonds},
    {"work_walls", put_in, member<&E::work_walls>},
    {"work_gravity", put_in, member<&E::work_gravity>},
    {"work_sources", put_in, member<&E::work_sources>, EnergyScope::sources},
    {"work_cell", put_in, member<&E::work_cell>, EnergyScope::cell},
    {"work_stages", put_in, member<&E::work_stages>, EnergyScope::stages},
    {"added", put_in, member<&E::added>},
    {"removed_kinetic", removed, member<&E::removed_kinetic>},
    {"removed_potential", removed, member<&E::removed_potential>, EnergyScope::every_run, true},
    {"removed_stored", removed, member<&E::removed_stored>},
};

}  // namespace energy_channels

inline constexpr auto& kEnergyChannels = energy_channels::kAll;

// Every number of a report but `start` has its row.
static_assert(sizeof(EnergyReport) == sizeof(double) * (std::size(kEnergyChannels) + 1));

inline double EnergyReport::sum(EnergySide side) const {
  double s = 0;
  for (const EnergyChannel& c : kEnergyChannels)
    if (c.side == side) s += c.in(*this);
  return s;
}

inline double EnergyReport::residual() const {
  double s = total() + lost() + removed() - start;
  for (const EnergyChannel& c : kEnergyChannels)
    if (c.side == EnergySide::put_in) s -= c.in(*this);
  return s;
}

}  // namespace scree
