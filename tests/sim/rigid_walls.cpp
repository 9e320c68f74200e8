// Walls that are rigid bodies, and bodies of any shape at walls that bulge.
#include <cmath>

#include "sim/bodies.hpp"
#include "sim/one_answer.hpp"

namespace scree {
namespace {

using namespace test;

constexpr double kMass = 0.02, kSide = 0.08;

// A square plate that floats, free in all ways or about one axis.
Wall plate(const ParamSet& how = {}) {
  ParamSet shape;
  shape.set("width", kSide);
  shape.set("length", kSide);
  ParamSet motion = how;
  const double i = kMass * kSide * kSide / 12;
  motion.set("mass", kMass);
  motion.set("inertia", Vec3{i, 2 * i, i});
  return wall("rectangle", shape, "body", motion);
}

struct Sums {
  Vec3 momentum, angular;
  double kinetic = 0;
};
// Of grains and of the plate, about the origin.
Sums sums(const Simulation& s) {
  Sums t;
  const Particles& p = s.particles();
  for (std::size_t k = 0; k < p.size(); ++k) {
    const double m = 1 / p.vm[k].inv_mass, i = 1 / p.inv_inertia[k];
    t.momentum += m * p.vm[k].v;
    t.angular += cross(p.xr[k].x, m * p.vm[k].v) + i * p.ws[k].omega;
    t.kinetic += 0.5 * m * norm2(p.vm[k].v) + 0.5 * i * norm2(p.ws[k].omega);
  }
  const WallPose& w = s.world().walls[0].pose;
  const double i = kMass * kSide * kSide / 12;
  const Vec3 local = rotate_back(w.q, w.omega);
  const Vec3 l = rotate(w.q, {i * local.x, 2 * i * local.y, i * local.z});
  t.momentum += kMass * w.v;
  t.angular += cross(w.x, kMass * w.v) + l;
  t.kinetic += 0.5 * kMass * norm2(w.v) + 0.5 * dot(l, w.omega);
  return t;
}

World with_plate(double restitution, double friction) {
  World w = empty_world(linear_material(1e-3, restitution, friction));
  w.walls = {plate()};
  return w;
}

TEST(RigidWalls, a_grain_on_the_rim_of_a_plate_shares_momentum_and_rebounds_as_asked) {
  World w = with_plate(0.6, 0);
  w.particles.add({.x = {0.03, 0.006, 0.02}, .radius = 0.005, .v = {0, -1, 0}},
                  w.materials[0].density);
  Simulation s = start(w);
  const Sums before = sums(s);
  run(s, static_cast<std::uint64_t>(std::lround(3e-3 / s.dt())));
  const Sums after = sums(s);
  EXPECT_LT(norm(after.momentum - before.momentum), 1e-12 * norm(before.momentum));
  // About the origin: the point of contact moves a little while the plate turns.
  EXPECT_LT(norm(after.angular - before.angular), 1e-9 * norm(before.angular));
  const WallPose& plate_now = s.world().walls[0].pose;
  const Vec3 foot{0.03, 0, 0.02};
  const Vec3 apart =
      s.particles().vm[0].v - (plate_now.v + cross(plate_now.omega, foot - plate_now.x));
  // The mass that the grain feels is that of a plate that gives way by turning: within what the
  // turn of the plate during the contact does to the normal.
  EXPECT_NEAR(apart.y, 0.6, 0.01);
  EXPECT_GT(norm(plate_now.omega), 1);
  const EnergyReport e = s.energy();
  EXPECT_NEAR(after.kinetic, before.kinetic - e.lost(), 2e-3 * before.kinetic);
}

TEST(RigidWalls, friction_takes_no_momentum_out_of_the_world) {
  World w = with_plate(0.5, 0.4);
  w.particles.add({.x = {0.03, 0.006, 0.02}, .radius = 0.005, .v = {0.5, -1, 0.2}},
                  w.materials[0].density);
  w.particles.add({.x = {-0.03, -0.006, 0.01}, .radius = 0.005, .v = {0.5, 1, -0.2}},
                  w.materials[0].density);
  Simulation s = start(w);
  const Sums before = sums(s);
  run(s, static_cast<std::uint64_t>(std::lround(5e-3 / s.dt())));
  const Sums after = sums(s);
  const double scale = 2 * 0.5 / s.particles().vm[0].inv_mass;
  EXPECT_LT(norm(after.momentum - before.momentum), 1e-12 * scale);
  EXPECT_LT(norm(after.angular - before.angular), 1e-8 * scale * kSide);
}

TEST(RigidWalls, the_step_knows_how_light_the_rim_of_a_plate_is) {
  // The same plate held at its centre and free to turn: its rim gives way more.
  ParamSet slides;
  slides.set("rotation", std::string("none"));
  World w = empty_world(linear_material(1e-3, 0.5, 0));
  w.materials[0].normal.params = {};
  w.materials[0].normal.params.set("stiffness", 1e5);
  w.materials[0].normal.params.set("restitution", 0.5);
  w.particles.add({.x = {0.03, 0.05, 0.02}, .radius = 0.02}, w.materials[0].density);
  World turning = w;
  w.walls = {plate(slides)};
  turning.walls = {plate()};
  EXPECT_LT(start(turning).dt(), 0.9 * start(w).dt());
}

TEST(RigidWalls, same_bits_with_threads_detectors_and_resume) {
  World w = with_plate(0.5, 0.3);
  w.gravity.g = {0, -2, 0};
  add_cloud(w, 200, 0.004, 6, 0.4);
  w.walls.push_back(plane({0, -0.05, 0}, {0, 1, 0}));
  const EnergyReport e = expect_one_answer(w, 600);
  EXPECT_GT(e.lost(), 0.05 * e.start) << "they met";
}

TEST(RigidWalls, a_capsule_rests_across_a_ridge) {
  World w = body_world(linear_material(1e-3, 0.3, 0.6));
  w.gravity.g = {0, -9.81, 0};
  ParamSet bar;
  bar.set("radius", 0.003);
  bar.set("axis", Vec3{0, 0, 1});
  bar.set("side", std::string("outside"));
  w.walls = {wall("cylinder", bar)};
  w.materials[0].rolling = {"spring", {}};
  w.materials[0].rolling.params.set("friction", 0.3);
  const double r = 0.002;
  const std::uint32_t name = add(w, {.primitives = {{.shape = capsule(0.01, r)}},
                                     .x = {0, 0.0052, 0},
                                     .q = normalized(Quat{1, 0, 1, 0})});
  Simulation s = start(w);
  run(s, static_cast<std::uint64_t>(std::lround(0.3 / s.dt())));
  const Body& b = body(s, name);
  EXPECT_NEAR(b.x.y, 0.003 + r, 0.02 * r) << "both ends hang in the air";
  EXPECT_NEAR(b.x.x, 0, 1e-4);
  int points = 0;
  s.for_each_contact([&](const ContactView& c) {
    ++points;
    EXPECT_NEAR(c.normal.y, -1, 1e-3);
  });
  EXPECT_EQ(points, 1);
}

}  // namespace
}  // namespace scree
