// Kinds of bonds as values: slopes of their energy, momenta, rigid motions, closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"
#include "laws/bond_power.hpp"
#include "laws/bond_registry.hpp"

namespace scree {
namespace {

using namespace laws;

template <class... Ks, class F>
void for_each_kind(TypeList<Ks...>, F&& f) {
  (f.template operator()<Ks>(), ...);
}

template <class Kind>
Kind make_kind(double damping = 0.1) {
  ParamSet given;
  if (Kind::info.name == "power") given.set("a", 2e4), given.set("alpha", 1.7);
  if (Kind::info.name == "lennard-jones") given.set("a", -1500.0), given.set("beta", 4.0);
  if (Kind::info.name == "beam") given.set("young", 1e7);
  given.set("damping", damping);
  return *Kind::make(*with_defaults(Kind::params, given));
}

// Two grains in space.
struct Two {
  Vec3 x1{}, x2{0.0101, 0.0003, -0.0002};
  Quat q1{}, q2{};
  Vec3 v1{}, v2{}, omega1{}, omega2{};

  BondTouch touch(double length) const {
    const Vec3 d = x2 - x1;
    const double x = norm(d), m = 1e-3, i = 0.4 * m * 0.005 * 0.005;
    return {.e = d / x,
            .x = x,
            .length = length,
            .v = v2 - v1,
            .omega1 = omega1,
            .omega2 = omega2,
            .q1 = q1,
            .q2 = q2,
            .r1 = 0.005,
            .r2 = 0.006,
            .inv_mass = 2 / m,
            .inv_inertia = 2 / i,
            .dt = 1e-6};
  }
};

Quat some_turn(const CounterRandom& random, std::uint64_t k, double size) {
  return normalized(Quat{1, size * (random.uniform(k, 0) - 0.5),
                         size * (random.uniform(k, 1) - 0.5),
                         size * (random.uniform(k + 50) - 0.5)});
}

// A bond made at rest between turned grains, then deformed.
template <class Kind>
struct Deformed {
  Two two;
  double length = 0;
  double history[12] = {};
};
template <class Kind>
Deformed<Kind> deformed(const Kind& kind, std::uint64_t seed) {
  const CounterRandom random(seed, 3);
  Deformed<Kind> out;
  out.two.q1 = some_turn(random, 1, 4), out.two.q2 = some_turn(random, 2, 4);
  out.length = kind.rest_length(out.two.touch(0));
  kind.start(out.two.touch(out.length), out.history);
  out.two.q1 = some_turn(random, 3, 0.5) * out.two.q1;
  out.two.q2 = some_turn(random, 4, 0.5) * out.two.q2;
  for (int k = 0; k < 3; ++k)
    out.two.x2[k] += 0.001 * (random.uniform(60 + static_cast<std::uint64_t>(k)) - 0.5);
  return out;
}

TEST(BondKinds, forces_and_couples_are_the_slopes_of_the_stored_energy) {
  for_each_kind(BondKinds{}, []<class Kind>() {
    const Kind kind = make_kind<Kind>(0);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Deformed<Kind> d = deformed(kind, seed);
      const BondForce f = kind(d.two.touch(d.length), d.history);
      const auto energy = [&](const Two& t) { return kind.stored(t.touch(d.length), d.history); };
      const double h = 1e-9, turn = 1e-6;
      const double force = norm(f.force), couple = force * 0.01 + norm(f.couple1);
      for (int k = 0; k < 3; ++k) {
        Vec3 step{};
        step[k] = 1;
        Two a = d.two, b = d.two;
        a.x1 -= h * step, b.x1 += h * step;
        // Differences: h^2 of the third slope, and 1e-16 of the energy over h.
        EXPECT_NEAR(-(energy(b) - energy(a)) / (2 * h), f.force[k], 1e-5 * force)
            << Kind::info.name;
        a = b = d.two;
        a.q1 = turned(a.q1, -turn * step), b.q1 = turned(b.q1, turn * step);
        EXPECT_NEAR(-(energy(b) - energy(a)) / (2 * turn), f.couple1[k], 1e-6 * couple);
        a = b = d.two;
        a.q2 = turned(a.q2, -turn * step), b.q2 = turned(b.q2, turn * step);
        EXPECT_NEAR(-(energy(b) - energy(a)) / (2 * turn), f.couple2[k], 1e-6 * couple);
      }
    }
  });
}

TEST(BondKinds, keep_angular_momentum_with_their_dashpots) {
  for_each_kind(BondKinds{}, []<class Kind>() {
    const Kind kind = make_kind<Kind>(0.3);
    Deformed<Kind> d = deformed(kind, 7);
    d.two.v2 = {1, -2, 3}, d.two.omega1 = {30, 10, -20}, d.two.omega2 = {-5, 40, 15};
    const BondTouch b = d.two.touch(d.length);
    const BondForce f = kind(b, d.history);
    const Vec3 lever = b.x * cross(b.e, f.force + f.viscous);
    const Vec3 sum = f.couple1 + f.couple2 + f.viscous1 + f.viscous2;
    const double scale = b.x * norm(f.force + f.viscous) + norm(f.couple1) + norm(f.viscous1);
    EXPECT_LT(norm(sum - lever), 1e-13 * scale);
    // Dashpots take energy, never give it.
    const double power =
        dot(f.viscous, -b.v) + dot(f.viscous1, b.omega1) + dot(f.viscous2, b.omega2);
    EXPECT_LT(power, 0) << Kind::info.name;
  });
}

TEST(BondKinds, a_rigid_motion_changes_nothing) {
  for_each_kind(BondKinds{}, []<class Kind>() {
    const Kind kind = make_kind<Kind>(0.3);
    Deformed<Kind> d = deformed(kind, 11);
    const BondForce f = kind(d.two.touch(d.length), d.history);
    const CounterRandom random(5, 5);
    const Quat turn = some_turn(random, 9, 7);
    Two moved = d.two;
    moved.x1 = rotate(turn, d.two.x1) + Vec3{0.3, 0.2, 0.1};
    moved.x2 = rotate(turn, d.two.x2) + Vec3{0.3, 0.2, 0.1};
    moved.q1 = turn * d.two.q1, moved.q2 = turn * d.two.q2;
    const BondForce g = kind(moved.touch(d.length), d.history);
    // The distance is a difference of positions: 1e-16 of 0.4 m against the strain.
    const double scale = norm(f.force) + 1;
    EXPECT_LT(norm(g.force - rotate(turn, f.force)), 1e-7 * scale) << Kind::info.name;
    EXPECT_LT(norm(g.couple1 - rotate(turn, f.couple1)), 1e-9 * scale);
    EXPECT_LT(norm(g.couple2 - rotate(turn, f.couple2)), 1e-9 * scale);
    // Turning about any point as one body: no dashpot moves.
    const Vec3 omega{20, -30, 50};
    moved.omega1 = moved.omega2 = omega;
    moved.v1 = cross(omega, moved.x1), moved.v2 = cross(omega, moved.x2);
    const BondForce still = kind(moved.touch(d.length), d.history);
    EXPECT_LT(norm(still.viscous), 1e-9 * scale);
    EXPECT_LT(norm(still.viscous1) + norm(still.viscous2), 1e-11 * scale);
  });
}

TEST(BondKinds, at_rest_nothing_acts) {
  for_each_kind(BondKinds{}, []<class Kind>() {
    const Kind kind = make_kind<Kind>();
    Two two;
    const double length = two.touch(0).x;
    double history[12] = {};
    kind.start(two.touch(length), history);
    const BondForce f = kind(two.touch(length), history);
    const double k = kind.rates(two.touch(length)).along.k;
    EXPECT_LT(norm(f.force), 1e-15 * k * length) << Kind::info.name;
    EXPECT_LT(norm(f.couple1), 1e-15 * k * length * length);
    EXPECT_LE(std::abs(kind.stored(two.touch(length), history)), 1e-15 * k * length * length);
    EXPECT_EQ(f.overload, BondOverload::none);
  });
}

TEST(LennardJones, is_the_force_of_the_thesis) {
  const auto kind = make_kind<bond::LennardJones>(0);
  const double l = 0.011, alpha = 0.2, beta = 4, a = -1500;
  const double b = -alpha / beta * a * std::pow(l, beta - alpha);  // (3.29)
  double history[1];
  Two two;
  kind.start(two.touch(l), history);
  for (const double x : {0.009, 0.0105, 0.011, 0.012, 0.02}) {
    two.x2 = {x, 0, 0};
    // (3.27) is the slope of the potential: a pull on grain 1.
    const double expected =
        -alpha * a * std::pow(x, -alpha - 1) - beta * b * std::pow(x, -beta - 1);
    EXPECT_NEAR(kind(two.touch(l), history).force.x, expected, 1e-12 * 75000);
    const double v = a * std::pow(x, -alpha) + b * std::pow(x, -beta);
    const double v0 = a * std::pow(l, -alpha) + b * std::pow(l, -beta);
    EXPECT_NEAR(kind.stored(two.touch(l), history), v - v0, 1e-12 * std::abs(v0));
  }
  ParamSet p;
  p.set("stiffness", 2e4), p.set("beta", 4.0);
  const auto stiff = *bond::LennardJones::make(*with_defaults(bond::LennardJones::params, p));
  stiff.start(two.touch(l), history);
  two.x2 = {l * (1 + 1e-6), 0, 0};
  EXPECT_NEAR(stiff(two.touch(l), history).force.x, 2e4 * l * 1e-6, 1e-5 * 2e4 * l * 1e-6);
  p.set("beta", 0.1);
  EXPECT_EQ(bond::LennardJones::make(*with_defaults(bond::LennardJones::params, p)).error().code,
            "E0550");
}

TEST(BondPower, is_as_exact_as_it_says) {
  const CounterRandom random(1, 1);
  for (std::uint64_t k = 0; k < 60000; ++k) {
    const double width = k % 3 == 0 ? 0.01 : k % 3 == 1 ? 1 : 20;
    const double y = std::exp(width * (2 * random.uniform(k, 0) - 1));
    const double p = 30 * (random.uniform(k, 1) - 0.5);
    const long double exact = powl(static_cast<long double>(y), static_cast<long double>(p));
    const double t = std::abs(p * std::log(y));
    if (t > 690) continue;
    const auto error = static_cast<double>(fabsl((bond::power_of(y, p) - exact) / exact));
    ASSERT_LE(error, (3 + 2 * t) * 0x1p-52) << y << " " << p;
  }
  EXPECT_EQ(bond::power_of(1, 3.7), 1);
  EXPECT_EQ(bond::power_of(0, 3.7), 0);
  EXPECT_EQ(bond::power_of(0, 0), 1);
  EXPECT_TRUE(std::isinf(bond::power_of(0, -1.2)));
  EXPECT_EQ(bond::power_of(1e-300, 5), 0);
}

}  // namespace
}  // namespace scree
