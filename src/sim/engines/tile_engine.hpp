// The engine of the processor's cores: every thread works through its own run of tiles
// (sim/engines/tiles.hpp).
#pragma once

#include <vector>

#include "sim/engines/body_tiles.hpp"
#include "sim/engines/clump_damping.hpp"
#include "sim/engines/host_engine.hpp"
#include "sim/engines/tiles.hpp"
#include "sim/world/run_options.hpp"

namespace scree {

class TileEngine final : public HostEngine {
 public:
  TileEngine(const kernel::Kernels& kernels, int threads, GatherBy gather_by, std::size_t laws);

  void load(const StepState& s) override;
  std::vector<std::uint32_t> row_order(const StepState& s) override;
  void publish(const StepState& s, Held parts) override;
  void edited(const StepState&, Held) override { marked_ = false; }
  double predict(const StepState& s, Timers& timers) override;
  StepTotals step(const StepState& s, const StepOrders& orders, Timers& timers) override;
  std::size_t memory_bytes() const override {
    return HostEngine::memory_bytes() + links_.memory_bytes() +
           kinds_.capacity() * sizeof(std::uint16_t);
  }

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
  void number_kinds(const StepState& s);
  void mark_touched(const NearList& near);
  void choose_paths(const StepState& s);
  kernel::ContactArgs contact_args(const StepState& s, double dt);
  static ThreadTotals reduce(const std::vector<ThreadTotals>& all);
  static void share_time(const ThreadTotals& all, double seconds, Timers& timers);

  const GatherBy gather_by_;
  Tiles tiles_;
  TileLinks links_;
  // Of a contact: number of the pair's law, and kernel::kTouched as NearList::last says. That bit
  // is only kept by steps that use it, not by those who edit contacts.
  RawVector<std::uint16_t> kinds_;
  bool marked_ = false;        // it is kept
  bool looked_ahead_ = false;  // the last step did: balls of bodies have no orientation yet
  BodyTiles bodies_;
  ClumpDamping damping_;
  std::vector<std::uint64_t> members_;  // rows of bodies, a bit each; empty where there are none
  std::vector<std::uint8_t> locked_;    // slices with rows that lack freedoms; empty: none has
  std::vector<kernel::ContactRecord> records_;  // where `tiles_` says
  std::vector<Vec3> couples_;                   // beside them; empty where no law has any
  std::vector<Scratch> scratch_;                // of each thread
  bool by_hits_ = false;                        // the gather looks for contacts that touch
  bool sifted_ = false;  // pairs that do not touch are left out of the blocks
};

}  // namespace scree
