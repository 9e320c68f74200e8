// Phases 5 to 8, and 1 of the next step, tile by tile (sim/engines/tiles.hpp).
//
// Every thread works through its own run of tiles: contacts of tile t, then gather, correct and
// perhaps predict; bodies of the tile last. Tiles that have contacts stored with another thread's
// tiles wait until all threads are through, and bodies of several tiles until all rows are. All
// sums have one order, whichever thread forms them, and whenever.
#include "sim/engines/tile_engine.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>

#include "base/memory.hpp"
#include "sim/engines/body_system.hpp"
#include "sim/engines/tile_worker.hpp"
#include "sim/lists/row_order.hpp"

namespace scree {

TileEngine::TileEngine(const kernel::Kernels& kernels, int threads, GatherBy gather_by,
                       std::size_t laws)
    : HostEngine(kernels, threads), gather_by_(gather_by) {
  scratch_.resize(static_cast<std::size_t>(threads));
  for (Scratch& s : scratch_) {
    s.blocks.resize(laws);
    s.counts.assign(laws, 0);
    s.waiting.resize(laws);
  }
}

std::vector<std::uint32_t> TileEngine::row_order(const StepState& s) {
  const Particles& p = s.world.particles;
  return curve_order(p, work_of_rows(s.near, p.size()), threads_);
}

void TileEngine::load(const StepState& s) {
  const Particles& p = s.world.particles;
  plan_tiles(s.near, p.size(), first_large_row(p), threads_, tiles_);
  plan_members(s.world);
  damping_.expire();
  plan_locks(p);
  link_rows(tiles_, s.near, p, by_hits_, links_);
  number_kinds(s);
  forget_pair_forces(s.near.size());
  records_.resize(tiles_.records);
  couples_.resize(s.laws.any_couple ? tiles_.records : 0);
  std::fill(records_.begin() + tiles_.first_large_record, records_.end(), kernel::ContactRecord{});
  if (s.laws.any_couple)
    std::fill(couples_.begin() + tiles_.first_large_record, couples_.end(), Vec3{});
}

void TileEngine::publish(const StepState& s, Held parts) {
  if (!looked_ahead_ || (parts & held::orientations) == 0) return;
  for (const Body& b : s.world.bodies.body) put_orientations(b, s.world);
  looked_ahead_ = false;
}

void TileEngine::plan_members(const World& w) {
  bodies_ = {}, members_.clear();
  if (w.bodies.empty()) return;
  plan_bodies(w, tiles_, bodies_);
  const auto rows = static_cast<std::uint32_t>(w.particles.size());
  for (std::uint32_t s = 0; s < rows; s += kSlice)
    members_.push_back(members_among(w.particles, s, std::min(s + kSlice, rows)));
}

void TileEngine::plan_locks(const Particles& p) {
  locked_.assign((p.size() + kSlice - 1) / kSlice, 0);
  bool any = false;
  for (std::size_t s = 0; s < p.size(); ++s)
    if ((p.ws[s].flags & kLocked) != 0) locked_[s / kSlice] = 1, any = true;
  if (!any) locked_.clear();
}

// Returns the square of the greatest displacement.
double TileEngine::predict_run(const StepState& s, const MotionArgs& motion, std::uint32_t first,
                               std::uint32_t last) const {
  if (!s.integrator.taylor_predictor) return s.integrator.predict(motion, first, last);
  return kernels_.predict(integrators::motion_rows(motion), first, last);
}

// Contacts are stored with their lower row, so a row's own material is read once.
void TileEngine::number_kinds(const StepState& s) {
  const NearList& near = s.near;
  const Particles& p = s.world.particles;
  const std::size_t m = near.size();
  if (m > kinds_.capacity() || m < kinds_.capacity() / 2)
    kinds_ = long_array<std::uint16_t, RawVector<std::uint16_t>>(m + m / 64);
  kinds_.resize(m);
  const auto materials = static_cast<std::size_t>(s.laws.materials);
#pragma omp parallel for schedule(static) num_threads(threads_)
  for (std::uint32_t row = 0; row < p.size(); ++row) {
    const std::uint16_t* const law = &s.laws.index[p.ws[row].material * materials];
    for (std::uint32_t c = near.begin[row]; c < near.begin[row + 1]; ++c)
      kinds_[c] = static_cast<std::uint16_t>(law[p.ws[near.partner_of(row, c)].material] |
                                             (near.touching(c) ? kernel::kTouched : 0u));
  }
  marked_ = true;
}

void TileEngine::mark_touched(const NearList& near) {
#pragma omp parallel for schedule(static) num_threads(threads_)
  for (std::uint32_t c = 0; c < near.size(); ++c)
    kinds_[c] = static_cast<std::uint16_t>((kinds_[c] & ~kernel::kTouched) |
                                           (near.touching(c) ? kernel::kTouched : 0u));
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
  if (sifted_ && !marked_) mark_touched(s.near);
  marked_ = sifted_;
  if (by_hits_ && !links_.back) link_rows(tiles_, s.near, s.world.particles, true, links_);
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
          .history_now = s.near.history.data(),
          .last_now = s.near.last.data(),
          .kind = kinds_.data(),
          .at = links_.at.data(),
          .hit = links_.hit.data(),
          .link = links_.link.data(),
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
          .magic = {s.loss_magic[0], s.loss_magic[1], s.loss_magic[2]},
          .damping = nullptr};
}

double TileEngine::predict(const StepState& s, Timers& timers) {
  const double start = omp_get_wtime();
  const Particles& p = s.world.particles;
  const MotionArgs motion{s.world.particles, s.world.wrapping_box(), s.world.dt,
                          s.integrator_state};
  const bool all = s.world.bodies.empty();
  const auto rows = static_cast<std::int64_t>(p.size());
  double d2 = 0;
#pragma omp parallel for schedule(static) reduction(max : d2) num_threads(threads_)
  for (std::int64_t row = 0; row < rows; row += kSlice) {
    const auto first = static_cast<std::uint32_t>(row);
    const auto last = static_cast<std::uint32_t>(std::min<std::int64_t>(row + kSlice, rows));
    // Not by the plan: grains may have come or left since.
    each_run(all ? ~std::uint64_t{0} : ~members_among(p, first, last), first, last,
             [&](std::uint32_t begin, std::uint32_t end) {
               d2 = std::max(d2, predict_run(s, motion, begin, end));
             });
  }
  double d = std::sqrt(d2);
  if (!s.world.bodies.empty())
    d = std::max(d, predict_bodies(s.world, {kernels_, s.integrator, motion}, threads_));
  timers.seconds[static_cast<int>(StepPhase::predict)] += omp_get_wtime() - start;
  return d;
}

StepTotals TileEngine::step(const StepState& s, const StepOrders& orders, Timers& timers) {
  const double start = omp_get_wtime();
  choose_paths(s);
  kernel::ContactArgs args = contact_args(s, orders.dt);
  kernel::ContactForce* const report = pair_forces_of(orders);
  const bool scaled = damping_.prepare(s, tiles_, threads_);
  if (scaled) args.damping = damping_.of_pairs();
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
    Worker worker(*this, s, orders, args, report, scaled, me, scratch_[me], totals[me]);
    worker.begin();
    for (std::size_t r = me; r < tiles_.runs.size(); r += team)  // OpenMP may give fewer threads
      worker.pass(tiles_.runs[r], done);
#pragma omp barrier
#pragma omp for schedule(dynamic, 1)
    for (std::uint32_t t = 0; t < n; ++t)
      if (!done[t]) worker.finish(t);
    const std::uint32_t others = bodies_.others(),
                        end = static_cast<std::uint32_t>(bodies_.body.size());
#pragma omp for schedule(static)
    for (std::uint32_t k = others; k < end; k += kSlice)
      worker.move_bodies(k, std::min(k + kSlice, end));
  }

  damping_.end(scaled && orders.predict_next);
  looked_ahead_ = orders.predict_next;
  const ThreadTotals all = reduce(totals);
  StepTotals out;
  for (int k = 0; k < kernel::kLosses; ++k)
    out.lost[static_cast<std::size_t>(k)] = all.losses.value[k];
  out.background = all.background;
  out.gravity_power = all.power.value() + all.body_power.value();
  out.deepest = all.losses.deepest;
  out.touching = all.losses.touching;
  out.corrected = std::sqrt(all.corrected2);
  out.predicted = std::max(std::sqrt(all.predicted2), all.predicted);
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
    sum.body_power += s.body_power;
    sum.corrected2 = std::max(sum.corrected2, s.corrected2);
    sum.predicted2 = std::max(sum.predicted2, s.predicted2);
    sum.predicted = std::max(sum.predicted, s.predicted);
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
  const auto add = [&timers](StepPhase phase, double s) {
    timers.seconds[static_cast<int>(phase)] += s;
  };
  add(StepPhase::touch, scale * (all.walls + touch * all.contacts));
  add(StepPhase::apply_law, scale * (1 - touch) * all.contacts);
  add(StepPhase::gather, scale * all.gather);
  add(StepPhase::correct, scale * all.correct);
  add(StepPhase::predict, scale * all.predict);
}

}  // namespace scree
