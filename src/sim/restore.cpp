// Simulation::restore: an archive becomes the state of a simulation again.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/threads.hpp"
#include "sim/archive_contacts.hpp"
#include "sim/impl.hpp"

namespace scree {
namespace {

Error broken(const std::string& what) {
  return {"E0915", "the archive contradicts itself: " + what, "", ""};
}
Error foreign(const std::string& what, const std::string& hint = {}) {
  return {"E0916", "the archive is of another world: " + what, "", hint};
}

// Grains that began, entered and left must add up; only so many ids are in nobody's hands. The
// table of ids must not become larger than the grains that it served.
std::optional<Error> wrong_numbers(const SimulationArchive& a, const World& world) {
  const std::uint64_t n = a.grains.id.size(), next = a.grains.next_id;
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
  if (next != start.next_id() + entered || n + left != start.size() + entered)
    return broken(fmt::format("{} grains with ids below {} after {} came to {} and {} left", n,
                              next, entered, start.size(), left));
  return std::nullopt;
}

std::optional<Error> wrong_grains(const ArchivedGrains& g, const World& world) {
  const std::size_t n = g.id.size();
  const std::size_t materials = world.materials.size();
  for (const std::size_t size : {g.material.size(), g.flags.size(), g.body.size(), g.radius.size(),
                                 g.inv_mass.size(), g.inv_inertia.size(), g.x.size(), g.v.size(),
                                 g.omega.size(), g.f.size(), g.tq.size(), g.q.size()})
    if (size != n) return broken("arrays of grains differ in length");
  for (std::size_t k = 0; k < n; ++k) {
    if (g.id[k] >= g.next_id || (k > 0 && g.id[k - 1] >= g.id[k]))
      return broken("grains are not in the order of their ids");
    if (g.material[k] >= materials)
      return foreign(fmt::format("grain {} is of material number {}", g.id[k], g.material[k]));
    if (!(g.radius[k] > 0) || !std::isfinite(g.radius[k]) || !has_place(g.x[k]))
      return broken(fmt::format("grain {} has no place or no size", g.id[k]));
  }
  return std::nullopt;
}

std::optional<Error> wrong_contacts(const SimulationArchive& a, const Simulation::Impl& s) {
  if (a.stride != static_cast<std::uint64_t>(s.laws.stride))
    return foreign(fmt::format("its contacts remember {} numbers each, those of this world {}",
                               a.stride, s.laws.stride),
                   "another law of contact cannot take over");
  if (a.history.size() != a.contacts.size() * a.stride ||
      a.wall_history.size() != a.wall_contacts.size() * a.stride)
    return broken("contacts and histories differ in number");
  const auto is_grain = [&a](std::uint32_t id) {
    return std::binary_search(a.grains.id.begin(), a.grains.id.end(), id);
  };
  for (const ArchivedContact& c : a.contacts)
    if (!(c.i < c.j) || !is_grain(c.i) || !is_grain(c.j))
      return broken(fmt::format("a contact of grains {} and {}", c.i, c.j));
  for (const ArchivedWallContact& c : a.wall_contacts)
    if (!is_grain(c.id) || c.wall >= s.world.walls.size())
      return broken(fmt::format("a contact of grain {} and wall {}", c.id, c.wall));
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

std::optional<Error> wrong_integrator(const SimulationArchive& a, const Simulation::Impl& s) {
  if (a.integrator != s.world.integrator)
    return foreign(fmt::format("its integrator is `{}`", a.integrator));
  if (a.own.size() != s.own.size()) return broken("arrays of the integrator are missing");
  for (const std::vector<Vec3>& array : a.own)
    if (array.size() != a.grains.id.size())
      return broken("arrays of the integrator differ in length");
  return std::nullopt;
}

// It bounds what a grain may move in a step.
std::optional<Error> wrong_books(const SimulationArchive& a) {
  const ArchivedBooks& b = a.books;
  if (!(b.smallest_radius > 0) || !std::isfinite(b.smallest_radius))
    return broken("the smallest radius is not possible");
  for (const double r : a.grains.radius)
    if (r < b.smallest_radius) return broken("a grain is smaller than the smallest radius");
  return std::nullopt;
}

std::optional<Error> unusable(const SimulationArchive& a, const Simulation::Impl& s) {
  // The time is step times dt: another dt would be another time.
  if (a.dt != s.world.dt)
    return foreign(fmt::format("its time step is {} s, that of this world {} s", a.dt, s.world.dt),
                   fmt::format("set dt = {}", a.dt));
  if (auto e = wrong_grains(a.grains, s.world)) return e;
  if (auto e = wrong_books(a)) return e;
  if (auto e = wrong_integrator(a, s)) return e;
  if (auto e = wrong_walls(a, s.world)) return e;
  if (auto e = wrong_numbers(a, s.world)) return e;
  return wrong_contacts(a, s);
}

Particles grains_of(const ArchivedGrains& g) {
  Particles p;
  const std::size_t n = g.id.size();
  p.xr.resize(n), p.vm.resize(n), p.ws.resize(n), p.id.resize(n);
  for (std::size_t k = 0; k < n; ++k) {
    p.xr[k] = {g.x[k], g.radius[k]};
    p.vm[k] = {g.v[k], g.inv_mass[k]};
    p.ws[k] = {g.omega[k], static_cast<std::uint16_t>(g.material[k]),
               static_cast<std::uint16_t>(g.flags[k]), g.body[k]};
    p.id[k] = ParticleId{g.id[k]};
  }
  p.q = g.q;
  p.f = g.f;
  p.tq = g.tq;
  p.inv_inertia = g.inv_inertia;
  p.set_next_id(g.next_id);
  p.index_ids();
  return p;
}

void put_walls(const SimulationArchive& a, Simulation::Impl& s) {
  for (std::size_t k = 0; k < a.walls.size(); ++k) {
    Wall& w = s.world.walls[k];
    w.pose = a.walls[k].pose;
    if (w.motion) w.motion->restore(a.walls[k].motion);
    s.wall_work[k] = a.walls[k].work;
    s.wall_power[k] = a.walls[k].power;
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

void put_books(const SimulationArchive& a, Simulation::Impl& s) {
  s.lost = a.books.lost;
  s.work_gravity = a.books.work_gravity;
  s.gravity_power = a.books.gravity_power;
  s.added_energy = a.books.added;
  s.start_energy = a.books.start;
  s.removed = a.books.removed;
  s.deepest = a.books.greatest_overlap;
  s.smallest_radius = a.books.smallest_radius;
  s.renewals = a.renewals;
  s.timers = a.timers;
}

// Lists made anew for the positions of now, with the contacts put in. A corrector or a wall may
// have moved two that touched a little apart since: then the skin must be wider, which changes no
// result. It need not reach farther than the grains are large.
bool put_lists(const SimulationArchive& a, Simulation::Impl& s) {
  for (;;) {
    s.near = {};
    s.wall_contacts = {};
    s.renewals = 0;  // rows are sorted at the first renewal
    s.renew();
    if (put_contacts(s, a) && put_wall_contacts(s, a)) return true;
    if (s.skins.outer > 2 * s.smallest_radius) return false;
    s.skins.outer *= 2;
    s.skins.inner = 0.9 * s.skins.outer;
  }
}

}  // namespace

Result<Simulation> Simulation::restore(Simulation start, const SimulationArchive& a) {
  Impl& s = *start.impl_;
  if (auto error = unusable(a, s)) return *error;
  const TeamSize team(s.threads);
  s.world.particles = grains_of(a.grains);
  s.note_masses();
  s.own = a.own;
  s.step = a.step;
  s.gravity = s.world.gravity.at(s.time());
  put_walls(a, s);
  put_books(a, s);
  s.detector.forget();
  s.skins.steps_since_renewal = s.skins.steps_since_refine = 0;
  if (!put_lists(a, s)) return broken("two that touch are far apart");
  put_books(a, s);
  // The archive keeps the hash of what was saved: nothing may have been lost on the way.
  if (!(start.state_hash() == a.hash))
    return foreign("its state has another hash here", "was it made with other walls or materials?");
  return start;
}

}  // namespace scree
