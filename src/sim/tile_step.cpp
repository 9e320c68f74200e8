// Stages 4 to 7, and 1 of the next step, tile by tile (sim/tiles.hpp).
//
// Every thread works through its own run of tiles: contacts of tile t, then gather, correct and
// perhaps predict. Tiles that have contacts stored with another thread's tiles wait until all
// threads are through. All sums have one order, whoever forms them and whenever.
#include <omp.h>
#include <x86intrin.h>

#include <algorithm>
#include <cmath>

#include "sim/impl.hpp"

namespace scree {
namespace {

// What one thread has seen and how long it took.
struct alignas(64) Seen {
  kernel::LossSum losses;
  ExactSum background;
  ExactSum power;                         // of gravity
  double corrected2 = 0, predicted2 = 0;  // squares of the longest ways
  double walls = 0, contacts = 0, gather = 0, correct = 0, predict = 0;  // ticks
};

// Of the processor's clock: read every few rows, where asking the system would cost as much as a
// row.
double ticks() { return static_cast<double>(__rdtsc()); }

Seen merged(const std::vector<Seen>& all) {
  Seen sum;
  for (const Seen& s : all) {
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

class TileWorker {
 public:
  TileWorker(Simulation::Impl& sim, const TileOrders& orders, const kernel::ContactArgs& args,
             std::size_t thread, Seen& seen)
      : sim_(sim),
        orders_(orders),
        args_(args),
        at_walls_{sim.p(),
                  sim.world.walls,
                  sim.wall_images,
                  sim.laws,
                  *sim.kernels,
                  sim.lever(),
                  orders.dt,
                  sim.at_walls.spent,
                  std::max(sim.at_walls.allowance - sim.at_walls.spent, 0.0)},
        blocks_(sim.blocks[thread]),
        counts_(sim.block_counts[thread]),
        scratch_{.blocks = sim.blocks[thread].data(), .waiting = sim.waiting[thread].data()},
        sums_power_(sim.books_gravity_as_work() && !orders.keep_only),
        seen_(seen) {}

  // Contacts of the run, and all of its tiles that need nothing else.
  void pass(const TileRun& run, std::vector<std::uint8_t>& done) {
    for (std::uint32_t t = run.begin; t < run.end; ++t) {
      walls(t);
      contacts(t);
      if (sim_.tiles.waits[t]) continue;
      finish(t);
      done[t] = 1;
    }
  }

  void finish(std::uint32_t tile) {
    const std::uint32_t last = last_row(tile);
    std::size_t wall_entry = first_entry(sim_.wall_contacts, first_row(tile));
    for (std::uint32_t first = first_row(tile); first < last; first += kSlice)
      finish_slice(first, std::min(first + kSlice, last), wall_entry);
  }

 private:
  void finish_slice(std::uint32_t first, std::uint32_t last, std::size_t& wall_entry) {
    const double t0 = ticks();
    sim_.gather_rows(first, last, f_, tq_, wall_entry, seen_.background);
    const double t1 = ticks();
    if (orders_.keep_only)
      sim_.keep_forces(first, last, f_, tq_);
    else
      seen_.corrected2 = std::max(seen_.corrected2, sim_.correct_rows(first, last, f_, tq_));
    if (sums_power_)
      sim_.kernels->weight_power(sim_.p().vm.data(), sim_.gravity, first, last, seen_.power);
    const double t2 = ticks();
    if (orders_.predict_next)
      seen_.predicted2 = std::max(seen_.predicted2, sim_.predict_rows(first, last));
    seen_.gather += t1 - t0;
    seen_.correct += t2 - t1;
    seen_.predict += ticks() - t2;
  }

  // Before the contacts of the tile: its rows come into the cache for both.
  void walls(std::uint32_t tile) {
    const double start = ticks();
    touch_walls(at_walls_, first_row(tile), last_row(tile), sim_.wall_contacts, blocks_, counts_,
                seen_.losses);
    seen_.walls += ticks() - start;
  }

  void contacts(std::uint32_t tile) {
    const double start = ticks();
    const std::uint32_t first = sim_.near.begin[first_row(tile)];
    const std::uint32_t last = sim_.near.begin[last_row(tile)];
    // Reports can be asked for after the last step only.
    scratch_.also = orders_.predict_next ? nullptr : sim_.near.force.data();
    sim_.kernels->contacts(args_, first, last, scratch_, seen_.losses);
    seen_.contacts += ticks() - start;
  }

  std::uint32_t first_row(std::uint32_t tile) const { return tile * Tiles::kRows; }
  std::uint32_t last_row(std::uint32_t tile) const {
    return sim_.tiles.last_row(tile, sim_.p().size());
  }

  Simulation::Impl& sim_;
  const TileOrders& orders_;
  const kernel::ContactArgs& args_;
  const WallArgs at_walls_;
  std::vector<kernel::Block>& blocks_;
  std::vector<int>& counts_;
  kernel::Scratch scratch_;
  const bool sums_power_;
  Seen& seen_;
  Vec3 f_[kSlice], tq_[kSlice];
};

}  // namespace

bool Simulation::Impl::may_look_ahead() const {
  return world.inlets.empty() && world.detect.audit == 0 && !outlets_look(step + 1);
}

void Simulation::Impl::keep_forces(std::uint32_t first, std::uint32_t last, const Vec3* f,
                                   const Vec3* tq) {
  std::copy_n(f, last - first, p().f.begin() + first);
  std::copy_n(tq, last - first, p().tq.begin() + first);
}

double Simulation::Impl::step_tiles(const TileOrders& orders) {
  const double start = omp_get_wtime();
  const kernel::ContactArgs args = contact_args(orders.dt);
  const std::uint32_t n = tiles.count;
  std::vector<Seen> seen(static_cast<std::size_t>(threads));
  std::vector<std::uint8_t> done(n, 0);
#pragma omp parallel num_threads(threads)
  {
    const auto me = static_cast<std::size_t>(omp_get_thread_num());
    const auto team = static_cast<std::size_t>(omp_get_num_threads());
    TileWorker worker(*this, orders, args, me, seen[me]);
    for (std::size_t r = me; r < tiles.runs.size(); r += team)  // OpenMP may give fewer threads
      worker.pass(tiles.runs[r], done);
#pragma omp barrier
#pragma omp for schedule(dynamic, 1)
    for (std::uint32_t t = 0; t < n; ++t)
      if (!done[t]) worker.finish(t);
  }

  Seen all = merged(seen);
  forces_kept = !orders.predict_next;
  tile_power = all.power.value();
  touching_pairs = all.losses.touching;
  for (int k = 0; k < kernel::kLosses; ++k)
    lost[static_cast<std::size_t>(k)] += all.losses.value[k];
  lost[static_cast<int>(Loss::background)] += all.background;
  deepest_now = all.losses.deepest;
  deepest = std::max(deepest, deepest_now);
  corrected_way = std::sqrt(all.corrected2);
  if (all.corrected2 > 0) {  // a corrector that moves grains uses up the certificates, too
    const double way = std::sqrt(all.corrected2);
    outer.spend(2 * way);
    inner.spend(way);
    at_walls.spend(way);
  }

  // The wall clock is shared out as the threads spent their time.
  const double clock = omp_get_wtime() - start;
  const double busy = all.walls + all.contacts + all.gather + all.correct + all.predict;
  const double scale = busy > 0 ? clock / busy : 0;
  const double in_kernel = static_cast<double>(all.losses.ticks_touch + all.losses.ticks_law);
  const double touch =
      in_kernel > 0 ? static_cast<double>(all.losses.ticks_touch) / in_kernel : 0.5;
  const auto add = [this](Stage stage, double s) { timers.seconds[static_cast<int>(stage)] += s; };
  add(Stage::touch, scale * (all.walls + touch * all.contacts));
  add(Stage::apply_law, scale * (1 - touch) * all.contacts);
  add(Stage::gather, scale * all.gather);
  add(Stage::correct, scale * all.correct);
  add(Stage::predict, scale * all.predict);
  return std::sqrt(all.predicted2);
}

}  // namespace scree
