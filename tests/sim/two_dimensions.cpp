// Worlds of two dimensions: masses a metre deep, nothing leaves the plane, statics of polygons, one
// answer.
#include <numbers>

#include "shapes/polygon.hpp"
#include "sim/bodies.hpp"
#include "sim/one_answer.hpp"
#include "walls/plane_section.hpp"

namespace scree::test {
namespace {

using geometry::Vec2;

World plane_world(const MaterialSpec& m) {
  World w = empty_world(m);
  w.particles.set_dimensions(Dimensions::two);
  w.gravity.g = {0, -9.81, 0};
  return w;
}

std::shared_ptr<const PolygonShape> polygon_of(const std::vector<Vec2>& corners,
                                               double rounding = 0, bool area = false) {
  return *PolygonShape::make(corners, rounding,
                             area ? PolygonContact::area : PolygonContact::potential);
}
std::shared_ptr<const PolygonShape> block(double width, double height, bool area = false) {
  const double x = 0.5 * width, y = 0.5 * height;
  return polygon_of({{-x, -y}, {x, -y}, {x, y}, {-x, y}}, 0, area);
}
std::shared_ptr<const PolygonShape> pebble(double radius, int corners, std::uint64_t seed,
                                           double rounding = 0) {
  const CounterRandom random(seed, 9);
  std::vector<Vec2> c;
  for (int k = 0; k < corners; ++k) {
    const double a =
        2 * std::numbers::pi * (k + 0.7 * random.uniform(static_cast<std::uint64_t>(k))) / corners;
    c.push_back({(radius - rounding) * std::cos(a), (radius - rounding) * std::sin(a)});
  }
  return polygon_of(c, rounding);
}

std::vector<Wall> plane_box(double width) {
  return {plane({0, 0, 0}, {0, 1, 0}), plane({0, 0, 0}, {1, 0, 0}),
          plane({width, 0, 0}, {-1, 0, 0})};
}

// Discs, polygons sharp and rounded, and clumps of two, in random motion in a box.
World mixture_2d(std::size_t n, bool area = false) {
  World w = plane_world(linear_material(2e-3, 0.4, 0.4));
  w.walls = plane_box(0.16);
  const auto sharp = pebble(0.006, 7, 1), round = pebble(0.006, 5, 2, 0.001),
             brick = block(0.009, 0.006, area);
  const CounterRandom random(2, 3);
  for (std::size_t k = 0; k < n; ++k) {
    const auto u = [&](std::size_t m) { return random.uniform(8 * k + m) - 0.5; };
    const Vec3 x{0.0075 + 0.0145 * static_cast<double>(k % 11),
                 0.0075 + 0.0145 * static_cast<double>(k / 11), 0};
    const Vec3 v{u(0), u(1), 0}, spin{0, 0, 60 * u(2)};
    if (k % 4 == 3) {
      w.particles.add({.x = x, .radius = 0.005, .v = v, .omega = spin}, w.materials[0].density);
      continue;
    }
    const double half = 3 * u(3);
    BodySpec b{.x = x, .q = {std::cos(half), 0, 0, std::sin(half)}, .v = v, .omega = spin};
    if (k % 4 == 0)
      b.primitives = {{.shape = sharp}};
    else if (k % 4 == 1)
      b.primitives = {{.shape = round}};
    else
      b.primitives = {{.shape = brick}, {.x = {0.001, 0.003, 0}, .radius = 0.003}};
    add(w, b);
  }
  return w;
}

void expect_in_plane(const World& w) {
  const Particles& p = w.particles;
  for (std::size_t s = 0; s < p.size(); ++s) {
    ASSERT_EQ(p.xr[s].x.z, 0);
    ASSERT_EQ(p.vm[s].v.z, 0);
    ASSERT_EQ(p.f[s].z, 0);
    ASSERT_TRUE(p.ws[s].omega.x == 0 && p.ws[s].omega.y == 0);
    ASSERT_TRUE(p.q[s].x == 0 && p.q[s].y == 0);
    ASSERT_TRUE(p.tq[s].x == 0 && p.tq[s].y == 0);
  }
}

TEST(Plane, a_disc_has_the_mass_and_inertia_of_a_metre_of_cylinder) {
  World w = plane_world(linear_material(1e-3, 0.5, 0));
  w.particles.add({.x = {0, 0, 0}, .radius = 0.1}, 2000);
  const double m = 2000 * std::numbers::pi * 0.01;
  EXPECT_NEAR(w.particles.mass(0), m, 1e-12);
  EXPECT_NEAR(1 / w.particles.inv_inertia[0], 0.5 * m * 0.01, 1e-14);
  add(w, {.primitives = {{.shape = block(0.3, 0.2)}}, .x = {1, 0, 0}});
  EXPECT_NEAR(w.bodies.body[0].mass(), 0.06 * w.materials[0].density, 1e-10);
  EXPECT_NEAR(w.bodies.body[0].inertia.z, 0.06 * w.materials[0].density * 0.13 / 12, 1e-11);
  EXPECT_NEAR(w.bodies.body[0].volume, 0.06, 1e-15);
  EXPECT_EQ(w.bodies.body[0].q.x, 0);
}

// With discs that are poured in on the way: a resumed run must know that they are discs.
TEST(Plane, one_answer_for_threads_detectors_resume_and_instruction_sets) {
  World w = mixture_2d(66);
  Inlet inlet;
  inlet.name = "spout";
  inlet.centre = {0.08, 0.16, 0};
  inlet.axis_u = {0.06, 0, 0};
  inlet.axis_v = {};
  inlet.disc = false;
  inlet.sizes.mean = 0.008;
  inlet.sizes.dimensions = Dimensions::two;
  inlet.rate = 500;
  inlet.count = 20;
  w.inlets = {inlet};
  const OneAnswer report = expect_one_answer(w, 1500);
  EXPECT_GT(report.contacts, 15u);  // grains do meet
}

TEST(Plane, nothing_leaves_the_plane_and_the_budget_closes) {
  for (const bool area : {false, true}) {
    Simulation s = start(mixture_2d(88, area));
    run(s, 4000);
    expect_in_plane(s.world());
    const EnergyReport e = s.energy();
    // Lifted ends of sides and corners that pass each other have no exact potential.
    EXPECT_LT(std::abs(e.residual()), 0.02 * e.lost()) << area;
    EXPECT_GT(s.contact_count(), 60u);
  }
}

TEST(Plane, what_leads_out_of_it_is_refused) {
  World w = plane_world(linear_material(1e-3, 0.5, 0));
  w.particles.add({.x = {0, 0, 0.01}, .radius = 0.1}, 2000);
  w.gravity.g = {0, 0, -9.81};
  const Result<Simulation> s = Simulation::create(w, {});
  ASSERT_FALSE(s.ok());
  EXPECT_EQ(s.errors().size(), 2u);
  for (const Error& e : s.errors()) EXPECT_EQ(e.code, "E0620");
}

// A block on a floor under gravity that leans by tan(angle) = slope.
TEST(Plane, a_block_slides_above_the_angle_of_friction_and_not_below) {
  const double friction = 0.5;
  for (const bool area : {false, true})
    for (const double slope : {0.48, 0.6}) {
      World w = plane_world(linear_material(2e-3, 0.3, friction));
      const double c = 1 / std::sqrt(1 + slope * slope);
      w.gravity.g = {9.81 * slope * c, -9.81 * c, 0};
      // On a floor of polygons, fixed: the pair of polygons is what slides.
      add(w,
          {.primitives = {{.shape = block(1, 0.02, area)}}, .x = {0.4, -0.01, 0}, .fixed = true});
      add(w, {.primitives = {{.shape = block(0.02, 0.01, area)}}, .x = {0, 0.005, 0}});
      Simulation s = start(w);
      run(s, static_cast<std::uint64_t>(0.2 / s.dt()));
      const double speed = s.world().bodies.body[1].v.x;
      if (slope < friction)
        EXPECT_LT(std::abs(speed), 2e-3) << area;
      else
        EXPECT_NEAR(speed, 9.81 * c * (slope - friction) * s.time(), 0.02) << area;
    }
}

TEST(Plane, a_tower_of_ten_squares_stands_still) {
  World w = plane_world(linear_material(1e-3, 0.3, 0.5));
  w.walls = {plane({0, 0, 0}, {0, 1, 0})};
  const auto square = block(0.01, 0.01);
  const CounterRandom random(3, 3);
  for (int k = 0; k < 10; ++k) {
    const double aside = 1e-3 * (random.uniform(static_cast<std::uint64_t>(k)) - 0.5);
    add(w, {.primitives = {{.shape = square}}, .x = {aside, 0.005 + 0.01 * k, 0}});
  }
  Simulation s = start(w);
  run(s, static_cast<std::uint64_t>(0.25 / s.dt()));
  const std::vector<Body> before = s.world().bodies.body;
  run(s, static_cast<std::uint64_t>(0.1 / s.dt()));
  for (std::size_t k = 0; k < before.size(); ++k) {
    const Body& b = s.world().bodies.body[k];
    EXPECT_LT(std::abs(b.x.x - before[k].x.x), 2e-5) << k;
    EXPECT_LT(std::abs(b.x.y - before[k].x.y), 5e-5) << k;
    EXPECT_LT(std::abs(b.q.z), 2e-3) << k;
  }
}

// A half circle of voussoirs under its weight stands above a thickness of 0.107 of its mean radius
// and falls below (Heyman). Supports are fixed; friction is high, so that it hinges and never
// slides. With few stones hinges can open at joints only: a little less is enough.
World arch(double thickness, int stones) {
  World w = plane_world(linear_material(2e-3, 0.2, 0.9));
  const double r = 0.5, inner = r - 0.5 * thickness * r, outer = r + 0.5 * thickness * r;
  const auto at = [](double radius, double a) {
    return Vec2{radius * std::cos(a), radius * std::sin(a)};
  };
  for (int k = 0; k < stones; ++k) {
    const double a = std::numbers::pi * k / stones, b = std::numbers::pi * (k + 1) / stones;
    const auto stone = polygon_of({at(inner, a), at(outer, a), at(outer, b), at(inner, b)});
    const Vec3& o = stone->given_origin();
    add(w, {.primitives = {{.shape = stone}}, .x = {-o.x, -o.y, 0}});
  }
  for (const double side : {-1.0, 1.0})
    add(w,
        {.primitives = {{.shape = block(0.3, 0.05)}}, .x = {side * r, -0.025, 0}, .fixed = true});
  return w;
}

TEST(Plane, a_masonry_arch_stands_above_the_thickness_of_heyman_and_falls_below) {
  for (const double thickness : {0.14, 0.08}) {
    Simulation s = start(arch(thickness, 13));
    run(s, static_cast<std::uint64_t>(0.6 / s.dt()));
    const double crown = s.world().bodies.body[6].x.y;
    if (thickness > 0.107)
      EXPECT_GT(crown, 0.49) << thickness;
    else
      EXPECT_LT(crown, 0.40) << thickness;
  }
}

TEST(Plane, a_drum_of_two_dimensions_touches_in_the_plane) {
  const WallShapeEntry& entry = *find_wall_shape("cylinder");
  ParamSet p;
  p.set("radius", 0.1);
  p.set("axis", Vec3{0, 0, 1});
  auto drum = make_plane_wall(entry, *with_defaults(entry.info.params, p));
  ASSERT_TRUE(drum.ok());
  WallTouches t;
  (*drum)->touch({0.06, 0.06, 0}, 0.02, t);
  ASSERT_EQ(t.count, 1);
  EXPECT_EQ(t.touch[0].normal.z, 0);
  EXPECT_NEAR(t.touch[0].distance, 0.1 - 0.06 * std::sqrt(2.0), 1e-15);
  EXPECT_NEAR((*drum)->area(), 0.2 * std::numbers::pi, 1e-15);
}

// The faces across z belong to no disc: a disc wider than they are apart meets two sides, not four.
TEST(Plane, a_box_has_no_faces_across_the_plane) {
  const WallShapeEntry& entry = *find_wall_shape("box");
  ParamSet p;
  p.set("min", Vec3{0, 0, -0.5});
  p.set("max", Vec3{2, 2, 0.5});
  auto box = make_plane_wall(entry, *with_defaults(entry.info.params, p));
  ASSERT_TRUE(box.ok());
  WallTouches t;
  (*box)->touch({0.7, 0.7, 0}, 0.8, t);
  EXPECT_EQ(t.count, 2);
  for (int k = 0; k < t.count; ++k) EXPECT_EQ(t.touch[static_cast<std::size_t>(k)].normal.z, 0);
  EXPECT_NEAR((*box)->area(), 8, 1e-15);
}

TEST(Plane, mean_areas_of_sizes_are_those_of_many) {
  SizeDistribution s;
  s.dimensions = Dimensions::two;
  const auto expect = [&s] {
    const CounterRandom random(7, 7);
    double sum = 0;
    constexpr std::uint64_t n = 20000;
    for (std::uint64_t k = 0; k < n; ++k) {
      const double d = s.sample(random, k);
      sum += std::numbers::pi / 4 * d * d / n;
    }
    EXPECT_NEAR(s.mean_volume() / sum, 1, 0.02);
  };
  s.kind = SizeDistribution::Kind::uniform;
  s.lo = 0.1, s.hi = 0.5;
  expect();
  s.kind = SizeDistribution::Kind::classes;
  s.classes = {{0.1, 0.5, 0.9}, {0.3, 0.5, 0}};
  expect();
  s.by_mass = true;
  expect();
  s.kind = SizeDistribution::Kind::normal;
  s.mean = 0.3, s.deviation = 0.05, s.lo = s.hi = 0;
  expect();
}

}  // namespace
}  // namespace scree::test
