// Outflow: grains that outlets take at the beginning of a step (sim/world/outlet.hpp).
//
// A grain leaves at once with all its contacts. Their forces are taken off those who stay, so that
// the next step neither feels nor books them. (Only the couple of a rolling or twisting part lasts
// for the half step that it has begun: nothing keeps it, and it is small against a force at its
// lever arm.) What the grain and the springs of its contacts held is booked as removed.
#include "sim/step/outflow.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/engines/body_system.hpp"
#include "sim/reports/body_reports.hpp"
#include "state/freedoms.hpp"

namespace scree {

bool Outflow::outlets_look(std::uint64_t at_step) const {
  const double t = static_cast<double>(at_step) * state_.world.dt;
  return std::any_of(state_.world.outlets.begin(), state_.world.outlets.end(),
                     [&](const Outlet& o) { return o.looks_at(at_step, t); });
}

// For each row 0, or 1 + the number of the outlet that takes it. Balls of walls stay, and so does
// what has no position: a blow-up must not leave by the back door. A body leaves as a whole, where
// its centre of mass is and as large as the ball around it.
std::vector<std::uint16_t> Outflow::takers() const {
  const Particles& g = state_.world.particles;
  std::vector<std::uint16_t> taken_by(g.size(), 0);
  for (std::size_t k = 0; k < state_.world.outlets.size(); ++k) {
    const Outlet& outlet = state_.world.outlets[k];
    if (!outlet.looks_at(state_.step, state_.time())) continue;
#pragma omp parallel for schedule(static) num_threads(state_.threads)
    for (std::size_t s = 0; s < g.size(); ++s)
      if (taken_by[s] == 0 && !(g.ws[s].flags & (kFixed | kMember)) && is_finite(g.xr[s].x) &&
          outlet.takes(g.xr[s].x, g.xr[s].r))
        taken_by[s] = static_cast<std::uint16_t>(k + 1);
    for (const Body& b : state_.world.bodies.body) {
      if (b.inv_mass == 0 || taken_by[g.row_of()[b.first_id]] != 0 || !is_finite(b.x)) continue;
      if (!outlet.takes(b.x, radius_around(b))) continue;
      for (std::uint32_t m = 0; m < b.count; ++m)
        taken_by[g.row_of()[b.first_id + m]] = static_cast<std::uint16_t>(k + 1);
    }
  }
  return taken_by;
}

double Outflow::radius_around(const Body& b) const {
  double r = 0;
  for (std::uint32_t m = 0; m < b.count; ++m)
    r = std::max(r, norm(state_.world.bodies.primitive[b.first_primitive + m].x) +
                        state_.p().xr[state_.p().row_of()[b.first_id + m]].r);
  return r;
}

// Numbers, masses and energies: exact sums over those who leave at this instant.
void Outflow::book_grains(std::span<const std::uint16_t> taken_by) {
  const Particles& g = state_.world.particles;
  const bool potential = !state_.books_gravity_as_work();
  std::vector<ExactSum> mass(state_.world.outlets.size());
  ExactSum kinetic, height;
  const auto book = [&](std::uint16_t by, double m, double energy, const Vec3& x) {
    if (by <= state_.world.outlets.size()) {
      ++state_.world.outlets[by - 1u].grains;
      mass[by - 1u].add(m);
    }
    kinetic.add(energy);
    if (potential) height.add(-m * dot(state_.gravity, x));
  };
  for (std::uint32_t s = 0; s < g.size(); ++s)
    if (taken_by[s] != 0 && !(g.ws[s].flags & kMember) && g.vm[s].inv_mass > 0)
      book(
          taken_by[s], g.mass(s),
          0.5 * norm2(g.vm[s].v) / g.vm[s].inv_mass + 0.5 * norm2(g.ws[s].omega) / g.inv_inertia[s],
          g.xr[s].x);
  for (const Body& b : state_.world.bodies.body)
    if (const std::uint16_t by = taken_by[g.row_of()[b.first_id]]; by != 0 && b.inv_mass > 0) {
      if (by <= state_.world.outlets.size())
        state_.edits.removed += b.count - 1;  // a body counts once
      book(by, b.mass(), kinetic_energy(b), b.x);
    }
  for (std::size_t k = 0; k < mass.size(); ++k) state_.world.outlets[k].mass += mass[k].value();
  state_.books.booked.removed_kinetic += kinetic.value();
  state_.books.booked.removed_potential += height.value();
}

void Outflow::end_contacts(std::span<const std::uint16_t> taken_by) {
  ExactSum stored;
  const ContactReader all = state_.contacts_with_forces();
  // In the order of ids: the forces on those who stay are differences that round. Those of pairs
  // are kept: no step looks ahead over a removal.
  all.each_in_order([&](const Contact& c) {
    const bool first = taken_by[c.i] != 0, second = !c.at_wall() && taken_by[c.j] != 0;
    if (!first && !second) return;
    all.stored(c).add_to(stored);
    if (first == second || c.at_wall()) return;
    const ContactAction act = all.action(c);
    if (second)
      state_.take_off_force(c.i, act.force, act.torque_i);
    else
      state_.take_off_force(c.j, -act.force, act.torque_j);
  });
  bond_ends_.end_bonds_of(taken_by, stored);
  state_.books.booked.removed_stored += stored.value();
}

void Outflow::drop_rows(std::span<const std::uint16_t> taken_by) {
  std::vector<std::uint32_t> keep, new_row(taken_by.size(), Particles::kNoRow);
  for (std::uint32_t s = 0; s < taken_by.size(); ++s) {
    if (taken_by[s] != 0) continue;
    new_row[s] = static_cast<std::uint32_t>(keep.size());
    keep.push_back(s);
  }
  state_.engine->drop_pairs(
      scree::drop_rows(new_row, keep.size(), state_.laws.stride, state_.lists.near));
  scree::drop_rows(new_row, state_.walls.contacts);
  state_.points.drop_rows(new_row);
  std::vector<bool> gone;
  for (const Body& b : state_.world.bodies.body)
    gone.push_back(taken_by[state_.p().row_of()[b.first_id]] != 0);
  state_.world.bodies.remove(gone);
  state_.p().permute(keep);
  state_.sources.keep_rows(keep);  // their power is booked before they act again
  std::erase_if(state_.lists.internal, [&](RowPair& pair) {
    pair = {new_row[pair.first], new_row[pair.second]};
    return pair.first == Particles::kNoRow || pair.second == Particles::kNoRow;
  });
}

// Everything depends on step number and state alone, so it is the same for any threads, detector or
// row order.
std::optional<Failure> Outflow::remove_grains() {
  if (state_.world.outlets.empty() || !outlets_look(state_.step)) return std::nullopt;
  state_.publish(held::positions);
  const std::vector<std::uint16_t> taken_by = takers();
  if (std::all_of(taken_by.begin(), taken_by.end(), [](std::uint16_t t) { return t == 0; }))
    return std::nullopt;
  state_.publish(held::everything);
  for (const std::uint32_t s : state_.p().row_of())
    if (s != Particles::kNoRow && taken_by[s] != 0 &&
        state_.world.outlets[taken_by[s] - 1u].meaning == Outlet::Meaning::failure)
      return strayed(s, state_.world.outlets[taken_by[s] - 1u]);
  remove_rows(taken_by);
  return std::nullopt;
}

// Rows that are taken leave, with all that they hold.
void Outflow::remove_rows(std::span<const std::uint16_t> taken_by) {
  book_grains(taken_by);
  end_contacts(taken_by);
  drop_rows(taken_by);
  if (!state_.world.bonds.empty() || !state_.world.bond_types.empty())
    bond_ends_.rename_fragments();
  state_.note_masses();
  state_.edited(held::everything);
  ledger_.account_now();  // the power of walls and of gravity at this instant, without
                          // those who left
  state_.lists.expire();  // the lists name rows of before: renew at once
}

Failure Outflow::strayed(std::uint32_t row, const Outlet& outlet) const {
  const Particles& g = state_.world.particles;
  Failure f;
  f.code = "E0603";
  f.step = state_.step;
  f.particle = g.id[row];
  f.message = fmt::format(
      "grain {} came to outlet '{}' at step {} (t = {:.10g} s), at ({:.6g}, {:.6g}, {:.6g}) m with "
      "{:.6g} m/s; the scene calls that a failure",
      g.id[row].value, outlet.name, state_.step, state_.time(), g.xr[row].x.x, g.xr[row].x.y,
      g.xr[row].x.z, norm(g.vm[row].v));
  return f;
}

}  // namespace scree
