// Pouring: grains that enter during the run.
#include "sim/step/inflow.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "base/exact_math.hpp"
#include "sim/engines/body_system.hpp"
#include "sim/world/freedoms.hpp"
#include "state/freedoms.hpp"

namespace scree {
namespace {

// Grains enter in small batches so that the lists are not renewed at every step: as often as the
// slab would fill to about a tenth, but at most every ten steps.
std::uint64_t batch_steps(const Inlet& inlet, double rate, double dt) {
  const double area = inlet.line() ? 2 * norm(inlet.axis_u)
                      : inlet.disc ? std::numbers::pi * norm2(inlet.axis_u)
                                   : 4 * norm(inlet.axis_u) * norm(inlet.axis_v);
  const double slab = area * std::max(inlet.thickness, inlet.sizes.largest());
  const double grains = std::max(1.0, 0.1 * slab / inlet.mean_volume());
  const double steps = grains / (rate * dt);
  return static_cast<std::uint64_t>(std::clamp(steps, 10.0, 1e6));
}

double grains_per_second(const Inlet& inlet, double density) {
  return inlet.rate > 0 ? inlet.rate : inlet.mass_rate / (density * inlet.mean_volume());
}

Vec3 position_in(const Inlet& inlet, const CounterRandom& random, std::uint64_t attempt) {
  const double a = random.uniform(2 * attempt, 0), b = random.uniform(2 * attempt, 1);
  const double c = random.uniform(2 * attempt + 1, 0);
  const Vec3 lift = (inlet.thickness * (c - 0.5)) * inlet.normal();
  if (!inlet.disc)
    return inlet.centre + (2 * a - 1) * inlet.axis_u + (2 * b - 1) * inlet.axis_v + lift;
  const double radius = std::sqrt(a);
  const auto [sin, cos] = exact::sin_cos(2 * std::numbers::pi * b);
  const Vec3 across = norm(inlet.axis_u) * normalized(inlet.axis_v);
  return inlet.centre + (radius * cos) * inlet.axis_u + (radius * sin) * across + lift;
}

bool is_free(const Particles& p, const PeriodicBox& box, std::span<const std::uint32_t> near,
             std::size_t first_new, const Vec3& x, double r) {
  const PositionRadius ball{x, r};
  const Vec3 length = box.lengths(), inverse = box.inverse_lengths();
  for (const std::uint32_t s : near)
    if (within_reach(ball, p.xr[s], 0, length, inverse)) return false;
  for (std::size_t s = first_new; s < p.size(); ++s)
    if (within_reach(ball, p.xr[s], 0, length, inverse)) return false;
  return true;
}

// Rows of the grains that a newcomer could touch, from a ball around the inlet.
std::vector<std::uint32_t> rows_near(const Particles& p, const Inlet& inlet) {
  const double reach = norm(inlet.axis_u) + (inlet.disc ? 0.0 : norm(inlet.axis_v)) +
                       0.5 * inlet.thickness + inlet.sizes.largest();
  std::vector<std::uint32_t> rows;
  for (std::uint32_t s = 0; s < p.size(); ++s) {
    const double d = reach + p.xr[s].r;
    if (norm2(p.xr[s].x - inlet.centre) < d * d) rows.push_back(s);
  }
  return rows;
}

constexpr int kTriesPerGrain = 50;  // then the grain waits for the next batch

// Adds a ball, or a cluster where no ball of it meets another; false where there is no room.
class Newcomer {
 public:
  Newcomer(const Inlet& inlet, double density)
      : inlet_(inlet),
        density_(density),
        diameter_(inlet.sizes.sample(inlet.size_random(), inlet.placed)) {
    if (!inlet.mix.empty())
      cluster_ = inlet.mix.pick({inlet.seed, 4 * inlet.stream + 2}, inlet.placed, diameter_);
  }

  bool fits(const World& w, std::span<const std::uint32_t> near, std::size_t first_new,
            const Vec3& x) const {
    const Particles& p = w.particles;
    if (!cluster_) return is_free(p, w.box, near, first_new, x, 0.5 * diameter_);
    for (std::size_t k = 0; k < cluster_->cluster->solids.size(); ++k)
      if (!is_free(p, w.box, near, first_new, cluster_->solid_pose(k, x).x,
                   cluster_->scale * cluster_->solid(k).bounding_radius()))
        return false;
    for (std::size_t k = 0; k < cluster_->cluster->balls.size(); ++k) {
      const SolidBall b = cluster_->ball(k, x);
      if (!is_free(p, w.box, near, first_new, b.x, b.r)) return false;
    }
    return true;
  }
  // Returns the mass that enters.
  double add(World& w, const Vec3& x) const {
    Particles& p = w.particles;
    if (!cluster_) {
      p.add({.x = x, .radius = 0.5 * diameter_, .material = inlet_.material, .v = inlet_.velocity},
            density_);
      return p.mass(p.size() - 1);
    }
    if (cluster_->cluster->bonded)
      return add_bonded(w, *cluster_, {.x = x, .material = inlet_.material, .v = inlet_.velocity});
    BodySpec spec = cluster_->body(x, inlet_.material, density_);
    spec.v = inlet_.velocity;
    if (!add_body(w, spec)) return 0;  // never: check_inlets has tried each cluster
    return w.bodies.body.back().mass();
  }

 private:
  const Inlet& inlet_;
  double density_, diameter_;
  std::optional<TurnedCluster> cluster_;
};

}  // namespace

InletReport report_of(const Inlet& inlet, double density, std::uint64_t steps, double dt) {
  InletReport out;
  out.asked_mass = inlet.mass;
  out.complete = (inlet.count > 0 && inlet.placed >= inlet.count) ||
                 (inlet.mass > 0 && inlet.placed_mass >= inlet.mass);
  const double rate = grains_per_second(inlet, density);
  const double batch = static_cast<double>(batch_steps(inlet, rate, dt));
  // Grains enter before a step: the last time before the newest one.
  const double last = std::min(static_cast<double>(steps) - 1, std::floor(inlet.end / dt));
  const double newest = std::floor(last / batch) * batch * dt;
  if (steps > 0 && newest >= inlet.start)
    out.expected = inlet.base + std::ceil(rate * (newest - inlet.start) + 1);
  out.newest_batch = std::ceil(rate * batch * dt);
  if (inlet.count > 0) out.expected = std::min(out.expected, static_cast<double>(inlet.count));
  if (inlet.count > 0)
    out.asked = static_cast<double>(inlet.count);
  else if (!(inlet.mass > 0))
    out.asked = out.expected;
  return out;
}

// Of the rows from `first` on: a ball, a body of that mass, or the balls of a bonded cluster.
void Inflow::book_arrival(std::size_t first, double mass, const Vec3& velocity) {
  for (std::size_t s = first; s < state_.p().size(); ++s)
    state_.arrivals.push_back({state_.p().id[s], state_.p().xr[s].x});
  state_.books.booked.added += 0.5 * mass * norm2(velocity);
  const auto lift = [&](double m, const Vec3& x) {
    if (!state_.books_gravity_as_work()) state_.books.booked.added -= m * dot(state_.gravity, x);
  };
  if (state_.p().ws[first].flags & kMember) {
    Body& b = state_.world.bodies.body.back();
    lift(mass, b.x);
    b.f = free_along(b.locked, mass * state_.gravity);
    put_rows(b, state_.world);
    state_.integrator->start_body(
        {state_.p(), state_.world.box, state_.world.dt, state_.integrator_state}, b,
        state_.p().row_of()[b.first_id]);
    state_.edits.added += b.count - 1;  // a body counts once
    return;
  }
  for (std::size_t s = first; s < state_.p().size(); ++s) {
    lift(state_.p().mass(s), state_.p().xr[s].x);
    const Vec3 weight = free_along(state_.p().ws[s].flags, state_.gravity);
    state_.p().f[s] = state_.p().mass(s) * weight;
    state_.integrator->enter(
        {state_.p(), state_.world.box, state_.world.dt, state_.integrator_state}, s, weight);
  }
  state_.edits.added += state_.p().size() - first - 1;  // so does a bonded cluster
}

// Bonds of clusters that have just come begin as those do that a program adds (bond_edit.cpp).
void Inflow::start_poured_bonds() {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> fresh;
  for (const BondData& b : state_.world.bonds)
    if (!b.started) fresh.emplace_back(b.i, b.j);
  if (fresh.empty()) return;
  start_new_bonds(state_.world, state_.bonds.laws);
  for (const auto& [i, j] : fresh) {
    const std::size_t k = state_.world.bonds.find(i, j);
    state_.bonds.act_on(state_.world, k, 0);
    const BondData& b = state_.world.bonds[k];
    state_.take_off_force(state_.p().row_of()[i], -b.force, -b.couple1);
    state_.take_off_force(state_.p().row_of()[j], b.force, -b.couple2);
    state_.books.booked.added += state_.bonds.stored(state_.world, k);
  }
  bond_ends_.rename_fragments();
}

// Everything depends on step number, seed and state alone, so it is the same for any threads,
// detector or row order.
void Inflow::insert_grains() {
  bool added = false, published = false;
  const std::size_t rows_before = state_.p().size();
  const double t = state_.time();
  for (Inlet& inlet : state_.world.inlets) {
    const double density = state_.world.materials[inlet.material.value].density;
    const double rate = grains_per_second(inlet, density);
    if (t < inlet.start || t > inlet.end ||
        state_.step % batch_steps(inlet, rate, state_.world.dt) != 0)
      continue;
    const bool mass_done = inlet.mass > 0 && inlet.placed_mass >= inlet.mass;
    if (mass_done || (inlet.count > 0 && inlet.placed >= inlet.count)) continue;
    const double due = inlet.base + (rate * (t - inlet.start) + 1);
    const CounterRandom positions(inlet.seed, 4 * inlet.stream + 1);
    const std::size_t first_new = state_.p().size();
    if (!published) state_.publish(held::everything), published = true;
    const std::vector<std::uint32_t> near_rows = rows_near(state_.p(), inlet);
    while (static_cast<double>(inlet.placed) < due) {
      if (inlet.count > 0 && inlet.placed >= inlet.count) break;
      if (inlet.mass > 0 && inlet.placed_mass >= inlet.mass) break;
      const Newcomer newcomer(inlet, density);
      const std::size_t before = state_.p().size();
      for (int k = 0; k < kTriesPerGrain && state_.p().size() == before; ++k) {
        const Vec3 x = position_in(inlet, positions, inlet.tries++);
        if (!newcomer.fits(state_.world, near_rows, first_new, x)) continue;
        const double m = newcomer.add(state_.world, x);
        if (inlet.locked != 0)
          (void)lock_freedoms(state_.world, before, inlet.locked);  // as checked
        ++inlet.placed;
        inlet.placed_mass += m;
        book_arrival(before, m, inlet.velocity);
      }
      if (state_.p().size() == before) break;
      added = true;
    }
  }
  if (!added) return;
  start_poured_bonds();
  wet_rows(rows_before, state_.world);
  state_.note_sizes();
  state_.edited(held::everything);
  state_.lists.expire();  // the lists name rows of before: renew at once
}

}  // namespace scree
