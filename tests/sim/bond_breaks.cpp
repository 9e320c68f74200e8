// Bonds that end: by their load, by an edit, with a grain that leaves.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "bonds.hpp"
#include "outlets.hpp"
#include "reported.hpp"

namespace scree::test {
namespace {

constexpr double kR = 0.005;

World pulled_pair(const BondType& type, const Vec3& v, const Vec3& omega = {}) {
  World w = row_of_spheres(2, kR, type);
  w.particles.vm[1].v = v;
  w.particles.vm[0].v = -v;
  w.particles.ws[1].omega = omega;
  w.particles.ws[0].omega = -omega;
  return w;
}

// Runs until a bond breaks; its step.
std::uint64_t run_to_break(Simulation& s, std::uint64_t most = 100000) {
  while (s.bond_breaks().empty() && s.steps() < most) run(s, 1);
  return s.steps();
}

TEST(BondBreaks, a_pull_above_the_strength_breaks_it_and_the_energy_is_booked) {
  BondType type = bond_type("power", {{"a", 1e4}, {"max_tension", 0.5}, {"damping", 0}});
  Simulation s = start(pulled_pair(type, {0.1, 0, 0}));
  run_to_break(s);
  ASSERT_EQ(s.bond_breaks().size(), 1u);
  const BondBreak b = s.bond_breaks()[0];
  EXPECT_EQ(b.i, 0u);
  EXPECT_EQ(b.j, 1u);
  EXPECT_EQ(static_cast<BondMode>(b.mode), BondMode::tension);
  EXPECT_EQ(b.step, s.steps());
  const double held = 0.5 * 0.5 * 0.5 / 1e4;  // F^2/2k, passed by less than a step
  EXPECT_NEAR(b.energy, held, 0.05 * held);
  EXPECT_GE(b.energy, held);
  EXPECT_EQ(s.energy().bond_breakage, b.energy);
  EXPECT_EQ(s.energy().stored_bonds, 0);
  EXPECT_FALSE(s.world().bonds[0].intact());
  // From now on nothing pulls.
  const Vec3 v = s.particles().vm[row(s, 1)].v;
  EXPECT_EQ(s.particles().f[row(s, 1)], Vec3{});
  run(s, 500);
  EXPECT_EQ(s.particles().vm[row(s, 1)].v, v);
  // What the step makes of an oscillator at its phase: (omega dt)^2/8.
  EXPECT_LT(std::abs(s.energy().residual()), 4e-3 * s.energy().start);
}

TEST(BondBreaks, a_beam_breaks_where_its_stress_is_its_strength) {
  // Bent by opposite spins: sigma = M R/J, M = E J/l (theta2 - theta1), so sigma = E R theta/l.
  const double young = 1e7, strength = 2e4;
  BondType type =
      bond_type("beam", {{"young", young}, {"tensile_strength", strength}, {"damping", 0}});
  World w = pulled_pair(type, {}, {0, 0, 40});
  w.dt = 1e-6;  // to meet the strength within a percent
  Simulation bent = start(w);
  run_to_break(bent);
  ASSERT_EQ(bent.bond_breaks().size(), 1u);
  EXPECT_EQ(static_cast<BondMode>(bent.bond_breaks()[0].mode), BondMode::tension);
  const double theta = strength * 2 * kR / (young * kR);
  const double j = 0.25 * std::numbers::pi * std::pow(kR, 4);
  const double energy = 0.5 * young * j / (2 * kR) * theta * theta;
  EXPECT_NEAR(bent.bond_breaks()[0].energy, energy, 0.05 * energy);

  type = bond_type("beam", {{"young", young}, {"shear_strength", strength}, {"damping", 0}});
  w = pulled_pair(type, {}, {60, 0, 0});
  w.dt = 1e-6;
  Simulation twisted = start(w);
  run_to_break(twisted);
  ASSERT_EQ(twisted.bond_breaks().size(), 1u);
  EXPECT_EQ(static_cast<BondMode>(twisted.bond_breaks()[0].mode), BondMode::shear);
  // tau = T phi R/J_p = G R phi/l
  const double g = young / 2.5, phi = strength * 2 * kR / (g * kR);
  const double twist = 0.5 * g * 2 * j / (2 * kR) * phi * phi;
  EXPECT_NEAR(twisted.bond_breaks()[0].energy, twist, 0.05 * twist);
}

TEST(BondBreaks, below_its_strength_nothing_breaks) {
  BondType type = bond_type("power", {{"a", 1e4}, {"max_tension", 5}, {"damping", 0}});
  Simulation s = start(pulled_pair(type, {0.1, 0, 0}));
  run(s, 5000);
  EXPECT_TRUE(s.bond_breaks().empty());
}

// A triangle of bonds, and a fourth grain that nothing bonds to its neighbour but fragments.
World star(bool self_contact) {
  World w = empty_world(linear_material(1e-3, 0.9, 0));
  BondType type = bond_type("power", {{"a", 1e4}, {"damping", 0}});
  type.params.set("self_contact", self_contact);
  w.bond_types = {type};
  // 1 and 2 hang on 0 and overlap each other a little.
  w.particles.add({.x = {0, 0, 0}, .radius = kR}, 2500);
  w.particles.add({.x = {2 * kR * 0.8670, kR * 0.998, 0}, .radius = kR}, 2500);
  w.particles.add({.x = {2 * kR * 0.8670, -kR * 0.998, 0}, .radius = kR}, 2500);
  w.bonds.add(ParticleId{0}, ParticleId{1}, 0, norm(Vec3{2 * kR * 0.8670, kR * 0.998, 0}));
  w.bonds.add(ParticleId{0}, ParticleId{2}, 0, norm(Vec3{2 * kR * 0.8670, kR * 0.998, 0}));
  return w;
}

TEST(BondBreaks, grains_of_one_fragment_touch_when_it_parts_and_not_before) {
  Simulation s = start(star(false));
  EXPECT_EQ(s.contact_count(), 0u);
  run(s, 100);
  EXPECT_EQ(s.energy().kinetic, 0) << "nothing acts between grains of one fragment";
  const double before = s.energy().total();
  ASSERT_FALSE(s.break_bond(ParticleId{0}, ParticleId{1}));
  EXPECT_EQ(s.particles().ws[row(s, 1)].body, 0u);
  EXPECT_EQ(s.particles().ws[row(s, 0)].body, 1u);
  EXPECT_EQ(s.particles().ws[row(s, 2)].body, 1u);
  EXPECT_LT(s.energy().bond_breakage, 0) << "the contact that begins holds energy";
  run(s, 1);
  EXPECT_EQ(s.contact_count(), 1u);
  run(s, 2000);
  const EnergyReport e = s.energy();
  EXPECT_GT(e.kinetic, 0);
  EXPECT_NEAR(e.total() + e.lost(), before, 0.02 * e.total());
  EXPECT_EQ(s.bond_breaks()[0].mode, static_cast<std::uint32_t>(BondMode::edit));
}

TEST(BondBreaks, a_fragment_that_may_touch_itself_does) {
  Simulation s = start(star(true));
  EXPECT_EQ(s.contact_count(), 1u);
}

TEST(BondBreaks, a_pair_whose_bond_is_broken_touches_though_other_bonds_hold_it) {
  World w = star(false);
  w.bonds.add(ParticleId{1}, ParticleId{2}, 0, 2 * kR * 0.998);
  Simulation s = start(w);
  ASSERT_FALSE(s.break_bond(ParticleId{2}, ParticleId{1}));
  EXPECT_EQ(s.particles().ws[row(s, 1)].body, 1u) << "still one fragment";
  run(s, 1);
  EXPECT_EQ(s.contact_count(), 1u);
}

TEST(BondBreaks, a_grain_that_is_removed_takes_its_bonds_along) {
  World w = row_of_spheres(5, kR, bond_type("beam", {{"young", 1e7}}));
  for (std::size_t k = 0; k < 5; ++k)
    w.particles.vm[k].v = {0.05 * static_cast<double>(k), 0.1 * static_cast<double>(k % 2), 0};
  Simulation s = start(w);
  run(s, 300);
  const EnergyReport before = s.energy();
  ASSERT_FALSE(s.remove(ParticleId{2}));
  EXPECT_EQ(s.world().bonds.size(), 2u);
  EXPECT_EQ(s.particles().ws[row(s, 0)].body, 1u);
  EXPECT_EQ(s.particles().ws[row(s, 4)].body, 4u);
  const EnergyReport after = s.energy();
  EXPECT_GT(after.removed_stored, 0);
  EXPECT_NEAR(after.residual(), before.residual(), 1e-12 * before.start);
  run(s, 300);
  EXPECT_LT(std::abs(s.energy().residual()), 1e-3 * before.start);
  // The same after a resume, and again through bytes.
  Simulation t = resumed(bytes_of(s), w, {.threads = 2});
  run(s, 200), run(t, 200);
  EXPECT_EQ(reported(s), reported(t));
  ASSERT_FALSE(s.remove(ParticleId{3}));
  ASSERT_FALSE(s.remove(ParticleId{1}));
  EXPECT_EQ(s.world().bonds.size(), 0u);
  for (const SpinMaterial& g : s.particles().ws) EXPECT_EQ(g.body, 0u);
  run(s, 10);
}

TEST(BondBreaks, an_outlet_takes_grains_out_of_a_cluster) {
  World w = row_of_spheres(6, kR, bond_type("beam", {{"young", 1e7}}));
  for (VelocityMass& g : w.particles.vm) g.v = {1, 0, 0};
  w.outlets = {box({0.06, -1, -1}, {2, 1, 1})};
  Simulation s = start(w);
  while (s.particles().size() == 6) run(s, 50);
  run(s, 50);
  EXPECT_EQ(s.world().bonds.size(), s.particles().size() - 1);
  EXPECT_LT(std::abs(s.energy().residual()), 1e-6 * s.energy().start);
}

TEST(BondBreaks, a_bond_made_between_steps_ends_the_contact_without_a_loss) {
  World w = row_of_spheres(2, kR, bond_type("beam", {{"young", 1e6}, {"damping", 0}}));
  w.bonds = {};
  w.particles.vm[0].v = {0.2, 0.01, 0};
  w.particles.xr[1].x.x += 1e-5;
  Simulation s = start(w);
  while (s.contact_count() == 0) run(s, 1);
  run(s, 5);
  const double before = s.energy().residual();
  ASSERT_FALSE(s.add_bond(ParticleId{1}, ParticleId{0}, 0));
  EXPECT_EQ(s.contact_count(), 0u);
  EXPECT_EQ(s.particles().ws[row(s, 1)].body, 1u);
  EXPECT_NEAR(s.energy().residual(), before, 1e-15);
  EXPECT_EQ(s.add_bond(ParticleId{0}, ParticleId{1}, 0)->code, "E0551");
  EXPECT_EQ(s.add_bond(ParticleId{0}, ParticleId{1}, 3)->code, "E0551");
  const std::string bytes = bytes_of(s);
  Simulation t = resumed(bytes, w, {.threads = 1});
  EXPECT_EQ(bytes_of(t), bytes);
  run(s, 2000), run(t, 2000);
  EXPECT_EQ(reported(s), reported(t));
  EXPECT_LT(std::abs(s.energy().residual() - before), 1e-3 * s.energy().start);
  // Glued again after it was broken.
  ASSERT_FALSE(s.break_bond(ParticleId{0}, ParticleId{1}));
  EXPECT_EQ(s.break_bond(ParticleId{0}, ParticleId{1})->code, "E0551");
  ASSERT_FALSE(s.add_bond(ParticleId{0}, ParticleId{1}, 0));
  EXPECT_EQ(s.world().bonds.size(), 1u);
  run(s, 10);
}

}  // namespace
}  // namespace scree::test
