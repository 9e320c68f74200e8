// Outflow: grains that outlets take at the beginning of a step (sim/outlet.hpp).
//
// A grain leaves at once with all its contacts. Their forces are taken off those who stay, so that
// the next step neither feels nor books them. (Only the couple of a rolling part lasts for the half
// step that it has begun: nobody keeps it, and it is small against a force at its lever arm.) What
// the grain and the springs of its contacts held is booked as removed.
#include <fmt/format.h>

#include <algorithm>

#include "sim/impl.hpp"

namespace scree {

bool Simulation::Impl::outlets_look(std::uint64_t at_step) const {
  const double t = static_cast<double>(at_step) * world.dt;
  return std::any_of(world.outlets.begin(), world.outlets.end(),
                     [&](const Outlet& o) { return o.looks_at(at_step, t); });
}

// For each row 0, or 1 + the number of the outlet that takes it. Balls of walls stay, and so does
// what has no place: a blow-up must not leave by the back door.
std::vector<std::uint16_t> Simulation::Impl::takers() const {
  const Particles& g = world.particles;
  std::vector<std::uint16_t> taker(g.size(), 0);
  for (std::size_t k = 0; k < world.outlets.size(); ++k) {
    const Outlet& outlet = world.outlets[k];
    if (!outlet.looks_at(step, time())) continue;
#pragma omp parallel for schedule(static) num_threads(threads)
    for (std::size_t s = 0; s < g.size(); ++s)
      if (taker[s] == 0 && !(g.ws[s].flags & kFixed) && is_finite(g.xr[s].x) &&
          outlet.takes(g.xr[s].x, g.xr[s].r))
        taker[s] = static_cast<std::uint16_t>(k + 1);
  }
  return taker;
}

// Numbers, masses and energies, in id order.
void Simulation::Impl::book_grains(std::span<const std::uint16_t> taker) {
  const Particles& g = world.particles;
  const bool potential = !books_gravity_as_work();
  for (const std::uint32_t s : g.slot_of()) {
    if (s == Particles::kNoSlot || taker[s] == 0) continue;
    const double m = g.mass(s);
    Outlet& outlet = world.outlets[taker[s] - 1u];
    ++outlet.grains;
    outlet.mass += m;
    books.removed.kinetic +=
        0.5 * norm2(g.vm[s].v) / g.vm[s].inv_mass + 0.5 * norm2(g.ws[s].omega) / g.inv_inertia[s];
    if (potential) books.removed.potential -= dot(gravity, g.xr[s].x) / g.vm[s].inv_mass;
  }
}

// Takes a force and its torque off a grain that stays.
void Simulation::Impl::relieve(std::uint32_t row, const Vec3& force, const Vec3& torque) {
  p().f[row] -= force;
  p().tq[row] -= torque;
  integrator->relieve({p(), world.box, world.dt, integrator_state}, row, force, torque);
}

void Simulation::Impl::end_contacts(std::span<const std::uint16_t> taker) {
  const Particles& g = world.particles;
  const auto book = [this](const StoredEnergy& e) {
    books.removed.stored += e.normal + e.tangential + e.rolling;
  };
  for (const std::uint32_t c : touching_in_order(lists.near, g)) {
    const std::uint32_t i = lists.near.owner[c], j = lists.near.other[c];
    if (taker[i] == 0 && taker[j] == 0) continue;
    book(stored_in(c));
    if (taker[i] != 0 && taker[j] != 0) continue;
    const Vec3 d =
        nearest_image(g.xr[j].x - g.xr[i].x, world.box.lengths(), world.box.inverse_lengths());
    const double overlap = spheres_meeting(d, g.xr[i].r, g.xr[j].r).overlap;
    const kernel::ContactForce& on =
        lists.near.force[c];  // kept: no step looks ahead over a removal
    if (taker[j] != 0)
      relieve(i, on.force, (g.xr[i].r - lever() * overlap) * on.moment);
    else
      relieve(j, -on.force, (g.xr[j].r - lever() * overlap) * on.moment);
  }
  for (const std::uint32_t k : walls.contacts.by_id) {
    const WallEntry& entry = walls.contacts.entries[k];
    if (taker[entry.slot] == 0) continue;
    for (std::uint32_t m = 0; m < entry.touching; ++m) book(stored_in(entry, m));
  }
}

void Simulation::Impl::drop_rows(std::span<const std::uint16_t> taker) {
  std::vector<std::uint32_t> keep, new_row(taker.size(), Particles::kNoSlot);
  for (std::uint32_t s = 0; s < taker.size(); ++s) {
    if (taker[s] != 0) continue;
    new_row[s] = static_cast<std::uint32_t>(keep.size());
    keep.push_back(s);
  }
  scree::drop_rows(new_row, keep.size(), laws.stride, lists.near);
  scree::drop_rows(new_row, walls.contacts);
  p().permute(keep);
}

// Everything depends on step number and state alone, so it is the same for any threads, detector or
// row order.
std::optional<Failure> Simulation::Impl::remove_grains() {
  if (world.outlets.empty() || !outlets_look(step)) return std::nullopt;
  const std::vector<std::uint16_t> taker = takers();
  if (std::all_of(taker.begin(), taker.end(), [](std::uint16_t t) { return t == 0; }))
    return std::nullopt;
  for (const std::uint32_t s : p().slot_of())
    if (s != Particles::kNoSlot && taker[s] != 0 &&
        world.outlets[taker[s] - 1u].meaning == Outlet::Meaning::failure)
      return strayed(s, world.outlets[taker[s] - 1u]);
  book_grains(taker);
  end_contacts(taker);
  drop_rows(taker);
  note_masses();
  account(0, gravity_power_now());  // the power of walls and of gravity at this instant, without
                                    // those who left
  lists.expire();                   // the lists name rows of before: renew at once
  return std::nullopt;
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
