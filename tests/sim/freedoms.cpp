// Grains and bodies that may not move along, or turn about, some axes.
#include "sim/world/freedoms.hpp"

#include "bodies.hpp"
#include "one_answer.hpp"
#include "state/freedoms.hpp"

namespace scree::test {
namespace {

constexpr auto kAllTurns = static_cast<std::uint16_t>(kLockedRx | kLockedRy | kLockedRz);

void lock(World& w, unsigned locked, std::size_t first = 0) {
  const auto error = lock_freedoms(w, first, static_cast<std::uint16_t>(locked));
  EXPECT_FALSE(error) << to_string(*error);
}

// Balls between two sheets of glass, which are guides here: z and the turns out of the plane are
// locked.
World sheet(std::size_t n) {
  MaterialSpec m = linear_material(1e-3, 0.6, 0.4);
  m.rolling = {"spring", {}};
  m.twisting = {"spring", {}};
  World w = empty_world(m);
  w.gravity.g = {0.5, -9.81, 3};  // the guides carry what leads out of the plane
  w.walls = open_box(0.08);
  const CounterRandom random(5, 1);
  for (std::size_t k = 0; k < n; ++k)
    w.particles.add(
        {.x = {0.006 + 0.0072 * static_cast<double>(k % 10),
               0.006 + 0.0072 * static_cast<double>(k / 10), 0.04 + 0.001 * random.uniform(k)},
         .radius = 0.0026 + 0.0006 * random.uniform(1000 + k),
         .v = {0.2 * (random.uniform(2000 + k) - 0.5), -0.5, 0}},
        2500);
  lock(w, kLockedZ | kLockedRx | kLockedRy);
  return w;
}

TEST(Freedoms, a_locked_grain_never_leaves_its_plane) {
  const World w = sheet(60);
  Simulation s = start(w);
  run(s, 6000);
  for (std::size_t k = 0; k < s.particles().size(); ++k) {
    const std::uint32_t at = s.particles().row_of()[w.particles.id[k].value];
    EXPECT_EQ(s.particles().xr[at].x.z, w.particles.xr[k].x.z);
    EXPECT_EQ(s.particles().vm[at].v.z, 0);
    EXPECT_EQ(s.particles().f[at].z, 0);
    EXPECT_EQ(s.particles().ws[at].omega.x, 0);
    EXPECT_EQ(s.particles().ws[at].omega.y, 0);
  }
  const EnergyReport e = s.energy();
  EXPECT_GT(e.lost(), 0);
  // A guide does no work; 50 steps per contact (unlocked: 3e-3).
  EXPECT_LT(std::abs(e.residual()), 0.01 * e.lost());
}

TEST(Freedoms, one_world_has_one_answer_after_any_resume) {
  const OneAnswer a = expect_one_answer(sheet(30), 1200);
  EXPECT_GT(a.lost(), 0);
}

World locked_bodies() {
  World w = mixed_world(40);
  for (Body& b : w.bodies.body) b.v.x = b.omega.x = b.omega.z = 0;
  for (std::size_t s = 0; s < w.particles.size(); ++s) {
    w.particles.vm[s].v.x = 0;
    w.particles.ws[s].omega = free_about(kLockedRx | kLockedRz, w.particles.ws[s].omega);
  }
  lock(w, kLockedX | kLockedRx | kLockedRz);
  return w;
}

TEST(Freedoms, bodies_turn_about_one_axis_and_nothing_else) {
  const World w = locked_bodies();
  Simulation s = start(w);
  run(s, 4000);
  bool turned = false;
  for (const Body& b : s.world().bodies.body) {
    EXPECT_EQ(b.x.x, w.bodies.find(b.name())->x.x);
    EXPECT_EQ(b.omega.x, 0);
    EXPECT_EQ(b.omega.z, 0);
    EXPECT_EQ(b.q.x, 0);
    EXPECT_EQ(b.q.z, 0);
    turned = turned || std::abs(b.q.y) > 0.05;
  }
  EXPECT_TRUE(turned);
  EXPECT_LT(std::abs(s.energy().residual()), 0.02 * s.energy().lost());
}

TEST(Freedoms, bodies_have_one_answer_after_any_resume) { expect_one_answer(locked_bodies(), 900); }

// A rod that leans, struck off its centre: it turns about y with its moment about y alone,
// m (L^2/12 sin^2 + ...), however it leans.
TEST(Freedoms, a_body_has_the_moment_of_the_axis_that_is_left) {
  World w = body_world();
  BodySpec b{.q = normalized(Quat{0.9, 0.1, 0.2, 0.3})};
  b.primitives = {{.x = {0, 0, -0.01}, .radius = 0.004}, {.x = {0, 0, 0.01}, .radius = 0.004}};
  const std::uint32_t name = add(w, b);
  const Body before = *w.bodies.find(name);
  const Vec3 y{0, 1, 0};
  const double moment = dot(y, before.momentum(y));
  const Vec3 row = w.particles.xr[0].x;
  lock(w, kLockedRx | kLockedRz);
  Simulation s = start(std::move(w));
  const double torque = 1e-4;
  EXPECT_FALSE(s.set_force(ParticleId{0}, {}, {3e-4, torque, 1e-4}));
  run(s, 100);
  const Body& now = s.world().bodies.body[0];
  EXPECT_NEAR(now.omega.y, torque / moment * 100 * s.dt(), 1e-9 * now.omega.y);
  EXPECT_EQ(now.omega.x, 0);
  EXPECT_EQ(now.omega.z, 0);
  EXPECT_NEAR(norm(s.particles().xr[s.particles().row_of()[0]].x - now.x), norm(row - now.x),
              1e-15);
}

TEST(Freedoms, poured_grains_have_those_of_their_inlet) {
  World w = empty_world();
  w.gravity.g = {0, -9.81, 0};
  w.walls = open_box(0.08);
  Inlet inlet;
  inlet.name = "rain";
  inlet.centre = {0.04, 0.01, 0.04};
  inlet.axis_u = {0.02, 0, 0};
  inlet.axis_v = {0, 0, 0.02};
  inlet.sizes.mean = 0.005;
  inlet.rate = 1000;
  inlet.count = 15;
  inlet.locked = kAllTurns;
  w.inlets = {inlet};
  const OneAnswer a = expect_one_answer(w, 2500);
  EXPECT_GT(a.lost(), 0);
  EXPECT_EQ(a.rotational, 0);
}

TEST(Freedoms, what_begins_along_a_lock_is_refused) {
  World w = empty_world();
  w.particles.add({.x = {0, 0, 0}, .radius = 0.005, .v = {0, 0, 1}}, 2500);
  const auto error = lock_freedoms(w, 0, kLockedZ);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, "E0657");
  // And where flags were set by hand.
  w.particles.ws[0].flags |= kLockedZ;
  const auto s = Simulation::create(std::move(w));
  ASSERT_FALSE(s);
  EXPECT_EQ(s.error().code, "E0657");
}

TEST(Freedoms, a_body_that_is_no_ball_cannot_keep_two_turns) {
  World w = mixed_world(3);
  for (Body& b : w.bodies.body) b.omega = {};
  for (SpinMaterial& g : w.particles.ws) g.omega = {};
  const auto error = lock_freedoms(w, 0, kLockedRz);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, "E0659");
}

TEST(Freedoms, a_velocity_along_a_lock_cannot_be_given) {
  World w = empty_world();
  w.particles.add({.x = {0, 0, 0}, .radius = 0.005}, 2500);
  lock(w, kLockedY);
  Simulation s = start(std::move(w));
  EXPECT_TRUE(s.set_velocity(ParticleId{0}, {0, 1, 0}, {}));
  EXPECT_FALSE(s.set_velocity(ParticleId{0}, {1, 0, 0}, {}));
}

}  // namespace
}  // namespace scree::test
