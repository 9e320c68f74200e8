// The engine of a graphics card, for any card (sim/card/plugin_card.hpp says what that is).
//
// On the card: grains and bodies, near pairs with their histories and lists, the laws. A step is
// the list of loops of the engine `rows` (sim/engines/row_engine.hpp), in the same order:
//
//   contacts, walls -> loads of rows -> correct rows -> correct bodies -> move rows, move bodies
//
// where nothing of the host comes in between, all that happens to a row is one loop.
//
// Walls that are values (sim/card/card_walls.hpp) are the card's as well. Contacts at other walls
// and of other shapes are the host's (sim/engines/other_contacts.hpp), as are bonds and force
// sources. The rows that they act on are its guests: they come before the step, and the host goes
// on with their sums where the card ends. So a scene with a mesh pays for the grains near it; one
// with contact points of shapes, scaled dashpots of clumps, bonds or force sources for all grains.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/card/card_state.hpp"
#include "sim/card/card_walls.hpp"
#include "sim/engines/host_engine.hpp"
#include "sim/engines/other_contacts.hpp"
#include "sim/engines/phase_clock.hpp"
#include "sim/lists/row_order.hpp"

namespace scree {

template <class Card>
class CardEngine final : public HostEngine {
 public:
  CardEngine(Card card, const kernel::Kernels& kernels, int threads)
      : HostEngine(kernels, threads),
        card_(std::move(card)),
        state_(card_),
        walls_(card_),
        others_(kernels, threads) {}

  // Of grains and bodies on the card; near pairs come to that.
  static std::uint64_t rows_bytes(const World& w) {
    return w.particles.size() * CardState<Card>::kRowBytes + w.bodies.body.size() * sizeof(Body) +
           w.bodies.primitive.size() * sizeof(Primitive);
  }
  // The others have loops of their own.
  static bool moves(const IntegratorEntry& integrator) { return integrator.taylor_predictor; }

  // What is new on the host goes over when the card needs it next: edits between two runs are
  // collected, and nothing but a run speaks to the card.
  void load(const StepState& s) override {
    news_ = kLists;
    state_.stale = 0;
    others_.load(s.world.particles.size());
    forget_forces(s.near.size());
    loaded_ = true;
  }
  void publish(const StepState& s, Held parts) override {
    if (!loaded_) return;
    if (parts & state_.stale & held::wall_contacts) walls_.give(s);
    state_.give(s, parts);
    if (parts & held::pairs) fetch_pair_forces();
  }
  void edited(const StepState&, Held parts) override { news_ |= parts; }
  ListMaker* list_maker(const StepState& s, bool fresh) override;
  std::vector<std::uint32_t> row_order(const StepState& s) override {
    const Particles& p = s.world.particles;
    return curve_order(p, work_of_rows(s.near, p.size()), 1);
  }

  double predict(const StepState& s, Timers& timers) override {
    const PhaseClock clock(timers, StepPhase::predict);
    bring(s);
    card_.begin_sums({});
    move(s);
    return displacement(card_.sums());
  }
  void deform(const StepState& s, const CellNumbers& increment) override {
    constexpr Held parts = held::positions | held::velocities;
    state_.give(s, parts);
    HostEngine::deform(s, increment);
    news_ |= parts;
  }
  StepTotals step(const StepState& s, const StepOrders& orders, Timers& timers) override;

  double gravity_power(const StepState& s) const override {
    state_.give(s, held::velocities);
    return HostEngine::gravity_power(s);
  }
  double source_power(const StepState& s) const override {
    state_.give(s, held::velocities);
    return HostEngine::source_power(s);
  }
  CellNumbers virial(const StepState& s) const override {
    state_.give(s, held::positions | held::velocities | held::pairs);
    fetch_pair_forces();
    return HostEngine::virial(s);
  }
  std::span<const kernel::ContactForce> pair_forces() const override {
    fetch_pair_forces();
    return HostEngine::pair_forces();
  }
  void drop_pairs(std::span<const std::uint32_t> kept) override {
    fetch_pair_forces();
    HostEngine::drop_pairs(kept);
  }
  void put_pair_forces(std::vector<kernel::ContactForce> forces) override {
    forces_here_ = true;
    HostEngine::put_pair_forces(std::move(forces));
  }
  std::size_t memory_bytes() const override {
    return HostEngine::memory_bytes() + card_.memory_bytes();
  }

 private:
  template <class T>
  using Array = typename Card::template Array<T>;

  static constexpr Held kLists = held::everything + 1;  // rows and lists are others

  void bring(const StepState& s);
  void list_guests();
  bool all_are_guests(const StepState& s) const;
  void receive_guests(const StepState& s);
  void finish_guests(const StepState& s);
  void move(const StepState& s);
  static double displacement(const CardSums& sums) {
    return std::max(std::sqrt(sums.most(card::kPredicted2)), sums.most(card::kPredicted));
  }
  void run_contacts(const StepState& s, std::size_t pairs, const RowContactArgs& args);

  void forget_forces(std::size_t pairs) {
    forget_pair_forces(pairs);
    forces_here_ = true;
  }
  // The forces of the last step, which may still be on the card.
  void fetch_pair_forces() const {
    if (!std::exchange(forces_here_, true)) state_.fetch_forces(kept_forces_);
  }

  mutable Card card_;
  mutable CardState<Card> state_;
  CardWalls<Card> walls_;
  OtherContacts others_;
  bool loaded_ = false;
  Held news_ = 0;  // what the host has changed
  mutable bool forces_here_ = true;
  kernel::ContactForce* kept_forces_ = nullptr;  // where the host wants them

  // Rows with contacts at walls of the host.
  std::vector<card::Guest> guests_;
  std::vector<RowLoad> guest_loads_;
  Array<std::uint32_t> guest_list_{card_};
  Array<card::Guest> guest_room_{card_};
  Array<RowLoad> load_room_{card_};
  Array<double> damping_{card_};  // of near pairs
};

template <class Card>
void CardEngine<Card>::bring(const StepState& s) {
  const Held news = std::exchange(news_, 0);
  if (news & kLists) {
    state_.take_rows(s);
    state_.take_pairs(s);
    walls_.take(s);
    list_guests();
  } else if ((news & held::everything) == held::everything) {
    state_.take_rows(s);  // before lists that fit to them
    if (s.near.size() == state_.near.owner.size()) state_.take(s, held::pairs);
    walls_.take(s);
    list_guests();
  } else if (news != 0) {
    state_.take(s, news);
    if (news & held::wall_contacts) walls_.take(s), list_guests();
  }
}

// Lists of balls that are no part of anything, in a box that keeps its shape: all others need to
// know more of a row than the loops of cell_loops.hpp do.
template <class Card>
ListMaker* CardEngine<Card>::list_maker(const StepState& s, bool fresh) {
  const World& w = s.world;
  if (!w.bodies.empty() || w.bonds.size() > 0 || w.deforms() || s.sources.acts()) return nullptr;
  if (w.detect.method != "auto") return nullptr;  // the detector that was asked for
  if (fresh) load(s);
  bring(s);
  state_.use_lists(s);
  return &state_.lists;
}

template <class Card>
void CardEngine<Card>::list_guests() {
  const std::vector<std::uint32_t>& rows = walls_.host_rows();
  guests_.resize(rows.size()), guest_loads_.resize(rows.size());
  card_.send(rows.data(), rows.size(), guest_list_);
  guest_room_.resize(rows.size()), load_room_.resize(rows.size());
}

template <class Card>
bool CardEngine<Card>::all_are_guests(const StepState& s) const {
  return !s.points.empty() || s.world.bonds.size() > 0 || s.sources.acts() ||
         !s.world.bodies.empty();
}

// The host's arrays get the rows that it works on.
template <class Card>
void CardEngine<Card>::receive_guests(const StepState& s) {
  constexpr Held needed = held::positions | held::orientations | held::velocities;
  if (all_are_guests(s)) return state_.give(s, needed);
  // Any of them: the host may have asked for some, to measure displacements.
  const std::vector<std::uint32_t>& rows = walls_.host_rows();
  if (rows.empty() || (state_.stale & needed) == 0) return;
  card_.run(rows.size(), card::PackLoop{state_.rows(s), guest_list_.data(), guest_room_.data()});
  card_.fetch(guest_room_, guests_.data());
  Particles& p = s.world.particles;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const std::uint32_t row = rows[k];
    const card::Guest& g = guests_[k];
    p.xr[row].x = g.x, p.vm[row].v = g.v, p.ws[row].omega = g.omega, p.q[row] = g.q;
  }
}

// Adds to the sums of the guests what the host has found.
template <class Card>
void CardEngine<Card>::finish_guests(const StepState& s) {
  const WallContacts& contacts = s.walls.contacts;
  std::size_t entry = 0;
  if (all_are_guests(s)) {
    const std::size_t count = s.world.particles.size();
    std::vector<Vec3> f(count), tq(count);
    card_.fetch(state_.f_next, f.data()), card_.fetch(state_.tq_next, tq.data());
    for (std::uint32_t row = 0; row < count; ++row) {
      while (entry < contacts.entries.size() && contacts.entries[entry].row < row) ++entry;
      RowLoad load{f[row], tq[row]};
      add_other_forces(s, row, entry, load, !walls_.has(row));
      f[row] = load.f, tq[row] = load.tq;
    }
    card_.send(f.data(), count, state_.f_next), card_.send(tq.data(), count, state_.tq_next);
    return;
  }
  const std::vector<std::uint32_t>& rows = walls_.host_rows();
  if (rows.empty()) return;
  card_.run(rows.size(), card::PackLoadLoop{guest_list_.data(), state_.f_next.data(),
                                            state_.tq_next.data(), load_room_.data()});
  card_.fetch(load_room_, guest_loads_.data());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    while (contacts.entries[entry].row < rows[k]) ++entry;
    add_other_forces(s, rows[k], entry, guest_loads_[k]);
  }
  card_.send(guest_loads_.data(), guest_loads_.size(), load_room_);
  card_.run(rows.size(), card::PutLoadLoop{guest_list_.data(), load_room_.data(),
                                           state_.f_next.data(), state_.tq_next.data()});
}

// The loop for the law that all contacts of grains have, if there is one.
template <class Card>
void CardEngine<Card>::run_contacts(const StepState& s, std::size_t pairs,
                                    const RowContactArgs& args) {
  const std::vector<kernel::PairLaw>& laws = s.laws.laws;
  bool ran = false;
  const auto try_law = [&]<class Known>(Known*) {
    ran = ran || (!laws.empty() && std::all_of(laws.begin(), laws.end(), Known::is) &&
                  (card_.run(pairs, card::ContactLoop<Known>{args}), true));
  };
  const auto try_all = [&]<class... Known>(TypeList<Known...>) {
    (try_law(static_cast<Known*>(nullptr)), ...);
  };
  try_all(card::KnownLaws{});
  if (!ran) card_.run(pairs, card::ContactLoop<AnyLaw>{args});
}

template <class Card>
void CardEngine<Card>::move(const StepState& s) {
  card_.run(state_.xr.size(), card::MoveLoop{state_.rows(s)});
  if (state_.body.size() > 0) card_.run(state_.body.size(), card::MoveBodyLoop{state_.bodies(s)});
  state_.stale |= held::positions | held::orientations | held::velocities;
}

template <class Card>
StepTotals CardEngine<Card>::step(const StepState& s, const StepOrders& orders, Timers& timers) {
  const bool trapezoid = s.integrator.trapezoid_corrector, power = s.gravity_works;
  const auto timed = [&](StepPhase phase, auto work) {
    const PhaseClock clock(timers, phase);
    work();
  };
  kernel::LossSum others;
  bring(s);
  if (walls_.refresh(s)) {  // a belt began to move, a wall became free
    publish(s, held::wall_contacts);
    walls_.take(s);
    list_guests();
  }
  card_.begin_sums(s.loss_magic);
  state_.take_laws(s);
  timed(StepPhase::touch, [&] {
    receive_guests(s);
    // Where the card has all walls, the host has nothing to look at.
    if (all_are_guests(s) || !walls_.host_rows().empty())
      others_.touch(s, orders.dt, others, walls_.here());
  });
  timed(StepPhase::apply_law, [&] {
    const std::size_t pairs = state_.near.owner.size();
    if (!orders.predict_next) forget_pair_forces(pairs);
    kept_forces_ = pair_forces_of(orders);
    forces_here_ = kept_forces_ == nullptr;
    const double* damping = nullptr;
    if (!s.world.bodies.empty() && others_.damping() != nullptr) {
      card_.send(others_.damping(), pairs, damping_);
      damping = damping_.data();
    }
    card_.run_beside(walls_.size(),
                     walls_.loop(s, state_.xr.data(), state_.vm.data(), state_.ws.data(),
                                 state_.laws.data(), state_.law_of.data(), orders.dt));
    run_contacts(s, pairs, state_.contacts(s, orders.dt, damping));
  });
  const card::RowLoads loads{state_.gather(), walls_.loads()};
  const card::CorrectLoop corrector{
      state_.rows(s),
      state_.f_next.data(),
      state_.tq_next.data(),
      {s.gravity, s.world.damping, s.world.rotational_damping, s.world.dt},
      orders.keep_only,
      trapezoid,
      power};
  const bool alone = state_.body.size() == 0 && walls_.host_rows().empty() && !all_are_guests(s);
  if (alone)
    timed(StepPhase::gather, [&] {
      const card::RowLoop row{loads, corrector, orders.predict_next};
      card_.run(state_.xr.size(), row);
      state_.lists.add_crowds(loads.args, loads.walls, state_.f_next.data(), state_.tq_next.data());
      card_.run(state_.lists.crowds(), card::ListedRowLoop{row, state_.lists.crowded()});
    });
  if (!alone)
    timed(StepPhase::gather, [&] {
      card_.run(state_.xr.size(),
                card::LoadLoop{loads, state_.f_next.data(), state_.tq_next.data()});
      state_.lists.add_crowds(loads.args, loads.walls, state_.f_next.data(), state_.tq_next.data());
      finish_guests(s);
    });
  if (!alone)
    timed(StepPhase::correct, [&] {
      card_.run(state_.xr.size(), corrector);
      if (state_.body.size() > 0)
        card_.run(state_.body.size(),
                  card::CorrectBodyLoop{state_.bodies(s), orders.keep_only, trapezoid, power,
                                        !orders.predict_next});
    });
  state_.stale = held::everything & ~held::points;
  StepTotals out;
  if (orders.predict_next && !alone) timed(StepPhase::predict, [&] { move(s); });
  CardSums sums;
  timed(StepPhase::correct, [&] { sums = card_.sums(); });
  if (orders.predict_next) out.predicted = displacement(sums);
  for (std::size_t k = 0; k < out.lost.size(); ++k)
    out.lost[k] = sums.sum(static_cast<int>(k)), out.lost[k] += others.value[k];
  out.background = sums.sum(card::kBackground);
  out.gravity_power = sums.sum(card::kRowPower).value() + sums.sum(card::kBodyPower).value();
  out.deepest = std::max(sums.most(card::kDeepest), others.deepest);
  out.touching = sums.touching();
  return out;
}

}  // namespace scree
