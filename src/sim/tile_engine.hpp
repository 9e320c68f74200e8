// The engine of the processor's cores: every thread works through its own run of tiles
// (sim/tiles.hpp).
#pragma once

#include <vector>

#include "sim/body_system.hpp"
#include "sim/engine.hpp"
#include "sim/simulation.hpp"
#include "sim/tiles.hpp"

namespace scree {

class TileEngine final : public Engine {
 public:
  TileEngine(const kernel::Kernels& kernels, int threads, GatherBy gather_by, std::size_t laws);

  void plan(const StepState& s) override;
  double predict(const StepState& s, Timers& timers) override;
  StepTotals step(const StepState& s, const StepOrders& orders, Timers& timers) override;

 private:
  class Worker;
  struct ThreadTotals;
  // Of one thread.
  struct Scratch {
    std::vector<kernel::Block> blocks;  // one per law, for walls
    std::vector<int> counts;
    std::vector<kernel::Waiting> waiting;
  };

  void plan_members(const World& w);
  void plan_locks(const Particles& p);
  double predict_run(const StepState& s, const MotionArgs& motion, std::uint32_t first,
                     std::uint32_t last) const;
  void choose_paths(const StepState& s);
  kernel::ContactArgs contact_args(const StepState& s, double dt);
  static ThreadTotals reduce(const std::vector<ThreadTotals>& all);
  static void share_time(const ThreadTotals& all, double seconds, Timers& timers);

  const kernel::Kernels& kernels_;
  const int threads_;
  const GatherBy gather_by_;
  Tiles tiles_;
  BodyTiles bodies_;
  std::vector<std::uint64_t> members_;  // rows of bodies, a bit each; empty where there are none
  std::vector<std::uint8_t> locked_;    // slices with rows that lack freedoms; empty: none has
  std::vector<kernel::ContactRecord> records_;  // where `tiles_` says
  std::vector<Vec3> couples_;                   // beside them; empty where no law has any
  std::vector<Scratch> scratch_;                // of each thread
  bool by_hits_ = false;                        // the gather looks for contacts that touch
  bool sifted_ = false;  // pairs that do not touch are left out of the blocks
};

}  // namespace scree
