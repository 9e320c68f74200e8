// Outflow: grains that outlets take at the beginning of a step (sim/outlet.hpp).
//
// A grain leaves at once with all its contacts. Their forces are taken off those who stay, so that
// the next step neither feels nor books them. (Only the couple of a rolling or twisting part lasts
// for the half step that it has begun: nobody keeps it, and it is small against a force at its
// lever arm.) What the grain and the springs of its contacts held is booked as removed.
#include <fmt/format.h>

#include <algorithm>

#include "sim/body_reports.hpp"
#include "sim/body_system.hpp"
#include "sim/impl.hpp"
#include "state/freedoms.hpp"

namespace scree {

bool Simulation::Impl::outlets_look(std::uint64_t at_step) const {
  const double t = static_cast<double>(at_step) * world.dt;
  return std::any_of(world.outlets.begin(), world.outlets.end(),
                     [&](const Outlet& o) { return o.looks_at(at_step, t); });
}

// For each row 0, or 1 + the number of the outlet that takes it. Balls of walls stay, and so does
// what has no position: a blow-up must not leave by the back door. A body leaves as a whole, where
// its centre of mass is and as large as the ball around it.
std::vector<std::uint16_t> Simulation::Impl::takers() const {
  const Particles& g = world.particles;
  std::vector<std::uint16_t> taker(g.size(), 0);
  for (std::size_t k = 0; k < world.outlets.size(); ++k) {
    const Outlet& outlet = world.outlets[k];
    if (!outlet.looks_at(step, time())) continue;
#pragma omp parallel for schedule(static) num_threads(threads)
    for (std::size_t s = 0; s < g.size(); ++s)
      if (taker[s] == 0 && !(g.ws[s].flags & (kFixed | kMember)) && is_finite(g.xr[s].x) &&
          outlet.takes(g.xr[s].x, g.xr[s].r))
        taker[s] = static_cast<std::uint16_t>(k + 1);
    for (const Body& b : world.bodies.body) {
      if (b.inv_mass == 0 || taker[g.row_of()[b.first_id]] != 0 || !is_finite(b.x)) continue;
      if (!outlet.takes(b.x, radius_around(b))) continue;
      for (std::uint32_t m = 0; m < b.count; ++m)
        taker[g.row_of()[b.first_id + m]] = static_cast<std::uint16_t>(k + 1);
    }
  }
  return taker;
}

double Simulation::Impl::radius_around(const Body& b) const {
  double r = 0;
  for (std::uint32_t m = 0; m < b.count; ++m)
    r = std::max(r, norm(world.bodies.primitive[b.first_primitive + m].x) +
                        p().xr[p().row_of()[b.first_id + m]].r);
  return r;
}

// Numbers, masses and energies: exact sums over those who leave at this instant.
void Simulation::Impl::book_grains(std::span<const std::uint16_t> taker) {
  const Particles& g = world.particles;
  const bool potential = !books_gravity_as_work();
  std::vector<ExactSum> mass(world.outlets.size());
  ExactSum kinetic, height;
  const auto book = [&](std::uint16_t by, double m, double energy, const Vec3& x) {
    if (by <= world.outlets.size()) {
      ++world.outlets[by - 1u].grains;
      mass[by - 1u].add(m);
    }
    kinetic.add(energy);
    if (potential) height.add(-m * dot(gravity, x));
  };
  for (std::uint32_t s = 0; s < g.size(); ++s)
    if (taker[s] != 0 && !(g.ws[s].flags & kMember) && g.vm[s].inv_mass > 0)
      book(
          taker[s], g.mass(s),
          0.5 * norm2(g.vm[s].v) / g.vm[s].inv_mass + 0.5 * norm2(g.ws[s].omega) / g.inv_inertia[s],
          g.xr[s].x);
  for (const Body& b : world.bodies.body)
    if (const std::uint16_t by = taker[g.row_of()[b.first_id]]; by != 0 && b.inv_mass > 0) {
      if (by <= world.outlets.size()) edits.removed += b.count - 1;  // a body counts once
      book(by, b.mass(), kinetic_energy(b), b.x);
    }
  for (std::size_t k = 0; k < mass.size(); ++k) world.outlets[k].mass += mass[k].value();
  books.removed.kinetic += kinetic.value();
  books.removed.potential += height.value();
}

// Takes a force and its torque off a grain that stays.
void Simulation::Impl::relieve(std::uint32_t row, const Vec3& force, const Vec3& torque) {
  const unsigned flags = p().ws[row].flags;
  const bool locked = (flags & kLocked) != 0 && (flags & kMember) == 0;
  const Vec3 f = locked ? free_along(flags, force) : force;
  const Vec3 t = locked ? free_about(flags, torque) : torque;
  p().f[row] -= f;
  p().tq[row] -= t;
  const MotionArgs motion{p(), world.box, world.dt, integrator_state};
  if (!relieve_body(world, row, force, torque, *integrator, motion))
    integrator->relieve(motion, row, f, t);
}

void Simulation::Impl::end_contacts(std::span<const std::uint16_t> taker) {
  const Particles& g = world.particles;
  ExactSum stored;
  const auto book = [&stored](const StoredEnergy& e) { e.add_to(stored); };
  // In the order of ids: the forces on those who stay are differences that round.
  for (const std::uint32_t c : touching_in_order(lists.near, g)) {
    const std::uint32_t i = lists.near.owner[c], j = lists.near.other[c];
    if (taker[i] == 0 && taker[j] == 0) continue;
    book(stored_in(c));
    if (taker[i] != 0 && taker[j] != 0) continue;
    const Vec3 d =
        nearest_image(g.xr[j].x - g.xr[i].x, world.box.lengths(), world.box.inverse_lengths());
    const double overlap = spheres_meeting(d, g.xr[i].r, g.xr[j].r).overlap;
    // Kept: no step looks ahead over a removal.
    const kernel::ContactForce& on = lists.near.force[c];
    if (taker[j] != 0)
      relieve(i, on.force, (g.xr[i].r - lever() * overlap) * on.moment);
    else
      relieve(j, -on.force, (g.xr[j].r - lever() * overlap) * on.moment);
  }
  for (const WallEntry& entry : walls.contacts.entries) {
    if (taker[entry.row] == 0) continue;
    for (std::uint32_t m = 0; m < entry.touching; ++m) book(stored_in(entry, m));
  }
  for (std::size_t k = 0; k < points.pairs().size(); ++k) {
    const PointPair& pair = points.pairs()[k];
    const bool first = taker[pair.i] != 0, second = !pair.at_wall() && taker[pair.j] != 0;
    if (!first && !second) continue;
    for (std::size_t m = 0; m < pair.touching; ++m) {
      const PointRecord r = points.points(k)[m];
      book(scree::stored_in(*this, pair, r, points.history(k, m)));
      if (!first) relieve(pair.i, r.force, cross(r.arm1, r.force) + r.couple);
      if (!second && !pair.at_wall())
        relieve(pair.j, -r.force, -(cross(r.arm2, r.force) + r.couple));
    }
  }
  end_bonds_of(taker, stored);
  books.removed.stored += stored.value();
}

void Simulation::Impl::drop_rows(std::span<const std::uint16_t> taker) {
  std::vector<std::uint32_t> keep, new_row(taker.size(), Particles::kNoRow);
  for (std::uint32_t s = 0; s < taker.size(); ++s) {
    if (taker[s] != 0) continue;
    new_row[s] = static_cast<std::uint32_t>(keep.size());
    keep.push_back(s);
  }
  scree::drop_rows(new_row, keep.size(), laws.stride, lists.near);
  scree::drop_rows(new_row, walls.contacts);
  points.drop_rows(new_row);
  std::vector<bool> gone;
  for (const Body& b : world.bodies.body) gone.push_back(taker[p().row_of()[b.first_id]] != 0);
  world.bodies.remove(gone);
  p().permute(keep);
  std::erase_if(lists.internal, [&](RowPair& pair) {
    pair = {new_row[pair.first], new_row[pair.second]};
    return pair.first == Particles::kNoRow || pair.second == Particles::kNoRow;
  });
}

// Everything depends on step number and state alone, so it is the same for any threads, detector or
// row order.
std::optional<Failure> Simulation::Impl::remove_grains() {
  if (world.outlets.empty() || !outlets_look(step)) return std::nullopt;
  const std::vector<std::uint16_t> taker = takers();
  if (std::all_of(taker.begin(), taker.end(), [](std::uint16_t t) { return t == 0; }))
    return std::nullopt;
  for (const std::uint32_t s : p().row_of())
    if (s != Particles::kNoRow && taker[s] != 0 &&
        world.outlets[taker[s] - 1u].meaning == Outlet::Meaning::failure)
      return strayed(s, world.outlets[taker[s] - 1u]);
  remove_rows(taker);
  return std::nullopt;
}

// Rows that have a taker leave, with all that they hold.
void Simulation::Impl::remove_rows(std::span<const std::uint16_t> taker) {
  book_grains(taker);
  end_contacts(taker);
  drop_rows(taker);
  if (!world.bonds.empty() || !world.bond_types.empty()) rename_fragments();
  note_masses();
  account(0, gravity_power_now());  // the power of walls and of gravity at this instant, without
                                    // those who left
  lists.expire();                   // the lists name rows of before: renew at once
}

Failure Simulation::Impl::strayed(std::uint32_t row, const Outlet& outlet) const {
  const Particles& g = world.particles;
  Failure f;
  f.code = "E0603";
  f.step = step;
  f.particle = g.id[row];
  f.message = fmt::format(
      "grain {} came to outlet '{}' at step {} (t = {:.10g} s), at ({:.6g}, {:.6g}, {:.6g}) m with "
      "{:.6g} m/s; the scene calls that a failure",
      g.id[row].value, outlet.name, step, time(), g.xr[row].x.x, g.xr[row].x.y, g.xr[row].x.z,
      norm(g.vm[row].v));
  return f;
}

}  // namespace scree
