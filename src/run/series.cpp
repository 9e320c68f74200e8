#include "run/series.hpp"

#include <algorithm>

#include "io/text.hpp"

namespace scree::run {
namespace {

std::string standard_header() {
  std::string out =
      "time,step,grains,contacts,coordination,kinetic,rotational,potential,stored_normal,"
      "stored_tangential,stored_rolling";
  for (const std::string_view loss : kLossNames) {
    out += ",lost_";
    for (const char c : loss) out += c == ' ' ? '_' : c;
  }
  return out +
         ",work_walls,work_gravity,added,removed,residual,mean_speed,greatest_speed,greatest_spin,"
         "greatest_overlap";
}

std::string standard_line(const Simulation& sim, const EnergyReport& e) {
  const Motion m = motion_of(sim.particles());
  std::string out;
  append(out, sim.time());
  for (const std::uint64_t n :
       {sim.steps(), std::uint64_t{sim.particles().size()}, std::uint64_t{sim.contact_count()}})
    out += ',', append(out, n);
  const auto add = [&out](double v) { out += ',', append(out, v); };
  add(coordination_of(sim));
  for (const double v : {e.kinetic, e.rotational, e.potential, e.stored_normal, e.stored_tangential,
                         e.stored_rolling})
    add(v);
  for (const double v : e.dissipated) add(v);
  for (const double v : {e.work_walls, e.work_gravity, e.added, e.removed(), e.residual(),
                         m.mean_speed, m.greatest_speed, m.greatest_spin, sim.greatest_overlap()})
    add(v);
  return out;
}

}  // namespace

Series::Series(std::span<const MeasureSpec> measures, std::span<const Outlet> outlets) {
  for (const Outlet& o : outlets) outlets_.push_back(o.name);
  for (const MeasureSpec& spec : measures) {
    auto made = make_measure(spec);
    if (!made) continue;
    Column c{spec.name, std::move(*made), {}, {}};
    for (const std::string& column : c.measure->columns())
      c.columns.push_back(spec.name + "." + column);
    c.values.resize(c.columns.size());
    measures_.push_back(std::move(c));
  }
}

std::string Series::header() const {
  std::string out = standard_header();
  for (const std::string& name : outlets_)
    out += "," + csv_cell(name + ".grains_out") + "," + csv_cell(name + ".mass_out");
  for (const Column& c : measures_)
    for (const std::string& name : c.columns) out += "," + csv_cell(name);
  return out + '\n';
}

std::string Series::line(const Simulation& sim) {
  const EnergyReport energy = sim.energy();
  std::string out = standard_line(sim, energy);
  for (const Outlet& o : sim.world().outlets)
    out += ',', append(out, o.grains), out += ',', append(out, o.mass);
  if (measures_.empty()) return out + '\n';
  const MeasureInput input = input_.at(sim, energy);
  for (Column& c : measures_) {
    c.measure->evaluate(input, c.values);
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

Motion motion_of(const Particles& p) {
  Motion m;
  for (const std::uint32_t s : p.slot_of()) {  // id order: sums do not depend on how rows lie
    if (s == Particles::kNoSlot) continue;
    const double v = norm(p.vm[s].v);
    m.mean_speed += v;
    m.greatest_speed = std::max(m.greatest_speed, v);
    m.greatest_spin = std::max(m.greatest_spin, norm(p.ws[s].omega));
  }
  if (!p.empty()) m.mean_speed /= static_cast<double>(p.size());
  return m;
}

double coordination_of(const Simulation& sim) {
  std::size_t partners = 0;
  sim.for_each_contact([&partners](const ContactView& c) { partners += c.wall < 0 ? 2 : 1; });
  const std::size_t n = sim.particles().size();
  return n > 0 ? static_cast<double>(partners) / static_cast<double>(n) : 0;
}

}  // namespace scree::run
