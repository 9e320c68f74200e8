// Latching springs, `walton-braun` and `pournin`: restitution, books, loading again.
#include <gtest/gtest.h>

#include <numbers>

#include "head_on.hpp"
#include "laws/catalog/normal/linear.hpp"
#include "laws/catalog/normal/pournin.hpp"
#include "laws/catalog/normal/walton_braun.hpp"
#include "params.hpp"
#include "parts.hpp"

namespace scree::laws::test {
namespace {

using normal::Pournin;
using normal::WaltonBraun;
using std::numbers::pi;

constexpr double kLatchBar = 5e-3;  // of the issue; what is reached is said at each test

template <class N>
N latching(const ParamSet& set) {
  const Result<N> made = N::make({set, set, set, set});
  EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().message);
  return *made;
}
ParamSet with(ParamSet set, std::initializer_list<std::pair<std::string_view, double>> more) {
  for (const auto& [name, value] : more) set.set(name, value);
  return set;
}
Pournin pournin(double e, std::initializer_list<std::pair<std::string_view, double>> more = {}) {
  return latching<Pournin>(
      with(params({{"stiffness", 1e4}, {"restitution", e}, {"return_share", 0.05}, {"reserve", 2}}),
           more));
}
WaltonBraun walton_braun(double e) {
  return latching<WaltonBraun>(params({{"stiffness", 1e4}, {"restitution", e}}));
}

template <class N>
NormalForce at(const N& law, History& h, double d, double dt = 1e-6) {
  const Touch c{.n = {1, 0, 0}, .delta = d, .m_eff = 0.01, .r_eff = 0.005, .dt = dt};
  return law(c, h.data());
}

// 2000 steps per contact time leave about 1e-6; 50 steps (the engine's default) 2e-3.
TEST(WaltonBraun, rebounds_as_asked_at_any_speed_and_mass_ratio) {
  for (const double e : {0.05, 0.1, 0.3, 0.5, 0.8, 0.95, 1.0})
    for (const double v : {1e-4, 1e-2, 1.0, 30.0})
      for (const double ratio : {1.0, 1e3, 1e6}) {
        const double m_eff = 0.01 * ratio / (1 + ratio);
        const WaltonBraun stiff = walton_braun(e);
        const auto timed =
            latching<WaltonBraun>(params({{"contact_time", 1e-3}, {"restitution", e}}));
        EXPECT_NEAR(restitution(stiff, m_eff, 0.005, v, 2000), e, 1e-4 * e) << e << " " << v;
        EXPECT_NEAR(restitution(timed, m_eff, 0.005, v, 2000), e, 1e-4 * e) << e << " " << v;
        EXPECT_NEAR(restitution(stiff, m_eff, 0.005, v, 50), e, kLatchBar * e) << e << " " << v;
      }
}

// e = (1 + S v sqrt(m/k_1))^(-1/2): the greatest overlap is v sqrt(m/k_1).
TEST(WaltonBraun, with_a_slope_restitution_falls_with_the_speed) {
  const double k = 1e4, m = 0.01;
  for (const double slope : {1.0, 1e3, 1e5})
    for (const double v : {1e-3, 0.1, 1.0, 10.0}) {
      const auto law = latching<WaltonBraun>(params({{"stiffness", k}, {"slope", slope}}));
      const double e = 1 / std::sqrt(1 + slope * v * std::sqrt(m / k));
      if (e < 0.05) continue;
      EXPECT_NEAR(restitution(law, m, 0.005, v, 2000), e, 1e-4 * e) << slope << " " << v;
      EXPECT_NEAR(restitution(law, m, 0.005, v, 50), e, kLatchBar * e) << slope << " " << v;
    }
}

TEST(WaltonBraun, the_force_lasts_as_long_as_asked) {
  for (const double e : {0.2, 0.7, 1.0}) {
    const auto law = latching<WaltonBraun>(params({{"contact_time", 2e-3}, {"restitution", e}}));
    HeadOn<WaltonBraun> two{.law = law, .m_eff = 0.01, .r_eff = 0.005};
    two.v = 1;
    const double dt = 1e-7;
    int steps = 0;
    do {
      two.step(dt);
      ++steps;
    } while (two.force > 0);
    EXPECT_NEAR(steps * dt, 2e-3, 2e-6) << e;
    // Half a period with the steeper slope, k_2 = k_1/e^2 with k_1 from (1 + e) quarter periods.
    EXPECT_NEAR(law.contact_time(0.01, 0.005, 1), 2e-3 * 2 * e / (1 + e), 1e-12);
  }
}

// The figure of the header, point by point.
TEST(WaltonBraun, latches) {
  const WaltonBraun law = walton_braun(0.5);  // k_2 = 4 k_1
  const double k_1 = 1e4, k_2 = 4e4, d = 1e-4;
  History h{};
  EXPECT_DOUBLE_EQ(at(law, h, d).force, k_1 * d);
  EXPECT_DOUBLE_EQ(at(law, h, 0.9 * d).force, k_1 * d - k_2 * 0.1 * d);
  EXPECT_NEAR(at(law, h, 0.75 * d).force, 0, 1e-12);  // residual overlap d (1 - k_1/k_2)
  EXPECT_EQ(at(law, h, 0.3 * d).force, 0);
  EXPECT_EQ(at(law, h, 0.7 * d).force, 0) << "nothing up to the residual overlap";
  EXPECT_DOUBLE_EQ(at(law, h, 0.95 * d).force, k_1 * d - k_2 * 0.05 * d) << "the same way back";
  EXPECT_EQ(at(law, h, 0.99 * d).dissipated, 0) << "which loses nothing";
  const NormalForce beyond = at(law, h, 2 * d);
  EXPECT_DOUBLE_EQ(beyond.force, k_1 * 2 * d);
  EXPECT_NEAR(beyond.dissipated, 0.5 * k_1 * 3 * d * d * 0.75, 1e-12 * k_1 * d * d);
  EXPECT_EQ(beyond.stiffness, k_2);
}

TEST(WaltonBraun, refuses_what_is_given_twice_or_in_two_ways) {
  const ParamSet timed = params({{"contact_time", 1e-3}, {"restitution", 0.9}});
  const ParamSet stiff = params({{"stiffness", 1e4}, {"restitution", 0.9}});
  const ParamSet sloped = params({{"stiffness", 1e4}, {"slope", 1e3}});
  const ParamSet twice = params({{"stiffness", 1e4}, {"slope", 1e3}, {"restitution", 0.9}});
  const ParamSet slow = params({{"contact_time", 1e-3}, {"slope", 1e3}});
  const ParamSet both = params({{"contact_time", 1e-3}, {"stiffness", 1e4}, {"restitution", 0.9}});
  const ParamSet nothing;
  for (const ParamSet* good : {&timed, &stiff, &sloped})
    EXPECT_TRUE(WaltonBraun::make({*good, *good, *good, *good}).ok());
  for (const auto& [a, b] : {std::pair{&timed, &stiff},
                             {&stiff, &sloped},
                             {&twice, &twice},
                             {&slow, &slow},
                             {&both, &both},
                             {&nothing, &nothing}})
    EXPECT_EQ(WaltonBraun::make({*a, *b, *a, *b}).error().code, "E0315");
}

// The return costs nothing, so a first collision is exact; the reserve is not used.
TEST(Pournin, rebounds_as_asked_at_any_speed_and_mass_ratio) {
  for (const double e : {0.1, 0.3, 0.5, 0.8, 0.95, 1.0})
    for (const double v : {1e-4, 1e-2, 1.0, 30.0})
      for (const double ratio : {1.0, 1e3, 1e6}) {
        const double m_eff = 0.01 * ratio / (1 + ratio);
        const Pournin stiff = pournin(e);
        ParamSet set = params(
            {{"contact_time", 1e-3}, {"restitution", e}, {"return_share", 0.2}, {"reserve", 1}});
        const auto timed = latching<Pournin>(set);
        EXPECT_NEAR(restitution(stiff, m_eff, 0.005, v, 2000), e, 1e-4 * e) << e << " " << v;
        EXPECT_NEAR(restitution(timed, m_eff, 0.005, v, 2000), e, 1e-4 * e) << e << " " << v;
        EXPECT_NEAR(restitution(stiff, m_eff, 0.005, v, 50), e, kLatchBar * e) << e << " " << v;
      }
}

// A contact that is struck again and again: whenever its force has fallen to `share` of the last
// peak, both bodies get the speed v again, n times. Every loading then has the work m v^2/2, so
// (n + 1)(1 - e^2) m v^2/2 should be lost in all. Struck with `again` v, where that is too little
// to come back to the curve of the first loading, each further loading should lose 1 - e_r^2.
template <class N>
double lost_in_reloadings(const N& law, double e, double e_r, int n, double share, int steps,
                          double again = 1) {
  HeadOn<N> two{.law = law, .m_eff = 0.01, .r_eff = 0.005};
  const double v = 1, dt = law.contact_time(two.m_eff, two.r_eff, v) / steps;
  const double one = 0.5 * two.m_eff * v * v;
  two.d = -0.5 * v * dt, two.v = v;
  double put_in = one, peak = 0;
  for (int left = n;;) {
    two.step(dt);
    if (two.d <= 0 && two.v < 0) break;
    peak = std::max(peak, two.force);
    if (left == 0 || two.v > 0 || two.force > share * peak) continue;
    put_in += again * again * one - 0.5 * two.m_eff * two.v * two.v;
    two.v = again * v;
    peak = two.force;
    --left;
  }
  const double asked = one * ((1 - e * e) + n * again * again * (1 - e_r * e_r));
  return (put_in - 0.5 * two.m_eff * two.v * two.v) / asked;
}

TEST(Pournin, loses_what_is_asked_however_often_it_is_loaded_again) {
  for (const double e : {0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95})
    for (const double share : {0.02, 0.1, 0.3, 0.5, 0.8})
      for (int n = 1; n <= 10; ++n) {
        EXPECT_NEAR(lost_in_reloadings(pournin(e), e, e, n, share, 1000), 1, 0.01)
            << "e " << e << " share " << share << " n " << n;
        EXPECT_NEAR(lost_in_reloadings(pournin(e), e, e, n, share, 50), 1, 0.02)
            << "e " << e << " share " << share << " n " << n;
      }
}

TEST(Pournin, a_reloading_may_lose_another_share) {
  for (const double e : {0.3, 0.5, 0.8})
    for (const double e_r : {0.8, 0.9, 1.0})
      for (int n = 1; n <= 10; ++n)
        EXPECT_NEAR(lost_in_reloadings(pournin(e, {{"reload_restitution", e_r}}), e, e_r, n, 0.3,
                                       1000, 0.3 * e),
                    1, 0.02)
            << e << " " << e_r << " " << n;
  const ParamSet more = with(params({{"stiffness", 1e4}, {"restitution", 0.8}}),
                             {{"reload_restitution", 0.7}, {"return_share", 0.1}, {"reserve", 2}});
  EXPECT_EQ(Pournin::make({more, more, more, more}).error().code, "E0318");
}

TEST(Pournin, linear_and_walton_braun_do_not) {
  const double e = 0.5;
  const auto linear = latching<normal::Linear>(params({{"stiffness", 1e4}, {"restitution", e}}));
  for (int n = 1; n <= 10; ++n) {
    EXPECT_LT(lost_in_reloadings(linear, e, e, n, 0.5, 1000), 0.95) << n;
    EXPECT_LT(lost_in_reloadings(walton_braun(e), e, e, n, 0.5, 1000), 0.95) << n;
  }
}

// No path, however rough, makes a slope steeper than the time step was chosen for, lowers the force
// below the return, or gains.
TEST(Pournin, slopes_stay_below_the_steepest_on_any_path) {
  for (const double e : {0.1, 0.5, 0.9, 1.0})
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Numbers numbers(seed);
      const Pournin law = pournin(e, {{"reload_restitution", numbers.between(e, 1)}});
      const double most = 1e4 * (law.steepest + law.back) * (1 + 1e-6);
      History h{};
      double d = 1e-5, f = at(law, h, d).force;
      for (int i = 0; i < 5000; ++i) {
        const double next =
            std::max(0.0, d + numbers.between(-1, 1) * numbers.log_between(1e-9, 1e-5));
        const NormalForce n = at(law, h, next);
        ASSERT_LE(std::abs(n.force - f), most * std::abs(next - d) + 1e-12) << seed << " " << i;
        ASSERT_GE(n.force, 1e4 * law.back * next * (1 - 1e-12));
        ASSERT_LE(n.force, 1e4 * next * (1 + 1e-12) + 1e-13) << "the virgin curve is the strongest";
        ASSERT_GE(n.dissipated, 0);
        d = next, f = n.force;
      }
    }
}

// A load that trembles lets a contact sink, but not beyond what the return carries.
TEST(Pournin, the_return_bounds_the_overlap_and_leaves_none_behind) {
  const Pournin law = pournin(0.5, {{"return_share", 0.2}});
  HeadOn<Pournin> two{.law = law, .m_eff = 0.01, .r_eff = 0.005};
  const double dt = law.contact_time(0.01, 0.005, 1) / 50, weight = 0.1;
  for (int i = 0; i < 400000; ++i) {
    two.load = weight * (1 + 0.5 * std::sin(0.05 * i));
    two.step(dt);
  }
  const double bound = 1.5 * weight / (1e4 * law.back);
  EXPECT_LT(two.deepest, 1.1 * bound);
  two.load = 0;
  for (int i = 0; i < 10000 && two.d > 0; ++i) two.step(dt);
  EXPECT_LE(two.d, 0) << "parts by itself";
}

// With work by the trapezoid rule, that of the engine's step, the books of a path without kinks are
// exact to rounding.
TEST(Latching, books_are_exact_between_kinks) {
  const auto check = [](const auto& law) {
    History h{};
    double work = 0, lost = 0, d = 0, f = 0, stored = 0;
    const auto go = [&](double to) {
      const Touch c{.n = {1, 0, 0}, .delta = to, .m_eff = 0.01, .r_eff = 0.005, .dt = 1e-6};
      const NormalForce n = law(c, h.data());
      work += 0.5 * (f + n.force) * (to - d);
      lost += n.dissipated;
      d = to, f = n.force;
      stored = law.stored(c, n, h.data());
      EXPECT_NEAR(work, stored + lost, 1e-13 * work);
    };
    for (int i = 1; i <= 100; ++i) go(1e-6 * i);
    for (int i = 100; i >= 90; --i) go(1e-6 * i);
    for (int i = 90; i <= 100; ++i) go(1e-6 * i);
    EXPECT_GT(lost, 0);
  };
  check(walton_braun(0.7));
  check(pournin(0.7));
}

// The engine asks so for what a contact holds that has ended: nothing here, and it must not be
// booked.
TEST(Latching, nothing_is_held_at_the_end) {
  const auto check = [](const auto& law) {
    for (const double low : {1e-6, 9e-5}) {  // the last overlap before it ended
      History h{};
      at(law, h, 1e-4);
      const NormalForce n = at(law, h, low);
      const NormalForce last{.stiffness = n.stiffness, .stiffness_before = n.stiffness};
      const Touch end{.m_eff = 0.01, .r_eff = 0.005};
      EXPECT_EQ(law.stored(end, last, h.data()), 0) << law.info.name << " " << low;
    }
  };
  check(walton_braun(0.5));
  check(walton_braun(1.0));
  check(pournin(0.5));
  check(pournin(1.0));
}

// A packing that starts in contact: dt = 0, nothing is booked, later unloading gives back what was
// stored.
TEST(Latching, a_contact_that_starts_with_an_overlap_has_lost_nothing_yet) {
  const auto check = [](const auto& law) {
    History h{};
    const NormalForce n = at(law, h, 1e-4, 0);
    EXPECT_DOUBLE_EQ(n.force, 1.0);
    EXPECT_EQ(n.dissipated, 0);
    const NormalForce again = at(law, h, 1e-4, 0);
    EXPECT_EQ(again.force, n.force);
  };
  check(walton_braun(0.5));
  check(pournin(0.5));
}

}  // namespace
}  // namespace scree::laws::test
