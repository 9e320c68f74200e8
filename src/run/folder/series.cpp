#include "run/folder/series.hpp"

#include <algorithm>

#include "io/text.hpp"

namespace scree::run {
Series::Series(std::span<const MeasureSpec> measures, const Simulation& sim)
    : Series(measures, SeriesExtras::of(sim)) {}

Series::Series(std::span<const MeasureSpec> measures, const SeriesExtras& extras)
    : liquid_(extras.liquid), own_(series_columns(extras)) {
  for (const MeasureSpec& spec : measures) {
    auto made = make_measure(spec);
    if (!made) continue;
    Part part{spec.name, std::move(*made), {}, {}};
    part.is_table = part.measure->is_table();
    if (!part.is_table || part.measure->has_memory()) part.values.resize(part.measure->size());
    if (!part.is_table) part.columns = part.measure->columns();
    for (ColumnInfo& c : part.columns) c.name = spec.name + "." + c.name;
    measures_.push_back(std::move(part));
  }
}

std::vector<ColumnInfo> Series::columns() const {
  std::vector<ColumnInfo> out;
  for (const SeriesColumn& c : own_) out.push_back(c.info);
  for (const Part& p : measures_) out.insert(out.end(), p.columns.begin(), p.columns.end());
  return out;
}

std::string Series::header() const {
  std::string out;
  for (const ColumnInfo& c : columns()) out += (out.empty() ? "" : ",") + csv_cell(c.name);
  return out + '\n';
}

std::string Series::line(const Simulation& sim) {
  const SeriesInstant now{.sim = sim,
                          .energy = sim.energy(),
                          .contacts = sim.count_contacts(),
                          .motion = motion_of(sim.particles(), sim.threads()),
                          .liquid = liquid_ ? sim.liquid() : LiquidReport{}};
  std::string out;
  for (const SeriesColumn& c : own_) {
    if (!out.empty()) out += ',';
    c.write(now, out);
  }
  if (measures_.empty()) return out + '\n';
  const MeasureInput input = input_.at(sim, now.energy);
  for (Part& c : measures_) {
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
  for (const Part& c : measures_)
    for (std::size_t k = 0; k < c.columns.size(); ++k)
      out.emplace_back(c.columns[k].name, c.values[k]);
  return out;
}

std::vector<Series::NamedTable> Series::tables(const Simulation& sim) {
  std::vector<NamedTable> out;
  const bool any =
      std::any_of(measures_.begin(), measures_.end(), [](const Part& c) { return c.is_table; });
  if (!any) return out;
  const std::vector<Memory> before = state();
  const EnergyReport energy = sim.energy();
  const MeasureInput input = input_.at(sim, energy);
  for (Part& c : measures_)
    if (c.is_table) out.push_back({c.name, {sim.time(), c.measure->table(input)}});
  restore(before);
  return out;
}

std::vector<Series::Memory> Series::state() const {
  std::vector<Memory> out;
  for (const Part& c : measures_)
    if (c.measure->has_memory()) out.push_back({c.name, c.measure->state()});
  return out;
}

bool Series::restore(std::span<const Memory> given) {
  const std::vector<Memory> before = state();
  if (given.size() != before.size()) return false;
  std::size_t k = 0;
  bool good = true;
  for (Part& c : measures_) {
    if (!c.measure->has_memory()) continue;
    good = good && given[k].name == c.name && c.measure->restore(given[k].values);
    ++k;
  }
  k = 0;
  if (!good)
    for (Part& c : measures_)
      if (c.measure->has_memory()) c.measure->restore(before[k++].values);
  return good;
}

}  // namespace scree::run
