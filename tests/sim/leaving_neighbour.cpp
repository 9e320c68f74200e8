// The grain that is left behind when its neighbour leaves: free from that instant on.
#include "outlets.hpp"

namespace scree::test {
namespace {

// Two grains at rest but for their spins, pressed together; the second is in the outlet, which
// looks at step 0. The tangential part is a dashpot: there is a torque before the first step.
World pressed_pair(const std::string& integrator) {
  World w = empty_world(linear_material(1e-3, 0.9, 0));
  w.materials[0].tangential = {"viscous", {}};
  w.materials[0].tangential.params.set("friction", 0.5);
  w.materials[0].tangential.params.set("damping_ratio", 0.5);
  w.integrator = integrator;
  w.particles.add({.x = {0, 0, 0}, .radius = 0.005, .omega = {0, 0, 20}}, 2500);
  w.particles.add({.x = {0.0099, 0, 0}, .radius = 0.005, .omega = {0, 0, 20}}, 2500);
  return w;
}

TEST(LeavingNeighbour, takes_its_force_off_every_integrator) {
  for (const IntegratorEntry* e : integrator_catalog()) {
    World w = pressed_pair(std::string(e->info.name));
    const Simulation pressed = start(World(w));
    ASSERT_GT(norm(pressed.particles().f[0]), 0) << e->info.name;
    ASSERT_GT(norm(pressed.particles().tq[0]), 0) << e->info.name;
    w.outlets = {box({0.005, -1, -1}, {1, 1, 1}, 1)};
    Simulation s = start(std::move(w));
    run(s, 1);
    ASSERT_EQ(s.particles().size(), 1u) << e->info.name;
    const std::uint32_t left = row(s, 0);
    // Nothing acts any more, and no derivative was known but the acceleration: not one bit moves.
    EXPECT_EQ(s.particles().vm[left].v, (Vec3{0, 0, 0})) << e->info.name;
    EXPECT_EQ(s.particles().ws[left].omega, (Vec3{0, 0, 20})) << e->info.name;
    EXPECT_EQ(s.particles().xr[left].x, (Vec3{0, 0, 0})) << e->info.name;
    EXPECT_EQ(s.particles().f[left], (Vec3{0, 0, 0})) << e->info.name;
    EXPECT_EQ(s.particles().tq[left], (Vec3{0, 0, 0})) << e->info.name;
  }
}

// The same from the other side: the grain of the lower id leaves.
TEST(LeavingNeighbour, may_have_the_lower_id) {
  for (const IntegratorEntry* e : integrator_catalog()) {
    World w = pressed_pair(std::string(e->info.name));
    w.outlets = {box({-1, -1, -1}, {0.005, 1, 1}, 1)};
    Simulation s = start(std::move(w));
    run(s, 1);
    ASSERT_EQ(s.particles().size(), 1u) << e->info.name;
    const std::uint32_t left = row(s, 1);
    EXPECT_EQ(s.particles().vm[left].v, (Vec3{0, 0, 0})) << e->info.name;
    EXPECT_EQ(s.particles().ws[left].omega, (Vec3{0, 0, 20})) << e->info.name;
  }
}

}  // namespace
}  // namespace scree::test
