// The engine that goes one contact, one row, one body after the other, with plain functions of
// values: the oracle of the fast engine, and what an engine for a graphics card is made from.
//
// A step is a list of loops, each over things that do not see each other's answers:
//
//   others      contact points of shapes, scales of clumps' dashpots, contacts at walls
//               (sim/engines/other_contacts.hpp)
//   contacts    of each near pair: its record, its history         row_contact()
//   gather      of each row: the sum of what acts on it            row_load()
//   correct     of each row, of each body: velocities
//   predict     of each row, of each body: positions, if ordered
//
// Contacts are computed once and gathered, not once for both of their rows: divisions and square
// roots, the expensive part, are made once; one thread per contact has nothing to wait for where
// rows have different numbers of neighbours; whatever computes a contact is the only one who reads
// or writes its history, which so needs neither a second buffer nor atomics. Price: a record of 64
// bytes per near pair, written once and read twice.
#pragma once

#include <vector>

#include "sim/engines/host_engine.hpp"
#include "sim/engines/other_contacts.hpp"
#include "sim/engines/row_contact.hpp"

namespace scree {

// All contacts of each row in the order of the neighbours' ids: 2 c where the row is the owner of
// contact c, 2 c + 1 where it is the partner.
struct ContactLinks {
  std::vector<std::uint32_t> begin, link;
};
void link_contacts(const NearList& near, const Particles& p, ContactLinks& links);

class RowEngine final : public HostEngine {
 public:
  RowEngine(const kernel::Kernels& kernels, int threads)
      : HostEngine(kernels, threads), others_(kernels, threads) {}

  void load(const StepState& s) override;
  std::vector<std::uint32_t> row_order(const StepState& s) override;
  double predict(const StepState& s, Timers& timers) override;
  StepTotals step(const StepState& s, const StepOrders& orders, Timers& timers) override;
  std::size_t memory_bytes() const override {
    return HostEngine::memory_bytes() +
           (links_.begin.capacity() + links_.link.capacity()) * sizeof(std::uint32_t);
  }

 private:
  struct Totals;

  RowContactArgs contact_args(const StepState& s, const StepOrders& orders);
  void contacts(const StepState& s, const StepOrders& orders, Totals& totals);
  void gather(const StepState& s, const StepOrders& orders, Totals& totals);
  void correct_rows(const StepState& s, const StepOrders& orders, Totals& totals);
  void correct_bodies(const StepState& s, const StepOrders& orders, Totals& totals);
  void book_weight(const StepState& s, const StepOrders& orders, Totals& totals);
  double move(const StepState& s);

  OtherContacts others_;
  ContactLinks links_;
  std::vector<kernel::ContactRecord> records_;  // of each contact
  std::vector<Vec3> couples_;                   // the same; empty where no law has any
  std::vector<Vec3> f_, tq_;                    // of each row, at t + dt
};

}  // namespace scree
