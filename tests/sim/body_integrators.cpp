// Rigid bodies by every integrator in a whole simulation: same bits, books, edits, a bounce.
#include <cmath>

#include "sim/bodies.hpp"
#include "sim/one_answer.hpp"

namespace scree::test {
namespace {

class EveryIntegrator : public testing::TestWithParam<const IntegratorEntry*> {
 protected:
  std::string name() const { return std::string(GetParam()->info.name); }
};

TEST_P(EveryIntegrator, moves_bodies_with_one_answer) {
  World w = mixed_world(60);
  w.integrator = name();
  EXPECT_GT(expect_one_answer(w, 700).contacts, 5u);
}

TEST_P(EveryIntegrator, moves_damped_bodies_across_a_periodic_seam_with_one_answer) {
  World w = mixed_world(40, 5);
  w.integrator = name();
  w.walls = {plane({0, 0, 0}, {0, 1, 0})};
  w.box.lo = {0, 0, 0}, w.box.hi = {0.06, 0.2, 0.06};
  w.box.periodic[0] = w.box.periodic[2] = true;
  w.damping = 1e-4, w.rotational_damping = 1e-9;
  expect_one_answer(w, 500);
}

// A capsule falls on a floor, off its middle, without losses: how far from its energy it is after
// the impact tells the order of the scheme in contact.
double energy_error_of_a_bounce(const std::string& integrator, double dt) {
  World w = body_world(linear_material(1e-3, 1.0, 0.0));
  w.gravity.g = {0, -9.81, 0};
  w.walls = {plane({0, 0, 0}, {0, 1, 0})};
  w.integrator = integrator;
  w.dt = dt;
  add(w, {.primitives = {{.shape = capsule(0.004, 0.002)}},
          .x = {0, 0.0065, 0},
          .q = normalized(Quat{1, 0.1, 0.2, 0.6}),
          .v = {0.1, -0.3, 0}});
  Simulation s = start(w);
  const auto total = [&s] {
    const EnergyReport e = s.energy();
    return e.total();
  };
  const double before = total();
  run(s, static_cast<std::uint64_t>(std::lround(0.02 / dt)));
  const Body& b = s.world().bodies.body[0];
  EXPECT_GT(norm(b.omega), 1) << "it was hit off its middle";
  EXPECT_GT(b.v.y, -0.3) << "it has bounced";
  return std::abs(total() - before) / (0.5 * b.mass() * 0.1);
}

TEST(BodyIntegrators, a_bouncing_body_keeps_its_energy_to_the_order_of_each) {
  // Steps per contact: about 100 and 400. The force of a linear spring has a kink where the contact
  // begins and ends, at which the scheme of Gear loses its higher orders.
  for (const auto& [integrator, order, coarse_bound] :
       {std::tuple("ferrez", 1.0, 0.2), {"verlet", 2.0, 1e-3}, {"gear", 2.0, 1e-3}}) {
    const double coarse = energy_error_of_a_bounce(integrator, 1e-5);
    const double fine = energy_error_of_a_bounce(integrator, 1.25e-6);
    EXPECT_LT(coarse, coarse_bound) << integrator;
    EXPECT_LT(fine, coarse / std::pow(8, order - 0.5)) << integrator << " " << coarse;
  }
}

// What is remembered of a body goes with it: others are removed and added around it.
TEST_P(EveryIntegrator, edits_around_a_body_leave_its_motion_alone) {
  World w = body_world();
  w.gravity.g = {0, -9.81, 0};
  w.integrator = name();
  for (int k = 0; k < 6; ++k)
    add(w, {.primitives = {{.shape = capsule(0.004, 0.002)}},
            .x = {0.05 * k, 0.1, 0},
            .v = {0, 0.1, 0},
            .omega = {3, 20, 1}});
  w.dt = 1e-5;
  Simulation edited = start(w), plain = start(w);
  run(edited, 40), run(plain, 40);
  ASSERT_FALSE(edited.remove(ParticleId{0}));
  ASSERT_TRUE(edited.add_body({.primitives = {{.shape = capsule(0.004, 0.002)}}, .x = {-1, 0, 0}}));
  ASSERT_FALSE(edited.remove(ParticleId{3}));
  run(edited, 40), run(plain, 40);
  for (const std::uint32_t id : {1u, 2u, 4u, 5u}) {
    const Body &a = body(edited, id + 1), &b = body(plain, id + 1);
    EXPECT_TRUE(a.x == b.x && a.q == b.q && a.omega == b.omega && a.v == b.v) << id;
  }
  // The newcomer falls as a stone does.
  const Body& last = body(edited, 7);
  EXPECT_NEAR(last.v.y, -9.81 * 40e-5, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryIntegrator,
                         testing::ValuesIn(integrator_catalog().begin(),
                                           integrator_catalog().end()),
                         [](const auto& info) { return std::string(info.param->info.name); });

}  // namespace
}  // namespace scree::test
