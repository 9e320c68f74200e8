// Simulation::save.
#include "sim/world/archive.hpp"

#include "sim/archive/archive_bodies.hpp"
#include "sim/archive/archive_contacts.hpp"
#include "sim/archive/archiver.hpp"

namespace scree {
namespace {

Particles saved_grains(const Particles& p) {
  std::vector<std::uint32_t> rows;
  rows.reserve(p.size());
  for (const std::uint32_t s : p.row_of())
    if (s != Particles::kNoRow) rows.push_back(s);
  Particles out;
  out.extra() = ExtraFields::like(p.extra(), kSaved);
  out.resize(rows.size());
  copy_fields(p, rows, kSaved, out);
  out.set_next_id(p.next_id());
  out.index_ids();
  return out;
}

void save_walls(const SimState& s, std::vector<ArchivedWall>& out) {
  for (std::size_t k = 0; k < s.world.walls.size(); ++k) {
    const Wall& w = s.world.walls[k];
    out.push_back({w.name, w.pose, w.motion ? w.motion->state() : std::vector<double>(),
                   s.walls.work[k], s.walls.power[k]});
  }
}

}  // namespace

SimulationArchive Archiver::save() const {
  const SimState& s = state_;
  SimulationArchive a;
  a.step = s.step;
  a.dt = s.world.dt;
  a.hash = state_hash();
  a.grains = saved_grains(s.world.particles);
  a.integrator = s.world.integrator;
  save_contacts(s, a);
  save_walls(s, a.walls);
  save_bodies(s, a);
  a.bonds = s.world.bonds;
  a.bond_breaks = s.bond_breaks;
  a.edits = s.edits;
  for (const Inlet& i : s.world.inlets) a.inlets.push_back({i.placed, i.tries, i.placed_mass});
  for (const Outlet& o : s.world.outlets) a.outlets.push_back({o.grains, o.mass});
  if (s.world.deforms()) a.cell = s.cell.state(s.world.box);
  if (!s.world.stages.empty()) {
    a.stages = {true, s.stages, {}};
    for (const Inlet& i : s.world.inlets) a.stages.inlet_base.push_back(i.base);
  }
  a.books = {s.books, s.extremes.deepest, s.extremes.smallest_radius};
  a.renewals = s.lists.renewals;
  a.timers = s.timers;
  return a;
}

}  // namespace scree
