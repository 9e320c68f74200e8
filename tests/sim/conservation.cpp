// What must be conserved: momentum, angular momentum, the energy budget.
#include <numbers>

#include "sim/momenta.hpp"

namespace scree::test {
namespace {

World cloud(double e, double mu) {
  World w = empty_world(linear_material(1e-3, e, mu));
  add_cloud(w, 216, 0.01, 6, 2.0);
  return w;
}

// Every pair of forces and torques cancels to rounding; over n steps the roundings of order
// 1e-16 of the scale add up like a random walk.
TEST(Conservation, momentum_and_angular_momentum_to_rounding) {
  for (const char* rolling : {"none", "spring", "constant"}) {
    World w = cloud(0.6, 0.5);
    w.materials[0].rolling = {rolling, {}};
    if (std::string(rolling) != "none") w.materials[0].rolling.params.set("friction", 0.1);
    Simulation s = start(std::move(w));
    const Momenta before = momenta(s);
    run(s, 3000);
    EXPECT_LT(s.energy().kinetic, 0.98 * s.energy().start) << "something must have happened";
    const Momenta after = momenta(s);
    EXPECT_LT(norm(after.linear - before.linear), 1e-13 * before.linear_scale);
    EXPECT_LT(norm(after.angular - before.angular), 1e-13 * before.angular_scale);
  }
}

TEST(Conservation, full_radii_as_lever_arms_lose_angular_momentum) {
  World w = cloud(0.6, 0.5);
  w.lever = LeverArm::surface;
  Simulation s = start(std::move(w));
  const Momenta before = momenta(s);
  run(s, 3000);
  EXPECT_GT(norm(momenta(s).angular - before.angular), 1e-9 * before.angular_scale)
      << "decision 0003 rests on this";
}

TEST(Conservation, energy_budget_of_a_settling_heap_closes_over_1e5_steps) {
  World w = empty_world(linear_material(1e-3, 0.4, 0.5));
  w.materials[0].rolling = {"spring", {}};
  w.materials[0].rolling.params.set("friction", 0.05);
  w.gravity.g = {0.3, -9.81, 0};
  add_cloud(w, 125, 0.01, 5, 1.0);
  w.walls = open_box(0.065);
  Simulation s = start(std::move(w));
  run(s, 100000);
  const EnergyReport e = s.energy();
  const double put_in = e.lost();  // at rest all that was put in has been lost
  EXPECT_LT(e.kinetic, 1e-3 * put_in);
  EXPECT_LT(std::abs(e.residual()), 1e-3 * put_in) << e.residual() / put_in;
  for (std::size_t k = 0; k < e.dissipated.size(); ++k)
    EXPECT_GE(e.dissipated[k], 0.0) << kLossNames[k];
}

TEST(Conservation, energy_budget_closes_with_a_shaken_floor) {
  World w = empty_world(linear_material(1e-3, 0.5, 0.4));
  w.gravity.g = {0, -9.81, 0};
  add_cloud(w, 64, 0.01, 4, 0.1);
  w.walls = open_box(0.055);
  ParamSet floor, motion;
  floor.set("normal", Vec3{0, 1, 0});
  motion.set("amplitude", 0.002);
  motion.set("frequency", 20.0);
  w.walls[0] = wall("plane", floor, "sinusoid", motion);
  Simulation s = start(std::move(w));
  run(s, 50000);
  const EnergyReport e = s.energy();
  EXPECT_GT(e.work_walls, 0.1 * e.lost()) << "the floor must have done work";
  EXPECT_LT(std::abs(e.residual()), 1e-3 * e.lost()) << e.residual() / e.lost();
}

TEST(Conservation, elastic_gas_keeps_its_energy_to_1e6_over_1e5_steps) {
  World w = empty_world(linear_material(2e-3, 1.0, 0));
  w.box = {{0, 0, 0}, {0.062, 0.062, 0.062}, {true, true, true}};
  add_cloud(w, 125, 0.01, 5, 2.0);
  w.steps_per_contact = 1500;  // the error falls with dt^2: 1.0e-6 at 1000 steps per contact
  Simulation s = start(std::move(w));
  const double before = s.energy().total();
  double worst = 0;
  for (int k = 0; k < 50; ++k) {
    run(s, 2000);
    worst = std::max(worst, std::abs(s.energy().total() - before) / before);
  }
  EXPECT_LT(worst, 1e-6);
  EXPECT_EQ(s.energy().lost(), 0.0);
}

// A grain squeezed between two plates, smooth motion all the time: error of the energy ~ dt^2.
TEST(Conservation, halving_the_step_quarters_the_error_of_the_energy) {
  double worst[2] = {};
  for (int half = 0; half < 2; ++half) {
    World w = empty_world(linear_material(1e-3, 1.0, 0));
    w.walls = {plane({0, 0, 0}, {0, 1, 0}), plane({0, 0.0096, 0}, {0, -1, 0})};
    w.particles.add({.x = {0, 0.0048, 0}, .radius = 0.005, .v = {0, 0.05, 0}}, 2500);
    w.steps_per_contact = 50 << half;
    w.max_start_overlap = 0.1;
    Simulation s = start(std::move(w));
    const double before = s.energy().total();
    for (int k = 0; k < 2000 << half; ++k) {
      run(s, 1);
      worst[half] = std::max(worst[half], std::abs(s.energy().total() - before) / before);
    }
  }
  EXPECT_NEAR(worst[0] / worst[1], 4.0, 0.2);
}

TEST(Conservation, background_damping_slows_a_free_grain_exponentially) {
  World w = empty_world();
  w.particles.add({.x = {}, .radius = 0.005, .v = {1, 0, 0}, .omega = {0, 50, 0}}, 2500);
  const double mass = w.particles.mass(0), inertia = 1 / w.particles.inv_inertia[0];
  w.damping = 2 * mass;  // 1/C = 0.5 s
  w.rotational_damping = 3 * inertia;
  Simulation s = start(std::move(w));
  run(s, 20000);
  EXPECT_NEAR(s.particles().vm[0].v.x, std::exp(-2 * s.time()), 1e-6);
  EXPECT_NEAR(s.particles().ws[0].omega.y, 50 * std::exp(-3 * s.time()), 50e-6);
  EXPECT_LT(std::abs(s.energy().residual()), 1e-4 * s.energy().start);
}

TEST(Conservation, orientation_stays_a_unit_quaternion_and_turns_with_the_spin) {
  World w = empty_world();
  w.particles.add({.x = {}, .radius = 0.005, .omega = {0, 0, 10}}, 2500);
  Simulation s = start(std::move(w));
  run(s, 10000);
  const Quat q = s.particles().q[0];
  EXPECT_NEAR(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z, 1.0, 1e-14);
  const double angle = 10 * s.time();
  EXPECT_NEAR(std::abs(q.w * std::cos(angle / 2) + q.z * std::sin(angle / 2)), 1.0, 1e-9);
}

TEST(Walls, carry_the_weight_of_what_lies_on_them) {
  World w = empty_world(linear_material(1e-3, 0.3, 0.5));
  w.gravity.g = {0, -9.81, 0};
  add_cloud(w, 64, 0.01, 4, 0.1);
  w.walls = open_box(0.055);
  Simulation s = start(std::move(w));
  run(s, 60000);
  double weight = 0;
  for (std::size_t k = 0; k < s.particles().size(); ++k) weight += 9.81 * s.particles().mass(k);
  const auto reports = s.wall_reports();
  double down = 0;
  for (const WallReport& r : reports) down -= r.force.y;  // friction at the sides carries a part
  EXPECT_NEAR(down, weight, 1e-3 * weight);
  EXPECT_LT(reports[0].force.y, -0.5 * weight);
}

}  // namespace
}  // namespace scree::test
