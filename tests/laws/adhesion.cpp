// Adhesive parts against closed forms: JKR's curve, pull-off and energies; DMT and SJKR.
#include <gtest/gtest.h>

#include <numbers>

#include "laws/catalog/cohesion/dmt.hpp"
#include "laws/catalog/cohesion/sjkr.hpp"
#include "laws/catalog/normal/jkr.hpp"
#include "params.hpp"
#include "parts.hpp"

namespace scree::laws::test {
namespace {

using normal::Jkr;
using std::numbers::pi;

Jkr jkr(double young, double gamma, double restitution = 1) {
  const ParamSet set = params({{"young", young},
                               {"poisson", 0.3},
                               {"restitution", restitution},
                               {"surface_energy", gamma}});
  return *Jkr::make({set, set, set, set});
}

struct At {
  double force, stored, load, a;
};
At at(const Jkr& j, double delta, double r) {
  double h[2] = {1, 0};
  const Touch c{.n = {1, 0, 0}, .delta = delta, .m_eff = 1, .r_eff = r, .dt = 1e-9};
  const NormalForce n = j(c, h);
  return {n.force, j.stored(c, n, h), n.load, n.stiffness / (2 * j.e_eff)};
}

TEST(CubeRoot, is_within_four_units_of_the_last_place) {
  Numbers numbers(3);
  for (int k = 0; k < 200000; ++k) {
    const double x = numbers.log_between(1e-150, 1e150);
    const long double exact = std::cbrt(static_cast<long double>(x));
    const auto error = std::abs(static_cast<double>((cube_root(x) - exact) / exact));
    ASSERT_LE(error, 4 * 2.3e-16) << x;
  }
  EXPECT_EQ(cube_root(0), 0);
}

// The largest root of s^4 - 4 p^3 s = R d, by Newton from above in long double.
long double root(const Jkr& j, double delta, double r) {
  const long double p3 = static_cast<long double>(j.kappa) * r;
  const long double e = static_cast<long double>(r) * delta;
  long double s = 4 * std::cbrt(p3) + std::sqrt(std::sqrt(std::abs(e)));
  for (int k = 0; k < 500; ++k) {
    const long double slope = 4 * (s * s * s - p3);
    const long double next = s - (s * s * s * s - 4 * p3 * s - e) / slope;
    if (!(slope > 0) || !(next < s)) break;
    s = next;
  }
  return s;
}

TEST(Jkr, radius_and_force_are_those_of_the_curve) {
  Numbers numbers(5);
  for (const double r : {1e-7, 1e-5, 1e-3, 1e-1})
    for (const double gamma : {1e-4, 0.05, 5.0}) {
      const Jkr j = jkr(1e8, gamma);
      const double greatest = 3 * pi * gamma * r;  // 3/2 pi w R, w = 2 gamma
      for (int k = 0; k < 3000; ++k) {
        // Down to a millionth of the neck from pull-off: there the root turns with 1/sqrt of the
        // distance: a rounding of t^2, some eps of 3 p^4, is worth 1e3 times that of s, and twice
        // of a.
        const double delta = k % 2 ? -j.neck(r) * (1 - numbers.log_between(1e-6, 1))
                                   : r * numbers.log_between(1e-9, 1e-1);
        const long double s = root(j, delta, r), s3 = s * s * s;
        const At now = at(j, delta, r);
        const double radius = static_cast<double>(s * s);
        const auto force = static_cast<double>(
            j.e_eff / r * s3 * (4.0L / 3 * s3 - 8.0L * j.kappa * static_cast<long double>(r)));
        ASSERT_NEAR(now.a, radius, 1e-11 * radius) << r << " " << gamma << " " << delta;
        ASSERT_NEAR(now.force, force, 1e-11 * (std::abs(force) + greatest)) << delta;
      }
    }
}

TEST(Jkr, pull_off_and_zero_load_are_those_of_the_paper) {
  for (const double r : {1e-6, 1e-3, 1e-1}) {
    const double gamma = 0.05, w = 2 * gamma;
    const Jkr j = jkr(1e7, gamma);
    const double f_c = 1.5 * pi * w * r, e = j.e_eff;
    const double a_0 = std::cbrt(2 * pi * w * r * r / e);  // at no overlap
    EXPECT_NEAR(at(j, 0, r).a, a_0, 1e-12 * a_0);
    EXPECT_NEAR(at(j, 0, r).force, -8.0 / 9.0 * f_c, 1e-12 * f_c);
    EXPECT_NEAR(at(j, 0, r).load, 10.0 / 9.0 * f_c, 1e-12 * f_c);
    const double a_c = a_0 / std::cbrt(16.0);
    EXPECT_NEAR(j.neck(r), 3 * a_c * a_c / r, 1e-12 * a_c * a_c / r);
    EXPECT_NEAR(at(j, -j.neck(r), r).force, -5.0 / 9.0 * f_c, 1e-6 * f_c);
    double least = 0;
    for (int k = 0; k <= 2000; ++k) least = std::min(least, at(j, -j.neck(r) * k / 2000, r).force);
    EXPECT_NEAR(least, -f_c, 1e-6 * f_c);
    // The radius at no load, a^3 = 6 pi w R^2 (3/4 E*)^-1 = 9 pi w R^2/(2 E*), and its overlap.
    const double a_z = std::cbrt(4.5 * pi * w * r * r / e);
    const double d_z = a_z * a_z / r - std::sqrt(2 * pi * w * a_z / e);
    EXPECT_NEAR(at(j, d_z, r).a, a_z, 1e-11 * a_z);
    EXPECT_NEAR(at(j, d_z, r).force, 0, 1e-11 * f_c);
  }
}

TEST(Jkr, without_surface_energy_is_hertz) {
  const Jkr j = jkr(1e7, 0, 0.6);
  const ParamSet set = params({{"young", 1e7}, {"poisson", 0.3}, {"restitution", 0.6}});
  const normal::Hertz hertz = *normal::Hertz::make({set, set, set, set});
  EXPECT_EQ(j.range(0.1), 0);
  Numbers numbers(7);
  for (int k = 0; k < 1000; ++k) {
    Touch c = random_touch(numbers);
    double h[2] = {}, g[1] = {};
    const NormalForce a = j(c, h), b = hertz(c, g);
    EXPECT_NEAR(a.force, b.force, 1e-13 * std::abs(b.force));
    EXPECT_NEAR(a.stiffness, b.stiffness, 1e-13 * b.stiffness);
    EXPECT_NEAR(a.dissipated, b.dissipated, 1e-13 * b.dissipated);
    EXPECT_NEAR(j.stored(c, a, h), hertz.stored(c, b, g), 1e-13 * hertz.stored(c, b, g));
  }
}

TEST(Jkr, the_force_is_the_slope_of_the_energy_and_the_jumps_lose_what_the_paper_says) {
  const double r = 1e-3, gamma = 0.05, w = 2 * gamma;
  const Jkr j = jkr(1e7, gamma);
  const double e = j.e_eff, a_0 = std::cbrt(2 * pi * w * r * r / e), a_c = a_0 / std::cbrt(16.0);
  for (const double x : {-0.9, -0.5, 0.0, 0.7, 3.0, 100.0}) {
    const double step = 1e-5 * j.neck(r), d = x * j.neck(r);
    const double slope = (at(j, d + step, r).stored - at(j, d - step, r).stored) / (2 * step);
    EXPECT_NEAR(slope, at(j, d, r).force, 1e-7 * std::abs(slope)) << x;
  }
  const double in = 0.3 * e * std::pow(a_0, 5) / (r * r),
               off = 3.2 * e * std::pow(a_c, 5) / (r * r);
  EXPECT_NEAR(at(j, 0, r).stored, -in, 1e-11 * in);
  EXPECT_NEAR(at(j, -j.neck(r), r).stored, off, 1e-9 * off);
  // A quasi-static loop: in at no overlap, down to 20 necks, out to pull-off. The work put in is
  // what the two jumps lose.
  double h[2] = {}, work = 0, lost = 0;
  const double deep = 20 * j.neck(r);
  const int n = 200000;
  double last = 0;
  for (const bool down : {true, false}) {
    const double from = down ? 0 : deep, to = down ? deep : -j.neck(r) * (1 - 1e-9);
    for (int k = 0; k < n; ++k) {
      const double way = (to - from) / n;
      const Touch c{.n = {1, 0, 0},
                    .delta = from + (k + 0.5) * way,
                    .delta_dot = way,
                    .m_eff = 1,
                    .r_eff = r,
                    .dt = 1};
      const NormalForce f = j(c, h);
      work += f.force * way;
      lost += f.dissipated;
      last = f.stiffness;
    }
  }
  lost +=
      j.stored({.r_eff = r}, NormalForce{.stiffness = last}, h);  // as the engine asks at the end
  EXPECT_NEAR(work, in + off, 2e-4 * (in + off));
  EXPECT_NEAR(lost, in + off, 2e-4 * (in + off));
}

TEST(Jkr, holds_from_the_first_touch_to_pull_off) {
  const double r = 1e-3;
  const Jkr j = jkr(1e7, 0.05);
  const double none[2] = {}, formed[2] = {1, 0};
  const auto holds = [&](double delta, const double* h) {
    return j.holds(Touch{.delta = delta, .r_eff = r}, h);
  };
  EXPECT_FALSE(holds(-0.1 * j.neck(r), none));
  EXPECT_TRUE(holds(-0.999 * j.neck(r), formed));
  EXPECT_FALSE(holds(-1.001 * j.neck(r), formed));
  EXPECT_GE(j.range(r), j.neck(r));
  EXPECT_GT(j.range(1000 * r), 9 * j.range(r));
}

// Critical speed of sticking, by Runge-Kutta on the curve: a ball that meets a wall faster than
// m v^2/2 = U_in + U_off leaves, with that energy less.
TEST(Jkr, a_collision_loses_the_energy_of_both_jumps) {
  const double r = 1e-4, gamma = 0.05, m = 2500 * 4.0 / 3.0 * pi * r * r * r;
  const Jkr j = jkr(1e8, gamma);
  const double a_0 = std::cbrt(4 * pi * gamma * r * r / j.e_eff), a_c = a_0 / std::cbrt(16.0);
  const double loss = j.e_eff / (r * r) * (0.3 * std::pow(a_0, 5) + 3.2 * std::pow(a_c, 5));
  for (const double share : {0.9, 1.1, 2.0, 10.0}) {
    double d = 0, v = std::sqrt(2 * share * loss / m);
    const double dt = j.contact_time(m, r, v) / 5000;
    // U_in is lost when the contact forms: the well is entered with nothing gained.
    v = std::sqrt(2 * share * loss / m);
    bool free = false;
    for (int k = 0; k < 100000 && !free; ++k) {
      const auto rate = [&](double x) { return -at(j, x, r).force / m; };
      const double k1 = rate(d), k2 = rate(d + 0.5 * dt * v),
                   k3 = rate(d + 0.5 * dt * v + 0.25 * dt * dt * k1),
                   k4 = rate(d + dt * v + 0.5 * dt * dt * k2);
      d += dt * v + dt * dt / 6 * (k1 + k2 + k3);
      v += dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
      free = d < -j.neck(r);
    }
    EXPECT_EQ(free, share > 1) << share;
    if (free) {
      EXPECT_NEAR(0.5 * m * v * v, (share - 1) * loss, 0.01 * loss) << share;
    }
  }
}

TEST(Dmt, pulls_with_two_pi_w_r_while_the_surfaces_touch) {
  const ParamSet set = params({{"surface_energy", 0.05}}), none = params({{"surface_energy", 0}});
  const auto law = *cohesion::Dmt::make({set, set, set, set});
  double h[1] = {1};
  const NormalForce n;
  const double pull = 2 * pi * 0.1 * 0.01;
  EXPECT_DOUBLE_EQ(law(Touch{.delta = 1e-5, .r_eff = 0.01, .dt = 1e-6}, n, h).force, pull);
  EXPECT_EQ(law(Touch{.delta = 0, .r_eff = 0.01, .dt = 1e-6}, n, h).force, 0);
  EXPECT_EQ(law(Touch{.delta = -1e-9, .r_eff = 0.01, .dt = 1e-6}, n, h).force, 0);
  EXPECT_DOUBLE_EQ(law.stored(Touch{.delta = 1e-5, .r_eff = 0.01}, n, h), -pull * 1e-5);
  EXPECT_EQ(cohesion::Dmt::make({set, none, set, none})->per_radius, 0);
}

// Wherever the steps fall, half a swing through the overlap neither gains nor loses: without the
// share of the first and the last step, up to half a step's work is left at each.
TEST(Dmt, a_swing_in_and_out_neither_gains_nor_loses) {
  const ParamSet set = params({{"surface_energy", 0.05}});
  const auto law = *cohesion::Dmt::make({set, set, set, set});
  const double dt = 1e-6, deep = 1e-5, rate = 0.05 / dt, r = 0.01;
  const double of_a_step = law.per_radius * r * deep * rate * dt;
  Numbers numbers(9);
  for (int trial = 0; trial < 200; ++trial) {
    double h[1] = {}, work = 0;
    const double start = -numbers.between(0, 1) * dt;
    for (int k = 0; k < 70; ++k) {
      const double phase = rate * (start + k * dt);
      const double x = deep * std::sin(phase), v = deep * rate * std::cos(phase);
      if (x > 0 && phase < 4)
        work -= law({.delta = x, .delta_dot = v, .r_eff = r, .dt = dt}, {}, h).force * v * dt;
    }
    EXPECT_NEAR(work, 0, 0.01 * of_a_step) << trial;
  }
}

TEST(Sjkr, pulls_in_proportion_to_the_area) {
  const ParamSet set = params({{"energy_density", 1e5}});
  const auto law = *cohesion::Sjkr::make({set, set, set, set});
  const double r = 0.01, d = 1e-5, area = 2 * pi * r * d;
  EXPECT_DOUBLE_EQ(law(Touch{.delta = d, .r_eff = r}, {}, nullptr).force, 1e5 * area);
  EXPECT_EQ(law(Touch{.delta = -d, .r_eff = r}, {}, nullptr).force, 0);
  EXPECT_DOUBLE_EQ(law.stored(Touch{.delta = d, .r_eff = r}, {}, nullptr), -0.5 * 1e5 * area * d);
}

}  // namespace
}  // namespace scree::laws::test
