// The energy budget: kinetic + potential + stored + dissipated + removed = start + work put in.
#pragma once

#include <array>
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

  double total() const {
    return kinetic + rotational + potential + stored_normal + stored_tangential + stored_rolling +
           stored_twisting + stored_cohesion + stored_bonds;
  }
  double lost() const {
    double s = 0;
    for (const double d : dissipated) s += d;
    return s + bond_damping + bond_breakage;
  }
  double removed() const { return removed_kinetic + removed_potential + removed_stored; }
  // 0 for a perfect budget.
  double residual() const {
    return total() + lost() + removed() - start - work_walls - work_gravity - work_sources -
           work_cell - work_stages - added;
  }
};

}  // namespace scree
