// Bonds that end: broken by their load, or because a grain leaves.
//
// A bond that is above its strength at the end of a step is broken at that instant: its force is
// taken off both grains, so that the next step does not feel it, and what it held is booked as lost
// by breakage. Pairs that may touch again from now on (state/bonds.hpp, internal_pair) may overlap
// already; the energy that their contact law finds there comes out of the same account.
#include "sim/step/bond_ends.hpp"

#include "base/exact_sum.hpp"
#include "sim/bonds/bond_joint.hpp"
#include "sim/contacts/contact_touch.hpp"
#include "sim/reports/body_reports.hpp"

namespace scree {

// Takes the force of a bond off those of its grains that stay.
void BondEnds::release(std::size_t bond, bool first_stays, bool second_stays) {
  BondData& b = state_.world.bonds[bond];
  if (first_stays) state_.take_off_force(state_.p().row_of()[b.i], b.force, b.couple1);
  if (second_stays) state_.take_off_force(state_.p().row_of()[b.j], -b.force, b.couple2);
  b.force = b.couple1 = b.couple2 = {};
  b.viscous = b.viscous1 = b.viscous2 = {};
}

void BondEnds::end_bond(std::size_t bond, BondMode mode) {
  BondData& b = state_.world.bonds[bond];
  const double energy = state_.bonds.stored(state_.world, bond);
  release(bond, true, true);
  b.broken = static_cast<std::uint32_t>(mode);
  state_.books.booked.bond_breakage += energy;
  state_.bond_breaks.records.push_back({.step = state_.step,
                                        .i = b.i,
                                        .j = b.j,
                                        .type = b.type,
                                        .mode = b.broken,
                                        .energy = energy});
}

// Fragments after some bonds have ended. Lists are rebuilt at the next step.
void BondEnds::rename_fragments() {
  name_fragments(state_.world.bonds, state_.bonds.touches_itself(), state_.world.bodies,
                 state_.p());
  ExactSum found;
  std::erase_if(state_.lists.internal, [&](const RowPair& pair) {
    if (internal_pair(state_.p(), state_.world.bonds, pair.first, pair.second)) return false;
    found.add(stored_at_first_touch(pair));
    return true;
  });
  state_.books.booked.bond_breakage -= found.value();
  state_.bonds.plan(state_.world);
  state_.books.bond_power = state_.bonds.lost_power(state_.world, state_.threads);
  state_.lists.expire();
}

// Energy of the contact that two overlapping grains are about to begin.
double BondEnds::stored_at_first_touch(const RowPair& pair) const {
  const bool in_order = state_.p().id[pair.first] < state_.p().id[pair.second];
  const std::uint32_t i = in_order ? pair.first : pair.second;
  const std::uint32_t j = in_order ? pair.second : pair.first;
  if (has_joint(state_.p(), i, j)) return scree::stored_at_first_touch(state_, i, j);
  const Vec3 d = nearest_image(state_.p().xr[j].x - state_.p().xr[i].x, state_.world.box.lengths(),
                               state_.world.box.inverse_lengths());
  if (!(spheres_meeting(d, state_.p().xr[i].r, state_.p().xr[j].r).overlap > 0)) return 0;
  const std::vector<double> fresh(static_cast<std::size_t>(state_.laws.stride), 0.0);
  Touch touch = touch_of(state_.p(), i, j, state_.world, state_.lever());
  touch.v_t = touch.w_rel = {};
  touch.dt = 0;
  ExactSum held;
  stored_energy(state_.laws.of(state_.p().ws[i].material, state_.p().ws[j].material), touch,
                fresh.data())
      .add_to(held);
  return held.value();
}

// Rows that leave end their bonds; what these held is added to `stored`. In the order of ids: the
// forces on those who stay are differences that round.
void BondEnds::end_bonds_of(std::span<const std::uint16_t> taken_by, ExactSum& stored) {
  if (state_.world.bonds.empty()) return;
  std::vector<bool> gone(state_.world.bonds.size(), false);
  for (std::size_t k = 0; k < state_.world.bonds.size(); ++k) {
    const BondData& b = state_.world.bonds[k];
    const bool first_goes = taken_by[state_.p().row_of()[b.i]] != 0;
    const bool second_goes = taken_by[state_.p().row_of()[b.j]] != 0;
    gone[k] = first_goes || second_goes;
    if (!gone[k] || !b.intact()) continue;
    stored.add(state_.bonds.stored(state_.world, k));
    release(k, !first_goes, !second_goes);
  }
  state_.world.bonds.remove(gone);
}

void BondEnds::break_bonds() {
  if (state_.bonds.overloads().empty()) return;
  state_.publish(held::everything);
  for (const BondSystem::Overload& o : state_.bonds.overloads()) end_bond(o.bond, o.mode);
  rename_fragments();
  state_.edited(held::everything);
}

}  // namespace scree
