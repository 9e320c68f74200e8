// Energy of every part: on any path, the work put in is stored or booked as lost, and no loss is
// negative, so no part can be a source.
//
// Paths are driven at the middles t_n = (n + 1/2) dt of N equal steps. The work of a part is the
// sum of F_n . v_n dt, the same midpoint rule that a part uses to book its losses: those cancel
// without error, and what is left is the midpoint rule's error on the stored energy E,
//     dt^2/24 [E''(T) - E''(0)] + O(dt^4)
// for a part that stores in a smooth potential (normal parts), and rounding for springs with
// history, whose book is exact by construction (laws/plane_spring.hpp). Hence the two demands on
// each part: small at N, and either rounding or falling at least threefold when N is doubled
// (fourfold is the rule; the margin is for the next order).
#include <gtest/gtest.h>

#include <numbers>

#include "parts.hpp"

namespace scree::laws::test {
namespace {

using std::numbers::pi;

// A smooth random journey of a contact: the overlap comes from zero and (when closed) returns to
// it, the plane turns, the grains slide and spin.
class Path {
 public:
  Path(std::uint64_t seed, double duration, bool closed) : duration_(duration), closed_(closed) {
    Numbers numbers(seed);
    base_ = random_touch(numbers);
    depth_ = base_.r_eff * numbers.log_between(1e-4, 1e-2);
    ripple_ = numbers.between(0.1, 0.8);
    ripples_ = std::floor(numbers.between(1, 6));
    axis_ = numbers.direction();
    turn_ = numbers.between(-2, 2);
    const double slide = depth_ / duration * numbers.log_between(0.3, 30);
    for (Wave& w : slide_) w = wave(numbers, slide);
    for (Wave& w : spin_) w = wave(numbers, slide / base_.r_eff);
  }

  // The contact at time t; at rest (`still`) to ask for what is stored.
  Touch at(double t, double dt, bool still = false) const {
    Touch c = base_;
    c.dt = dt;
    const double x = pi * t / duration_ * (closed_ ? 1 : 0.5);
    const double xr = 2 * pi * ripples_ * t / duration_;
    const double bump = std::sin(x) * std::sin(x), wavy = 1 + ripple_ * std::sin(xr);
    c.delta = depth_ * bump * wavy;
    c.delta_dot = depth_ / duration_ *
                  (2 * std::sin(x) * std::cos(x) * pi * (closed_ ? 1 : 0.5) * wavy +
                   bump * ripple_ * std::cos(xr) * 2 * pi * ripples_);
    const double half = 0.5 * turn_ * t / duration_;
    const Quat q{std::cos(half), std::sin(half) * axis_.x, std::sin(half) * axis_.y,
                 std::sin(half) * axis_.z};
    c.n = rotate(q, base_.n);
    const Vec3 v{value(slide_[0], t), value(slide_[1], t), value(slide_[2], t)};
    c.v_t = v - dot(v, c.n) * c.n;
    c.w_rel = {value(spin_[0], t), value(spin_[1], t), value(spin_[2], t)};
    if (still) c.delta_dot = 0, c.v_t = c.w_rel = {};
    return c;
  }
  double duration() const { return duration_; }

 private:
  struct Wave {
    double size = 0, turns = 0, phase = 0;
  };
  static Wave wave(Numbers& n, double size) {
    return {n.between(0, size), n.between(0.5, 5), n.between(0, 6)};
  }
  double value(const Wave& w, double t) const {
    return w.size * std::sin(2 * pi * w.turns * t / duration_ + w.phase);
  }
  Touch base_;
  double duration_, depth_ = 0, ripple_ = 0, ripples_ = 0, turn_ = 0;
  bool closed_;
  Vec3 axis_;
  std::array<Wave, 3> slide_, spin_;
};

struct Book {
  double work = 0, lost = 0, stored = 0;
  double through = 0;     // sum of |work| of the steps: what rounding and tolerances scale with
  double least_loss = 0;  // of all steps
  void add(double w, double l) {
    work += w;
    lost += l;
    through += std::abs(w) + std::abs(l);
    least_loss = std::min(least_loss, l);
  }
  double residual() const { return std::abs(work - lost - stored); }
};

template <class N>
Book drive_normal(const N& part, const Path& path, int steps) {
  Book book;
  History h{};
  const double dt = path.duration() / steps;
  for (int i = 0; i < steps; ++i) {
    const Touch c = path.at((i + 0.5) * dt, dt);
    const NormalForce f = part(c, h.data());
    book.add(f.force * c.delta_dot * dt, f.dissipated);
  }
  // The last half step: what a part books by the overlap it has come to, not by the power.
  const Touch end = path.at(path.duration(), dt, true);
  const NormalForce f = part(end, h.data());
  book.add(0, f.dissipated);
  book.stored = part.stored(end, f, h.data());
  return book;
}

// Kinks of a latching spring fall anywhere between two steps, and with them the error: the greatest
// of a few numbers of steps falls as the square of the step where that of one need not.
template <class N>
Book worst_of(const N& part, const Path& path, int steps) {
  Book worst = drive_normal(part, path, steps);
  for (int i = 1; i < 8; ++i) {
    const Book book = drive_normal(part, path, steps + steps * i / 50);
    if (book.residual() > worst.residual()) worst = book;
  }
  return worst;
}

// (work put in, energy lost) of one step of a part.
std::pair<double, double> step_of(const Touch& c, const TangentialForce& f) {
  return {dot(f.force, c.v_t) * c.dt, f.slid + f.dissipated};
}
std::pair<double, double> step_of(const Touch& c, const RollingTorque& f) {
  return {-dot(f.torque, c.w_rel) * c.dt, f.dissipated};
}
std::pair<double, double> step_of(const Touch& c, const TwistingTorque& f) {
  return {-f.torque * dot(c.w_rel, c.n) * c.dt, f.dissipated};
}
std::pair<double, double> step_of(const Touch& c, const CohesionForce& f) {
  return {-f.force * c.delta_dot * c.dt, f.dissipated};
}

template <class N, class P>
Book drive(const N& normal, const P& part, const Path& path, int steps, double shift) {
  Book book;
  History hn{}, h{};
  NormalForce n;
  const double dt = path.duration() / steps;
  for (int i = 0; i < steps; ++i) {
    Touch c = path.at((i + 0.5) * dt, dt);
    c.delta -= shift;
    // The convention of part.hpp for contacts that only cohesion keeps alive.
    n = normal(c, hn.data());
    if (c.delta <= 0) n.force = n.load = 0;
    const auto f = part(c, n, h.data());
    const auto [work, lost] = step_of(c, f);
    book.add(work, lost);
  }
  Touch end = path.at(path.duration(), dt, true);
  end.delta -= shift;
  // At rest and with the stiffness of the last step, the history says what is left.
  book.stored = part.stored(end, n, h.data());
  return book;
}

// Adhesion stores what parting costs, below zero.
template <class P>
constexpr bool adheres() {
  return CohesionPart<P> || (NormalPart<P> && requires(const P& p) { p.range(1.0); });
}

void expect_closed(const Book& coarse, const Book& fine, const std::string& who,
                   bool adheres = false, double falls = 3) {
  const double rounding = 1e-11 * fine.through + 1e-300;
  EXPECT_LE(coarse.residual(), 1e-3 * coarse.through + 1e-300) << who;
  EXPECT_TRUE(fine.residual() <= coarse.residual() / falls || fine.residual() <= rounding)
      << who << ": residual " << coarse.residual() << " -> " << fine.residual() << " of "
      << fine.through;
  for (const Book& book : {coarse, fine}) {
    EXPECT_GE(book.least_loss, 0) << who;
    EXPECT_TRUE(book.stored >= 0 || adheres) << who;
  }
}

TEST(Energy, normal_work_is_stored_or_lost) {
  for_each_part(NormalParts{}, []<class N>() {
    Numbers numbers(41);
    for (const auto& w : normal_ways<N>(numbers))
      for (std::uint64_t seed = 0; seed < 10; ++seed)
        for (const bool closed : {true, false}) {
          const Path path(seed, 1e-2, closed);
          const Book coarse = worst_of(w.part, path, 2000);
          const Book fine = worst_of(w.part, path, 8000);
          // Of a quarter of the step: sixteenfold is the rule, fourfold would be first order.
          expect_closed(coarse, fine, w.name() + " seed " + std::to_string(seed), adheres<N>(), 5);
          EXPECT_GT(coarse.through, 0) << w.name();
          if (closed) {  // nothing is left, so the work is what was lost: never a gain
            EXPECT_LE(fine.stored, 1e-12 * fine.through) << w.name();
            EXPECT_GE(fine.work, -1e-6 * fine.through) << w.name();
          }
        }
  });
}

TEST(Energy, work_of_the_other_parts_is_stored_or_lost) {
  const auto check = [](const auto& normal, const auto& w) {
    for (std::uint64_t seed = 0; seed < 6; ++seed)
      for (const bool closed : {true, false}) {
        const Path path(seed, 1e-2, closed);
        double shift = 0;
        if constexpr (requires { w.part.range(); }) shift = 0.5 * w.part.range();
        expect_closed(drive(normal.part, w.part, path, 1000, shift),
                      drive(normal.part, w.part, path, 2000, shift),
                      w.name() + " beside " + normal.name() + " seed " + std::to_string(seed),
                      adheres<std::decay_t<decltype(w.part)>>());
      }
  };
  for_each_with_normal(TangentialParts{}, check);
  for_each_with_normal(RollingParts{}, check);
  for_each_with_normal(TwistingParts{}, check);
  for_each_with_normal(CohesionParts{}, check);
}

// Rough walks: every step another velocity, overlap and plane. No smoothness to lean on: what is
// stored at the end may not exceed the work put in by more than rounding, whatever the part.
TEST(Energy, random_walks_never_gain) {
  const auto check = [](const auto& normal, const auto& w) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      Numbers numbers(100 + seed);
      History hn{}, h{};
      Book book;
      Touch c = random_touch(numbers);
      NormalForce n;
      // What is stored in a potential of the overlap needs a path that its rate goes along: above.
      if (CohesionPart<std::decay_t<decltype(w.part)>> && w.part.stored(c, n, h.data()) != 0)
        return;
      for (int i = 0; i < 1000; ++i) {
        const bool last = i == 999;
        c.n = normalized(c.n + numbers.between(0, 0.5) * numbers.direction());
        const Vec3 v = last ? Vec3{} : numbers.vector(numbers.log_between(1e-4, 3));
        c.v_t = v - dot(v, c.n) * c.n;
        c.w_rel = last ? Vec3{} : numbers.vector(numbers.log_between(1e-2, 300));
        c.delta = c.r_eff * numbers.log_between(1e-6, 1e-2);
        c.delta_dot = numbers.between(-1, 1);
        n = normal.part(c, hn.data());
        const auto [work, lost] = step_of(c, w.part(c, n, h.data()));
        book.add(work, lost);
      }
      book.stored = w.part.stored(c, n, h.data());
      EXPECT_GE(book.least_loss, 0) << w.name();
      EXPECT_LE(book.residual(), 1e-12 * book.through) << w.name() << " beside " << normal.name();
    }
  };
  for_each_with_normal(TangentialParts{}, check);
  for_each_with_normal(RollingParts{}, check);
  for_each_with_normal(TwistingParts{}, check);
  for_each_with_normal(CohesionParts{}, check);
}

}  // namespace
}  // namespace scree::laws::test
