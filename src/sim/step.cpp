// One step: predict, move walls, detect, touch, apply law, gather, correct. The stage names are
// those of the timers and of docs/architecture.md. Stages 4 to 7 run tile by tile:
// sim/tile_step.cpp.
#include <omp.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/threads.hpp"
#include "sim/impl.hpp"

namespace scree {
namespace {

class StageClock {
 public:
  StageClock(Timers& t, Stage s) : timers_(t), stage_(s), start_(omp_get_wtime()) {}
  ~StageClock() { timers_.seconds[static_cast<int>(stage_)] += omp_get_wtime() - start_; }

 private:
  Timers& timers_;
  Stage stage_;
  double start_;
};

}  // namespace

std::optional<Failure> Simulation::run(std::uint64_t n) {
  Impl& s = *impl_;
  const TeamSize team(s.threads);
  s.arrivals.clear();
  bool predicted = false;  // the last step has done this one's stage 1 already
  for (std::uint64_t k = 0; k < n; ++k) {
    if (!predicted) {
      if (const auto failure = s.remove_grains()) return failure;
      s.insert_grains();
      s.predict();
    }
    s.move_walls();
    {
      const StageClock clock(s.timers, Stage::detect);
      s.detect();
    }
    predicted = k + 1 < n && s.may_look_ahead();
    const double next_way = s.step_tiles({.dt = s.world.dt, .predict_next = predicted});
    ++s.step;
    s.account(s.world.dt);
    if (const auto failure = s.check_step()) return failure;
    if (s.world.detect.audit > 0 && s.step % static_cast<std::uint64_t>(s.world.detect.audit) == 0)
      if (const auto failure = s.audit()) return failure;
    if (predicted) s.longest_way = next_way;
  }
  return s.check_finite();
}

void Simulation::Impl::predict() {
  const StageClock clock(timers, Stage::predict);
  const auto rows = static_cast<std::int64_t>(p().size());
  double way2 = 0;
#pragma omp parallel for schedule(static) reduction(max : way2) num_threads(threads)
  for (std::int64_t row = 0; row < rows; row += Tiles::kRows)
    way2 = std::max(
        way2,
        predict_rows(static_cast<std::uint32_t>(row),
                     static_cast<std::uint32_t>(std::min<std::int64_t>(row + Tiles::kRows, rows))));
  longest_way = std::sqrt(way2);
}

// 2. Time -> pose and velocity of the walls; how far their surfaces can have gone.
void Simulation::Impl::move_walls() {
  const StageClock clock(timers, Stage::move_walls);
  const double t = static_cast<double>(step + 1) * world.dt;
  wall_way = 0;
  bool any_load = false;
  for (const Wall& w : world.walls) any_load = any_load || (w.motion && w.motion->needs_load());
  const std::vector<WallReaction> load =
      any_load ? reactions(wall_contacts, world.walls) : std::vector<WallReaction>();
  gravity = world.gravity.at(t);
  for (std::size_t k = 0; k < world.walls.size(); ++k) {
    Wall& w = world.walls[k];
    if (!w.motion || !w.motion->moves()) continue;
    const WallPose before = w.pose;
    WallLoad l{.gravity = gravity, .area = w.area};
    if (w.motion->needs_load()) l.force = load[k].force, l.torque = load[k].torque;
    w.pose = w.motion->advance(t, world.dt, l);
    wall_way = std::max(wall_way, greatest_shift(before, k));
  }
}

// Bound of the displacement of any point of a wall that a grain can be near to.
double Simulation::Impl::greatest_shift(const WallPose& before, std::size_t wall) const {
  const Wall& w = world.walls[wall];
  const double shift = norm(w.pose.x - before.x);
  const Quat turn = w.pose.q * conjugate(before.q);
  const double half_sine = norm(Vec3{turn.x, turn.y, turn.z});
  if (half_sine == 0) return shift;
  // Chord of the turn at the farthest grain from the wall's origin.
  return shift + 2 * half_sine * (farthest_from(wall) + norm(w.pose.x - before.x));
}

// The farthest grain from the wall's origin, from a box around all grains that is renewed with the
// lists. Where the wall has images its own size counts: a grain may be near any of them.
double Simulation::Impl::farthest_from(std::size_t wall) const {
  const Wall& w = world.walls[wall];
  double d2 = 0;
  for (int k = 0; k < 3; ++k) {
    double a = std::abs(w.pose.x[k] - extent_lo[k]), b = std::abs(extent_hi[k] - w.pose.x[k]);
    if (wall_images[wall].along(k)) {
      const WallExtent e = wall_images[wall].extent(w.pose, *w.shape, k);
      a = std::abs(e.lo), b = std::abs(e.hi);
    }
    d2 += std::max(a, b) * std::max(a, b);
  }
  return std::sqrt(d2) + skins.outer;
}

// The three numbers that cut losses into multiples of quanta (sim/kernel/exact_lanes.hpp): a scale
// that depends on the state alone, so that the cut is the same for any threads, detector or order
// of rows.
std::array<double, 3> Simulation::Impl::loss_magic() const {
  const double speed = longest_way / world.dt;
  const double scale = largest_mass * speed * speed;
  // Beyond these a quantum would not be a normal number.
  if (!(scale > 1e-250 && scale < 1e250)) return {};
  const int exponent = std::ilogb(scale);
  return {std::ldexp(1.5, exponent - 26 + 52), std::ldexp(1.5, exponent - 66 + 52),
          std::ldexp(1.5, exponent - 106 + 52)};
}

kernel::ContactArgs Simulation::Impl::contact_args(double dt) {
  const std::size_t contacts = near.size();
  if (options.gather_by != GatherBy::speed)
    by_hits = options.gather_by == GatherBy::hits;
  else if (laws.grain_laws > 1 || contacts > 2 * touching_pairs)
    by_hits = true;
  else if (4 * contacts < 7 * touching_pairs)  // not to and fro from step to step
    by_hits = false;
  // Where nine of ten touch it is not worth it; nor for one law when the lists come from memory: a
  // sift that waits for positions keeps the processor from running ahead.
  const bool sifted = by_hits || laws.grain_laws > 1 ||
                      (options.gather_by == GatherBy::speed && p().size() < 32768 &&
                       4 * contacts > 5 * touching_pairs);
  if (sifted && !near.marked) mark_touched(near);
  near.marked = sifted;
  if (by_hits && !near.linked_back) link_rows(tiles, p(), true, near);
  const std::array<double, 3> magic = loss_magic();
  return {.xr = p().xr.data(),
          .vm = p().vm.data(),
          .ws = p().ws.data(),
          .count = static_cast<std::uint32_t>(contacts),
          .owner = near.owner.data(),
          .other = near.other.data(),
          .history = near.history.data(),
          .stride = laws.stride,
          .last = near.last.data(),
          .kind = near.kind.data(),
          .at = near.at.data(),
          .hit = near.hit.data(),
          .link = near.link.data(),
          .place = tiles.place.data(),
          .records = records.data(),
          .rolling = rolling.empty() ? nullptr : rolling.data(),
          .laws = laws.laws.data(),
          .law_count = laws.grain_laws,
          .periodic = world.box.any(),
          .length = world.box.lengths(),
          .inverse_length = world.box.inverse_lengths(),
          .range = laws.max_range,
          .sifted = sifted,
          .by_hits = by_hits,
          .lever = lever(),
          .dt = dt,
          .magic = {magic[0], magic[1], magic[2]}};
}

// 6. Sum of all forces on rows [first, last): grains in the order of ids, walls, gravity (3.15),
// background damping (3.23), (3.24).
void Simulation::Impl::gather_rows(std::uint32_t first, std::uint32_t last, Vec3* f, Vec3* tq,
                                   std::size_t& wall_entry, ExactSum& background) {
  kernel::GatherArgs args{.records = records.data(),
                          .rolling = rolling.empty() ? nullptr : rolling.data(),
                          .link_begin = near.link_begin.data(),
                          .link = near.link.data(),
                          .xr = p().xr.data(),
                          .hit = by_hits ? near.hit.data() : nullptr,
                          .hit_row = near.hit_row.data()};
  const std::uint32_t large = std::clamp(tiles.large, first, last);
  kernels->gather(args, first, large, f, tq);
  args.hit = nullptr;  // sim/tiles.hpp
  kernels->gather(args, large, last, f + (large - first), tq + (large - first));
  gather_walls(wall_contacts, wall_entry, first, last, f, tq);
  if (gravity != Vec3{}) kernels->add_weight(p().vm.data(), gravity, first, last, f);
  if (world.damping <= 0 && world.rotational_damping <= 0) return;
  damp_rows(first, last, f, tq, background);
}

void Simulation::Impl::damp_rows(std::uint32_t first, std::uint32_t last, Vec3* f, Vec3* tq,
                                 ExactSum& background) const {
  const Particles& g = world.particles;
  double loss[kSlice] = {};
  for (std::uint32_t s = first; s < last; ++s) {
    if (g.vm[s].inv_mass == 0) continue;
    f[s - first] -= world.damping * g.vm[s].v;
    tq[s - first] -= world.rotational_damping * g.ws[s].omega;
    loss[s - first] =
        (world.damping * norm2(g.vm[s].v) + world.rotational_damping * norm2(g.ws[s].omega)) *
        world.dt;
  }
  kernels->add_rounded(loss, last - first, background);
}

// 7. Also keeps the forces. Returns the square of the longest way of a corrector that moves grains.
double Simulation::Impl::correct_rows(std::uint32_t first, std::uint32_t last, const Vec3* f,
                                      const Vec3* tq) {
  const MotionArgs args{p(), world.box, world.dt, own};
  if (!integrator->trapezoid_corrector) return integrator->correct(args, first, last, f, tq);
  kernels->correct(integrators::motion_rows(args), first, last, f, tq);
  return 0;
}

// 1. f, torque -> x, v, omega, q at t + dt. Returns the square of the longest way.
double Simulation::Impl::predict_rows(std::uint32_t first, std::uint32_t last) {
  const MotionArgs args{p(), world.box, world.dt, own};
  if (!integrator->taylor_predictor) return integrator->predict(args, first, last);
  return kernels->predict(integrators::motion_rows(args), first, last);
}

// The tiles of a step sum it up on their way; this is for the other instants.
double Simulation::Impl::gravity_power_now() const {
  ExactSum sum;
  kernels->weight_power(p().vm.data(), gravity, 0, static_cast<std::uint32_t>(p().size()), sum);
  return sum.value();
}

// Work done by moving walls and by turning gravity, by the trapezoid rule.
void Simulation::Impl::account(double dt) {
  const StageClock clock(timers, Stage::schedule);
  bool moving = false;
  for (const Wall& w : world.walls) moving = moving || (w.motion && w.motion->moves());
  if (moving) {
    const std::vector<WallReaction> now = reactions(wall_contacts, world.walls);
    for (std::size_t k = 0; k < world.walls.size(); ++k) {
      const WallPose& pose = world.walls[k].pose;
      const double power = -(dot(now[k].force, pose.v) + dot(now[k].torque, pose.omega));
      wall_work[k] += 0.5 * dt * (power + wall_power[k]);
      wall_power[k] = power;
    }
  }
  if (books_gravity_as_work()) {
    const double power = dt > 0 ? tile_power : gravity_power_now();
    work_gravity += 0.5 * dt * (power + gravity_power);
    gravity_power = power;
  }
}

}  // namespace scree
