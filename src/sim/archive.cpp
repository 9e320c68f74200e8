// Simulation::save.
#include "sim/archive.hpp"

#include "sim/archive_contacts.hpp"
#include "sim/impl.hpp"

namespace scree {
namespace {

void save_grains(const Particles& p, ArchivedGrains& out) {
  out.next_id = p.next_id();
  for (const std::uint32_t s : p.slot_of()) {
    if (s == Particles::kNoSlot) continue;
    out.id.push_back(p.id[s].value);
    out.material.push_back(p.ws[s].material);
    out.flags.push_back(p.ws[s].flags);
    out.body.push_back(p.ws[s].body);
    out.radius.push_back(p.xr[s].r);
    out.inv_mass.push_back(p.vm[s].inv_mass);
    out.inv_inertia.push_back(p.inv_inertia[s]);
    out.x.push_back(p.xr[s].x);
    out.v.push_back(p.vm[s].v);
    out.omega.push_back(p.ws[s].omega);
    out.f.push_back(p.f[s]);
    out.tq.push_back(p.tq[s]);
    out.q.push_back(p.q[s]);
  }
}

std::vector<Vec3> in_id_order(const Particles& p, const std::vector<Vec3>& rows) {
  std::vector<Vec3> out;
  out.reserve(p.size());
  for (const std::uint32_t s : p.slot_of())
    if (s != Particles::kNoSlot) out.push_back(rows[s]);
  return out;
}

void save_walls(const Simulation::Impl& s, std::vector<ArchivedWall>& out) {
  for (std::size_t k = 0; k < s.world.walls.size(); ++k) {
    const Wall& w = s.world.walls[k];
    out.push_back({w.name, w.pose, w.motion ? w.motion->state() : std::vector<double>(),
                   s.walls.work[k], s.walls.power[k]});
  }
}

}  // namespace

SimulationArchive Simulation::save() const {
  const Impl& s = *impl_;
  SimulationArchive a;
  a.step = s.step;
  a.dt = s.world.dt;
  a.hash = state_hash();
  save_grains(s.world.particles, a.grains);
  a.integrator = s.world.integrator;
  for (const std::vector<Vec3>& rows : s.own) a.own.push_back(in_id_order(s.world.particles, rows));
  a.stride = static_cast<std::uint64_t>(s.laws.stride);
  save_contacts(s, a);
  save_wall_contacts(s, a);
  save_walls(s, a.walls);
  for (const Inlet& i : s.world.inlets) a.inlets.push_back({i.placed, i.tries, i.placed_mass});
  for (const Outlet& o : s.world.outlets) a.outlets.push_back({o.grains, o.mass});
  a.books = {s.books, s.extremes.deepest, s.extremes.smallest_radius};
  a.renewals = s.lists.renewals;
  a.timers = s.timers;
  return a;
}

}  // namespace scree
