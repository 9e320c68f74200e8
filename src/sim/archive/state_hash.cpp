// Simulation::state_hash: all that decides the future, as a sum without order.
#include "sim/archive/state_hash.hpp"

#include "sim/archive/archive_bodies.hpp"
#include "sim/archive/archive_contacts.hpp"
#include "sim/archive/archiver.hpp"

namespace scree {
namespace {

void hash(StateHasher& h, const Vec3& v) { h.add(v.x), h.add(v.y), h.add(v.z); }

// The sum of what add(k, sum) adds for k < n.
template <class Add>
HashSum sum_of(std::size_t n, int threads, const Add& add) {
  if (n == 0) return {};  // spares the threads a wait
  std::uint64_t lo = 0, hi = 0, count = 0;
#pragma omp parallel for schedule(static) reduction(+ : lo, hi, count) num_threads(threads)
  for (std::size_t k = 0; k < n; ++k) {
    HashSum sum;
    add(k, sum);
    lo += sum.lo, hi += sum.hi, count += sum.count;
  }
  return {lo, hi, count};
}

HashSum sum_of_grains(const SimState& s) {
  const Particles& p = s.world.particles;
  return sum_of(p.size(), s.threads, [&p](std::size_t row, HashSum& sum) {
    sum.add(hash_row(HashedTable::grains, p, row));
  });
}

// Contacts of one kind; as_data(contact) is what an archive has of it.
template <class AsData>
HashSum sum_of_contacts(const SimState& s, ContactKind kind, HashedTable table,
                        const AsData& as_data) {
  const ContactReader contacts = s.contacts();
  return sum_of(contacts.places(kind), s.threads, [&](std::size_t k, HashSum& sum) {
    contacts.each_in(kind, k, k + 1, [&](const Contact& c) {
      sum.add(hash_contact(table, as_data(contacts, c, s.world.particles), contacts.history(c)));
    });
  });
}

HashSum sum_of_bonds(const SimState& s) {
  const Bonds& bonds = s.world.bonds;
  return sum_of(bonds.size(), s.threads, [&](std::size_t k, HashSum& sum) {
    sum.add(hash_contact(HashedTable::bonds, bonds[k],
                         {bonds.history.data() + k * bonds.stride, bonds.stride}));
  });
}

void add_bodies(const SimState& s, StateSum& sums) {
  const Bodies& all = s.world.bodies;
  sums[HashedTable::bodies] = sum_of(all.body.size(), s.threads, [&](std::size_t k, HashSum& sum) {
    sum.add(hash_record(HashedTable::bodies, all.body[k].first_id, all.body[k]));
  });
  sums[HashedTable::primitives] =
      sum_of(all.body.size(), s.threads, [&](std::size_t k, HashSum& sum) {
        const Body& b = all.body[k];
        for (std::uint32_t m = 0; m < b.count; ++m)
          sum.add(hash_record(HashedTable::primitives, std::uint64_t{b.first_id} + m,
                              all.primitive[b.first_primitive + m]));
      });
}

// Few: one thread adds them.
void add_walls(const World& world, StateSum& sums) {
  for (std::size_t k = 0; k < world.walls.size(); ++k) {
    const Wall& w = world.walls[k];
    const std::vector<double> motion = w.motion ? w.motion->state() : std::vector<double>();
    sums[HashedTable::walls].add(hash_wall(k, w.pose, motion));
  }
  for (std::size_t k = 0; k < world.inlets.size(); ++k) {
    const Inlet& i = world.inlets[k];
    sums[HashedTable::inlets].add(hash_inlet(k, i.placed, i.tries, i.placed_mass));
  }
  for (std::size_t k = 0; k < world.outlets.size(); ++k) {
    const Outlet& o = world.outlets[k];
    sums[HashedTable::outlets].add(hash_outlet(k, o.grains, o.mass));
  }
}

// Where a run with stages stands decides what comes; without stages there is nothing to add.
void add_stages(const SimState& s, StateSum& sums) {
  if (s.world.stages.empty()) return;
  ItemHasher h(HashedTable::walls);
  h.add(std::uint64_t{0} - 1);  // no wall has this number
  const StageProgress& p = s.stages;
  h.add(std::uint64_t{p.now}), h.add(std::uint64_t{p.finished}), h.add(p.begin.step);
  for (const std::uint64_t held : p.held) h.add(held);
  for (const WallPose& w : p.begin.walls) {
    hash(h, w.x);
    h.add(w.q.w), h.add(w.q.x), h.add(w.q.y), h.add(w.q.z);
  }
  for (const double m : p.begin.poured) h.add(m);
  for (const double m : p.begin.left) h.add(m);
  for (const Inlet& i : s.world.inlets) h.add(i.base);
  for (const StageRecord& r : p.done) {
    h.add(r.begin), h.add(r.end);
    h.add(std::uint64_t{static_cast<std::uint32_t>(r.outcome)}), h.add(std::uint64_t{r.condition});
  }
  sums[HashedTable::walls].add(h.finish());
}

}  // namespace

Hash128 hash_wall(std::uint64_t number, const WallPose& pose, std::span<const double> motion) {
  ItemHasher h(HashedTable::walls);
  h.add(number);
  hash(h, pose.x), hash(h, pose.v), hash(h, pose.omega);
  h.add(pose.q.w), h.add(pose.q.x), h.add(pose.q.y), h.add(pose.q.z);
  for (const double v : motion) h.add(v);
  return h.finish();
}

Hash128 hash_inlet(std::uint64_t number, std::uint64_t placed, std::uint64_t tries,
                   double placed_mass) {
  ItemHasher h(HashedTable::inlets);
  h.add(number);
  h.add(placed), h.add(tries), h.add(placed_mass);
  return h.finish();
}

Hash128 hash_outlet(std::uint64_t number, std::uint64_t grains, double mass) {
  ItemHasher h(HashedTable::outlets);
  h.add(number);
  h.add(grains), h.add(mass);
  return h.finish();
}

Hash128 hash_cell(std::span<const double> state) {
  ItemHasher h(HashedTable::cells);
  for (const double v : state) h.add(v);
  return h.finish();
}

Hash128 Archiver::state_hash() const {
  const SimState& s = state_;
  StateSum sums;
  sums[HashedTable::grains] = sum_of_grains(s);
  sums[HashedTable::contacts] =
      sum_of_contacts(s, ContactKind::pair, HashedTable::contacts, contact_data);
  sums[HashedTable::wall_contacts] =
      sum_of_contacts(s, ContactKind::wall, HashedTable::wall_contacts, wall_contact_data);
  sums[HashedTable::points] =
      sum_of_contacts(s, ContactKind::point, HashedTable::points, point_data);
  add_bodies(s, sums);
  sums[HashedTable::bonds] = sum_of_bonds(s);
  add_walls(s.world, sums);
  if (s.world.deforms()) sums[HashedTable::cells].add(hash_cell(s.cell.state(s.world.box)));
  add_stages(s, sums);
  return sums.finish(s.step, s.world.dt);
}

}  // namespace scree
