// Belts, groups of walls and torque control against closed forms, with their books.
#include "one_answer.hpp"
#include "walls/motion_parts.hpp"

namespace scree::test {
namespace {

std::unique_ptr<WallMotion> made_motion(const std::string& kind, const ParamSet& given) {
  const WallMotionEntry* e = find_wall_motion(kind);
  return std::move(*e->make(*with_defaults(e->info.params, given)));
}

// A ball laid on a belt slides, is spun up, and rolls from v = 2/7 of the belt's speed on: the
// friction accelerates v by mu g and the rim by 5/2 mu g.
TEST(Belt, brings_a_ball_to_two_sevenths_of_its_speed_and_books_the_work) {
  World w = empty_world(linear_material(1e-3, 0.5, 0.3));
  w.gravity.g = {0, -9.81, 0};
  w.walls = {plane({0, 0, 0}, {0, 1, 0})};
  w.walls[0].surface.velocity = {0.7, 0.3, 0};  // 0.3 along the normal does not count
  w.particles.add({.x = {0, 0.00999, 0}, .radius = 0.01}, 2500);
  w.steps_per_contact = 200;
  Simulation s = start(std::move(w));
  run(s, static_cast<std::uint64_t>(0.15 / s.dt()));
  EXPECT_NEAR(s.particles().vm[0].v.x, 0.2, 2e-3);  // a percent: the tangential spring swings
  EXPECT_NEAR(s.particles().vm[0].v.y, 0, 1e-3);
  const EnergyReport e = s.energy();
  // Work of the belt: force mu m g times its way 0.7 t while it slides, t = 0.2/(mu g).
  const double m = s.particles().mass(0);
  EXPECT_NEAR(e.work_walls, m * 0.2 * 0.7, 0.02 * m * 0.14);
  // 2e-3 at 50 steps per contact, and as the square of them; a wrong velocity is worth some
  // percent.
  EXPECT_LT(std::abs(e.residual()), 5e-4 * e.work_walls);
}

TEST(Belt, turns_with_its_wall_and_starts_when_told) {
  Wall w = plane({0, 0, 0}, {0, 1, 0});
  w.surface.velocity = {1, 0, 0};
  w.surface.now = 1;
  w.pose.q = {std::sqrt(0.5), 0, std::sqrt(0.5), 0};  // x to -z
  EXPECT_NEAR(norm(belt_velocity(w, {0, 0, 0}, {0, -1, 0}) - Vec3{0, 0, -1}), 0, 1e-15);
  w.surface.schedule = {.start = 1, .stop = 2, .ramp = 0};
  EXPECT_EQ(w.surface.schedule.speed(0.5), 0);
  EXPECT_EQ(w.surface.schedule.speed(1.5), 1);
}

// Two plates of one group, pushed by a ball: momentum along x is shared by ball and group.
TEST(Groups, a_free_group_takes_the_momentum_of_what_hits_one_of_its_walls) {
  World w = empty_world(linear_material(1e-3, 0.8, 0));
  ParamSet body;
  body.set("mass", 0.05);
  body.set("rotation", std::string("none"));
  body.set("translation", std::string("x"));
  w.walls = {plane({0.02, 0, 0}, {-1, 0, 0}), plane({0, -0.05, 0}, {0, 1, 0})};
  for (Wall& wall : w.walls)
    wall.motion = group_motion(made_motion("body", body), nullptr, {}, wall.pose, 1);
  w.particles.add({.x = {0, 0, 0}, .radius = 0.01, .v = {0.5, 0, 0}}, 2500);
  Simulation s = start(std::move(w));
  const double m = s.particles().mass(0);
  run(s, static_cast<std::uint64_t>(0.05 / s.dt()));
  const Vec3 a = s.world().walls[0].pose.v, b = s.world().walls[1].pose.v;
  EXPECT_EQ(a, b);
  EXPECT_GT(a.x, 0);
  const double after = m * s.particles().vm[0].v.x + 0.05 * a.x;
  EXPECT_NEAR(after, m * 0.5, 1e-12 * m);
  // Restitution 0.8 of the relative speed; the wall feels the force a fiftieth of a contact late.
  EXPECT_NEAR(a.x - s.particles().vm[0].v.x, 0.4, 0.02 * 0.4);
}

// A vane with a pivot 0.1 m away: what the ball loses of angular momentum, the vane has.
TEST(Groups, a_group_under_torque_control_conserves_angular_momentum) {
  World w = empty_world(linear_material(1e-3, 0.8, 0));
  ParamSet free;
  free.set("torque", 0.0);
  free.set("inertia", 2e-4);
  free.set("axis", Vec3{0, 0, 1});
  w.walls = {plane({0.02, 0, 0}, {-1, 0, 0})};
  const Vec3 pivot{0.02, -0.1, 0};
  w.walls[0].motion = group_motion(made_motion("torque", free), nullptr, pivot, {}, 1);
  w.particles.add({.x = {0, 0, 0}, .radius = 0.01, .v = {0.5, 0, 0}}, 2500);
  Simulation s = start(std::move(w));
  const double m = s.particles().mass(0);
  run(s, static_cast<std::uint64_t>(0.035 / s.dt()));
  const double spin = s.world().walls[0].pose.omega.z;
  const Vec3 arm = s.particles().xr[0].x - pivot;
  const double moment = m * cross(arm, s.particles().vm[0].v).z;
  EXPECT_LT(spin, -0.1);
  // As the ball's momentum about the pivot before; the wall's corrector is a step behind (dt/t_c).
  EXPECT_NEAR(moment + 2e-4 * spin, -m * 0.1 * 0.5, 1e-6 * m);
}

TEST(Torque, a_servo_keeps_its_torque_on_a_vane_that_ploughs) {
  ParamSet p;
  p.set("torque", 0.02);
  p.set("control", std::string("servo"));
  p.set("max_rate", 3.0);
  p.set("averaging", 0.01);
  p.set("axis", Vec3{0, 1, 0});
  const auto motion = made_motion("torque", p);
  // Grains that resist like a dashpot: T = -c w. The servo settles where c w = 0.02 (1 - w / 3).
  const double c = 0.01;
  double rate = 0;
  for (int k = 1; k < 4000; ++k)
    rate = motion->advance(1e-3 * k, 1e-3, {.torque = {0, -c * rate, 0}}).omega.y;
  EXPECT_NEAR(rate, 0.02 / (c + 0.02 / 3), 1e-9);
  // Under a given torque with a damping: w -> T/c with the time constant I/c.
  ParamSet q;
  q.set("torque", 0.02);
  q.set("inertia", 1e-3);
  q.set("damping", 0.01);
  const auto free = made_motion("torque", q);
  for (int k = 1; k <= 1000; ++k) free->advance(1e-4 * k, 1e-4, {});
  const double omega = norm(free->advance(0.1, 0, {}).omega);
  EXPECT_NEAR(omega, 2 * (1 - std::exp(-0.1 / 0.1)), 1e-4);  // a step: 1e-3 of I/c, second order
}

World driven_world() {
  World w = empty_world(linear_material(1e-3, 0.5, 0.4));
  w.gravity.g = {0, -30, 0};
  w.walls = open_box(0.05);
  w.walls[0].surface.velocity = {0.2, 0, 0};
  w.walls[0].surface.schedule.ramp = 0.01;
  // A lid that follows the sides and holds a pressure.
  ParamSet swing, servo;
  swing.set("amplitude", 0.002);
  swing.set("frequency", 20.0);
  swing.set("direction", Vec3{1, 0, 0});
  servo.set("control", std::string("servo"));
  servo.set("pressure", 500.0);
  servo.set("max_speed", 0.4);
  servo.set("area", 0.0025);
  w.walls.push_back(plane({0, 0.045, 0}, {0, -1, 0}));
  for (std::size_t k = 1; k < w.walls.size(); ++k)
    w.walls[k].motion =
        group_motion(made_motion("sinusoid", swing), k == 5 ? made_motion("free", servo) : nullptr,
                     {}, w.walls[k].pose, 1);
  add_cloud(w, 48, 0.01, 4, 0.2);
  return w;
}

TEST(Groups, a_lid_in_a_swinging_box_on_a_belt_gives_one_answer) {
  const World w = driven_world();
  const OneAnswer e = expect_one_answer(w, 1500);
  EXPECT_GT(e.contacts, 8u);
  EXPECT_LT(std::abs(e.residual()), 5e-3 * std::abs(e.work_walls));
}

}  // namespace
}  // namespace scree::test
