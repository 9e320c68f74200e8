#include "run/series.hpp"

#include <algorithm>

#include "base/bulk_sum.hpp"
#include "base/parallel_totals.hpp"
#include "io/text.hpp"

namespace scree::run {
namespace {

// The channels of one scope. What left with grains is one column, behind what came with them.
template <class Add>
void for_each_column(EnergyScope scope, Add add) {
  for (const EnergyChannel& c : kEnergyChannels)
    if (c.scope == scope && c.side != EnergySide::removed) add(c);
}

void add_names(EnergyScope scope, std::string& out) {
  for_each_column(scope, [&out](const EnergyChannel& c) { out += ',', out += c.name; });
}

void add_values(EnergyScope scope, const EnergyReport& e, std::string& out) {
  for_each_column(scope, [&](const EnergyChannel& c) { out += ',', append(out, c.in(e)); });
}

std::string standard_header() {
  std::string out = "time,step,grains,contacts,coordination";
  add_names(EnergyScope::every_run, out);
  return out + ",removed,residual,mean_speed,greatest_speed,greatest_spin,greatest_overlap";
}

std::string standard_line(const Simulation& sim, const EnergyReport& e) {
  const Motion m = motion_of(sim.particles(), sim.threads());
  const ContactCount contacts = sim.count_contacts();
  std::string out;
  append(out, sim.time());
  for (const std::uint64_t n : {sim.steps(), std::uint64_t{sim.particles().size()},
                                std::uint64_t{contacts.pairs + contacts.walls}})
    out += ',', append(out, n);
  const auto add = [&out](double v) { out += ',', append(out, v); };
  add(coordination_of(contacts, sim.particles().size()));
  add_values(EnergyScope::every_run, e, out);
  for (const double v : {e.removed(), e.residual(), m.mean_speed, m.greatest_speed, m.greatest_spin,
                         sim.greatest_overlap()})
    add(v);
  return out;
}

// Pieces that intact bonds hold together, of two grains or more.
std::uint64_t fragments_of(const Particles& p) {
  std::uint64_t n = 0;  // a fragment is named after its first grain
  const PieceNames piece(p);
  for (std::size_t s = 0; s < p.size(); ++s)
    n += (p.ws[s].flags & kBonded) && piece(s) == p.id[s].value + 1;
  return n;
}

void add_bond_columns(const Simulation& sim, const EnergyReport& e, std::string& out) {
  add_values(EnergyScope::bonds, e, out);
  std::uint64_t intact = 0;
  for (const BondData& b : sim.world().bonds) intact += b.intact();
  for (const std::uint64_t n :
       {intact, std::uint64_t{sim.bond_breaks().size()}, fragments_of(sim.particles())})
    out += ',', append(out, n);
}

// Forces of a program, or pressure in cells whose voids run out.
bool has_sources(const World& w) {
  return !w.sources.empty() || std::any_of(w.materials.begin(), w.materials.end(),
                                           [](const auto& m) { return m.compaction.acts(); });
}

}  // namespace

Series::Series(std::span<const MeasureSpec> measures, const Simulation& sim)
    : Series(measures, sim.world().outlets,
             {.liquid = sim.particles().extra().find(kLiquidField) != nullptr,
              .bonds = !sim.world().bond_types.empty(),
              .sources = has_sources(sim.world()),
              .cell = sim.world().deforms(),
              .stages = !sim.world().stages.empty()}) {}

Series::Series(std::span<const MeasureSpec> measures, std::span<const Outlet> outlets,
               const SeriesExtras& extras)
    : extras_(extras) {
  for (const Outlet& o : outlets) outlets_.push_back(o.name);
  for (const MeasureSpec& spec : measures) {
    auto made = make_measure(spec);
    if (!made) continue;
    Column c{spec.name, std::move(*made), {}, {}};
    c.is_table = c.measure->is_table();
    if (!c.is_table || c.measure->has_memory()) {
      const std::vector<std::string> columns = c.measure->columns();
      c.values.resize(columns.size());
      for (const std::string& column : columns)
        if (!c.is_table) c.columns.push_back(spec.name + "." + column);
    }
    measures_.push_back(std::move(c));
  }
}

std::string Series::header() const {
  std::string out = standard_header();
  if (extras_.liquid) out += ",liquid,liquid_in_bridges";
  if (extras_.bonds) add_names(EnergyScope::bonds, out), out += ",bonds,broken_bonds,fragments";
  if (extras_.sources) add_names(EnergyScope::sources, out);
  if (extras_.cell) add_names(EnergyScope::cell, out);
  if (extras_.stages) out += ",stage", add_names(EnergyScope::stages, out);
  for (const std::string& name : outlets_)
    out += "," + csv_cell(name + ".grains_out") + "," + csv_cell(name + ".mass_out");
  for (const Column& c : measures_)
    for (const std::string& name : c.columns) out += "," + csv_cell(name);
  return out + '\n';
}

std::string Series::line(const Simulation& sim) {
  const EnergyReport energy = sim.energy();
  std::string out = standard_line(sim, energy);
  if (extras_.liquid) {
    const LiquidReport liquid = sim.liquid();
    for (const double v : {liquid.total, liquid.in_bridges}) out += ',', append(out, v);
  }
  if (extras_.bonds) add_bond_columns(sim, energy, out);
  if (extras_.sources) add_values(EnergyScope::sources, energy, out);
  if (extras_.cell) add_values(EnergyScope::cell, energy, out);
  if (extras_.stages) {
    out += ',', append(out, std::uint64_t{sim.stages().now + 1});
    add_values(EnergyScope::stages, energy, out);
  }
  for (const Outlet& o : sim.world().outlets)
    out += ',', append(out, o.grains), out += ',', append(out, o.mass);
  if (measures_.empty()) return out + '\n';
  const MeasureInput input = input_.at(sim, energy);
  for (Column& c : measures_) {
    if (c.is_table && !c.measure->has_memory()) continue;
    c.measure->evaluate(input, c.values);
    if (!c.is_table)
      for (const double v : c.values) out += ',', append(out, v);
  }
  return out + '\n';
}

std::string Series::closing_line(const Simulation& sim) {
  const std::vector<Memory> before = state();
  std::string out = line(sim);
  restore(before);
  return out;
}

std::vector<std::pair<std::string, double>> Series::newest() const {
  std::vector<std::pair<std::string, double>> out;
  for (const Column& c : measures_)
    for (std::size_t k = 0; k < c.columns.size(); ++k) out.emplace_back(c.columns[k], c.values[k]);
  return out;
}

std::vector<Series::NamedTable> Series::tables(const Simulation& sim) {
  std::vector<NamedTable> out;
  const bool any =
      std::any_of(measures_.begin(), measures_.end(), [](const Column& c) { return c.is_table; });
  if (!any) return out;
  const std::vector<Memory> before = state();
  const EnergyReport energy = sim.energy();
  const MeasureInput input = input_.at(sim, energy);
  for (Column& c : measures_)
    if (c.is_table) out.push_back({c.name, {sim.time(), c.measure->table(input)}});
  restore(before);
  return out;
}

std::vector<Series::Memory> Series::state() const {
  std::vector<Memory> out;
  for (const Column& c : measures_)
    if (c.measure->has_memory()) out.push_back({c.name, c.measure->state()});
  return out;
}

bool Series::restore(std::span<const Memory> given) {
  const std::vector<Memory> before = state();
  if (given.size() != before.size()) return false;
  std::size_t k = 0;
  bool good = true;
  for (Column& c : measures_) {
    if (!c.measure->has_memory()) continue;
    good = good && given[k].name == c.name && c.measure->restore(given[k].values);
    ++k;
  }
  k = 0;
  if (!good)
    for (Column& c : measures_)
      if (c.measure->has_memory()) c.measure->restore(before[k++].values);
  return good;
}

namespace {

struct MotionTotals {
  BulkSum speed;
  double greatest_speed = 0, greatest_spin = 0;
  void operator+=(const MotionTotals& o) {
    speed += o.speed;
    greatest_speed = std::max(greatest_speed, o.greatest_speed);
    greatest_spin = std::max(greatest_spin, o.greatest_spin);
  }
};

}  // namespace

Motion motion_of(const Particles& p, int threads) {
  const auto add = [&p](std::size_t first, std::size_t last, MotionTotals& total) {
    for (std::size_t s = first; s < last; ++s) {
      const double v = norm(p.vm[s].v);
      total.speed += v;
      total.greatest_speed = std::max(total.greatest_speed, v);
      total.greatest_spin = std::max(total.greatest_spin, norm(p.ws[s].omega));
    }
  };
  const MotionTotals t = parallel_totals(p.size(), threads, MotionTotals{}, add);
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
