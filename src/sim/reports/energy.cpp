// Energies of the present state: exact sums over grains and contacts, on all threads, so that they
// depend neither on the order of rows nor on who added what (decision 0015).
#include <memory>

#include "base/bulk_sum.hpp"
#include "base/parallel_totals.hpp"
#include "sim/reports/body_reports.hpp"
#include "sim/step/ledger.hpp"

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
  StoredSums(const SimState& s, const kernel::ContactArgs& args, ContactEnergies& total)
      : s_(s),
        args_(args),
        total_(total),
        block_(std::make_unique<kernel::Block>()),
        waiting_(s.laws.laws.size()) {}

  void add(const Contact& c) {
    const Particles& p = s_.world.particles;
    const std::size_t law =
        s_.laws.index[p.ws[c.i].material * static_cast<std::uint32_t>(s_.laws.materials) +
                      p.ws[c.j].material];
    if (has_external_part(s_.laws.laws[law])) return total_.add(s_.contacts().stored(c));
    WaitingContacts& w = waiting_[law];
    w.contact[w.count++] = c.place;
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

  const SimState& s_;
  const kernel::ContactArgs& args_;
  ContactEnergies& total_;
  std::unique_ptr<kernel::Block> block_;
  std::vector<WaitingContacts> waiting_;  // of each law
};

// For kernels->stored, which reads.
kernel::ContactArgs arguments_of(const SimState& s) {
  const Particles& p = s.world.particles;
  kernel::ContactArgs a{};
  a.xr = p.xr.data(), a.vm = p.vm.data(), a.ws = p.ws.data();
  a.history = s.lists.near.history.data();
  a.stride = s.laws.stride;
  a.last = s.lists.near.last.data();
  a.periodic = s.world.box.any() && !s.world.deforms();
  a.deforming = s.world.deforms();
  a.tilt = s.world.box.tilt, a.stretch = s.world.box.stretch, a.shear = s.world.box.shear;
  a.length = s.world.box.lengths(), a.inverse_length = s.world.box.inverse_lengths();
  a.lever = s.lever();
  a.dt = s.world.dt;
  return a;
}

ContactEnergies stored_between_grains(const SimState& s) {
  const kernel::ContactArgs args = arguments_of(s);
  const ContactReader contacts = s.contacts();
  return parallel_totals(contacts.places(ContactKind::pair), s.threads, ContactEnergies{},
                         [&](std::size_t first, std::size_t last, ContactEnergies& total) {
                           StoredSums sums(s, args, total);
                           contacts.each_in(ContactKind::pair, first, last,
                                            [&](const Contact& c) { sums.add(c); });
                           sums.finish_all();
                         });
}

ContactEnergies stored_in(const SimState& s, ContactKind kind) {
  const ContactReader contacts = s.contacts();
  return contacts.totals(
      kind, s.threads, ContactEnergies{},
      [&](const Contact& c, ContactEnergies& total) { total.add(contacts.stored(c)); });
}

void add_stored(const ContactEnergies& stored, EnergyReport& to) {
  to.stored_normal += stored.normal.value();
  to.stored_tangential += stored.tangential.value();
  to.stored_rolling += stored.rolling.value();
  to.stored_twisting += stored.twisting.value();
  to.stored_cohesion += stored.cohesion.value();
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

EnergyReport Ledger::energy() const {
  EnergyReport e = state_.books.report();
  const Vec3 weight = state_.books_gravity_as_work() ? Vec3{} : state_.gravity;
  const GrainEnergies grains = energies_of(state_.world.particles, weight, state_.threads);
  e.kinetic = grains.kinetic.value();
  e.rotational = grains.rotational.value();
  e.potential = grains.potential.value();

  ContactEnergies stored = stored_between_grains(state_);
  stored += stored_in(state_, ContactKind::wall);
  add_stored(stored, e);
  add_stored(stored_in(state_, ContactKind::point), e);
  add_body_energy(state_, !state_.books_gravity_as_work(), e);
  e.stored_bonds = state_.bonds.stored(state_.world, state_.threads);
  for (const double w : state_.walls.work) e.work_walls += w;
  e.work_cell = state_.cell.work;
  return e;
}

}  // namespace scree
