// Bonds made and broken between steps by the program that runs the simulation.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/threads.hpp"
#include "sim/body_reports.hpp"
#include "sim/bond_joint.hpp"
#include "sim/impl.hpp"

namespace scree {

// The contact of two grains that are glued from now on: what it held leaves the books, its force
// the grains.
void Simulation::Impl::end_contact(std::uint32_t row, std::uint32_t other) {
  if (has_joint(p(), row, other)) return end_points(row, other);
  const auto [low, high] = std::minmax(row, other);
  for (std::uint32_t c = lists.near.begin[low]; c < lists.near.begin[low + 1]; ++c) {
    if (lists.near.partner_of(low, c) != high || !lists.near.touching(c)) continue;
    ExactSum held;
    stored_in(c).add_to(held);
    books.added -= held.value();
    const std::uint32_t i = lists.near.owner[c], j = lists.near.other[c];
    const Vec3 d =
        nearest_image(p().xr[j].x - p().xr[i].x, world.box.lengths(), world.box.inverse_lengths());
    const double overlap = spheres_meeting(d, p().xr[i].r, p().xr[j].r).overlap;
    const kernel::ContactForce& on = lists.near.force[c];
    relieve(i, on.force, (p().xr[i].r - lever() * overlap) * on.moment);
    relieve(j, -on.force, (p().xr[j].r - lever() * overlap) * on.moment);
    lists.near.last[c] = {};
    lists.near.marked = false;
    --lists.touching;
    std::fill_n(lists.near.history.data() + std::size_t{c} * static_cast<std::size_t>(laws.stride),
                laws.stride, 0.0);
  }
}

// The same for two that are not two balls.
void Simulation::Impl::end_points(std::uint32_t row, std::uint32_t other) {
  for (std::size_t k = 0; k < points.pairs().size(); ++k) {
    const PointPair pair = points.pairs()[k];
    if (pair.at_wall() || std::minmax(pair.i, pair.j) != std::minmax(row, other)) continue;
    ExactSum held;
    for (std::size_t m = 0; m < pair.touching; ++m) {
      const PointRecord r = points.points(k)[m];
      scree::stored_in(*this, pair, r, points.history(k, m)).add_to(held);
      relieve(pair.i, r.force, cross(r.arm1, r.force) + r.couple);
      relieve(pair.j, -r.force, -(cross(r.arm2, r.force) + r.couple));
    }
    books.added -= held.value();
    points.forget(k);
  }
}

std::optional<Error> Simulation::add_bond(ParticleId a, ParticleId b, std::uint32_t type) {
  Impl& s = *impl_;
  Bonds& bonds = s.world.bonds;
  BondData bond;
  std::tie(bond.i, bond.j) = std::minmax(a.value, b.value);
  bond.type = type;
  if (auto error = wrong_bond(s.world, bond)) return error;
  if (const std::size_t old = bonds.find(bond.i, bond.j); old != Bonds::kNone) {
    if (bonds[old].intact())
      return Error{"E0551", "the two are bonded already",
                   fmt::format("bond of grains {} and {}", bond.i, bond.j), ""};
    std::vector<bool> gone(bonds.size(), false);
    gone[old] = true;
    bonds.remove(gone);
  }
  const TeamSize team(s.threads);
  s.end_contact(s.p().row_of()[bond.i], s.p().row_of()[bond.j]);
  bonds.add(a, b, type);
  start_new_bonds(s.world, s.bonds.laws);
  const std::size_t k = bonds.find(bond.i, bond.j);
  s.bonds.act_on(s.world, k, 0);
  BondData& made = bonds[k];
  s.relieve(s.p().row_of()[made.i], -made.force, -made.couple1);
  s.relieve(s.p().row_of()[made.j], made.force, -made.couple2);
  s.books.added += s.bonds.stored(s.world, k);
  s.rename_fragments();
  return std::nullopt;
}

std::optional<Error> Simulation::break_bond(ParticleId a, ParticleId b) {
  Impl& s = *impl_;
  const auto [i, j] = std::minmax(a.value, b.value);
  const std::size_t k = s.world.bonds.find(i, j);
  if (k == Bonds::kNone || !s.world.bonds[k].intact())
    return Error{"E0551", "there is no intact bond to break",
                 fmt::format("bond of grains {} and {}", i, j), ""};
  const TeamSize team(s.threads);
  s.end_bond(k, BondMode::edit);
  s.rename_fragments();
  return std::nullopt;
}

}  // namespace scree
