// Energies of the present state: exact sums over grains and contacts, on all threads, so that they
// depend neither on the order of rows nor on who added what (decision 0015).
#include "base/bulk_sum.hpp"
#include "base/parallel_totals.hpp"
#include "sim/report_touch.hpp"

namespace scree {
namespace {

struct GrainEnergies {
  BulkSum kinetic, rotational, potential;
  void operator+=(const GrainEnergies& o) {
    kinetic += o.kinetic, rotational += o.rotational, potential += o.potential;
  }
};

struct ContactEnergies {
  BulkSum normal, tangential, rolling;
  void add(const StoredEnergy& e) {
    normal += e.normal, tangential += e.tangential, rolling += e.rolling;
  }
  void operator+=(const ContactEnergies& o) {
    normal += o.normal, tangential += o.tangential, rolling += o.rolling;
  }
};

GrainEnergies energies_of(const Particles& g, const Vec3& gravity, int threads) {
  return parallel_totals(
      g.size(), threads, GrainEnergies{},
      [&](std::size_t first, std::size_t last, GrainEnergies& total) {
        for (std::size_t s = first; s < last; ++s) {
          if (g.vm[s].inv_mass == 0) continue;
          total.kinetic += 0.5 * norm2(g.vm[s].v) / g.vm[s].inv_mass;
          total.rotational += 0.5 * norm2(g.ws[s].omega) / g.inv_inertia[s];
          total.potential += -dot(gravity, g.xr[s].x) / g.vm[s].inv_mass;
        }
      });
}

}  // namespace

bool Simulation::Impl::books_gravity_as_work() const {
  if (!world.gravity.constant()) return true;
  for (int k = 0; k < 3; ++k)
    if (world.box.periodic[k] && gravity[k] != 0) return true;  // no potential on a ring
  return false;
}

StoredEnergy Simulation::Impl::stored_in(std::uint32_t c) const {
  const Particles& grains = world.particles;
  const std::uint32_t i = near.owner[c], j = near.other[c];
  return stored_energy(laws.of(grains.ws[i].material, grains.ws[j].material),
                       touch_of(grains, i, j, world, lever()),
                       near.history.data() + std::size_t{c} * laws.stride);
}

StoredEnergy Simulation::Impl::stored_in(const WallEntry& entry, std::uint32_t m) const {
  const Particles& grains = world.particles;
  const Wall& wall = world.walls[entry.wall];
  const WallPlace& place = wall_contacts.places[entry.first + m];
  return stored_energy(laws.of(grains.ws[entry.slot].material, wall.material.value),
                       touch_of(grains, entry.slot, place, wall, world),
                       wall_contacts.history.data() + std::size_t{entry.first + m} * laws.stride);
}

EnergyReport Simulation::Impl::energy() const {
  EnergyReport e;
  const Vec3 weight = books_gravity_as_work() ? Vec3{} : gravity;
  const GrainEnergies grains = energies_of(world.particles, weight, threads);
  e.kinetic = grains.kinetic.value();
  e.rotational = grains.rotational.value();
  e.potential = grains.potential.value();

  ContactEnergies stored = parallel_totals(
      near.size(), threads, ContactEnergies{},
      [&](std::size_t first, std::size_t last, ContactEnergies& total) {
        for (auto c = static_cast<std::uint32_t>(first); c < last; ++c)
          if (near.touching(c)) total.add(stored_in(c));
      });
  stored += parallel_totals(wall_contacts.entries.size(), threads, ContactEnergies{},
                            [&](std::size_t first, std::size_t last, ContactEnergies& total) {
                              for (std::size_t k = first; k < last; ++k) {
                                const WallEntry& entry = wall_contacts.entries[k];
                                for (std::uint32_t m = 0; m < entry.touching; ++m)
                                  total.add(stored_in(entry, m));
                              }
                            });
  e.stored_normal = stored.normal.value();
  e.stored_tangential = stored.tangential.value();
  e.stored_rolling = stored.rolling.value();

  for (std::size_t k = 0; k < lost.size(); ++k) e.dissipated[k] = lost[k].value();
  for (const double w : wall_work) e.work_walls += w;
  e.work_gravity = work_gravity;
  e.added = added_energy;
  e.removed_kinetic = removed.kinetic;
  e.removed_potential = removed.potential;
  e.removed_stored = removed.stored;
  e.start = start_energy;
  return e;
}

EnergyReport Simulation::energy() const { return impl_->energy(); }

}  // namespace scree
