// Oblique impact of a sphere on a wall: closed form of the sliding branch, measured points.
#include <gtest/gtest.h>

#include <cstdio>
#include <numbers>

#include "laws/registry.hpp"
#include "params.hpp"
#include "sphere_on_plane.hpp"

namespace scree::laws::test {
namespace {

constexpr double degree = std::numbers::pi / 180;

// Aluminium oxide on soda-lime glass (Kharaz, Gorham & Salman 2001).
constexpr double kMu = 0.092, kE = 0.98, kSpeed = 3.9, kRadius = 2.5e-3, kDensity = 4000;

struct Impact {
  double e_n = 0, e_t = 0;  // of the centre's velocity
  double energy_error = 0;  // of the kinetic energy before
};

template <class N, class T>
Impact impact(const N& normal, const T& tangential, double angle, int steps) {
  const double m = 4.0 / 3.0 * std::numbers::pi * kRadius * kRadius * kRadius * kDensity;
  SphereOnPlane<N, T, rolling::None> s{normal, tangential, {}, m, kRadius};
  s.x = {0, kRadius, 0};
  s.v = {kSpeed * std::sin(angle), -kSpeed * std::cos(angle), 0};
  const Vec3 v_0 = s.v;
  const double start = s.energy();
  const double dt = normal.contact_time(m, kRadius, kSpeed * std::cos(angle)) / steps;
  do s.step(dt);
  while (s.overlap() > 0);
  return {-s.v.y / v_0.y, s.v.x / v_0.x, std::abs(s.energy() + s.lost - start) / start};
}

struct Laws {
  normal::Linear linear;
  normal::Hertz hertz;
  tangential::Spring on_linear, on_hertz;
};
Laws laws(double e = kE) {
  const ParamSet t = params({{"contact_time", 1e-5}, {"restitution", e}});
  const ParamSet oxide = params({{"young", 380e9}, {"poisson", 0.23}, {"restitution", e}});
  const ParamSet glass = params({{"young", 70e9}, {"poisson", 0.25}, {"restitution", e}});
  const ParamSet mu = params({{"friction", kMu}});
  return {*normal::Linear::make({t, t, t, t}), *normal::Hertz::make({oxide, glass, oxide, glass}),
          *tangential::Spring::make({mu, mu, t, t}),
          *tangential::Spring::make({mu, mu, oxide, glass})};
}

double sliding_branch(double angle) { return 1 - kMu * (1 + kE) / std::tan(angle); }

// A contact that slides throughout: impulse mu (1 + e) m v_n. Beyond tan(angle) = 7/2 mu (1 + e) a
// rigid sphere slides to the end: here from 32.5 degrees.
TEST(ObliqueImpact, follows_the_sliding_branch) {
  const Laws l = laws();
  for (const double deg : {39.5, 49.6, 60.0, 71.1, 79.2, 85.2, 89.0}) {
    const double theory = sliding_branch(deg * degree);
    const Impact linear = impact(l.linear, l.on_linear, deg * degree, 2000);
    const Impact hertz = impact(l.hertz, l.on_hertz, deg * degree, 2000);
    EXPECT_NEAR(linear.e_t, theory, 1e-3 * theory) << deg;
    EXPECT_NEAR(hertz.e_t, theory, 1e-3 * theory) << deg;
    EXPECT_NEAR(linear.e_n, kE, 1e-3 * kE);
    EXPECT_NEAR(hertz.e_n, kE, 1e-3 * kE);
  }
}

// The same with `viscous` steep enough to be Coulomb's law nearly from the start.
TEST(ObliqueImpact, viscous_friction_follows_the_sliding_branch) {
  const Laws l = laws();
  const ParamSet steep = params({{"friction", kMu}, {"damping", 1e12}});
  const auto viscous = *tangential::Viscous::make({steep, steep, steep, steep});
  for (const double deg : {45.0, 60.0, 80.0}) {
    const double theory = sliding_branch(deg * degree);
    EXPECT_NEAR(impact(l.linear, viscous, deg * degree, 2000).e_t, theory, 1e-3 * theory) << deg;
  }
}

// Kharaz et al.'s points. In the sliding branch they scatter by about 0.01 around its own theory
// (0.979 measured where mu = 0.092 gives 0.985). Below it, e_t depends on mu at low speed and on
// micro-slip, which a single spring has not: 0.06 for Hertz with Mindlin's stiffness, as published
// DEM codes reach.
TEST(ObliqueImpact, comes_near_the_measured_points) {
  constexpr std::pair<double, double> measured[] = {{9.8, 0.675},  {20.2, 0.599}, {30.4, 0.690},
                                                    {39.5, 0.774}, {49.6, 0.848}, {71.1, 0.937},
                                                    {79.2, 0.970}, {85.2, 0.979}};
  const Laws l = laws();
  std::printf("  angle  measured   sliding    hertz   (diff)   linear   (diff)\n");
  for (const auto& [deg, e_t] : measured) {
    const double hertz = impact(l.hertz, l.on_hertz, deg * degree, 2000).e_t;
    const double linear = impact(l.linear, l.on_linear, deg * degree, 2000).e_t;
    std::printf("%7.1f %9.3f %9.4f %8.4f %8.4f %8.4f %8.4f\n", deg, e_t,
                sliding_branch(deg * degree), hertz, hertz - e_t, linear, linear - e_t);
    const bool slides = std::tan(deg * degree) > 3.5 * kMu * (1 + kE);
    EXPECT_NEAR(hertz, e_t, slides ? 0.01 : 0.06) << deg;
  }
}

// Kinetic energy + stored + lost stays what it was, to second order in the step: contacts begin
// and end between steps, and dashpots see the predicted velocity, both of which cost some
// (dt/t_c)^2 of the energy; the laws' own books are exact or better.
TEST(ObliqueImpact, closes_the_energy_budget_to_second_order) {
  for (const double e : {0.3, 0.98}) {
    const Laws l = laws(e);
    for (const double deg : {5.0, 20.0, 40.0, 80.0}) {
      const auto error = [&](int steps) {
        return std::max(impact(l.linear, l.on_linear, deg * degree, steps).energy_error,
                        impact(l.hertz, l.on_hertz, deg * degree, steps).energy_error);
      };
      EXPECT_LE(error(50), std::pow(std::numbers::pi / 50, 2)) << e << " " << deg;
      // 16 by theory; where in its step a contact ends moves it by up to a factor of two.
      EXPECT_LE(error(400), error(100) / 8) << e << " " << deg;
    }
  }
}

}  // namespace
}  // namespace scree::laws::test
