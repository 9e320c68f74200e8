// The energy budget: kinetic + potential + stored + lost + removed = start + work put in.
//
// kEnergyChannels lists every term once, with its side of the budget and who books it. Totals, the
// residual, the books of a run (sim/world/books.hpp), checkpoints, the verdict, summary.json,
// series.csv and the measure `energy` are loops over it. A term that is missing in the table does
// not compile.
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

enum class EnergyBooking {
  by_no_one,  // found from the state as it is now
  by_steps,   // as exact sums, by Loss
  by_walls,   // with each wall
  by_cell,    // with the cell that deforms
  by_books    // as a number of the books, by the part that changes it
};

// Where a report has a term: to read it, or to book it.
struct EnergyTerm {
  double& (*book)(EnergyReport&);
  double (*read)(const EnergyReport&);
  double& operator()(EnergyReport& e) const { return book(e); }
  double operator()(const EnergyReport& e) const { return read(e); }
};

struct EnergyChannel {
  std::string_view name;     // in series.csv, summary.json and the measure `energy`
  std::string_view meaning;  // in a few words
  EnergySide side;
  EnergyTerm of;
  EnergyScope scope = EnergyScope::every_run;
  EnergyBooking booking = EnergyBooking::by_books;
  bool of_height = false;  // its zero is arbitrary: only its change means anything

  double in(const EnergyReport& e) const { return of(e); }
};

namespace energy_channels {

template <double EnergyReport::*Member>
inline constexpr EnergyTerm member{[](EnergyReport& e) -> double& { return e.*Member; },
                                   [](const EnergyReport& e) { return e.*Member; }};
template <Loss L>
inline constexpr EnergyTerm loss{
    [](EnergyReport& e) -> double& { return e.dissipated[static_cast<std::size_t>(L)]; },
    [](const EnergyReport& e) { return e.dissipated[static_cast<std::size_t>(L)]; }};

using E = EnergyReport;
using enum EnergySide;
using enum EnergyBooking;
using enum EnergyScope;

// The order of the sums, and of columns.
inline constexpr EnergyChannel kAll[] = {
    {"kinetic", "of translation", held, member<&E::kinetic>, every_run, by_no_one},
    {"rotational", "of rotation", held, member<&E::rotational>, every_run, by_no_one},
    {"potential", "in gravity, where gravity is constant", held, member<&E::potential>, every_run,
     by_no_one, true},
    {"stored_normal", "in normal springs of contacts", held, member<&E::stored_normal>, every_run,
     by_no_one},
    {"stored_tangential", "in tangential springs of contacts", held, member<&E::stored_tangential>,
     every_run, by_no_one},
    {"stored_rolling", "in springs against rolling", held, member<&E::stored_rolling>, every_run,
     by_no_one},
    {"stored_twisting", "in springs against twisting", held, member<&E::stored_twisting>, every_run,
     by_no_one},
    {"stored_cohesion", "of adhesion; below 0 where grains stick", held,
     member<&E::stored_cohesion>, every_run, by_no_one},
    {"stored_bonds", "in bonds", held, member<&E::stored_bonds>, bonds, by_no_one},
    {"lost_normal_damping", "by dashpots along the normal", lost, loss<Loss::normal_damping>,
     every_run, by_steps},
    {"lost_tangential_damping", "by tangential dashpots", lost, loss<Loss::tangential_damping>,
     every_run, by_steps},
    {"lost_sliding", "by friction", lost, loss<Loss::sliding>, every_run, by_steps},
    {"lost_rolling", "by resistance to rolling", lost, loss<Loss::rolling>, every_run, by_steps},
    {"lost_cohesion", "by bridges and adhesion that break", lost, loss<Loss::cohesion>, every_run,
     by_steps},
    {"lost_twisting", "by resistance to twisting", lost, loss<Loss::twisting>, every_run, by_steps},
    {"lost_background_damping", "by damping of all motion", lost, loss<Loss::background>, every_run,
     by_steps},
    {"lost_bond_damping", "by dashpots of bonds", lost, member<&E::bond_damping>, bonds, by_books},
    {"lost_bond_breakage", "by bonds that broke", lost, member<&E::bond_breakage>, bonds, by_books},
    {"work_walls", "of moving walls on grains", put_in, member<&E::work_walls>, every_run,
     by_walls},
    {"work_gravity", "of gravity that changes", put_in, member<&E::work_gravity>, every_run,
     by_books},
    {"work_sources", "of forces beside contacts and bonds", put_in, member<&E::work_sources>,
     sources, by_books},
    {"work_cell", "of a cell that deforms", put_in, member<&E::work_cell>, cell, by_cell},
    {"work_stages", "of changes between stages", put_in, member<&E::work_stages>, stages, by_books},
    {"added", "brought by grains that were poured in", put_in, member<&E::added>, every_run,
     by_books},
    {"removed_kinetic", "motion of grains that left", removed, member<&E::removed_kinetic>,
     every_run, by_books},
    {"removed_potential", "height of grains that left", removed, member<&E::removed_potential>,
     every_run, by_books, true},
    {"removed_stored", "in contacts of grains that left", removed, member<&E::removed_stored>,
     every_run, by_books},
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
