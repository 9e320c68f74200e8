// Stages 4 to 7, and 1 of the next step, tile by tile (sim/tiles.hpp).
//
// Every thread works through its own run of tiles: contacts of tile t, then gather, correct and
// perhaps predict. Tiles that have contacts stored with another thread's tiles wait until all
// threads are through. All sums have one order, whoever forms them and whenever.
#include "sim/tile_engine.hpp"

#include <omp.h>
#include <x86intrin.h>

#include <algorithm>
#include <cmath>

#include "sim/rows.hpp"

namespace scree {

namespace {

// Rows that stay in the first-level cache from the gather to the predictor.
constexpr std::uint32_t kSlice = 64;

// Of the processor's clock: read every few rows, where asking the system would cost as much as a
// row.
double ticks() { return static_cast<double>(__rdtsc()); }

}  // namespace

struct alignas(64) TileEngine::ThreadTotals {
  kernel::LossSum losses;
  ExactSum background;
  ExactSum power;                         // of gravity
  double corrected2 = 0, predicted2 = 0;  // squares of the greatest displacements
  double walls = 0, contacts = 0, gather = 0, correct = 0, predict = 0;  // ticks
};

// One thread's share of a step.
class TileEngine::Worker {
 public:
  Worker(TileEngine& engine, const StepState& s, const StepOrders& orders,
         const kernel::ContactArgs& args, Scratch& scratch, ThreadTotals& totals)
      : engine_(engine),
        s_(s),
        orders_(orders),
        args_(args),
        at_walls_{s.world.particles,
                  s.world.walls,
                  s.walls.images,
                  s.laws,
                  engine.kernels_,
                  s.lever(),
                  orders.dt,
                  s.walls.certificate.spent,
                  std::max(s.walls.certificate.allowance - s.walls.certificate.spent, 0.0)},
        motion_{s.world.particles, s.world.wrapping_box(), s.world.dt, s.integrator_state},
        scratch_(scratch),
        waiting_{.blocks = scratch.blocks.data(), .waiting = scratch.waiting.data()},
        totals_(totals) {
    // Reports can be asked for after the last step only.
    waiting_.report_forces = orders.predict_next ? nullptr : s.near.force.data();
  }

  // Contacts of the run, and all of its tiles that need nothing else.
  void pass(const TileRun& run, std::vector<std::uint8_t>& done) {
    for (std::uint32_t t = run.begin; t < run.end; ++t) {
      walls(t);
      contacts(t);
      if (engine_.tiles_.waits[t]) continue;
      finish(t);
      done[t] = 1;
    }
  }

  void finish(std::uint32_t tile) {
    const std::uint32_t last = last_row(tile);
    std::size_t wall_entry = first_entry(s_.walls.contacts, first_row(tile));
    for (std::uint32_t first = first_row(tile); first < last; first += kSlice)
      finish_slice(first, std::min(first + kSlice, last), wall_entry);
  }

  // Returns the square of the greatest displacement.
  double predict(std::uint32_t first, std::uint32_t last) {
    if (!s_.integrator.taylor_predictor) return s_.integrator.predict(motion_, first, last);
    return engine_.kernels_.predict(integrators::motion_rows(motion_), first, last);
  }

 private:
  void finish_slice(std::uint32_t first, std::uint32_t last, std::size_t& wall_entry) {
    const double t0 = ticks();
    gather(first, last, wall_entry);
    const double t1 = ticks();
    if (orders_.keep_only)
      keep_forces(first, last);
    else
      totals_.corrected2 = std::max(totals_.corrected2, correct(first, last));
    if (s_.gravity_works && !orders_.keep_only)
      each_plain_run(first, last, [&](std::uint32_t begin, std::uint32_t end) {
        engine_.kernels_.weight_power(p().vm.data(), s_.gravity, begin, end, totals_.power);
      });
    const double t2 = ticks();
    if (orders_.predict_next)
      totals_.predicted2 = std::max(totals_.predicted2, predict(first, last));
    totals_.gather += t1 - t0;
    totals_.correct += t2 - t1;
    totals_.predict += ticks() - t2;
  }

  // Before the contacts of the tile: its rows come into the cache for both.
  void walls(std::uint32_t tile) {
    const double start = ticks();
    touch_walls(at_walls_, first_row(tile), last_row(tile), s_.walls.contacts, scratch_.blocks,
                scratch_.counts, totals_.losses);
    totals_.walls += ticks() - start;
  }

  void contacts(std::uint32_t tile) {
    const double start = ticks();
    const std::uint32_t first = s_.near.begin[first_row(tile)];
    const std::uint32_t last = s_.near.begin[last_row(tile)];
    engine_.kernels_.contacts(args_, first, last, waiting_, totals_.losses);
    totals_.contacts += ticks() - start;
  }

  // Sum of all forces on rows [first, last): sources in the order of their ranks, each in the order
  // of ids; then gravity (3.15) and background damping (3.23), (3.24).
  void gather(std::uint32_t first, std::uint32_t last, std::size_t& wall_entry) {
    kernel::GatherArgs args{.records = engine_.records_.data(),
                            .couple = args_.couple,
                            .link_begin = s_.near.link_begin.data(),
                            .link = s_.near.link.data(),
                            .xr = p().xr.data(),
                            .hit = engine_.by_hits_ ? s_.near.hit.data() : nullptr,
                            .hit_row = s_.near.hit_row.data()};
    const std::uint32_t large = std::clamp(engine_.tiles_.large, first, last);
    engine_.kernels_.gather(args, first, large, f_, tq_);
    args.hit = nullptr;  // sim/tiles.hpp
    engine_.kernels_.gather(args, large, last, f_ + (large - first), tq_ + (large - first));
    s_.points.gather(first, last, f_, tq_);
    gather_walls(s_.walls.contacts, wall_entry, first, last, f_, tq_);
    s_.bonds.gather(s_.world.bonds, first, last, f_, tq_);
    s_.sources.gather(first, last, f_, tq_);
    if (s_.gravity != Vec3{}) add_weight(first, last);
    if (s_.world.damping > 0 || s_.world.rotational_damping > 0) damp(first, last);
  }

  // Runs of rows that are their own bodies: bodies of several rows have their weight once
  // (sim/body_system.hpp).
  template <class F>
  void each_plain_run(std::uint32_t first, std::uint32_t last, const F& f) const {
    if (s_.world.bodies.empty()) return f(first, last);
    for (std::uint32_t begin = first; begin < last;) {
      std::uint32_t end = begin;
      while (end < last && !(p().ws[end].flags & kMember)) ++end;
      if (end > begin) f(begin, end);
      begin = end + 1;
    }
  }

  void add_weight(std::uint32_t first, std::uint32_t last) {
    each_plain_run(first, last, [&](std::uint32_t begin, std::uint32_t end) {
      engine_.kernels_.add_weight(p().vm.data(), s_.gravity, begin, end, f_ + (begin - first));
    });
  }

  void damp(std::uint32_t first, std::uint32_t last) {
    const World& w = s_.world;
    double loss[kSlice] = {};
    for (std::uint32_t s = first; s < last; ++s) {
      const VelocityMass& vm = p().vm[s];
      if (vm.inv_mass == 0 || (p().ws[s].flags & kMember)) continue;
      const Vec3& omega = p().ws[s].omega;
      f_[s - first] -= w.damping * vm.v;
      tq_[s - first] -= w.rotational_damping * omega;
      loss[s - first] = (w.damping * norm2(vm.v) + w.rotational_damping * norm2(omega)) * w.dt;
    }
    engine_.kernels_.add_rounded(loss, last - first, totals_.background);
  }

  // Also keeps the forces. Returns the square of the greatest displacement of a corrector that
  // moves grains.
  double correct(std::uint32_t first, std::uint32_t last) {
    if (!s_.integrator.trapezoid_corrector)
      return s_.integrator.correct(motion_, first, last, f_, tq_);
    engine_.kernels_.correct(integrators::motion_rows(motion_), first, last, f_, tq_);
    return 0;
  }

  void keep_forces(std::uint32_t first, std::uint32_t last) {
    std::copy_n(f_, last - first, p().f.begin() + first);
    std::copy_n(tq_, last - first, p().tq.begin() + first);
  }

  Particles& p() const { return s_.world.particles; }
  std::uint32_t first_row(std::uint32_t tile) const { return tile * Tiles::kRows; }
  std::uint32_t last_row(std::uint32_t tile) const {
    return engine_.tiles_.last_row(tile, p().size());
  }

  TileEngine& engine_;
  const StepState& s_;
  const StepOrders& orders_;
  const kernel::ContactArgs& args_;
  const WallArgs at_walls_;
  const MotionArgs motion_;
  TileEngine::Scratch& scratch_;
  kernel::Scratch waiting_;
  ThreadTotals& totals_;
  Vec3 f_[kSlice], tq_[kSlice];
};

TileEngine::TileEngine(const kernel::Kernels& kernels, int threads, GatherBy gather_by,
                       std::size_t laws)
    : kernels_(kernels), threads_(threads), gather_by_(gather_by) {
  scratch_.resize(static_cast<std::size_t>(threads));
  for (Scratch& s : scratch_) {
    s.blocks.resize(laws);
    s.counts.assign(laws, 0);
    s.waiting.resize(laws);
  }
}

void TileEngine::plan(const StepState& s) {
  const Particles& p = s.world.particles;
  plan_tiles(s.near, p.size(), first_large_row(p), threads_, tiles_);
  link_rows(tiles_, p, by_hits_, s.near);
  records_.resize(tiles_.records);
  couples_.resize(s.laws.any_couple ? tiles_.records : 0);
  std::fill(records_.begin() + tiles_.first_large_record, records_.end(), kernel::ContactRecord{});
  if (s.laws.any_couple)
    std::fill(couples_.begin() + tiles_.first_large_record, couples_.end(), Vec3{});
}

// Whether to gather by hits, and to sift near pairs first: by what the last step has seen.
void TileEngine::choose_paths(const StepState& s) {
  const std::size_t contacts = s.near.size(), touching = s.touching_before;
  if (gather_by_ != GatherBy::speed)
    by_hits_ = gather_by_ == GatherBy::hits;
  else if (s.laws.grain_laws > 1 || contacts > 2 * touching)
    by_hits_ = true;
  else if (4 * contacts < 7 * touching)  // two thresholds, for hysteresis
    by_hits_ = false;
  // Where nine of ten touch it is not worth it; nor for one law when the lists come from memory: a
  // sift that waits for positions keeps the processor from running ahead.
  sifted_ = by_hits_ || s.laws.grain_laws > 1 ||
            (gather_by_ == GatherBy::speed && s.world.particles.size() < 32768 &&
             4 * contacts > 5 * touching);
  if (sifted_ && !s.near.marked) mark_touched(s.near);
  s.near.marked = sifted_;
  if (by_hits_ && !s.near.linked_back) link_rows(tiles_, s.world.particles, true, s.near);
}

kernel::ContactArgs TileEngine::contact_args(const StepState& s, double dt) {
  const Particles& p = s.world.particles;
  return {.xr = p.xr.data(),
          .vm = p.vm.data(),
          .ws = p.ws.data(),
          .count = static_cast<std::uint32_t>(s.near.size()),
          .owner = s.near.owner.data(),
          .other = s.near.other.data(),
          .history = s.near.history.data(),
          .stride = s.laws.stride,
          .last = s.near.last.data(),
          .kind = s.near.kind.data(),
          .at = s.near.at.data(),
          .hit = s.near.hit.data(),
          .link = s.near.link.data(),
          .record_of = tiles_.record_of.data(),
          .records = records_.data(),
          .couple = couples_.empty() ? nullptr : couples_.data(),
          .laws = s.laws.laws.data(),
          .law_count = s.laws.grain_laws,
          .periodic = s.world.box.any() && !s.world.deforms(),
          .length = s.world.box.lengths(),
          .inverse_length = s.world.box.inverse_lengths(),
          .deforming = s.world.deforms(),
          .tilt = s.world.box.tilt,
          .stretch = s.world.box.stretch,
          .shear = s.world.box.shear,
          .range = s.laws.max_range,
          .sifted = sifted_,
          .by_hits = by_hits_,
          .lever = s.lever(),
          .dt = dt,
          .magic = {s.loss_magic[0], s.loss_magic[1], s.loss_magic[2]}};
}

double TileEngine::predict(const StepState& s, Timers& timers) {
  const double start = omp_get_wtime();
  const auto rows = static_cast<std::int64_t>(s.world.particles.size());
  const MotionArgs motion{s.world.particles, s.world.wrapping_box(), s.world.dt,
                          s.integrator_state};
  double d2 = 0;
#pragma omp parallel for schedule(static) reduction(max : d2) num_threads(threads_)
  for (std::int64_t row = 0; row < rows; row += Tiles::kRows) {
    const auto first = static_cast<std::size_t>(row);
    const auto last = static_cast<std::size_t>(std::min<std::int64_t>(row + Tiles::kRows, rows));
    d2 = std::max(d2, s.integrator.taylor_predictor
                          ? kernels_.predict(integrators::motion_rows(motion), first, last)
                          : s.integrator.predict(motion, first, last));
  }
  timers.seconds[static_cast<int>(Stage::predict)] += omp_get_wtime() - start;
  return std::sqrt(d2);
}

StepTotals TileEngine::step(const StepState& s, const StepOrders& orders, Timers& timers) {
  const double start = omp_get_wtime();
  choose_paths(s);
  const kernel::ContactArgs args = contact_args(s, orders.dt);
  const std::uint32_t n = tiles_.count;
  std::vector<ThreadTotals> totals(static_cast<std::size_t>(threads_));
  s.points.touch(
      {s.world, s.walls.images, s.laws, kernels_, s.collisions, s.lever(), orders.dt, threads_},
      totals[0].losses);
  std::vector<std::uint8_t> done(n, 0);
#pragma omp parallel num_threads(threads_)
  {
    const auto me = static_cast<std::size_t>(omp_get_thread_num());
    const auto team = static_cast<std::size_t>(omp_get_num_threads());
    Worker worker(*this, s, orders, args, scratch_[me], totals[me]);
    for (std::size_t r = me; r < tiles_.runs.size(); r += team)  // OpenMP may give fewer threads
      worker.pass(tiles_.runs[r], done);
#pragma omp barrier
#pragma omp for schedule(dynamic, 1)
    for (std::uint32_t t = 0; t < n; ++t)
      if (!done[t]) worker.finish(t);
  }

  const ThreadTotals all = reduce(totals);
  StepTotals out;
  for (int k = 0; k < kernel::kLosses; ++k)
    out.lost[static_cast<std::size_t>(k)] = all.losses.value[k];
  out.background = all.background;
  out.gravity_power = all.power.value();
  out.deepest = all.losses.deepest;
  out.touching = all.losses.touching;
  out.corrected = std::sqrt(all.corrected2);
  out.predicted = std::sqrt(all.predicted2);
  share_time(all, omp_get_wtime() - start, timers);
  return out;
}

TileEngine::ThreadTotals TileEngine::reduce(const std::vector<ThreadTotals>& all) {
  ThreadTotals sum;
  for (const ThreadTotals& s : all) {
    for (int k = 0; k < kernel::kLosses; ++k) sum.losses.value[k] += s.losses.value[k];
    sum.losses.deepest = std::max(sum.losses.deepest, s.losses.deepest);
    sum.losses.touching += s.losses.touching;
    sum.losses.ticks_touch += s.losses.ticks_touch;
    sum.losses.ticks_law += s.losses.ticks_law;
    sum.background += s.background;
    sum.power += s.power;
    sum.corrected2 = std::max(sum.corrected2, s.corrected2);
    sum.predicted2 = std::max(sum.predicted2, s.predicted2);
    sum.walls += s.walls;
    sum.contacts += s.contacts;
    sum.gather += s.gather;
    sum.correct += s.correct;
    sum.predict += s.predict;
  }
  return sum;
}

// The wall clock is shared out as the threads spent their time.
void TileEngine::share_time(const ThreadTotals& all, double seconds, Timers& timers) {
  const double busy = all.walls + all.contacts + all.gather + all.correct + all.predict;
  const double scale = busy > 0 ? seconds / busy : 0;
  const double in_kernel = static_cast<double>(all.losses.ticks_touch + all.losses.ticks_law);
  const double touch =
      in_kernel > 0 ? static_cast<double>(all.losses.ticks_touch) / in_kernel : 0.5;
  const auto add = [&timers](Stage stage, double s) {
    timers.seconds[static_cast<int>(stage)] += s;
  };
  add(Stage::touch, scale * (all.walls + touch * all.contacts));
  add(Stage::apply_law, scale * (1 - touch) * all.contacts);
  add(Stage::gather, scale * all.gather);
  add(Stage::correct, scale * all.correct);
  add(Stage::predict, scale * all.predict);
}

}  // namespace scree
