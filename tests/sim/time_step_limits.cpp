// Which of two sizes and two materials sets the derived time step.
#include <algorithm>
#include <numbers>

#include "worlds.hpp"

namespace scree::test {
namespace {

constexpr double kYoung = 70e9, kPoisson = 0.22, kDensity = 2500;

// Ten steps per contact: a surface wave asks for a shorter step than the contact does.
World hard_grains(double first, double second, bool two_materials) {
  MaterialSpec m;
  m.name = "quartz";
  m.density = kDensity;
  m.normal = {"hertz", {}};
  m.normal.params.set("young", kYoung);
  m.normal.params.set("poisson", kPoisson);
  m.normal.params.set("restitution", 0.9);
  World w = empty_world(m);
  if (two_materials) {
    w.materials.push_back(m);
    w.materials[1].name = "flint";
  }
  w.steps_per_contact = 10;
  w.particles.add({.x = {0, 0, 0}, .radius = first}, kDensity);
  w.particles.add({.x = {1, 0, 0}, .radius = second}, kDensity);
  w.particles.ws[1].material = two_materials ? 1 : 0;
  return w;
}

// Li, Xu & Thornton (2005): pi R sqrt(rho/G) / (0.1631 nu + 0.8766).
double rayleigh_time(double radius) {
  const double shear = kYoung / (2 * (1 + kPoisson));
  return std::numbers::pi * radius * std::sqrt(kDensity / shear) / (0.1631 * kPoisson + 0.8766);
}

TEST(TimeStep, of_hard_grains_of_two_sizes_follows_the_wave_in_the_smaller) {
  const double small = 0.5e-3, large = 10e-3;
  for (const bool two_materials : {false, true})
    for (const auto& [first, second] : {std::pair(small, large), std::pair(large, small)}) {
      const Simulation s = start(hard_grains(first, second, two_materials));
      const TimeStepReport& report = s.time_step();
      // The same few operations in another order: some last bits.
      EXPECT_LT(std::abs(report.rayleigh / rayleigh_time(small) - 1), 1e-14);
      EXPECT_LT(std::abs(s.dt() / (0.2 * rayleigh_time(small)) - 1), 1e-14);
      EXPECT_LT(s.dt(), report.contact_time / 10) << "the wave must be the one that binds";
      EXPECT_LE(s.dt(), report.stable);
    }
}

TEST(TimeStep, of_soft_grains_of_two_sizes_follows_the_shortest_contact) {
  const auto contact_time = [](double first, double second) {
    World w = hard_grains(first, second, false);
    w.steps_per_contact = 50;
    const Simulation s = start(std::move(w));
    EXPECT_LE(s.dt(), s.time_step().contact_time / 50 * (1 + 1e-14));
    return s.time_step().contact_time;
  };
  const double small = contact_time(1e-3, 1e-3), large = contact_time(4e-3, 4e-3);
  // Hertz: t ~ (m^2 / r)^(1/5) ~ r: a contact of grains four times as large lasts four times as
  // long.
  EXPECT_LT(std::abs(large / small - 4), 1e-12);
  EXPECT_EQ(contact_time(1e-3, 4e-3), small);
  EXPECT_EQ(contact_time(4e-3, 1e-3), small);
}

TEST(TimeStep, knows_the_grains_that_an_inlet_will_bring) {
  World w = hard_grains(5e-3, 10e-3, false);
  Inlet inlet;
  inlet.centre = {0, 0.5, 0};
  inlet.axis_u = {0.1, 0, 0};
  inlet.axis_v = {0, 0, 0.1};
  inlet.thickness = 0.02;
  inlet.sizes = {.kind = SizeDistribution::Kind::uniform, .lo = 1e-3, .hi = 4e-3};  // diameters
  inlet.rate = 10;
  inlet.count = 1;
  w.inlets = {inlet};
  const Simulation s = start(std::move(w));
  EXPECT_LT(std::abs(s.dt() / (0.2 * rayleigh_time(0.5e-3)) - 1), 1e-14);
}

}  // namespace
}  // namespace scree::test
