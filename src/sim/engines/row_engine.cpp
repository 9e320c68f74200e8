#include "sim/engines/row_engine.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>

#include "dynamics/taylor.hpp"
#include "sim/engines/body_motion.hpp"
#include "sim/engines/body_system.hpp"
#include "sim/engines/phase_clock.hpp"
#include "sim/engines/row_load.hpp"
#include "sim/engines/row_losses.hpp"
#include "sim/lists/row_order.hpp"

namespace scree {
namespace {

bool is_member(const Particles& p, std::size_t row) { return (p.ws[row].flags & kMember) != 0; }

MotionArgs motion_of_rows(const StepState& s) {
  return {s.world.particles, s.world.wrapping_box(), s.world.dt, s.integrator_state};
}

}  // namespace

// What the loops of a step add up to: all of it is exact or a maximum, so that each thread has its
// own until its share is done.
struct RowEngine::Totals {
  std::array<ExactSum, kernel::kLosses> lost{};
  ExactSum background, power, body_power;
  double deepest = 0;
  std::size_t touching = 0;
  double corrected2 = 0;  // square of the greatest displacement of rows
  double corrected = 0;   // of bodies

  void add(const Totals& other) {
    for (std::size_t k = 0; k < lost.size(); ++k) lost[k] += other.lost[k];
    background += other.background, power += other.power, body_power += other.body_power;
    deepest = std::max(deepest, other.deepest);
    touching += other.touching;
    corrected2 = std::max(corrected2, other.corrected2);
    corrected = std::max(corrected, other.corrected);
  }
  void add(const kernel::LossSum& sum) {
    for (std::size_t k = 0; k < lost.size(); ++k) lost[k] += sum.value[k];
    deepest = std::max(deepest, sum.deepest);
  }
};

namespace {

// work(first, last, totals) for the share of each thread of [0, count).
template <class Totals, class Work>
void share_out(std::size_t count, int threads, Totals& totals, const Work& work) {
#pragma omp parallel num_threads(threads)
  {
    const auto team = static_cast<std::size_t>(omp_get_num_threads());
    const auto me = static_cast<std::size_t>(omp_get_thread_num());
    Totals mine;
    work(count * me / team, count * (me + 1) / team, mine);
#pragma omp critical(scree_row_engine)
    totals.add(mine);
  }
}

}  // namespace

void link_contacts(const NearList& near, const Particles& p, ContactLinks& links) {
  const std::size_t rows = p.size();
  const auto count = static_cast<std::uint32_t>(near.size());
  links.begin.assign(rows + 1, 0);
  for (std::uint32_t c = 0; c < count; ++c)
    ++links.begin[near.owner[c] + 1], ++links.begin[near.other[c] + 1];
  for (std::size_t s = 0; s < rows; ++s) links.begin[s + 1] += links.begin[s];
  links.link.resize(2 * std::size_t{count});
  std::vector<std::uint32_t> next(links.begin.begin(), links.begin.end() - 1);
  for (std::uint32_t c = 0; c < count; ++c) {
    links.link[next[near.owner[c]]++] = 2 * c;
    links.link[next[near.other[c]]++] = 2 * c + 1;
  }
  const auto neighbour = [&](std::uint32_t link) {
    return p.id[(link & 1u) != 0 ? near.owner[link >> 1] : near.other[link >> 1]];
  };
#pragma omp parallel for schedule(static)
  for (std::size_t s = 0; s < rows; ++s)
    std::sort(links.link.begin() + links.begin[s], links.link.begin() + links.begin[s + 1],
              [&](std::uint32_t a, std::uint32_t b) { return neighbour(a) < neighbour(b); });
}

// As for one thread of the tile engine: neighbours are near each other.
std::vector<std::uint32_t> RowEngine::row_order(const StepState& s) {
  const Particles& p = s.world.particles;
  return curve_order(p, work_of_rows(s.near, p.size()), 1);
}

void RowEngine::load(const StepState& s) {
  const std::size_t rows = s.world.particles.size();
  link_contacts(s.near, s.world.particles, links_);
  records_.assign(s.near.size(), {});
  couples_.assign(s.laws.any_couple ? s.near.size() : 0, {});
  f_.resize(rows), tq_.resize(rows);
  others_.load(rows);
  forget_pair_forces(s.near.size());
}

RowContactArgs RowEngine::contact_args(const StepState& s, const StepOrders& orders) {
  const Particles& p = s.world.particles;
  const PeriodicBox& box = s.world.box;
  return {.xr = p.xr.data(),
          .vm = p.vm.data(),
          .ws = p.ws.data(),
          .owner = s.near.owner.data(),
          .other = s.near.other.data(),
          .history = s.near.history.data(),
          .stride = s.laws.stride,
          .last = s.near.last.data(),
          .records = records_.data(),
          .couple = couples_.empty() ? nullptr : couples_.data(),
          .force = pair_forces_of(orders),
          .laws = s.laws.laws.data(),
          .law_of = s.laws.index.data(),
          .damping = others_.damping(),
          .materials = s.laws.materials,
          .periodic = box.any() && !s.world.deforms(),
          .deforming = s.world.deforms(),
          .length = box.lengths(),
          .inverse_length = box.inverse_lengths(),
          .tilt = box.tilt,
          .stretch = box.stretch,
          .shear = box.shear,
          .lever = s.lever(),
          .dt = orders.dt};
}

void RowEngine::contacts(const StepState& s, const StepOrders& orders, Totals& totals) {
  const RowContactArgs args = contact_args(s, orders);
  share_out(s.near.size(), threads_, totals,
            [&](std::size_t first, std::size_t last, Totals& mine) {
              CutLosses cut(s.loss_magic);
              const auto lose = [&](int channel, double x) {
                mine.lost[static_cast<std::size_t>(channel)].add(x);
              };
              for (std::size_t c = first; c < last; ++c) {
                if (!row_contact_acts(args, static_cast<std::uint32_t>(c))) continue;
                const RowContactTotals of = row_contact(args, static_cast<std::uint32_t>(c));
                mine.touching += of.touching;
                mine.deepest = std::max(mine.deepest, of.depth);
                if (of.touching) cut.add(of.lost, lose);
                if (of.ended)
                  for (std::size_t k = 0; k < mine.lost.size(); ++k)
                    mine.lost[k].add(of.released.channel[k]);
              }
              cut.flush(lose);
            });
}

// Sources in the order of their ranks, each in the order of ids; then weight and damping.
void RowEngine::gather(const StepState& s, const StepOrders&, Totals& totals) {
  const World& w = s.world;
  const Particles& p = w.particles;
  const RowGatherArgs args{.records = records_.data(),
                           .couple = couples_.empty() ? nullptr : couples_.data(),
                           .link_begin = links_.begin.data(),
                           .link = links_.link.data(),
                           .xr = p.xr.data()};
  const FieldForces field{s.gravity, w.damping, w.rotational_damping, w.dt};
  share_out(p.size(), threads_, totals, [&](std::size_t begin, std::size_t end, Totals& mine) {
    std::size_t wall_entry = first_entry(s.walls.contacts, static_cast<std::uint32_t>(begin));
    for (auto row = static_cast<std::uint32_t>(begin); row < end; ++row) {
      RowLoad load = row_load(args, row);
      add_other_forces(s, row, wall_entry, load);
      if (const double loss = add_field_forces(field, p.vm[row], p.ws[row], load); field.damped())
        mine.background.add(rounded_to_24_bits(loss));
      f_[row] = load.f, tq_[row] = load.tq;
    }
  });
}

// Rows of bodies keep what acts on them, for their body.
void RowEngine::correct_rows(const StepState& s, const StepOrders& orders, Totals& totals) {
  Particles& p = s.world.particles;
  const MotionArgs motion = motion_of_rows(s);
  const integrators::MotionRows rows = integrators::motion_rows(motion);
  share_out(p.size(), threads_, totals, [&](std::size_t first, std::size_t last, Totals& mine) {
    for (std::size_t row = first; row < last; ++row) {
      if (orders.keep_only || is_member(p, row))
        p.f[row] = f_[row], p.tq[row] = tq_[row];
      else if (s.integrator.trapezoid_corrector)
        integrators::trapezoid_correct_row(rows, row, f_[row], tq_[row]);
      else
        mine.corrected2 = std::max(mine.corrected2,
                                   s.integrator.correct(motion, row, row + 1, &f_[row], &tq_[row]));
    }
  });
}

void RowEngine::correct_bodies(const StepState& s, const StepOrders& orders, Totals& totals) {
  World& w = s.world;
  const kernel::BodyArgs args = body_args(w, s.gravity);
  const MotionArgs motion = motion_of_rows(s);
  const bool damped = !orders.keep_only && (w.damping > 0 || w.rotational_damping > 0);
  share_out(w.bodies.body.size(), threads_, totals,
            [&](std::size_t first, std::size_t last, Totals& mine) {
              for (std::size_t k = first; k < last; ++k) {
                Body& b = w.bodies.body[k];
                const BodyLoad load = load_of_body(args, b);
                if (damped) mine.background.add(damping_loss(args, b));
                if (orders.keep_only)
                  b.f = load.f, b.tq = load.tq;
                else
                  mine.corrected = std::max(mine.corrected,
                                            correct_body_alone(s.integrator, motion, w, b, load));
                if (s.gravity_works) add_weight_power(b, s.gravity, mine.body_power);
                if (!orders.predict_next) put_rows(b, w);
              }
            });
}

// m v . g with the velocities of t + dt.
void RowEngine::book_weight(const StepState& s, const StepOrders& orders, Totals& totals) {
  if (!s.gravity_works || orders.keep_only) return;
  const Particles& p = s.world.particles;
  share_out(p.size(), threads_, totals, [&](std::size_t first, std::size_t last, Totals& mine) {
    for (std::size_t row = first; row < last; ++row)
      mine.power.add(rounded_to_24_bits(weight_power(p.vm[row], p.ws[row], s.gravity)));
  });
}

// Phase 1: all rows, then all bodies with theirs. Returns the greatest displacement.
double RowEngine::move(const StepState& s) {
  World& w = s.world;
  const Particles& p = w.particles;
  const MotionArgs motion = motion_of_rows(s);
  const integrators::MotionRows rows = integrators::motion_rows(motion);
  double moved2 = 0, moved = 0;
#pragma omp parallel num_threads(threads_)
  {
#pragma omp for schedule(static) reduction(max : moved2)
    for (std::size_t row = 0; row < p.size(); ++row)
      if (!is_member(p, row))
        moved2 = longest(moved2, s.integrator.taylor_predictor
                                     ? integrators::taylor_predict_row(rows, row)
                                     : s.integrator.predict(motion, row, row + 1));
#pragma omp for schedule(static) reduction(max : moved)
    for (std::size_t k = 0; k < w.bodies.body.size(); ++k)
      moved = longest(moved, predict_body_and_rows(s.integrator, motion, w, w.bodies.body[k]));
  }
  return std::max(std::sqrt(moved2), moved);
}

double RowEngine::predict(const StepState& s, Timers& timers) {
  const PhaseClock clock(timers, StepPhase::predict);
  return move(s);
}

StepTotals RowEngine::step(const StepState& s, const StepOrders& orders, Timers& timers) {
  Totals totals;
  const auto timed = [&](StepPhase phase, auto work) {
    const PhaseClock clock(timers, phase);
    work();
  };
  timed(StepPhase::touch, [&] {
    kernel::LossSum others;
    others_.touch(s, orders.dt, others);
    totals.add(others);
  });
  timed(StepPhase::apply_law, [&] { contacts(s, orders, totals); });
  timed(StepPhase::gather, [&] { gather(s, orders, totals); });
  timed(StepPhase::correct, [&] {
    correct_rows(s, orders, totals);
    correct_bodies(s, orders, totals);
    book_weight(s, orders, totals);
  });
  StepTotals out;
  out.lost = totals.lost;
  out.background = totals.background;
  out.gravity_power = totals.power.value() + totals.body_power.value();
  out.deepest = totals.deepest;
  out.touching = totals.touching;
  out.corrected = std::max(std::sqrt(totals.corrected2), totals.corrected);
  if (orders.predict_next) timed(StepPhase::predict, [&] { out.predicted = move(s); });
  return out;
}

}  // namespace scree
