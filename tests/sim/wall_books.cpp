// Velocity, torque, mass and history at walls: each test fails when one of them is a little wrong.
#include <numbers>

#include "worlds.hpp"

namespace scree::test {
namespace {

World drum_off_centre(const Vec3& centre) {
  World w = empty_world(linear_material(1e-3, 0.5, 0.5));
  w.materials[0].rolling = {"spring", {}};
  w.materials[0].rolling.params.set("friction", 0.2);
  w.gravity.g = {0, -9.81, 0};
  ParamSet shape, motion;
  shape.set("centre", centre);
  shape.set("axis", Vec3{0, 0, 1});
  shape.set("radius", 0.04);
  motion.set("angular_velocity", 12.0);
  motion.set("centre", centre + Vec3{0.01, 0, 0});  // the drum wobbles
  w.walls = {wall("cylinder", shape, "rotate", motion)};
  for (int k = 0; k < 12; ++k)
    w.particles.add(
        {.x = centre + Vec3{0.012 * (k % 4) - 0.018, 0.012 * (k / 4 % 3) - 0.02, 0.013 * (k % 3)},
         .radius = 0.004 + 1e-4 * k},
        2500);
  return w;
}

// What the wall puts in is lost or kept, far from the origin of the world, too. A velocity taken at
// the grain's centre, a torque about another point or a couple left out is a share of the work.
TEST(WallBooks, an_off_centre_drum_with_rolling_balances) {
  for (const Vec3& centre : {Vec3{0, 0, 0}, Vec3{0.7, -0.4, 0.2}}) {
    Simulation s = start(drum_off_centre(centre));
    run(s, 30000);
    const EnergyReport e = s.energy();
    EXPECT_GT(e.work_walls, 0.01);
    EXPECT_GT(e.dissipated[static_cast<std::size_t>(Loss::rolling)], 1e-2 * e.work_walls);
    // The books close to 1e-5 of the work at this step (50 a contact); a mistake is worth 1e-2.
    EXPECT_LT(std::abs(e.residual()), 5e-4 * e.work_walls) << e.residual() / e.work_walls;
  }
}

// At rest on a turntable, the couple on the wall is what slows the ball's spin: no net torque about
// the axis is lost.
TEST(WallBooks, a_wall_receives_the_torque_that_the_grain_loses) {
  World w = empty_world(linear_material(1e-3, 0.5, 0.5));
  w.materials[0].rolling = {"spring", {}};
  w.materials[0].rolling.params.set("friction", 0.3);
  w.gravity.g = {0, -9.81, 0};
  w.walls = {plane({0, 0, 0}, {0, 1, 0})};
  w.walls[0].pose.x = {0.3, 0, -0.2};  // its origin, about which its torque is
  const Vec3 x{0.1, 0.00999, 0.4};
  w.particles.add({.x = x, .radius = 0.01, .v = {0.3, 0, -0.1}, .omega = {5, 60, 40}}, 2500);
  Simulation s = start(std::move(w));
  run(s, 400);
  const WallReport r = s.wall_reports()[0];
  const Vec3 about_origin = s.particles().xr[0].x - Vec3{0.3, 0, -0.2};
  const double m = s.particles().mass(0);
  const Vec3 on_grain = s.particles().f[0] - m * Vec3{0, -9.81, 0};
  const Vec3 torque = cross(about_origin, on_grain) + s.particles().tq[0];
  EXPECT_GT(norm(s.particles().tq[0]), 1e-6);
  EXPECT_LT(norm(r.force + on_grain), 1e-12 * norm(on_grain) + 1e-15);
  EXPECT_LT(norm(r.torque + torque), 1e-12 * norm(torque));
}

// A paddle comes down on a grain that lies still: only its own shift counts for the certificate.
TEST(WallBooks, the_certificate_counts_all_of_the_shift_of_a_turning_wall) {
  for (const double start_angle : {0.02, 0.05, 0.11, 0.23}) {
    World w = empty_world(linear_material(1e-3, 0.5, 0.3));
    ParamSet shape, motion;
    shape.set("centre", Vec3{0.1, 0, 0});
    shape.set("size", Vec3{0.2, 0.01, 0.05});
    shape.set("side", std::string("outside"));
    motion.set("angular_velocity", 4.0);
    w.walls = {wall("box", shape, "rotate", motion)};
    const double distance = 0.19, r = 0.005;
    const double s = std::sin(start_angle), c = std::cos(start_angle);
    const double height = 0.005 + r;  // clear of the paddle by the angle
    w.particles.add({.x = {distance * c - height * s, distance * s + height * c, 0}, .radius = r},
                    2500);
    w.detect.skin = 0.004;
    w.detect.audit = 1;
    Simulation sim = start(std::move(w));
    run(sim, static_cast<std::uint64_t>((start_angle + 0.02) / 4.0 / sim.dt()));
    EXPECT_GT(norm(sim.particles().vm[0].v), 0.1) << "the paddle went through the grain";
  }
}

// Restitution of a ball and a free wall of mass M hit at an angle: along the normal the wall weighs
// M / (n.d)^2, and the relative velocity there must come back as the law promises.
TEST(WallBooks, a_light_free_wall_returns_the_restitution_straight_and_oblique) {
  for (const double tilt : {0.0, 0.6, 1.2})
    for (const double wall_mass : {0.0005, 0.01, 10.0}) {
      World w = empty_world(linear_material(1e-3, 0.6, 0));
      const Vec3 n{std::sin(tilt), std::cos(tilt), 0};
      ParamSet shape, motion;
      shape.set("normal", n);
      motion.set("direction", Vec3{0, -1, 0});
      motion.set("mass", wall_mass);
      motion.set("weight", false);
      w.walls = {wall("plane", shape, "free", motion)};
      w.particles.add({.x = 0.0101 * n, .radius = 0.01, .v = -1.0 * n}, 2500);
      w.steps_per_contact = 400;  // the error of the step is then 1e-3
      Simulation s = start(std::move(w));
      const auto run_until = [&s](std::size_t contacts) {
        for (int k = 0; k < 1000 && s.contact_count() != contacts; ++k) run(s, 5);
      };
      run_until(1);
      run_until(0);
      run(s, 5);
      EXPECT_EQ(s.contact_count(), 0u);
      const double back = dot(s.particles().vm[0].v - s.world().walls[0].pose.v, n);
      EXPECT_NEAR(back, 0.6, 5e-3) << "tilt " << tilt << " mass " << wall_mass;
      // The wall's share of momentum along its direction.
      const double m = s.particles().mass(0);
      const double given = m * (s.particles().vm[0].v - -1.0 * n).y;
      EXPECT_NEAR(wall_mass * s.world().walls[0].pose.v.y, -given, 2e-3 * std::abs(given) + 1e-12);
    }
}

// A ball that slides over the seam of two cones keeps its tangential spring: the force does not
// drop to zero and build up again.
TEST(WallBooks, the_tangential_force_passes_the_seam_of_an_hourglass) {
  World w = empty_world(linear_material(1e-3, 0.1, 0.6));
  ParamSet shape;
  shape.set("height", 0.2);
  shape.set("diameter", 0.1);
  shape.set("neck", 0.08);  // nearly a tube: a seam that one rolls over without a jump
  w.walls = {wall("hourglass", shape)};
  const double r = 0.005;
  // On the inside of the ridge at h = 0, pressed outwards, rolling down along the axis.
  const double slope = 0.1, wall_at = 0.04 + slope * 0.006;  // radius of the glass at the ball
  w.particles.add({.x = {wall_at - r * std::sqrt(1 + slope * slope) + 6e-6, 0.006, 0},
                   .radius = r,
                   .v = {-0.02, -0.2, 0},
                   .omega = {0, 0, -40}},
                  2500);
  w.gravity.g = {60, -20, 0};
  Simulation s = start(std::move(w));
  run(s, 300);  // the normal force has come to rest
  double last = -1, least = 1e300, most = 0, jump = 0;
  bool above = false, below = false;
  for (int k = 0; k < 2500; ++k) {
    run(s, 1);
    ASSERT_GE(s.contact_count(), 1u) << k;
    const double y = s.particles().xr[0].x.y;
    above = above || y > 1e-3;
    below = below || y < -1e-3;
    Vec3 t{};
    s.for_each_contact([&](const ContactView& c) { t += c.tangential; });
    if (last >= 0) jump = std::max(jump, std::abs(norm(t) - last));
    last = norm(t);
    least = std::min(least, last), most = std::max(most, last);
  }
  EXPECT_TRUE(above && below) << "the seam was not crossed";
  EXPECT_GT(least, 0.3 * most) << least << " of " << most;
  EXPECT_LT(jump, 0.1 * most) << jump << " of " << most;
}

TEST(WallBooks, a_servo_without_an_area_is_refused) {
  for (const bool given : {false, true}) {
    World w = empty_world();
    w.particles.add({.x = {0, 0.05, 0}, .radius = 0.001}, 2500);
    ParamSet motion;
    motion.set("control", std::string("servo"));
    motion.set("pressure", 100.0);
    motion.set("max_speed", 0.1);
    w.walls = {wall("plane", {}, "free", motion)};
    if (given) w.walls[0].area = 0.01;
    const Result<Simulation> s = Simulation::create(std::move(w), {.threads = 1});
    ASSERT_EQ(s.ok(), given);
    if (!given) {
      EXPECT_EQ(s.error().code, "E0765");
    }
  }
}

}  // namespace
}  // namespace scree::test
