#include "run/folder/series_columns.hpp"

#include <algorithm>
#include <utility>

#include "base/bulk_sum.hpp"
#include "base/parallel_totals.hpp"
#include "io/text.hpp"
#include "state/energy_columns.hpp"

namespace scree::run {
namespace {

using SeriesColumnList = std::vector<SeriesColumn>;

// Numbers are written as they are: whole ones without a point.
template <class Value>
void add_column(SeriesColumnList& out, ColumnInfo info, Value value) {
  out.push_back({std::move(info), [value](const SeriesInstant& now, std::string& text) {
                   append(text, value(now));
                 }});
}

// The channels of one scope. What left with grains is one column, behind what came with them.
void add_energy_columns(SeriesColumnList& out, EnergyScope scope) {
  for (const EnergyChannel& c : kEnergyChannels)
    if (c.scope == scope && c.side != EnergySide::removed)
      add_column(out, energy_column(c),
                 [&c](const SeriesInstant& now) { return c.in(now.energy); });
}

void add_standard_columns(SeriesColumnList& out) {
  using I = SeriesInstant;
  add_column(out, {"time", "s", "simulated time"}, [](const I& i) { return i.sim.time(); });
  add_column(out, {"step", "", "number of steps"}, [](const I& i) { return i.sim.steps(); });
  add_column(out, {"grains", "", "number of grains"},
             [](const I& i) { return std::uint64_t{i.sim.particles().size()}; });
  add_column(out, {"contacts", "", "number of contacts, those at walls included"},
             [](const I& i) { return std::uint64_t{i.contacts.pairs + i.contacts.walls}; });
  add_column(out, {"coordination", "", "partners per grain, walls included"},
             [](const I& i) { return coordination_of(i.contacts, i.sim.particles().size()); });
  add_energy_columns(out, EnergyScope::every_run);
  add_column(out, removed_column(), [](const I& i) { return i.energy.removed(); });
  add_column(out, residual_column(), [](const I& i) { return i.energy.residual(); });
  add_column(out, {"mean_speed", "m/s", "mean speed of the grains"},
             [](const I& i) { return i.motion.mean_speed; });
  add_column(out, {"greatest_speed", "m/s", "greatest speed of a grain"},
             [](const I& i) { return i.motion.greatest_speed; });
  add_column(out, {"greatest_spin", "rad/s", "greatest angular speed of a grain"},
             [](const I& i) { return i.motion.greatest_spin; });
  add_column(out, {"greatest_overlap", "", "greatest overlap so far, over the smaller radius"},
             [](const I& i) { return i.sim.greatest_overlap(); });
}

// Pieces that intact bonds hold together, of two grains or more.
std::uint64_t fragments_of(const Particles& p) {
  std::uint64_t n = 0;  // a fragment is named after its first grain
  const PieceNames piece(p);
  for (std::size_t s = 0; s < p.size(); ++s)
    n += (p.ws[s].flags & kBonded) && piece(s) == p.id[s].value + 1;
  return n;
}

std::uint64_t intact_bonds(const World& w) {
  return static_cast<std::uint64_t>(
      std::count_if(w.bonds.begin(), w.bonds.end(), [](const BondData& b) { return b.intact(); }));
}

void add_bond_columns(SeriesColumnList& out) {
  using I = SeriesInstant;
  add_energy_columns(out, EnergyScope::bonds);
  add_column(out, {"bonds", "", "number of intact bonds"},
             [](const I& i) { return intact_bonds(i.sim.world()); });
  add_column(out, {"broken_bonds", "", "number of bonds that broke", true},
             [](const I& i) { return std::uint64_t{i.sim.bond_breaks().size()}; });
  add_column(out, {"fragments", "", "pieces of two grains or more that bonds hold together"},
             [](const I& i) { return fragments_of(i.sim.particles()); });
}

void add_outlet_columns(SeriesColumnList& out, const std::vector<std::string>& names) {
  for (std::size_t k = 0; k < names.size(); ++k) {
    add_column(out, {names[k] + ".grains_out", "", "grains that left here", true},
               [k](const SeriesInstant& i) { return i.sim.world().outlets[k].grains; });
    add_column(out, {names[k] + ".mass_out", "kg", "mass that left here", true},
               [k](const SeriesInstant& i) { return i.sim.world().outlets[k].mass; });
  }
}

// Forces of a program, or pressure in cells whose voids run out.
bool has_sources(const World& w) {
  return !w.sources.empty() || std::any_of(w.materials.begin(), w.materials.end(),
                                           [](const auto& m) { return m.compaction.acts(); });
}

struct SpeedAndSpin {
  BulkSum speed;
  double greatest_speed = 0, greatest_spin = 0;
  void operator+=(const SpeedAndSpin& o) {
    speed += o.speed;
    greatest_speed = std::max(greatest_speed, o.greatest_speed);
    greatest_spin = std::max(greatest_spin, o.greatest_spin);
  }
};

}  // namespace

SeriesExtras SeriesExtras::of(const Simulation& sim) {
  SeriesExtras out{.liquid = sim.particles().extra().find(kLiquidField) != nullptr,
                   .bonds = !sim.world().bond_types.empty(),
                   .sources = has_sources(sim.world()),
                   .cell = sim.world().deforms(),
                   .stages = !sim.world().stages.empty(),
                   .outlets = {}};
  for (const Outlet& o : sim.world().outlets) out.outlets.push_back(o.name);
  return out;
}

std::vector<SeriesColumn> series_columns(const SeriesExtras& extras) {
  using I = SeriesInstant;
  SeriesColumnList out;
  add_standard_columns(out);
  if (extras.liquid) {
    add_column(out, {"liquid", "m³", "liquid on the grains"},
               [](const I& i) { return i.liquid.total; });
    add_column(out, {"liquid_in_bridges", "m³", "part of it that is in bridges"},
               [](const I& i) { return i.liquid.in_bridges; });
  }
  if (extras.bonds) add_bond_columns(out);
  if (extras.sources) add_energy_columns(out, EnergyScope::sources);
  if (extras.cell) add_energy_columns(out, EnergyScope::cell);
  if (extras.stages) {
    add_column(out, {"stage", "", "number of the stage, from 1"},
               [](const I& i) { return std::uint64_t{i.sim.stages().now + 1}; });
    add_energy_columns(out, EnergyScope::stages);
  }
  add_outlet_columns(out, extras.outlets);
  return out;
}

Motion motion_of(const Particles& p, int threads) {
  const auto measure = [&p](std::size_t first, std::size_t last, SpeedAndSpin& total) {
    for (std::size_t s = first; s < last; ++s) {
      const double v = norm(p.vm[s].v);
      total.speed += v;
      total.greatest_speed = std::max(total.greatest_speed, v);
      total.greatest_spin = std::max(total.greatest_spin, norm(p.ws[s].omega));
    }
  };
  const SpeedAndSpin t = parallel_totals(p.size(), threads, SpeedAndSpin{}, measure);
  return {p.empty() ? 0 : t.speed.value() / static_cast<double>(p.size()), t.greatest_speed,
          t.greatest_spin};
}

double coordination_of(const ContactCount& contacts, std::size_t grains) {
  return grains > 0 ? static_cast<double>(contacts.partners) / static_cast<double>(grains) : 0;
}

double coordination_of(const Simulation& sim) {
  return coordination_of(sim.count_contacts(), sim.particles().size());
}

}  // namespace scree::run
