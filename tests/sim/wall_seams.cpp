// A surface that goes on across a periodic face is one surface, and walls that cannot are refused.
#include <numbers>

#include "wall_meshes.hpp"
#include "walls/images.hpp"
#include "worlds.hpp"

namespace scree::test {
namespace {

constexpr double kPeriod = 0.1;

World on_floor(Wall floor, const Vec3& v) {
  World w = empty_world(linear_material(1e-3, 0.5, 0.4));
  w.box = {{0, -1, 0}, {kPeriod, 1, kPeriod}, {true, false, true}};
  w.gravity.g = {0, -9.81, 0};
  w.walls = {std::move(floor)};
  w.particles.add({.x = {0.031, 0.005, 0.017}, .radius = 0.005, .v = v}, 2500);
  return w;
}

Wall flat_floor(float cut) {
  // As a file in single precision has it: a gap or an overlap of some 1e-9 at the seam.
  return mesh_wall(
      landscape(cut, cut, static_cast<float>(kPeriod), 3, [](double, double) { return 0.0; }));
}

TEST(WallSeams, a_ball_that_rolls_over_the_seam_of_a_flat_mesh_feels_a_constant_force) {
  for (const float cut : {0.0f, 0.0123f, -0.05f}) {
    const Vec3 v{1.3, 0, 0.7};
    Simulation mesh = start(on_floor(flat_floor(cut), v));
    Simulation plain = start(on_floor(plane({0, 0, 0}, {0, 1, 0}), v));
    for (int k = 0; k < 6000; ++k) {  // twice through the box
      run(mesh, 1), run(plain, 1);
      ASSERT_EQ(mesh.contact_count(), plain.contact_count()) << "cut " << cut << " step " << k;
      const Vec3 f = mesh.wall_reports()[0].force, g = plain.wall_reports()[0].force;
      // The seam is off by 1e-9 m, of an overlap of 1e-5 m.
      ASSERT_LT(norm(f - g), 1e-6 * norm(g)) << "cut " << cut << " step " << k;
    }
    EXPECT_LT(norm(mesh.particles().xr[0].x - plain.particles().xr[0].x), 1e-9);
    EXPECT_NEAR(mesh.energy().lost(), plain.energy().lost(), 1e-6 * plain.energy().lost());
  }
}

// Hills, hollows and ridges: the seam lies on a slope, in a hollow, on a ridge.
TEST(WallSeams, a_bumpy_mesh_may_be_cut_anywhere) {
  constexpr int kCells = 8;
  const auto height = [](double x, double z) {
    const double a = 2 * std::numbers::pi / kPeriod;
    return 0.006 * std::sin(a * x) * std::cos(a * z) + 0.002 * std::sin(3 * a * x + 1);
  };
  std::vector<Vec3> place;
  for (int cut = 0; cut < kCells; cut += 2) {  // x and z cut along the same grid
    const double at = kPeriod * cut / kCells;
    World w = empty_world(linear_material(1e-3, 0.2, 0.4));
    w.box = {{0, -1, 0}, {kPeriod, 1, kPeriod}, {true, false, true}};
    w.gravity.g = {0, -9.81, 0};
    w.walls = {mesh_wall(landscape(at, 0.5 * at, kPeriod, kCells, height))};
    for (int k = 0; k < 9; ++k)
      w.particles.add({.x = {0.005 + 0.033 * (k % 3), 0.02, 0.005 + 0.033 * (k / 3)},
                       .radius = 0.004,
                       .v = {0.5, 0, 0.3}},
                      2500);
    w.detect.audit = 20;
    Simulation s = start(std::move(w));
    std::size_t met = 0;
    for (int k = 0; k < 100; ++k) {
      run(s, 120);
      met += s.contact_count();
    }
    EXPECT_GT(met, 100u);
    for (std::uint32_t id = 0; id < 9; ++id) {
      const Vec3 x = s.particles().xr[row(s, id)].x;
      if (cut == 0)
        place.push_back(x);
      else
        EXPECT_LT(norm(nearest_image(x - place[id], s.world().box.lengths(),
                                     s.world().box.inverse_lengths())),
                  1e-7)
            << "cut " << cut << " grain " << id;
    }
  }
}

// Steep facets and overlaps of some percent: a contact that vanished at an edge while it is pressed
// would give the ball energy, at the seams as elsewhere.
TEST(WallSeams, elastic_balls_keep_their_energy_across_the_seams_of_a_bumpy_mesh) {
  const auto height = [](double x, double z) {
    const double a = 2 * std::numbers::pi / kPeriod;
    return 0.01 * std::sin(a * x) * std::cos(a * z) + 0.004 * std::sin(3 * a * x + 1);
  };
  double change[2] = {};
  for (int fine = 0; fine < 2; ++fine) {
    World w = empty_world(linear_material(4e-3, 1.0, 0));
    w.box = {{0, -1, 0}, {kPeriod, 1, kPeriod}, {true, false, true}};
    w.gravity.g = {0, -9.81, 0};
    w.walls = {mesh_wall(landscape(0, 0, kPeriod, 8, height))};
    for (int k = 0; k < 9; ++k)
      w.particles.add({.x = {0.005 + 0.033 * (k % 3), 0.03, 0.005 + 0.033 * (k / 3)},
                       .radius = 0.004 + 0.0003 * k,
                       .v = {0.5, 0, 0.3}},
                      2500);
    w.steps_per_contact = fine ? 200 : 50;
    Simulation s = start(std::move(w));
    double weight = 0;
    for (std::size_t k = 0; k < 9; ++k) weight += 9.81 * s.particles().mass(k);
    const double before = s.energy().total();
    for (int k = 0; k < 100; ++k) {
      run(s, fine ? 200 : 50);
      change[fine] =
          std::max(change[fine], std::abs(s.energy().total() - before) / (weight * 0.03));
    }
    EXPECT_GT(s.greatest_overlap(), 0.03);
  }
  // As tests/sim/mesh_walls.cpp: second order in the step, of which a collision has 50.
  EXPECT_LT(change[0], 5e-3);
  EXPECT_LT(change[1], change[0] / 4);
}

// On a slope across the seam the foot of a ball lies on the next image: the point that torques are
// taken of is that of the wall itself.
TEST(WallSeams, a_foot_on_the_next_image_is_reported_on_the_wall_itself) {
  const auto height = [](double x, double) {
    return 0.01 * std::sin(2 * std::numbers::pi * x / kPeriod);
  };
  World w = empty_world(linear_material(1e-3, 0.5, 0));
  w.box = {{0, -1, 0}, {kPeriod, 1, kPeriod}, {true, false, true}};
  w.walls = {mesh_wall(landscape(0, 0, kPeriod, 8, height))};
  // The slope there is about 0.57: the foot is some 2 mm farther along x.
  w.particles.add({.x = {kPeriod - 0.0005, 0.0042, 0.03}, .radius = 0.004}, 2500);
  Simulation s = start(std::move(w));
  int contacts = 0;
  s.for_each_contact([&](const ContactView& c) {
    ++contacts;
    ASSERT_GT(c.point.x, kPeriod);  // where the grain is
    const Vec3 torque = cross(c.point - Vec3{kPeriod, 0, 0}, -c.force);
    EXPECT_LT(norm(s.wall_reports()[0].torque - torque), 1e-9 * norm(torque));  // rounding
  });
  EXPECT_EQ(contacts, 1);
}

// A rectangle longer than the box lies on its own images: still one floor.
TEST(WallSeams, a_floor_that_overlaps_its_images_carries_once) {
  ParamSet p;
  p.set("centre", Vec3{0.02, 0, 0.07});
  p.set("width", 1.7 * kPeriod);
  p.set("length", kPeriod);
  Simulation s = start(on_floor(wall("rectangle", p), {0.9, 0, 0.4}));
  Simulation plain = start(on_floor(plane({0, 0, 0}, {0, 1, 0}), {0.9, 0, 0.4}));
  for (int k = 0; k < 3000; ++k) {
    run(s, 1), run(plain, 1);
    ASSERT_EQ(s.contact_count(), plain.contact_count()) << k;
  }
  EXPECT_LT(norm(s.particles().xr[0].x - plain.particles().xr[0].x), 1e-10);
}

std::string refusal(Wall w, const PeriodicBox& box) {
  World world = empty_world();
  world.box = box;
  world.walls = {std::move(w)};
  world.particles.add({.x = {0.05, 0.05, 0.05}, .radius = 0.001}, 2500);
  const Result<Simulation> s = Simulation::create(std::move(world), {.threads = 1});
  return s ? "" : s.error().code;
}

Wall turned_rod(const Vec3& axis, const Vec3& rotation_axis) {
  ParamSet p, m;
  p.set("axis", axis);
  p.set("radius", 0.01);
  p.set("side", std::string("outside"));
  m.set("angular_velocity", 1.0);
  m.set("axis", rotation_axis);
  return wall("cylinder", p, "rotate", m);
}

TEST(WallSeams, a_wall_without_end_that_does_not_fit_the_box_is_refused) {
  const PeriodicBox box{{0, 0, 0}, {0.1, 0.1, 0.1}, {true, false, true}};
  EXPECT_EQ(refusal(plane({0, 0, 0}, {0, 1, 0}), box), "");
  EXPECT_EQ(refusal(plane({0, 0, 0}, {1, 0, 0}), box), "E0766");
  EXPECT_EQ(refusal(plane({0, 0, 0}, {0.01, 1, 0}), box), "E0766") << "a tilted floor";
  EXPECT_EQ(refusal(turned_rod({0, 1, 0}, {0, 1, 0}), box), "") << "ends along x and z";
  EXPECT_EQ(refusal(turned_rod({1, 0, 0}, {1, 0, 0}), box), "");
  EXPECT_EQ(refusal(turned_rod({1, 0, 0}, {0, 1, 0}), box), "E0766") << "leaves its direction";
  EXPECT_EQ(refusal(turned_rod({1, 0.1, 0}, {0, 1, 0}), box), "E0766");
  ParamSet m;
  m.set("frequency", 1.0);
  m.set("angle", 0.1);
  m.set("axis", Vec3{0, 0, 1});
  EXPECT_EQ(refusal(wall("plane", {}, "sinusoid", m), box), "E0766") << "a floor that tilts";
  m.set("axis", Vec3{0, 1, 0});
  EXPECT_EQ(refusal(wall("plane", {}, "sinusoid", m), box), "") << "turns in itself";
}

TEST(WallSeams, a_wall_too_long_for_its_images_is_refused) {
  const PeriodicBox box{{0, 0, 0}, {0.1, 0.1, 0.1}, {false, false, true}};
  ParamSet p;
  p.set("centre", Vec3{0.05, 0.05, 0.05});
  p.set("size", Vec3{0.3, 0.3, 0.1});
  EXPECT_EQ(refusal(wall("box", p), box), "") << "as long as the box, closed at its faces";
  p.set("size", Vec3{0.3, 0.3, 0.15});
  EXPECT_EQ(refusal(wall("box", p), box), "E0767");
  p.set("open", std::string("front back"));
  EXPECT_EQ(refusal(wall("box", p), box), "") << "a shell may lie on its images";
  p.set("size", Vec3{0.3, 0.3, 0.25});
  EXPECT_EQ(refusal(wall("box", p), box), "E0767");
}

TEST(WallSeams, a_grain_in_an_image_of_a_wall_is_refused_at_the_start) {
  World w = empty_world();
  w.box = {{0, 0, 0}, {0.1, 0.1, 0.1}, {true, true, true}};
  ParamSet p;
  p.set("centre", Vec3{0, 0, 0});
  p.set("radius", 0.02);
  p.set("side", std::string("outside"));
  w.walls = {wall("sphere", p)};
  w.particles.add({.x = {0.095, 0.09, 0.098}, .radius = 0.001}, 2500);
  const Result<Simulation> s = Simulation::create(std::move(w), {.threads = 1});
  ASSERT_FALSE(s.ok());
  EXPECT_EQ(s.error().code, "E0506");
}

}  // namespace
}  // namespace scree::test
