#include "api/reader.hpp"

#include <algorithm>
#include <utility>

#include "api/access.hpp"
#include "run/loop/loop.hpp"
#include "sim/reports/live_input.hpp"

namespace scree::api {
namespace {

// visit(number, row) for every grain, numbers in the order of ids, on several threads: a copy waits
// for memory, and rows are not in this order. Ids of those who left are gaps, counted first.
// `field`: what the visit reads, by row; asked for ahead.
template <class Field, class Visit>
void for_each_grain(const scree::Simulation& sim, const Field& field, Visit&& visit) {
  constexpr std::size_t kBlock = 16384, kAhead = 24;
  const std::vector<std::uint32_t>& row = sim.particles().row_of();
  const std::size_t blocks = (row.size() + kBlock - 1) / kBlock;
  const int threads = blocks > 1 ? sim.threads() : 1;
  const auto end_of = [&](std::size_t b) { return std::min(row.size(), (b + 1) * kBlock); };
  std::vector<std::size_t> first(blocks + 1, 0);
  const bool gaps = row.size() != sim.particles().size();
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::size_t b = 0; b < blocks; ++b) {
    std::size_t count = end_of(b) - b * kBlock;
    for (std::size_t id = b * kBlock; gaps && id < end_of(b); ++id)
      count -= row[id] == Particles::kNoRow;
    first[b + 1] = count;
  }
  for (std::size_t b = 0; b < blocks; ++b) first[b + 1] += first[b];
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::size_t b = 0; b < blocks; ++b) {
    std::size_t k = first[b];
    for (std::size_t id = b * kBlock; id < end_of(b); ++id) {
      if (id + kAhead < row.size() && row[id + kAhead] != Particles::kNoRow)
        __builtin_prefetch(&field[row[id + kAhead]]);
      if (row[id] != Particles::kNoRow) visit(k++, row[id]);
    }
  }
}

std::uint32_t row_of(const Particles& p, GrainId id) {
  return id < p.row_of().size() ? p.row_of()[id] : Particles::kNoRow;
}

BodyState state_of(const scree::Body& b) {
  BodyState out;
  out.id = b.name();
  for (std::uint32_t k = 0; k < b.count; ++k) out.grains.push_back(b.first_id + k);
  out.position = b.x, out.velocity = b.v, out.spin = b.omega, out.force = b.f, out.torque = b.tq;
  out.orientation = b.q;
  out.mass = b.mass(), out.volume = b.volume, out.inertia = b.inertia;
  return out;
}

std::string_view word_of(EnergySide side) {
  switch (side) {
    case EnergySide::held:
      return "held";
    case EnergySide::lost:
      return "lost";
    case EnergySide::removed:
      return "removed";
    case EnergySide::put_in:
      return "put in";
  }
  return "";
}

Column column_of(const ColumnInfo& c) { return {c.name, c.unit, c.meaning, c.cumulative}; }

}  // namespace

double Reader::time() const { return source_->sim.time(); }
double Reader::time_step() const { return source_->sim.dt(); }
std::uint64_t Reader::steps() const { return source_->sim.steps(); }
std::uint64_t Reader::step_at(double time) const { return run::steps_for(time, time_step()); }
std::uint64_t Reader::last_step(double duration) const {
  return run::steps_of(source_->sim, duration);
}
std::string Reader::state_hash() const { return to_string(source_->sim.state_hash()); }
std::string Reader::stage() const {
  const auto& stages = source_->sim.world().stages;
  const std::size_t now = source_->sim.stages().now;
  return now < stages.size() ? stages[now].name : std::string();
}
bool Reader::finished() const { return source_->sim.finished(); }

std::size_t Reader::grain_count() const { return source_->sim.particles().size(); }
bool Reader::has(GrainId id) const {
  return row_of(source_->sim.particles(), id) != Particles::kNoRow;
}

std::optional<GrainState> Reader::grain(GrainId id) const {
  const Particles& p = source_->sim.particles();
  const std::uint32_t row = row_of(p, id);
  if (row == Particles::kNoRow) return std::nullopt;
  GrainState g;
  g.id = id;
  g.body = p.ws[row].body;
  g.material = source_->sim.world().materials[p.ws[row].material].name;
  g.fixed = (p.ws[row].flags & kFixed) != 0;
  g.is_ball = (p.ws[row].flags & kShaped) == 0;
  g.radius = p.xr[row].r, g.mass = p.mass(row);
  g.position = p.xr[row].x, g.velocity = p.vm[row].v, g.spin = p.ws[row].omega;
  g.force = p.f[row], g.torque = p.tq[row];
  g.orientation = p.q[row];
  return g;
}

bool Reader::copy(Vector what, std::span<Vec3> to) const {
  const Particles& p = source_->sim.particles();
  if (to.size() != p.size()) return false;
  switch (what) {
    case Vector::position:
      for_each_grain(source_->sim, p.xr, [&](auto k, auto r) { to[k] = p.xr[r].x; });
      break;
    case Vector::velocity:
      for_each_grain(source_->sim, p.vm, [&](auto k, auto r) { to[k] = p.vm[r].v; });
      break;
    case Vector::spin:
      for_each_grain(source_->sim, p.ws, [&](auto k, auto r) { to[k] = p.ws[r].omega; });
      break;
    case Vector::force:
      for_each_grain(source_->sim, p.f, [&](auto k, auto r) { to[k] = p.f[r]; });
      break;
    case Vector::torque:
      for_each_grain(source_->sim, p.tq, [&](auto k, auto r) { to[k] = p.tq[r]; });
      break;
  }
  return true;
}

bool Reader::copy(Number what, std::span<double> to) const {
  const Particles& p = source_->sim.particles();
  if (to.size() != p.size()) return false;
  if (what == Number::radius)
    for_each_grain(source_->sim, p.xr, [&](auto k, auto r) { to[k] = p.xr[r].r; });
  else
    for_each_grain(source_->sim, p.vm, [&](auto k, auto r) { to[k] = p.mass(r); });
  return true;
}

bool Reader::copy(Whole what, std::span<std::uint32_t> to) const {
  const Particles& p = source_->sim.particles();
  if (to.size() != p.size()) return false;
  for_each_grain(source_->sim, p.ws, [&](auto k, auto r) {
    switch (what) {
      case Whole::id:
        to[k] = p.id[r].value;
        break;
      case Whole::body:
        to[k] = p.ws[r].body;
        break;
      case Whole::material:
        to[k] = p.ws[r].material;
        break;
      case Whole::fixed:
        to[k] = (p.ws[r].flags & kFixed) ? 1 : 0;
        break;
    }
  });
  return true;
}

bool Reader::copy_orientations(std::span<Quat> to) const {
  const Particles& p = source_->sim.particles();
  if (to.size() != p.size()) return false;
  for_each_grain(source_->sim, p.q, [&](auto k, auto r) { to[k] = p.q[r]; });
  return true;
}

std::vector<GrainId> Reader::ids() const {
  std::vector<GrainId> out(grain_count());
  copy(Whole::id, out);
  return out;
}
std::vector<Vec3> Reader::positions() const {
  std::vector<Vec3> out(grain_count());
  copy(Vector::position, out);
  return out;
}
std::vector<Vec3> Reader::velocities() const {
  std::vector<Vec3> out(grain_count());
  copy(Vector::velocity, out);
  return out;
}
std::vector<double> Reader::radii() const {
  std::vector<double> out(grain_count());
  copy(Number::radius, out);
  return out;
}
std::vector<double> Reader::masses() const {
  std::vector<double> out(grain_count());
  copy(Number::mass, out);
  return out;
}

std::vector<double> Reader::field(std::string_view name) const {
  const Particles& p = source_->sim.particles();
  const ExtraField* found = p.extra().find(name);
  if (found == nullptr) return {};
  std::vector<double> out(found->width * p.size());
  for_each_grain(source_->sim, p.row_of(), [&](std::size_t k, std::uint32_t row) {
    for (std::size_t c = 0; c < found->width; ++c)
      out[k * found->width + c] = found->values[row * found->width + c];
  });
  return out;
}

std::vector<BodyState> Reader::bodies() const {
  std::vector<BodyState> out;
  for (const scree::Body& b : source_->sim.world().bodies.body) out.push_back(state_of(b));
  return out;
}

std::optional<BodyState> Reader::body(BodyId id) const {
  const scree::Body* b = source_->sim.world().bodies.find(id);
  return b ? std::optional(state_of(*b)) : std::nullopt;
}

std::vector<Contact> Reader::contacts() const {
  std::vector<Contact> out;
  source_->sim.for_each_contact([&out](const ContactView& c) {
    out.push_back({.i = c.i.value,
                   .j = c.j.value,
                   .wall = c.wall,
                   .point = c.point,
                   .normal = c.normal,
                   .force = c.force,
                   .tangential = c.tangential,
                   .overlap = c.overlap});
  });
  return out;
}

std::size_t Reader::contact_count() const { return source_->sim.contact_count(); }

std::vector<Bond> Reader::bonds() const {
  const scree::World& w = source_->sim.world();
  std::vector<Bond> out;
  for (const BondData& b : w.bonds)
    out.push_back({b.i, b.j, w.bond_types[b.type].name, b.intact(), b.length, b.force});
  return out;
}

std::vector<WallState> Reader::walls() const {
  const auto& walls = source_->sim.world().walls;
  const std::vector<WallReport> reports = source_->sim.wall_reports();
  std::vector<WallState> out;
  for (std::size_t k = 0; k < walls.size(); ++k) {
    const scree::Wall& w = walls[k];
    out.push_back({.name = w.name,
                   .position = w.pose.x,
                   .velocity = w.pose.v,
                   .spin = w.pose.omega,
                   .orientation = w.pose.q,
                   .force = reports[k].force,
                   .torque = reports[k].torque,
                   .work = reports[k].work});
  }
  return out;
}

std::optional<WallState> Reader::wall(std::string_view name) const {
  for (WallState& w : walls())
    if (w.name == name) return std::move(w);
  return std::nullopt;
}

std::vector<std::string> Reader::materials() const {
  std::vector<std::string> out;
  for (const MaterialSpec& m : source_->sim.world().materials) out.push_back(m.name);
  return out;
}

double Energy::of(std::string_view name) const {
  for (const EnergyTerm& t : terms)
    if (t.name == name) return t.value;
  return 0;
}

Energy Reader::energy() const {
  const EnergyReport report = source_->sim.energy();
  Energy out;
  for (const EnergyChannel& c : kEnergyChannels)
    out.terms.push_back({c.name, c.meaning, word_of(c.side), c.in(report)});
  out.start = report.start;
  out.held = report.total();
  out.lost = report.lost();
  out.removed = report.removed();
  out.put_in = report.sum(EnergySide::put_in);
  out.residual = report.residual();
  return out;
}

double Reader::greatest_overlap() const { return source_->sim.greatest_overlap(); }
int Reader::threads() const { return source_->sim.threads(); }
std::string Reader::engine() const { return std::string(source_->sim.engine()); }
std::string Reader::detector() const { return source_->sim.detector(); }
std::string Reader::instruction_set() const { return std::string(source_->sim.instruction_set()); }
std::size_t Reader::memory_bytes() const { return source_->sim.memory_bytes(); }
std::vector<std::string> Reader::warnings() const { return source_->sim.warnings(); }

struct Measure::Impl {
  std::unique_ptr<scree::Measure> measure;
  LiveInput input;
};

Result<Measure> Measure::make(std::string_view line) {
  auto made = make_measure(line);
  if (!made) return made.errors();
  auto impl = std::make_unique<Impl>();
  impl->measure = std::move(*made);
  return Measure(std::move(impl));
}
Measure::Measure(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Measure::Measure(Measure&&) noexcept = default;
Measure& Measure::operator=(Measure&&) noexcept = default;
Measure::~Measure() = default;

std::vector<Column> Measure::columns() const {
  std::vector<Column> out;
  for (const ColumnInfo& c :
       is_table() ? impl_->measure->table_columns() : impl_->measure->columns())
    out.push_back(column_of(c));
  return out;
}

bool Measure::is_table() const { return impl_->measure->is_table(); }

Result<std::vector<double>> Measure::evaluate(const Reader& now) {
  const scree::Simulation& sim = Access::of(now);
  const MeasureInput in = impl_->input.at(sim, sim.energy());
  if (auto wrong = impl_->measure->check(in)) return *wrong;
  if (is_table()) return impl_->measure->table(in).values;
  std::vector<double> out(impl_->measure->size());
  impl_->measure->evaluate(in, out);
  return out;
}

}  // namespace scree::api
