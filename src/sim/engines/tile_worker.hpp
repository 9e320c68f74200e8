// One thread's share of a step, phases 5 to 8 and 1 of the next step, tile by tile
// (sim/engines/tiles.hpp). Private to sim/engines/tile_engine.cpp.
#pragma once

#include <algorithm>
#include <vector>

#include "base/cpu.hpp"
#include "sim/engines/body_system.hpp"
#include "sim/engines/tile_engine.hpp"
#include "state/freedoms.hpp"

namespace scree {

// Rows that stay in the first-level cache from the gather to the predictor. As many as a word has
// bits.
inline constexpr std::uint32_t kSlice = 64;
static_assert(Tiles::kRows % kSlice == 0);
// Bodies that stay there from the corrector to the predictor, with their rows.
inline constexpr std::uint32_t kBodies = 16;

// Rows [first, last) of a slice that are primitives of bodies: a bit each.
inline std::uint64_t members_among(const Particles& p, std::uint32_t first, std::uint32_t last) {
  std::uint64_t bits = 0;
  for (std::uint32_t s = first; s < last; ++s)
    bits |= std::uint64_t{(p.ws[s].flags & kMember) != 0} << (s - first);
  return bits;
}

// f(begin, end) for every run of rows in [first, last) that have a bit.
template <class F>
void each_run(std::uint64_t bits, std::uint32_t first, std::uint32_t last, const F& f) {
  const std::uint32_t n = last - first;
  for (std::uint32_t at = 0; at < n;) {
    const std::uint64_t here = bits >> at;
    if (here == 0) return;
    at += static_cast<std::uint32_t>(__builtin_ctzll(here));
    const std::uint64_t gap = ~(bits >> at);
    const std::uint32_t length = gap ? static_cast<std::uint32_t>(__builtin_ctzll(gap)) : kSlice;
    const std::uint32_t end = std::min(at + length, n);
    if (at < end) f(first + at, first + end);
    at = end;
  }
}

inline double ticks() { return static_cast<double>(processor_ticks()); }

struct alignas(64) TileEngine::ThreadTotals {
  kernel::LossSum losses;
  ExactSum background;
  ExactSum power, body_power;             // of gravity
  double corrected2 = 0, predicted2 = 0;  // squares of the greatest displacements
  double predicted = 0;                   // the greatest displacement of bodies
  double walls = 0, contacts = 0, gather = 0, correct = 0, predict = 0;  // ticks
};

// One thread's share of a step.
class TileEngine::Worker {
 public:
  Worker(TileEngine& engine, const StepState& s, const StepOrders& orders,
         const kernel::ContactArgs& args, kernel::ContactForce* report_forces, bool scaled,
         std::size_t me, Scratch& scratch, ThreadTotals& totals)
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
                  std::max(s.walls.certificate.allowance - s.walls.certificate.spent, 0.0),
                  scaled ? &engine.damping_.at_walls() : nullptr},
        motion_{s.world.particles, s.world.wrapping_box(), s.world.dt, s.integrator_state},
        bodies_(body_args(s.world, s.gravity)),
        scaled_(scaled),
        me_(me),
        scratch_(scratch),
        waiting_{.blocks = scratch.blocks.data(), .waiting = scratch.waiting.data()},
        totals_(totals) {
    waiting_.report_forces = report_forces;
  }

  // By all threads before any of them looks at contacts.
  void begin() {
    if (!scaled_) return;
    const double start = ticks();
    engine_.damping_.begin(s_, args_, at_walls_, me_);
    totals_.walls += ticks() - start;
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
    const BodyTiles& plan = engine_.bodies_;
    if (tile < plan.tiles()) move_bodies(plan.begin[tile], plan.begin[tile + 1]);
  }

  // Bodies [first, last) of the plan, when everything that acts on their rows is known.
  void move_bodies(std::uint32_t first, std::uint32_t last) {
    for (; first < last; first += kBodies) move_some(first, std::min(first + kBodies, last), last);
  }

 private:
  void finish_slice(std::uint32_t first, std::uint32_t last, std::size_t& wall_entry) {
    const double t0 = ticks();
    // Rows of bodies keep what acts on them: it goes where it belongs at once.
    const bool keep = only_kept(first, last);
    f_ = keep ? p().f.data() + first : own_f_;
    tq_ = keep ? p().tq.data() + first : own_tq_;
    gather(first, last, wall_entry);
    const double t1 = ticks();
    if (!keep) {
      if (orders_.keep_only)
        keep_forces(first, last, first);
      else
        correct_slice(first, last);
    }
    if (s_.gravity_works && !orders_.keep_only)
      each_plain_run(first, last, [&](std::uint32_t begin, std::uint32_t end) {
        engine_.kernels_.weight_power(p().vm.data(), s_.gravity, begin, end, totals_.power);
      });
    const double t2 = ticks();
    if (orders_.predict_next)
      each_plain_run(first, last, [&](std::uint32_t begin, std::uint32_t end) {
        const double moved2 = engine_.predict_run(s_, motion_, begin, end);
        totals_.predicted2 = std::max(totals_.predicted2, moved2);
      });
    totals_.gather += t1 - t0;
    totals_.correct += t2 - t1;
    totals_.predict += ticks() - t2;
  }

  // Before the contacts of the tile: its rows come into the cache for both.
  void walls(std::uint32_t tile) {
    const double start = ticks();
    if (scaled_) engine_.damping_.find(tile, s_, args_, at_walls_, me_);
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
                            .link_begin = engine_.links_.begin.data(),
                            .link = engine_.links_.link.data(),
                            .xr = p().xr.data(),
                            .hit = engine_.by_hits_ ? engine_.links_.hit.data() : nullptr,
                            .hit_row = engine_.links_.hit_row.data()};
    const std::uint32_t large = std::clamp(engine_.tiles_.large, first, last);
    engine_.kernels_.gather(args, first, large, f_, tq_);
    args.hit = nullptr;  // sim/engines/tiles.hpp
    engine_.kernels_.gather(args, large, last, f_ + (large - first), tq_ + (large - first));
    s_.points.gather(first, last, f_, tq_);
    gather_walls(s_.walls.contacts, wall_entry, first, last, f_, tq_);
    s_.bonds.gather(s_.world.bonds, first, last, f_, tq_);
    s_.sources.gather(first, last, f_, tq_);
    if (s_.gravity != Vec3{}) add_weight(first, last);
    if (s_.world.damping > 0 || s_.world.rotational_damping > 0) damp(first, last);
    if (!engine_.locked_.empty() && engine_.locked_[first / kSlice]) hold_locked(first, last);
  }

  void move_some(std::uint32_t first, std::uint32_t last, std::uint32_t end) {
    const double t0 = ticks();
    const std::uint32_t* list = engine_.bodies_.body.data();
    double loss[kBodies];
    const World& w = s_.world;
    const bool damped = !orders_.keep_only && (w.damping > 0 || w.rotational_damping > 0);
    const BodyMotionArgs by{engine_.kernels_, s_.integrator, motion_};
    const double moved = correct_bodies(bodies_, by, s_.world, list, first, last, end,
                                        orders_.keep_only, damped ? loss : nullptr);
    totals_.corrected2 = std::max(totals_.corrected2, moved * moved);
    if (damped)
      for (std::uint32_t k = 0; k < last - first; ++k)
        if (loss[k] != 0) totals_.background.add(loss[k]);
    if (s_.gravity_works)
      for (std::uint32_t k = first; k < last; ++k)
        add_weight_power(w.bodies.body[list[k]], s_.gravity, totals_.body_power);
    const double t1 = ticks();
    totals_.correct += t1 - t0;
    if (!orders_.predict_next) return engine_.kernels_.put_bodies(bodies_, list, first, last);
    totals_.predicted =
        std::max(totals_.predicted, predict_bodies(bodies_, by, s_.world, list, first, last));
    if (scaled_) engine_.damping_.follow(s_, engine_.kernels_, list + first, last - first);
    totals_.predict += ticks() - t1;
  }

  // Runs of rows that are their own bodies: bodies of several rows have their weight once
  // (sim/engines/body_system.hpp).
  template <class F>
  void each_plain_run(std::uint32_t first, std::uint32_t last, const F& f) const {
    if (engine_.members_.empty()) return f(first, last);
    each_run(~engine_.members_[first / kSlice], first, last, f);
  }

  void add_weight(std::uint32_t first, std::uint32_t last) {
    each_plain_run(first, last, [&](std::uint32_t begin, std::uint32_t end) {
      engine_.kernels_.add_weight(p().vm.data(), s_.gravity, begin, end, f_ + (begin - first));
    });
  }

  // Guides take what acts along locked freedoms; those of bodies act on the sum of their rows.
  void hold_locked(std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t s = first; s < last; ++s) {
      const unsigned flags = p().ws[s].flags;
      if ((flags & kLocked) == 0 || (flags & kMember) != 0) continue;
      f_[s - first] = free_along(flags, f_[s - first]);
      tq_[s - first] = free_about(flags, tq_[s - first]);
    }
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

  // All rows of the slice are those of bodies, and nothing else moves them.
  bool only_kept(std::uint32_t first, std::uint32_t last) const {
    if (engine_.members_.empty()) return false;
    return last - first == kSlice && engine_.members_[first / kSlice] == ~std::uint64_t{0};
  }

  void correct_slice(std::uint32_t slice, std::uint32_t last) {
    each_plain_run(slice, last, [&](std::uint32_t begin, std::uint32_t end) {
      totals_.corrected2 = std::max(totals_.corrected2, correct(begin, end, slice));
    });
    if (!engine_.members_.empty())
      each_run(engine_.members_[slice / kSlice], slice, last,
               [&](std::uint32_t begin, std::uint32_t end) { keep_forces(begin, end, slice); });
  }

  // Also keeps the forces. Returns the square of the greatest displacement of a corrector that
  // moves grains.
  double correct(std::uint32_t first, std::uint32_t last, std::uint32_t slice) {
    const Vec3 *f = f_ + (first - slice), *tq = tq_ + (first - slice);
    if (!s_.integrator.trapezoid_corrector)
      return s_.integrator.correct(motion_, first, last, f, tq);
    engine_.kernels_.correct(integrators::motion_rows(motion_), first, last, f, tq);
    return 0;
  }

  void keep_forces(std::uint32_t first, std::uint32_t last, std::uint32_t slice) {
    std::copy_n(f_ + (first - slice), last - first, p().f.begin() + first);
    std::copy_n(tq_ + (first - slice), last - first, p().tq.begin() + first);
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
  const kernel::BodyArgs bodies_;
  const bool scaled_;     // the dashpots of clumps (sim/engines/clump_damping.hpp)
  const std::size_t me_;  // number of the thread
  TileEngine::Scratch& scratch_;
  kernel::Scratch waiting_;
  ThreadTotals& totals_;
  Vec3 own_f_[kSlice], own_tq_[kSlice];
  Vec3 *f_ = own_f_, *tq_ = own_tq_;  // of the rows of a slice
};

}  // namespace scree
