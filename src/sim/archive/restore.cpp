// Simulation::resume: an archive becomes the state of a simulation again.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/threads.hpp"
#include "sim/archive/archive_bodies.hpp"
#include "sim/archive/archive_contacts.hpp"
#include "sim/parts/impl.hpp"
#include "sim/world/freedoms.hpp"

namespace scree {
namespace {

Error broken(const std::string& what) {
  return {"E0915", "the archive contradicts itself: " + what, "", ""};
}
Error foreign(const std::string& what, const std::string& hint = {}) {
  return {"E0916", "the archive is of another world: " + what, "", hint};
}

// Grains that began, entered and left must add up; only so many ids belong to no grain. The
// table of ids must not become larger than the grains that it served.
std::optional<Error> wrong_numbers(const SimulationArchive& a, const World& world) {
  const std::uint64_t n = a.grains.id.size(), next = a.grains.next_id();
  const Particles& start = world.particles;
  std::uint64_t entered = 0, left = 0;
  for (std::size_t k = 0; k < a.inlets.size(); ++k) {
    const std::uint64_t before = world.inlets[k].placed, placed = a.inlets[k].placed;
    if (placed < before || placed - before > next) return broken("impossible numbers at an inlet");
    entered += placed - before;
  }
  for (std::size_t k = 0; k < a.outlets.size(); ++k) {
    const std::uint64_t before = world.outlets[k].grains, taken = a.outlets[k].grains;
    if (taken < before || taken - before > next) return broken("impossible numbers at an outlet");
    left += taken - before;
  }
  if (a.edits.added > next || a.edits.removed > next)
    return broken("impossible numbers of grains added or removed");
  entered += a.edits.added;
  left += a.edits.removed;
  if (world.inlets.empty() && world.outlets.empty() && a.edits.added + a.edits.removed == 0 &&
      n != start.size())
    return foreign(fmt::format("it has {} grains, this one starts with {}", n, start.size()),
                   "start a new run from its grains instead: a [[fill]] of kind = \"run\"");
  if (next != start.next_id() + entered || n + left != start.size() + entered)
    return broken(fmt::format("{} grains with ids below {} after {} came to {} and {} left", n,
                              next, entered, start.size(), left));
  return std::nullopt;
}

template <class Table>
std::optional<Error> uneven(const char* whose, const Table& table, std::size_t rows) {
  std::optional<Error> error;
  for_each_field(table, [&](const FieldInfo& info, const auto& span) {
    if (span.rows() != rows && !error)
      error = broken(
          fmt::format("field `{}` of {} {} has {} rows", info.name, rows, whose, span.rows()));
  });
  return error;
}

// Whatever added a field must add it again before a resume, and no other.
std::optional<Error> wrong_fields(const Particles& saved, const Particles& start) {
  for (const ExtraField& e : start.extra().all()) {
    if (!e.info().has(kSaved)) continue;
    const ExtraField* there = saved.extra().find(e.name);
    if (there == nullptr) return foreign(fmt::format("its grains have no field `{}`", e.name));
    if (there->width != e.width)
      return foreign(fmt::format("field `{}` has {} numbers per grain, in this world {}", e.name,
                                 there->width, e.width));
  }
  for (const ExtraField& e : saved.extra().all()) {
    const ExtraField* here = start.extra().find(e.name);
    if (here == nullptr || !here->info().has(kSaved))
      return foreign(
          fmt::format("its grains have a field `{}` that this world does not save", e.name),
          "add the field to world.particles before you resume");
  }
  return std::nullopt;
}

std::optional<Error> wrong_grains(const Particles& g, const World& world) {
  const std::size_t n = g.id.size();
  const std::size_t materials = world.materials.size();
  if (auto error = uneven("grains", g, n)) return error;
  for (std::size_t k = 0; k < n; ++k) {
    const std::uint32_t id = g.id[k].value;
    if (id >= g.next_id() || (k > 0 && g.id[k - 1].value >= id))
      return broken("grains are not in the order of their ids");
    if (g.ws[k].material >= materials)
      return foreign(fmt::format("grain {} is of material number {}", id, g.ws[k].material));
    if (!(g.xr[k].r > 0) || !std::isfinite(g.xr[k].r) || !has_usable_position(g.xr[k].x))
      return broken(fmt::format("grain {} has no position or no size", id));
  }
  return std::nullopt;
}

std::optional<Error> wrong_contacts(const SimulationArchive& a, const SimState& s) {
  for (const std::size_t stride : {a.contacts.stride, a.wall_contacts.stride})
    if (stride != static_cast<std::size_t>(s.laws.stride))
      return foreign(fmt::format("its contacts remember {} numbers each, those of this world {}",
                                 stride, s.laws.stride),
                     "another law of contact cannot take over");
  if (auto error = uneven("contacts", a.contacts, a.contacts.size())) return error;
  if (auto error = uneven("wall contacts", a.wall_contacts, a.wall_contacts.size())) return error;
  const auto is_grain = [&a](std::uint32_t id) {
    return std::binary_search(a.grains.id.begin(), a.grains.id.end(), ParticleId{id});
  };
  for (const ContactData& c : a.contacts)
    if (!(c.i < c.j) || !is_grain(c.i) || !is_grain(c.j))
      return broken(fmt::format("a contact of grains {} and {}", c.i, c.j));
  for (const WallContactData& c : a.wall_contacts)
    if (!is_grain(c.id) || c.wall >= s.world.walls.size())
      return broken(fmt::format("a contact of grain {} and wall {}", c.id, c.wall));
  return std::nullopt;
}

std::optional<Error> wrong_bonds(const SimulationArchive& a, const SimState& s) {
  if (a.bonds.empty()) return std::nullopt;
  std::size_t memory = s.world.bonds.memory_size();
  for (const auto& law : s.bonds.laws) memory = std::max(memory, law->history());
  if (a.bonds.stride < a.bonds.joint_size || a.bonds.memory_size() != memory)
    return foreign(fmt::format("its bonds remember {} numbers each, those of this world {}",
                               a.bonds.stride - a.bonds.joint_size, memory),
                   "another kind of bond cannot take over");
  if (auto error = uneven("bonds", a.bonds, a.bonds.size())) return error;
  const auto is_grain = [&a](std::uint32_t id) {
    return std::binary_search(a.grains.id.begin(), a.grains.id.end(), ParticleId{id});
  };
  std::pair<std::uint32_t, std::uint32_t> last{0, 0};
  for (const BondData& b : a.bonds) {
    const std::pair key(b.i, b.j);
    if (!(b.i < b.j) || !is_grain(b.i) || !is_grain(b.j) || !(last < key))
      return broken(fmt::format("a bond of grains {} and {}", b.i, b.j));
    if (b.type >= s.bonds.laws.size())
      return foreign(fmt::format("bond type number {} does not exist", b.type));
    if (b.broken >= static_cast<std::uint32_t>(BondMode::count) || !(b.length > 0) ||
        !std::isfinite(b.length))
      return broken(fmt::format("the bond of grains {} and {} is not possible", b.i, b.j));
    last = key;
  }
  return std::nullopt;
}

std::optional<Error> wrong_walls(const SimulationArchive& a, const World& world) {
  if (a.walls.size() != world.walls.size())
    return foreign(fmt::format("it has {} walls, this one {}", a.walls.size(), world.walls.size()));
  for (std::size_t k = 0; k < a.walls.size(); ++k) {
    const Wall& w = world.walls[k];
    const std::size_t needs = w.motion ? w.motion->state().size() : 0;
    if (a.walls[k].motion.size() != needs)
      return foreign(fmt::format("wall '{}' moves in another way", w.name));
  }
  if (a.inlets.size() != world.inlets.size())
    return foreign(
        fmt::format("it has {} inlets, this one {}", a.inlets.size(), world.inlets.size()));
  if (a.outlets.size() != world.outlets.size())
    return foreign(
        fmt::format("it has {} outlets, this one {}", a.outlets.size(), world.outlets.size()));
  return std::nullopt;
}

std::optional<Error> wrong_integrator(const SimulationArchive& a, const SimState& s) {
  if (a.integrator != s.world.integrator)
    return foreign(fmt::format("its integrator is `{}`", a.integrator));
  return wrong_fields(a.grains, s.world.particles);
}

std::optional<Error> wrong_cell(const SimulationArchive& a, const World& world) {
  if (a.cell.empty() == world.deforms())
    return foreign(world.deforms() ? "its box does not deform" : "its box deforms");
  if (a.cell.empty()) return std::nullopt;
  if (a.cell.size() != CellSystem::kNumbers) return broken("the cell");
  for (const double v : a.cell)
    if (!std::isfinite(v)) return broken("a number of the cell is not finite");
  for (int k = 0; k < 3; ++k)
    if (!(a.cell[static_cast<std::size_t>(k)] > world.box.lo[k]))
      return broken("the cell has no length");
  return std::nullopt;
}

// It bounds what a grain may move in a step.
std::optional<Error> wrong_books(const SimulationArchive& a) {
  const ArchivedBooks& b = a.books;
  if (!(b.smallest_radius > 0) || !std::isfinite(b.smallest_radius))
    return broken("the smallest radius is not possible");
  for (const PositionRadius& g : a.grains.xr)
    if (g.r < b.smallest_radius) return broken("a grain is smaller than the smallest radius");
  return std::nullopt;
}

std::optional<Error> unusable(const SimulationArchive& a, const SimState& s) {
  // The time is step times dt: another dt would be another time.
  if (a.dt != s.world.dt)
    return foreign(fmt::format("its time step is {} s, that of this world {} s", a.dt, s.world.dt),
                   fmt::format("set dt = {}", a.dt));
  if (auto e = wrong_grains(a.grains, s.world)) return e;
  if (auto e = wrong_books(a)) return e;
  if (auto e = wrong_integrator(a, s)) return e;
  if (auto e = wrong_walls(a, s.world)) return e;
  if (auto e = wrong_numbers(a, s.world)) return e;
  if (auto what = wrong_bodies(a, s.world)) return broken(*what);
  if (auto e = wrong_bonds(a, s)) return e;
  if (auto e = wrong_cell(a, s.world)) return e;
  return wrong_contacts(a, s);
}

// In the order of ids, with the extra fields of `start`; those that are not saved start again.
Particles grains_of(const Particles& saved, const Particles& start) {
  Particles p;
  p.set_dimensions(start.dimensions());
  p.extra() = ExtraFields::like(start.extra(), 0);
  p.resize(saved.size());
  std::vector<std::uint32_t> rows(saved.size());
  std::iota(rows.begin(), rows.end(), 0u);
  copy_fields(saved, rows, kSaved, p);
  p.set_next_id(saved.next_id());
  p.index_ids();
  return p;
}

void put_walls(const SimulationArchive& a, SimState& s) {
  for (std::size_t k = 0; k < a.walls.size(); ++k) {
    Wall& w = s.world.walls[k];
    w.pose = a.walls[k].pose;
    if (w.motion) w.motion->restore(a.walls[k].motion);
    s.walls.work[k] = a.walls[k].work;
    s.walls.power[k] = a.walls[k].power;
  }
  for (std::size_t k = 0; k < a.inlets.size(); ++k) {
    Inlet& i = s.world.inlets[k];
    i.placed = a.inlets[k].placed;
    i.tries = a.inlets[k].tries;
    i.placed_mass = a.inlets[k].placed_mass;
  }
  for (std::size_t k = 0; k < a.outlets.size(); ++k) {
    s.world.outlets[k].grains = a.outlets[k].grains;
    s.world.outlets[k].mass = a.outlets[k].mass;
  }
}

void put_books(const SimulationArchive& a, SimState& s) {
  s.books = a.books;
  s.extremes.deepest = a.books.greatest_overlap;
  s.extremes.smallest_radius = a.books.smallest_radius;
  s.lists.renewals = a.renewals;
  s.timers = a.timers;
}

}  // namespace

void Archiver::make_empty_lists() {
  SimState& s = state_;
  s.lists.near = {};
  s.walls.contacts = {};
  s.points = {};
  s.lists.renewals = 0;  // rows are sorted at the first renewal
  s.edited(held::everything);
  s.lists.expire();
  list_keeper_.renew();
  s.publish(held::contacts);
}

// Lists rebuilt for the current positions, with the contacts put in. A corrector or a wall may
// have moved two that touched a little apart since: then the skin must be wider, which changes no
// result. It need not reach farther than the grains are large.
bool Archiver::put_lists(const SimulationArchive& a) {
  SimState& s = state_;
  for (;;) {
    make_empty_lists();
    const bool all = put_contacts(s, a) && put_wall_contacts(s, a) && put_points(s, a);
    s.edited(held::everything);
    if (all) return true;
    if (s.lists.skins.outer > 2 * s.extremes.smallest_radius) return false;
    s.lists.skins.outer *= 2;
    s.lists.skins.inner = 0.9 * s.lists.skins.outer;
  }
}

void Archiver::put_known_contacts(const SimulationArchive& a) {
  SimState& s = state_;
  make_empty_lists();
  put_contacts(s, a, Missing::dropped);
  put_wall_contacts(s, a, Missing::dropped);
  put_points(s, a, Missing::dropped);
  s.edited(held::everything);
}

// The changes of all stages up to the one that was saved; what motions remember comes later.
std::optional<Error> StageKeeper::take_up_stages(const SimulationArchive& a) {
  const StageProgress& p = a.stages.progress;
  if (!a.stages.any && state_.world.stages.empty()) return std::nullopt;
  if (a.stages.any != !state_.world.stages.empty() || p.now >= state_.world.stages.size())
    return foreign("its stages are others");
  const bool fits = p.begin.walls.size() == state_.world.walls.size() &&
                    p.begin.poured.size() == state_.world.inlets.size() &&
                    p.begin.left.size() == state_.world.outlets.size() &&
                    a.stages.inlet_base.size() == state_.world.inlets.size() &&
                    p.held.size() == state_.world.stages[p.now].until.size() &&
                    p.done.size() == p.now + (p.finished ? 1u : 0u) && p.begin.step <= a.step;
  if (!fits) return broken("what it says of stages is not possible");
  for (std::size_t k = 1; k <= p.now; ++k) {
    const std::uint64_t begin = p.done[k - 1].end;
    apply_changes(state_.world.stages[k], static_cast<double>(begin) * state_.world.dt);
  }
  for (std::size_t k = 0; k < state_.world.inlets.size(); ++k)
    state_.world.inlets[k].base = a.stages.inlet_base[k];
  state_.stages = p;
  return std::nullopt;
}

Result<Simulation> Simulation::resume(World world, const SimulationArchive& a,
                                      const RunOptions& options) try {
  auto impl = Impl::prepare(std::move(world), options);
  if (!impl) return impl.errors();
  Impl& parts = **impl;
  SimState& s = parts.state;
  if (has_applied_forces(a.grains))
    if (auto error = parts.editor.allow_applied_forces()) return *error;
  if (auto error = parts.stage_keeper.take_up_stages(a)) return *error;
  if (auto error = unusable(a, s)) return *error;
  const TeamSize team(s.threads);
  s.world.particles = grains_of(a.grains, s.world.particles);
  put_bodies(a, s.world);
  read_locks(s.world);
  s.world.bonds = a.bonds;
  // The field with names of fragments is not saved: it follows from the bonds.
  name_fragments(s.world.bonds, s.bonds.touches_itself(), s.world.bodies, s.world.particles);
  s.bond_breaks = a.bond_breaks;
  s.edits = a.edits;
  s.note_masses();
  s.step = a.step;
  s.gravity = s.world.gravity.at(s.time());
  if (!a.cell.empty()) s.cell.restore(a.cell, s.world.box);
  put_walls(a, s);
  for (Wall& w : s.world.walls)
    if (w.surface.any()) w.surface.now = w.surface.schedule.speed(s.time());
  put_books(a, s);
  if (!parts.archiver.put_lists(a)) return broken("two that touch are far apart");
  put_books(a, s);
  Simulation out(std::move(*impl));
  // The archive keeps the hash of what was saved: nothing may have been lost on the way.
  if (!(out.state_hash() == a.hash))
    return foreign("its state has another hash here", "was it made with other walls or materials?");
  return out;
} catch (const CardFailure& failure) {
  return failure.at_start();
}

}  // namespace scree
