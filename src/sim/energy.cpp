// Energies of the present state: exact sums over grains and contacts, on all threads, so that they
// depend neither on the order of rows nor on who added what (decision 0015).
#include <memory>

#include "base/bulk_sum.hpp"
#include "base/parallel_totals.hpp"
#include "sim/body_reports.hpp"
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
  BulkSum normal, tangential, rolling, twisting, cohesion;
  void add(const StoredEnergy& e) {
    normal += e.normal, tangential += e.tangential, rolling += e.rolling;
    twisting += e.twisting, cohesion += e.cohesion;
  }
  void operator+=(const ContactEnergies& o) {
    normal += o.normal, tangential += o.tangential, rolling += o.rolling;
    twisting += o.twisting, cohesion += o.cohesion;
  }
};

// The kernel knows the parts of the catalogue only.
bool has_external_part(const kernel::PairLaw& law) {
  return law.normal.external != nullptr || law.tangential.external != nullptr ||
         law.rolling.external != nullptr || law.twisting.external != nullptr ||
         law.cohesion.external != nullptr;
}

// Contacts of one law that wait for a block to be full.
struct WaitingContacts {
  std::uint32_t contact[kernel::kBlock];
  int count = 0;
};

// The energies of contacts between grains, block by block.
class StoredSums {
 public:
  StoredSums(const Simulation::Impl& s, const kernel::ContactArgs& args, ContactEnergies& total)
      : s_(s),
        args_(args),
        total_(total),
        block_(std::make_unique<kernel::Block>()),
        waiting_(s.laws.laws.size()) {}

  void add(std::uint32_t c) {
    const Particles& p = s_.world.particles;
    const std::uint32_t i = s_.lists.near.owner[c], j = s_.lists.near.other[c];
    const std::size_t law =
        s_.laws.index[p.ws[i].material * static_cast<std::uint32_t>(s_.laws.materials) +
                      p.ws[j].material];
    if (has_external_part(s_.laws.laws[law])) return total_.add(s_.stored_in(c));
    WaitingContacts& w = waiting_[law];
    w.contact[w.count++] = c;
    if (w.count == kernel::kBlock) finish(law);
  }
  void finish_all() {
    for (std::size_t law = 0; law < waiting_.size(); ++law)
      if (waiting_[law].count > 0) finish(law);
  }

 private:
  void finish(std::size_t law) {
    WaitingContacts& w = waiting_[law];
    for (int k = 0; k < w.count; ++k) {
      block_->contact[k] = w.contact[k];
      block_->owner[k] = s_.lists.near.owner[w.contact[k]];
      block_->other[k] = s_.lists.near.other[w.contact[k]];
    }
    kernel::StoredColumns stored{};
    s_.kernels->stored(args_, *block_, w.count, s_.laws.laws[law], stored);
    add_column(stored.normal, w.count, total_.normal);
    add_column(stored.tangential, w.count, total_.tangential);
    add_column(stored.rolling, w.count, total_.rolling);
    add_column(stored.twisting, w.count, total_.twisting);
    add_column(stored.cohesion, w.count, total_.cohesion);
    w.count = 0;
  }
  static void add_column(const double* column, int count, BulkSum& to) {
    for (int k = 0; column != nullptr && k < count; ++k) to += column[k];
  }

  const Simulation::Impl& s_;
  const kernel::ContactArgs& args_;
  ContactEnergies& total_;
  std::unique_ptr<kernel::Block> block_;
  std::vector<WaitingContacts> waiting_;  // of each law
};

// For kernels->stored, which changes nothing of what these point to.
kernel::ContactArgs arguments_of(const Simulation::Impl& s) {
  const Particles& p = s.world.particles;
  kernel::ContactArgs a{};
  a.xr = p.xr.data(), a.vm = p.vm.data(), a.ws = p.ws.data();
  a.history = const_cast<double*>(s.lists.near.history.data());
  a.stride = s.laws.stride;
  a.last = const_cast<kernel::LastForce*>(s.lists.near.last.data());
  a.periodic = s.world.box.any() && !s.world.deforms();
  a.deforming = s.world.deforms();
  a.tilt = s.world.box.tilt, a.stretch = s.world.box.stretch, a.shear = s.world.box.shear;
  a.length = s.world.box.lengths(), a.inverse_length = s.world.box.inverse_lengths();
  a.lever = s.lever();
  a.dt = s.world.dt;
  return a;
}

ContactEnergies stored_between_grains(const Simulation::Impl& s) {
  const kernel::ContactArgs args = arguments_of(s);
  return parallel_totals(s.lists.near.size(), s.threads, ContactEnergies{},
                         [&](std::size_t first, std::size_t last, ContactEnergies& total) {
                           StoredSums sums(s, args, total);
                           for (auto c = static_cast<std::uint32_t>(first); c < last; ++c)
                             if (s.lists.near.touching(c)) sums.add(c);
                           sums.finish_all();
                         });
}

ContactEnergies stored_at_walls(const Simulation::Impl& s) {
  return parallel_totals(s.walls.contacts.entries.size(), s.threads, ContactEnergies{},
                         [&](std::size_t first, std::size_t last, ContactEnergies& total) {
                           for (std::size_t k = first; k < last; ++k) {
                             const WallEntry& entry = s.walls.contacts.entries[k];
                             for (std::uint32_t m = 0; m < entry.touching; ++m)
                               total.add(s.stored_in(entry, m));
                           }
                         });
}

GrainEnergies energies_of(const Particles& g, const Vec3& gravity, int threads) {
  return parallel_totals(g.size(), threads, GrainEnergies{},
                         [&](std::size_t first, std::size_t last, GrainEnergies& total) {
                           for (std::size_t s = first; s < last; ++s) {
                             if (g.vm[s].inv_mass == 0 || (g.ws[s].flags & kMember)) continue;
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
  const std::uint32_t i = lists.near.owner[c], j = lists.near.other[c];
  return stored_energy(laws.of(grains.ws[i].material, grains.ws[j].material),
                       touch_of(grains, i, j, world, lever()),
                       lists.near.history.data() + std::size_t{c} * laws.stride);
}

StoredEnergy Simulation::Impl::stored_in(const WallEntry& entry, std::uint32_t m) const {
  const Particles& grains = world.particles;
  const Wall& wall = world.walls[entry.wall];
  const WallPoint& at = walls.contacts.points[entry.first + m];
  return stored_energy(laws.of(grains.ws[entry.row].material, wall.material.value),
                       touch_of(grains, entry.row, at, wall, world),
                       walls.contacts.history.data() + std::size_t{entry.first + m} * laws.stride);
}

EnergyReport Simulation::Impl::energy() const {
  EnergyReport e;
  const Vec3 weight = books_gravity_as_work() ? Vec3{} : gravity;
  const GrainEnergies grains = energies_of(world.particles, weight, threads);
  e.kinetic = grains.kinetic.value();
  e.rotational = grains.rotational.value();
  e.potential = grains.potential.value();

  ContactEnergies stored = stored_between_grains(*this);
  stored += stored_at_walls(*this);
  e.stored_normal = stored.normal.value();
  e.stored_tangential = stored.tangential.value();
  e.stored_rolling = stored.rolling.value();
  e.stored_twisting = stored.twisting.value();
  e.stored_cohesion = stored.cohesion.value();
  add_body_energy(*this, !books_gravity_as_work(), e);
  e.stored_bonds = bonds.stored(world, threads);
  e.bond_damping = books.bond_damping;
  e.bond_breakage = books.bond_breakage;

  for (std::size_t k = 0; k < books.lost.size(); ++k) e.dissipated[k] = books.lost[k].value();
  for (const double w : walls.work) e.work_walls += w;
  e.work_gravity = books.work_gravity;
  e.work_sources = books.work_sources;
  e.work_cell = cell.work;
  e.work_stages = books.work_stages;
  e.added = books.added;
  e.removed_kinetic = books.removed.kinetic;
  e.removed_potential = books.removed.potential;
  e.removed_stored = books.removed.stored;
  e.start = books.start;
  return e;
}

EnergyReport Simulation::energy() const { return impl_->energy(); }

}  // namespace scree
