// Bonds made and broken between steps by the program that runs the simulation.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/threads.hpp"
#include "sim/bonds/bond_joint.hpp"
#include "sim/edits/editor.hpp"
#include "sim/reports/body_reports.hpp"

namespace scree {

// The contact of two grains that are glued from now on: what it held leaves the books, its force
// the grains.
void Editor::end_contact(std::uint32_t row, std::uint32_t other) {
  ContactWriter all = state_.contacts_to_change();
  std::vector<Contact> theirs;
  all.each_between(row, other, [&theirs](const Contact& c) { theirs.push_back(c); });
  ExactSum held;
  for (const Contact& c : theirs) {
    all.stored(c).add_to(held);
    const ContactAction act = all.action(c);
    state_.take_off_force(c.i, act.force, act.torque_i);
    state_.take_off_force(c.j, -act.force, act.torque_j);
    if (c.kind == ContactKind::pair) --state_.lists.touching;
  }
  state_.books.booked.added -= held.value();
  for (const Contact& c : theirs) all.end(c);
}

std::optional<Error> Editor::add_bond(ParticleId a, ParticleId b, std::uint32_t type) {
  Bonds& bonds = state_.world.bonds;
  BondData bond;
  std::tie(bond.i, bond.j) = std::minmax(a.value, b.value);
  bond.type = type;
  if (auto error = wrong_bond(state_.world, bond)) return error;
  if (const std::size_t old = bonds.find(bond.i, bond.j); old != Bonds::kNone) {
    if (bonds[old].intact())
      return Error{"E0551", "the two are bonded already",
                   fmt::format("bond of grains {} and {}", bond.i, bond.j), ""};
    std::vector<bool> gone(bonds.size(), false);
    gone[old] = true;
    bonds.remove(gone);
  }
  const TeamSize team(state_.threads);
  end_contact(state_.p().row_of()[bond.i], state_.p().row_of()[bond.j]);
  bonds.add(a, b, type);
  start_new_bonds(state_.world, state_.bonds.laws);
  const std::size_t k = bonds.find(bond.i, bond.j);
  state_.bonds.act_on(state_.world, k, 0);
  BondData& made = bonds[k];
  state_.take_off_force(state_.p().row_of()[made.i], -made.force, -made.couple1);
  state_.take_off_force(state_.p().row_of()[made.j], made.force, -made.couple2);
  state_.books.booked.added += state_.bonds.stored(state_.world, k);
  bond_ends_.rename_fragments();
  state_.edited(held::everything);
  return std::nullopt;
}

std::optional<Error> Editor::break_bond(ParticleId a, ParticleId b) {
  const auto [i, j] = std::minmax(a.value, b.value);
  const std::size_t k = state_.world.bonds.find(i, j);
  if (k == Bonds::kNone || !state_.world.bonds[k].intact())
    return Error{"E0551", "there is no intact bond to break",
                 fmt::format("bond of grains {} and {}", i, j), ""};
  const TeamSize team(state_.threads);
  bond_ends_.end_bond(k, BondMode::edit);
  bond_ends_.rename_fragments();
  state_.edited(held::everything);
  return std::nullopt;
}

}  // namespace scree
