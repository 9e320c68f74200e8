// A row of bonded spheres against the closed forms of Euler and Bernoulli.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "bonds.hpp"

namespace scree::test {
namespace {

constexpr int kLinks = 20;
constexpr double kBeamRadius = 0.005, kLength = 2 * kBeamRadius * kLinks, kBeamYoung = 2e8;

// Clamped at the origin; half a sphere's mass at the free end, as the beam has it there.
World cantilever(double shear_factor, double damping = 0) {
  World w = row_of_spheres(
      kLinks + 1, kBeamRadius,
      bond_type("beam",
                {{"young", kBeamYoung}, {"shear_factor", shear_factor}, {"damping", damping}}));
  Particles& p = w.particles;
  p.ws[0].flags = kFixed;
  p.vm[0].inv_mass = p.inv_inertia[0] = 0;
  p.vm[kLinks].inv_mass *= 2;
  p.inv_inertia[kLinks] *= 2;
  return w;
}

double second_moment() { return 0.25 * std::numbers::pi * std::pow(kBeamRadius, 4); }
double mass_per_length(const World& w) { return w.particles.mass(1) / (2 * kBeamRadius); }
double first_frequency(const World& w) {  // rad/s
  return 3.516015268 / (kLength * kLength) *
         std::sqrt(kBeamYoung * second_moment() / mass_per_length(w));
}

// Damped to rest under a load at the free end.
Simulation at_rest(World w, const Vec3& force, const Vec3& torque, double periods = 2) {
  const double omega = first_frequency(w), m = w.particles.mass(1);
  w.damping = 2 * m * omega;
  w.rotational_damping = w.damping * 0.4 * kBeamRadius * kBeamRadius;
  Simulation s = start(w);
  EXPECT_FALSE(s.set_force(ParticleId{kLinks}, force, torque));
  run(s, static_cast<std::uint64_t>(periods * 2 * std::numbers::pi / omega / s.dt()));
  return s;
}

TEST(BondBeam, bends_under_a_load_at_its_end_as_euler_and_bernoulli_say) {
  const double ej = kBeamYoung * second_moment();
  const double load = 0.01 * kLength * 3 * ej / std::pow(kLength, 3);  // bends by 1% of the length
  const World w = cantilever(0);
  const Simulation s = at_rest(w, {0, load, 0}, {});
  const double expected = load * std::pow(kLength, 3) / (3 * ej);
  const double tip = s.particles().xr[row(s, kLinks)].x.y;
  // Exact at the centres but for large rotation, some (1%)^2.
  EXPECT_NEAR(tip, expected, 1e-3 * expected);
  for (std::uint32_t k = 1; k < kLinks; ++k) {
    const double x = 2 * kBeamRadius * k;
    EXPECT_NEAR(s.particles().xr[row(s, k)].x.y, load * x * x * (3 * kLength - x) / (6 * ej),
                1e-3 * expected);
  }
}

TEST(BondBeam, shears_as_timoshenko_says) {
  const double ej = kBeamYoung * second_moment(), g = kBeamYoung / 2.5,
               area = std::numbers::pi * kBeamRadius * kBeamRadius;
  // A factor so small that shear is half of the deflection.
  const double factor = 3 * ej / (g * area * kLength * kLength);
  const double load = 0.01 * kLength * 3 * ej / std::pow(kLength, 3);
  const Simulation s = at_rest(cantilever(factor), {0, load, 0}, {}, 8);  // softer: slower
  const double expected =
      load * std::pow(kLength, 3) / (3 * ej) + load * kLength / (factor * g * area);
  EXPECT_NEAR(s.particles().xr[row(s, kLinks)].x.y, expected, 1e-3 * expected);
}

TEST(BondBeam, twists_and_stretches_as_a_rod) {
  const double area = std::numbers::pi * kBeamRadius * kBeamRadius, g = kBeamYoung / 2.5;
  const double pull = 1e-3 * kBeamYoung * area;
  const double couple = 0.05 * g * 2 * second_moment() / kLength;  // turns the end by 0.05
  const Simulation s = at_rest(cantilever(0, 0.5), {pull, 0, 0}, {couple, 0, 0});
  const std::uint32_t end = row(s, kLinks);
  EXPECT_NEAR(s.particles().xr[end].x.x, kLength * 1.001, 2e-6 * kLength);
  const Quat q = s.particles().q[end];
  EXPECT_NEAR(2 * std::atan2(q.x, q.w), 0.05, 1e-3 * 0.05);
}

TEST(BondBeam, swings_with_its_first_frequency) {
  World w = cantilever(0);
  const double omega = first_frequency(w);
  // Thrown in the first mode of the continuous beam.
  const double beta = 1.875104069 / kLength, sigma = 0.734095514;
  for (int k = 1; k <= kLinks; ++k) {
    const double z = beta * 2 * kBeamRadius * k;
    const double shape = std::cosh(z) - std::cos(z) - sigma * (std::sinh(z) - std::sin(z));
    w.particles.vm[static_cast<std::size_t>(k)].v.y = 0.5 * 1e-3 * kLength * omega * shape;
  }
  Simulation s = start(w);
  const std::uint32_t n = row(s, kLinks);
  double before = 0, last_zero = 0, first_zero = 0;
  int zeros = 0;
  while (zeros < 5) {
    run(s, 20);
    const double y = s.particles().xr[n].x.y;
    if (before != 0 && (y > 0) != (before > 0)) {
      last_zero = s.time() - 20 * s.dt() * y / (y - before);
      if (zeros++ == 0) first_zero = last_zero;
    }
    before = y;
  }
  const double period = (last_zero - first_zero) / 2;
  // Lumped masses and the spheres' own inertia: some 0.3%.
  EXPECT_NEAR(2 * std::numbers::pi / period, omega, 0.01 * omega);
  const EnergyReport e = s.energy();
  EXPECT_LT(std::abs(e.residual()), 1e-3 * e.start) << "no damping, nothing may be lost";
}

}  // namespace
}  // namespace scree::test
