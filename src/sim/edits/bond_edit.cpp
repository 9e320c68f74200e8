// Bonds made and broken between steps by the program that runs the simulation.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
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

namespace {

BondData bond_between(const std::pair<ParticleId, ParticleId>& pair, std::uint32_t type) {
  BondData bond;
  std::tie(bond.i, bond.j) = std::minmax(pair.first.value, pair.second.value);
  bond.type = type;
  return bond;
}

std::string bond_place(std::uint32_t i, std::uint32_t j) {
  return fmt::format("bond of grains {} and {}", i, j);
}

}  // namespace

Errors Editor::add_bonds(Pairs pairs, std::uint32_t type) {
  Bonds& bonds = state_.world.bonds;
  std::vector<BondData> wanted;
  std::vector<bool> gone(bonds.size(), false);
  std::set<std::pair<std::uint32_t, std::uint32_t>> once;
  Errors wrong;
  for (const auto& pair : pairs) {
    const BondData bond = bond_between(pair, type);
    if (auto error = wrong_bond(state_.world, bond)) {
      wrong.push_back(std::move(*error));
      continue;
    }
    const std::size_t old = bonds.find(bond.i, bond.j);
    if ((old != Bonds::kNone && bonds[old].intact()) || !once.insert({bond.i, bond.j}).second)
      wrong.push_back({"E0551", "the two are bonded already", bond_place(bond.i, bond.j), ""});
    else if (old != Bonds::kNone)
      gone[old] = true;
    wanted.push_back(bond);
  }
  if (!wrong.empty()) return wrong;
  if (wanted.empty()) return {};
  if (std::find(gone.begin(), gone.end(), true) != gone.end()) bonds.remove(gone);
  const TeamSize team(state_.threads);
  for (const BondData& b : wanted) {
    end_contact(state_.p().row_of()[b.i], state_.p().row_of()[b.j]);
    bonds.add(ParticleId{b.i}, ParticleId{b.j}, type);
  }
  start_new_bonds(state_.world, state_.bonds.laws);
  for (const BondData& b : wanted) {
    const std::size_t k = bonds.find(b.i, b.j);
    state_.bonds.act_on(state_.world, k, 0);
    BondData& made = bonds[k];
    state_.take_off_force(state_.p().row_of()[made.i], -made.force, -made.couple1);
    state_.take_off_force(state_.p().row_of()[made.j], made.force, -made.couple2);
    state_.books.booked.added += state_.bonds.stored(state_.world, k);
  }
  bond_ends_.rename_fragments();
  state_.edited(held::everything);
  return {};
}

Errors Editor::break_bonds(Pairs pairs) {
  std::set<std::size_t> broken;
  Errors wrong;
  for (const auto& pair : pairs) {
    const auto [i, j] = std::minmax(pair.first.value, pair.second.value);
    const std::size_t k = state_.world.bonds.find(i, j);
    if (k == Bonds::kNone || !state_.world.bonds[k].intact() || !broken.insert(k).second)
      wrong.push_back({"E0551", "there is no intact bond to break", bond_place(i, j), ""});
  }
  if (!wrong.empty()) return wrong;
  if (broken.empty()) return {};
  const TeamSize team(state_.threads);
  for (const std::size_t k : broken) bond_ends_.end_bond(k, BondMode::edit);
  bond_ends_.rename_fragments();
  state_.edited(held::everything);
  return {};
}

}  // namespace scree
