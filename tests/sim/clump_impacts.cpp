// Clumps of balls that fall on walls, on balls and on each other: a restitution is that of the
// material however many of their balls meet, and a coefficient stays what it is.
#include <cmath>
#include <functional>
#include <numbers>

#include "sim/bodies.hpp"
#include "sim/one_answer.hpp"

namespace scree::test {
namespace {

constexpr double kBallRadius = 0.002, kDropSpeed = 0.05, kRestitution = 0.5;

using Balls = std::vector<PrimitiveSpec>;

Balls rod(int balls, double spacing = 2 * kBallRadius, const Vec3& along = {1, 0, 0}) {
  Balls out;
  for (int k = 0; k < balls; ++k)
    out.push_back({.x = (k - 0.5 * (balls - 1)) * spacing * along, .radius = kBallRadius});
  return out;
}
// One corner up.
Balls tetrahedron() {
  const double a = 2 * kBallRadius, h = std::sqrt(2.0 / 3) * a, s = a / std::sqrt(3.0);
  Balls out = {{.x = {0, 0.75 * h, 0}, .radius = kBallRadius}};
  for (int k = 0; k < 3; ++k) {
    const double angle = 2 * std::numbers::pi * k / 3;
    out.push_back(
        {.x = {s * std::cos(angle), -0.25 * h, s * std::sin(angle)}, .radius = kBallRadius});
  }
  return out;
}
Quat about_z(double angle) { return {std::cos(angle / 2), 0, 0, std::sin(angle / 2)}; }

using PutFloor = std::function<void(World&)>;
void plane_floor(World& w) { w.walls = {plane({0, 0, 0}, {0, 1, 0})}; }

// Where two bodies touch first.
struct Surface {
  std::uint32_t id;  // of the ball
  int wall;
  std::uint32_t other;
  Vec3 point, normal;
};
std::vector<Surface> surfaces(const Simulation& s) {
  std::vector<Surface> out;
  s.for_each_contact([&](const ContactView& c) {
    out.push_back({c.i.value, c.wall, c.wall < 0 ? c.j.value : 0, c.point, c.normal});
  });
  return out;
}
// Of what a ball belongs to.
struct BallMotion {
  Vec3 x, v, omega;
};
BallMotion motion_of_ball(const Simulation& s, std::uint32_t id) {
  const std::uint32_t at = row(s, id);
  const Particles& p = s.particles();
  if (const Body* b = s.world().bodies.find(p.ws[at].body)) return {b->x, b->v, b->omega};
  return {p.xr[at].x, p.vm[at].v, p.ws[at].omega};
}
double approach(const Simulation& s, const Surface& c) {
  const auto velocity = [&](const BallMotion& m) { return m.v + cross(m.omega, c.point - m.x); };
  Vec3 v = velocity(motion_of_ball(s, c.id));
  if (c.wall < 0) return dot(v - velocity(motion_of_ball(s, c.other)), c.normal);
  const WallPose& wall = s.world().walls[static_cast<std::size_t>(c.wall)].pose;
  return dot(v - velocity({wall.x, wall.v, wall.omega}), c.normal);
}

// Mean speed at the contacts after over that before. `contacts`: how many there must be.
double restitution_of(World w, std::size_t contacts) {
  Simulation found = start(w);
  std::uint64_t first = 0;
  for (; first < 100000 && found.contact_count() == 0; ++first) run(found, 1);
  run(found, 3);  // balls that are level to rounding
  const std::vector<Surface> at = surfaces(found);
  EXPECT_EQ(at.size(), contacts);
  Simulation s = start(w);
  run(s, first - 1);
  const auto mean = [&] {
    double sum = 0;
    for (const Surface& c : at) sum += approach(s, c);
    return sum / static_cast<double>(at.size());
  };
  const double before = mean();
  run(s, 1);
  for (int k = 0; k < 100000 && s.contact_count() > 0; ++k) run(s, 1);
  const EnergyReport e = s.energy();
  EXPECT_LT(std::abs(e.residual()), 0.01 * (e.lost() + e.total())) << "the books close";
  return -mean() / before;
}

World world_of(MaterialSpec m = linear_material(2e-4, kRestitution, 0)) {
  World w = empty_world(m);
  w.steps_per_contact = 50;
  return w;
}

// The lowest ball is a little above y = `floor`.
void drop(World& w, const Balls& balls, const Quat& q, const Vec3& aside = {}, double floor = 0) {
  double lowest = 0;
  for (const PrimitiveSpec& b : balls) lowest = std::min(lowest, rotate(q, b.x).y - b.radius);
  add(w, {.primitives = balls,
          .x = aside + Vec3{0, floor - lowest + 1e-4, 0},
          .q = q,
          .v = {0, -kDropSpeed, 0}});
}

// Several balls at once make the collision shorter than the one of 50 steps: 20 to 40 are left, and
// a collision ends within one of them.
constexpr double kNearly = 0.02;

TEST(ClumpImpacts, have_the_restitution_of_the_material_on_a_plane) {
  struct Fall {
    std::string name;
    Balls balls;
    Quat q;
    std::size_t contacts;
  };
  const Balls dumbbell = {{.x = {-0.0015, 0, 0}, .radius = kBallRadius},
                          {.x = {0.0015, 0, 0}, .radius = kBallRadius}};
  const Balls uneven = {{.x = {0, 0, 0}, .radius = kBallRadius},
                        {.x = {0.002, 0, 0}, .radius = kBallRadius / 2}};
  for (const Fall& fall :
       {Fall{"rod, flat", rod(5), {}, 5},
        {"rod, on its end", rod(5), about_z(std::numbers::pi / 2), 1},
        {"rod, inclined", rod(5), about_z(0.5), 1},
        {"rod, steep", rod(5), about_z(1.2), 1},
        {"long rod, flat", rod(12, kBallRadius), {}, 12},
        {"dumbbell, flat", dumbbell, {}, 2},
        {"dumbbell, inclined", dumbbell, about_z(0.4), 1},
        {"uneven dumbbell", uneven, {}, 1},
        {"tetrahedron, on three", tetrahedron(), {}, 3},
        {"tetrahedron, on a corner", tetrahedron(), about_z(std::numbers::pi), 1},
        {"tetrahedron, turned", tetrahedron(), about_z(2.6), 1}}) {
    World w = world_of();
    plane_floor(w);
    drop(w, fall.balls, fall.q);
    const double e = restitution_of(w, fall.contacts);
    EXPECT_NEAR(e, kRestitution, kNearly) << fall.name;
  }
}

TEST(ClumpImpacts, have_the_restitution_of_the_material_on_clumps) {
  for (const bool fixed : {true, false})
    for (const double aside : {0.0, 0.001, kBallRadius}) {
      World w = world_of();
      // A floor of balls; the one that gives way is heavy.
      BodySpec bed{.primitives = rod(9), .x = {0, -kBallRadius, 0}, .fixed = fixed};
      if (!fixed) bed.mass = MassProperties{.mass = 0.1, .inertia = {1e-5, 1e-5, 1e-5}};
      add(w, bed);
      // On balls, on their sides, between two of them.
      const bool between = aside == kBallRadius;
      drop(w, rod(5), {}, {aside, 0, 0}, between ? (std::sqrt(3.0) - 2) * kBallRadius : 0);
      const double e = restitution_of(w, between ? 10 : 5);
      EXPECT_NEAR(e, kRestitution, kNearly) << fixed << aside;
    }
}

TEST(ClumpImpacts, have_the_restitution_of_the_material_on_one_ball) {
  for (const bool fixed : {true, false})
    for (const double aside : {0.0, 0.005}) {
      World w = world_of();
      w.particles.add({.x = {0, -0.02, 0}, .radius = 0.02, .fixed = fixed}, w.materials[0].density);
      drop(w, rod(5), {}, {aside, 0, 0});
      const double e = restitution_of(w, 1);
      EXPECT_NEAR(e, kRestitution, kNearly) << fixed << aside;
    }
}

TEST(ClumpImpacts, have_the_restitution_of_the_material_on_each_other) {
  World w = world_of();
  drop(w, rod(5), {});
  add(w, {.primitives = tetrahedron(), .x = {0.003, -0.01, 0}, .v = {0, 0.1, 0}});
  const double one = restitution_of(w, 1);
  World both = world_of();
  drop(both, rod(5), {});
  add(both, {.primitives = rod(5), .x = {0, -kBallRadius, 0}, .v = {0, 0.1, 0}});
  const double all = restitution_of(both, 5);
  EXPECT_NEAR(one, kRestitution, kNearly);
  EXPECT_NEAR(all, kRestitution, kNearly);
}

TEST(ClumpImpacts, have_the_restitution_of_the_material_in_two_dimensions) {
  for (const double angle : {0.0, 0.5}) {
    World w = world_of();
    w.particles.set_dimensions(Dimensions::two);
    plane_floor(w);
    drop(w, rod(5), about_z(angle));
    const double e = restitution_of(w, angle == 0 ? 5 : 1);
    EXPECT_NEAR(e, kRestitution, kNearly) << angle;
  }
}

// A plate that floats: pushed at its middle and off it.
TEST(ClumpImpacts, have_the_restitution_of_the_material_on_a_wall_that_gives_way) {
  for (const double aside : {0.0, 0.01}) {
    World w = world_of();
    ParamSet shape, motion;
    shape.set("width", 0.08), shape.set("length", 0.08);
    motion.set("mass", 1e-3), motion.set("inertia", Vec3{5e-7, 1e-6, 5e-7});
    w.walls = {wall("rectangle", shape, "body", motion)};
    drop(w, rod(5), {}, {aside, 0, 0});
    const double e = restitution_of(w, 5);
    EXPECT_NEAR(e, kRestitution, kNearly) << aside;
  }
}

// k and c of five springs side by side: e = exp(-pi z / sqrt(1 - z^2)), z = 5 c / (2 sqrt(5 k m)).
TEST(ClumpImpacts, keep_coefficients_that_are_given) {
  MaterialSpec m = linear_material(2e-4, kRestitution, 0);
  const double stiffness = 2e4, damping = 0.5;
  m.normal = {"linear", {}};
  m.normal.params.set("stiffness", stiffness);
  m.normal.params.set("damping", damping);
  World w = world_of(m);
  plane_floor(w);
  drop(w, rod(5), {});
  const double z = 5 * damping / (2 * std::sqrt(5 * stiffness * w.bodies.body[0].mass()));
  const double expected = std::exp(-std::numbers::pi * z / std::sqrt(1 - z * z));
  const double e = restitution_of(w, 5);
  EXPECT_NEAR(e, expected, kNearly);
}

// Clumps, balls, a fixed clump and walls in a box that is periodic along x.
World mixed_clumps(std::uint64_t across = 3, std::uint64_t layers = 3) {
  World w = empty_world(linear_material(1e-3, kRestitution, 0.4));
  w.gravity.g = {0, -9.81, 0};
  w.box = {.lo = {0, -1, -1},
           .hi = {0.01 * static_cast<double>(across), 1, 1},
           .periodic = {true, false, false}};
  w.walls = {plane({0, 0, 0}, {0, 1, 0}), plane({0, 0, 0}, {0, 0, 1}),
             plane({0, 0, 0.03}, {0, 0, -1})};
  add(w, {.primitives = rod(4), .x = {0.001, 0.003, 0.015}, .fixed = true});
  const CounterRandom random(7, 2);
  for (std::uint64_t k = 0; k < 3 * across * layers; ++k) {
    const auto u = [&](std::uint64_t m) { return 2 * random.uniform(16 * k + m) - 1; };
    const Vec3 x{0.005 + 0.01 * static_cast<double>(k % across),
                 0.0105 + 0.01 * static_cast<double>(k / across / 3),
                 0.005 + 0.01 * static_cast<double>(k / across % 3)};
    const Vec3 v{0.3 * u(0), -0.6, 0.3 * u(1)};
    if (k % 5 == 4) {
      w.particles.add({.x = x, .radius = 0.003, .v = v}, w.materials[0].density);
      continue;
    }
    add(w, {.primitives = k % 2 ? tetrahedron() : rod(3, 0.0015),
            .x = x,
            .q = normalized(Quat{u(2), u(3), u(4), u(5) + 0.01}),
            .v = v,
            .omega = {50 * u(6), 50 * u(7), 50 * u(8)}});
  }
  return w;
}

TEST(ClumpImpacts, of_a_periodic_box_with_walls_give_one_answer) {
  const OneAnswer answer = expect_one_answer(mixed_clumps(), 1500);
  EXPECT_GT(answer.contacts, 0u);
  EXPECT_GT(answer.lost(), 1e-4) << "they have met";
}

// Several tiles, groups across the parts of two threads, rows that are sorted on the way.
TEST(ClumpImpacts, of_many_tiles_are_the_same_for_any_threads_and_after_a_stop) {
  const World w = mixed_clumps(20, 11);
  ASSERT_GT(w.particles.size(), 1500u);
  constexpr std::uint64_t kSteps = 700;
  Simulation whole = start(w);
  run(whole, kSteps);
  EXPECT_GT(whole.contact_count(), 20u);
  for (const int threads : {1, 2, 3, 5}) {
    Simulation s = start(w, {.threads = threads});
    run(s, kSteps);
    EXPECT_TRUE(s.state_hash() == whole.state_hash()) << threads;
    Simulation first = start(w, {.threads = threads});
    run(first, 331);
    Result<Simulation> again = Simulation::resume(w, first.save(), {.threads = 4 - threads % 3});
    ASSERT_TRUE(static_cast<bool>(again));
    run(*again, kSteps - 331);
    EXPECT_TRUE(again->state_hash() == whole.state_hash()) << threads << ", resumed";
  }
}

TEST(ClumpImpacts, close_the_books_while_a_pile_comes_to_rest) {
  Simulation s = start(mixed_clumps());
  const double before = s.energy().total();
  run(s, 6000);
  const EnergyReport e = s.energy();
  EXPECT_GT(e.lost(), 0.3 * before);
  // The scheme's own error; it falls with the square of the time step.
  EXPECT_LT(std::abs(e.residual()), 2e-3 * e.lost());
}

}  // namespace
}  // namespace scree::test
