// What engines have in common whose rows are the arrays of the world itself.
#pragma once

#include "base/memory.hpp"
#include "sim/engines/engine.hpp"

namespace scree {

class HostEngine : public Engine {
 public:
  HostEngine(const kernel::Kernels& kernels, int threads) : kernels_(kernels), threads_(threads) {}

  void publish(const StepState&, Held) override {}
  void edited(const StepState&, Held) override {}
  void drop_pairs(std::span<const std::uint32_t> kept) override;
  void deform(const StepState& s, const CellNumbers& increment) override;
  double gravity_power(const StepState& s) const override;
  double source_power(const StepState& s) const override;
  CellNumbers virial(const StepState& s) const override;
  std::span<const kernel::ContactForce> pair_forces() const override;
  void put_pair_forces(std::vector<kernel::ContactForce> forces) override;
  std::size_t memory_bytes() const override {
    return force_.capacity() * sizeof(kernel::ContactForce);
  }

 protected:
  // Room for the forces of so many near pairs; they are not known until a step.
  void forget_pair_forces(std::size_t pairs);
  // Where the step that begins now puts them; null: it keeps none.
  kernel::ContactForce* pair_forces_of(const StepOrders& orders);

  const kernel::Kernels& kernels_;
  const int threads_;

 private:
  RawVector<kernel::ContactForce> force_;  // of each near pair
  bool known_ = false;                     // those of the last step
};

}  // namespace scree
