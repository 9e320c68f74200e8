// Resistance against spin about the normal: a ball on a floor, two balls, a capsule on its end.
#include "bodies.hpp"

namespace scree::test {
namespace {

constexpr double kMu = 0.02, kBallRadius = 0.005, kG = 9.81;

World twisting_world(const char* law, const MaterialSpec& m = linear_material(1e-3, 0.5, 0.4)) {
  World w = body_world(m);
  w.materials[0].twisting = {law, {}};
  w.materials[0].twisting.params.set("friction", kMu);
  w.gravity.g = {0, -kG, 0};
  w.walls = {plane({0, 0, 0}, {0, 1, 0})};
  return w;
}

// Sunk in by its weight, so that nothing bounces.
double resting_height(double stiffness, double mass) { return kBallRadius - mass * kG / stiffness; }

World spinning_ball(const char* law, double spin) {
  MaterialSpec m = linear_material(1e-3, 0.5, 0.4);
  m.normal.params = {};
  m.normal.params.set("stiffness", 2000.0);
  m.normal.params.set("restitution", 0.5);
  World w = twisting_world(law, m);
  w.particles.add({.x = {0, kBallRadius, 0}, .radius = kBallRadius, .omega = {0, spin, 0}}, 2500);
  w.particles.xr[0].x.y = resting_height(2000, w.particles.mass(0));
  return w;
}

TEST(Twisting, without_it_a_ball_spins_for_ever) {
  World w = spinning_ball("constant", 10);
  w.materials[0].twisting = {"none", {}};
  Simulation s = start(std::move(w));
  run(s, 5000);
  EXPECT_EQ(s.particles().ws[0].omega.y, 10);
}

// I dw/dt = -mu r m g with I = 2/5 m r^2: the spin falls by 5/2 mu g/r a second, to rest.
TEST(Twisting, a_spinning_ball_comes_to_rest_after_the_time_of_a_constant_torque) {
  for (const char* law : {"constant", "spring"})
    for (const double spin : {50.0, -50.0}) {
      Simulation s = start(spinning_ball(law, spin));
      const double rate = 2.5 * kMu * kG / kBallRadius, stop = std::abs(spin) / rate;
      const EnergyReport before = s.energy();
      run(s, static_cast<std::uint64_t>(0.5 * stop / s.dt()));
      EXPECT_NEAR(s.particles().ws[0].omega.y, 0.5 * spin, 0.01 * std::abs(spin)) << law;
      run(s, static_cast<std::uint64_t>(0.8 * stop / s.dt()));
      EXPECT_NEAR(s.particles().ws[0].omega.y, 0, 1e-3 * std::abs(spin)) << law;
      const EnergyReport e = s.energy();
      const double lost = e.dissipated[static_cast<std::size_t>(Loss::twisting)];
      EXPECT_NEAR(lost, before.rotational, 0.01 * before.rotational) << law;
      // The midpoint rule of a torque that changes sign in a step, once.
      EXPECT_LT(std::abs(e.residual()), 1e-3 * before.rotational) << law;
      EXPECT_EQ(s.particles().ws[0].omega.x, 0) << law;
    }
}

// In a collision: torques are equal and opposite.
TEST(Twisting, a_pair_shares_its_spin) {
  for (const char* law : {"constant", "spring"}) {
    World w = twisting_world(law);
    w.walls.clear();
    w.gravity.g = {};
    w.particles.add({.x = {0, 0, 0}, .radius = kBallRadius, .v = {0.1, 0, 0}, .omega = {40, 0, 0}},
                    2500);
    w.particles.add({.x = {0.01001, 0, 0}, .radius = kBallRadius, .v = {-0.1, 0, 0}}, 2500);
    Simulation s = start(std::move(w));
    run(s, 200);
    const Vec3 a = s.particles().ws[row(s, 0)].omega, b = s.particles().ws[row(s, 1)].omega;
    EXPECT_LT(a.x, 40 - 1e-3) << law;
    EXPECT_NEAR(a.x + b.x, 40, 1e-12) << law;
    const EnergyReport e = s.energy();
    EXPECT_LT(std::abs(e.residual()), 5e-3 * e.start) << law;  // 3e-3: one collision at 50 steps
  }
}

TEST(Twisting, a_capsule_on_its_end_comes_to_rest) {
  for (const char* law : {"constant", "spring"}) {
    World w = twisting_world(law);
    w.materials[0].tangential = {"none", {}};
    BodySpec b{.x = {0, 2 * kBallRadius - 1e-5, 0},
               .q = {std::sqrt(0.5), std::sqrt(0.5), 0, 0},
               .omega = {0, 20, 0}};
    b.primitives = {{.shape = capsule(kBallRadius, kBallRadius)}};
    add(w, b);
    Simulation s = start(std::move(w));
    const double before = s.energy().rotational;
    run(s, static_cast<std::uint64_t>(0.4 / s.dt()));
    EXPECT_LT(std::abs(s.world().bodies.body[0].omega.y), 0.05) << law;
    EXPECT_GT(s.energy().dissipated[static_cast<std::size_t>(Loss::twisting)], 0.9 * before) << law;
    EXPECT_LT(std::abs(s.energy().residual()), 0.01 * before) << law;
  }
}

// A pyramid of 14 balls and one beside it that all begin with a spin about the vertical. Rolling
// resistance alone leaves the one that only touches the floor as it is.
double greatest_spin_of_a_heap(bool twisting) {
  World w = twisting_world("spring");
  w.materials[0].rolling = {"spring", {}};
  w.materials[0].rolling.params.set("friction", 0.2);
  if (!twisting) w.materials[0].twisting = {"none", {}};
  for (int layer = 0; layer < 3; ++layer)
    for (int i = 0; i < 3 - layer; ++i)
      for (int k = 0; k < 3 - layer; ++k) {
        const double x = (2 * i + layer) * kBallRadius, z = (2 * k + layer) * kBallRadius;
        w.particles.add({.x = {x, kBallRadius * (1 + 1.41421356 * layer), z},
                         .radius = kBallRadius,
                         .omega = {0, 50, 0}},
                        2500);
      }
  w.particles.add({.x = {0.1, kBallRadius, 0}, .radius = kBallRadius, .omega = {0, 50.7, 0}}, 2500);
  Simulation s = start(std::move(w));
  run(s, static_cast<std::uint64_t>(0.75 / s.dt()));
  double most = 0;
  for (const SpinMaterial& g : s.particles().ws) most = std::max(most, norm(g.omega));
  return most;
}

// 50 rad/s take 0.51 s to stop on the floor (5/2 mu g/r a second).
TEST(Twisting, no_grain_of_a_resting_heap_spins_for_ever) {
  EXPECT_LT(greatest_spin_of_a_heap(true), 0.05);
  EXPECT_GT(greatest_spin_of_a_heap(false), 40);
}

}  // namespace
}  // namespace scree::test
