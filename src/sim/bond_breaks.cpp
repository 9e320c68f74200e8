// Bonds that end: broken by their load, or because a grain leaves.
//
// A bond that is above its strength at the end of a step is broken at that instant: its force is
// taken off both grains, so that the next step does not feel it, and what it held is booked as lost
// by breakage. Pairs that may touch again from now on (state/bonds.hpp, internal_pair) may overlap
// already; the energy that their contact law finds there comes out of the same account.
#include "base/exact_sum.hpp"
#include "sim/body_reports.hpp"
#include "sim/bond_joint.hpp"
#include "sim/impl.hpp"
#include "sim/report_touch.hpp"

namespace scree {

// Takes the force of a bond off those of its grains that stay.
void Simulation::Impl::release(std::size_t bond, bool first_stays, bool second_stays) {
  BondData& b = world.bonds[bond];
  if (first_stays) relieve(p().row_of()[b.i], b.force, b.couple1);
  if (second_stays) relieve(p().row_of()[b.j], -b.force, b.couple2);
  b.force = b.couple1 = b.couple2 = {};
  b.viscous = b.viscous1 = b.viscous2 = {};
}

void Simulation::Impl::end_bond(std::size_t bond, BondMode mode) {
  BondData& b = world.bonds[bond];
  const double energy = bonds.stored(world, bond);
  release(bond, true, true);
  b.broken = static_cast<std::uint32_t>(mode);
  books.bond_breakage += energy;
  bond_breaks.records.push_back(
      {.step = step, .i = b.i, .j = b.j, .type = b.type, .mode = b.broken, .energy = energy});
}

// Fragments after some bonds have ended. Lists are made anew at the next step.
void Simulation::Impl::rename_fragments() {
  name_fragments(world.bonds, bonds.touches_itself(), world.bodies, p());
  ExactSum found;
  std::erase_if(lists.internal, [&](const RowPair& pair) {
    if (internal_pair(p(), world.bonds, pair.first, pair.second)) return false;
    found.add(stored_at_first_touch(pair));
    return true;
  });
  books.bond_breakage -= found.value();
  bonds.plan(world);
  books.bond_power = bonds.lost_power(world, threads);
  lists.expire();
}

// Energy of the contact that two overlapping grains are about to begin.
double Simulation::Impl::stored_at_first_touch(const RowPair& pair) const {
  const bool in_order = p().id[pair.first] < p().id[pair.second];
  const std::uint32_t i = in_order ? pair.first : pair.second;
  const std::uint32_t j = in_order ? pair.second : pair.first;
  if (has_joint(p(), i, j)) return scree::stored_at_first_touch(*this, i, j);
  const Vec3 d =
      nearest_image(p().xr[j].x - p().xr[i].x, world.box.lengths(), world.box.inverse_lengths());
  if (!(spheres_meeting(d, p().xr[i].r, p().xr[j].r).overlap > 0)) return 0;
  const std::vector<double> fresh(static_cast<std::size_t>(laws.stride), 0.0);
  Touch touch = touch_of(p(), i, j, world, lever());
  touch.v_t = touch.w_rel = {};
  touch.dt = 0;
  ExactSum held;
  stored_energy(laws.of(p().ws[i].material, p().ws[j].material), touch, fresh.data()).add_to(held);
  return held.value();
}

// Rows that leave end their bonds; what these held is added to `stored`. In the order of ids: the
// forces on those who stay are differences that round.
void Simulation::Impl::end_bonds_of(std::span<const std::uint16_t> taker, ExactSum& stored) {
  if (world.bonds.empty()) return;
  std::vector<bool> gone(world.bonds.size(), false);
  for (std::size_t k = 0; k < world.bonds.size(); ++k) {
    const BondData& b = world.bonds[k];
    const bool first_goes = taker[p().row_of()[b.i]] != 0;
    const bool second_goes = taker[p().row_of()[b.j]] != 0;
    gone[k] = first_goes || second_goes;
    if (!gone[k] || !b.intact()) continue;
    stored.add(bonds.stored(world, k));
    release(k, !first_goes, !second_goes);
  }
  world.bonds.remove(gone);
}

void Simulation::Impl::break_bonds() {
  if (bonds.overloads().empty()) return;
  for (const BondSystem::Overload& o : bonds.overloads()) end_bond(o.bond, o.mode);
  rename_fragments();
}

}  // namespace scree
