// Walls through the whole step: meshes, pistons, turning gravity, pouring.
#include <fstream>
#include <numbers>

#include "support/folder.hpp"
#include "worlds.hpp"

namespace scree::test {
namespace {

// The plane y = 0 as many triangles, in OBJ.
std::string flat_mesh(double half, int cells) {
  const std::string path = shared_folder().path("flat_" + std::to_string(cells) + ".obj");
  std::ofstream out(path);
  for (int i = 0; i <= cells; ++i)
    for (int j = 0; j <= cells; ++j)
      out << "v " << half * (2.0 * i / cells - 1) << " 0 " << half * (2.0 * j / cells - 1) << "\n";
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j) {
      const int a = i * (cells + 1) + j + 1, b = a + cells + 1;
      out << "f " << a << " " << a + 1 << " " << b << "\nf " << b << " " << a + 1 << " " << b + 1
          << "\n";
    }
  return path;
}

World rolling_on(Wall floor) {
  World w = empty_world(linear_material(1e-3, 0.5, 0.4));
  w.gravity.g = {0.4, -9.81, 0.3};
  w.walls = {std::move(floor)};
  for (int k = 0; k < 20; ++k)
    w.particles.add({.x = {-0.03 + 0.012 * (k % 5), 0.006 + 0.002 * k, -0.02 + 0.012 * (k / 5)},
                     .radius = 0.004 + 1e-4 * k,
                     .v = {0.2, 0, 0.1}},
                    2500);
  return w;
}

TEST(Walls, a_plane_and_its_triangulation_give_the_same_trajectory) {
  ParamSet mesh;
  mesh.set("file", flat_mesh(0.5, 37));
  Simulation a = start(rolling_on(plane({0, 0, 0}, {0, 1, 0})));
  Simulation b = start(rolling_on(wall("mesh", mesh)));
  run(a, 15000), run(b, 15000);
  EXPECT_GT(a.contact_count(), 10u);
  for (std::uint32_t id = 0; id < 20; ++id) {
    EXPECT_EQ(a.particles().xr[row(a, id)].x, b.particles().xr[row(b, id)].x) << id;
    EXPECT_EQ(a.particles().vm[row(a, id)].v, b.particles().vm[row(b, id)].v) << id;
    EXPECT_EQ(a.particles().ws[row(a, id)].omega, b.particles().ws[row(b, id)].omega) << id;
  }
}

TEST(Walls, a_piston_comes_to_rest_where_the_grains_carry_its_force) {
  World w = empty_world(linear_material(1e-3, 0.3, 0.3));
  w.gravity.g = {0, -9.81, 0};
  add_cloud(w, 125, 0.01, 5, 0.1);
  w.walls = open_box(0.065);
  ParamSet lid, motion;
  lid.set("point", Vec3{0, 0.075, 0});
  lid.set("normal", Vec3{0, -1, 0});
  motion.set("direction", Vec3{0, -1, 0});
  motion.set("mass", 0.2);
  motion.set("force", 5.0);
  w.walls.push_back(wall("plane", lid, "free", motion));
  Simulation s = start(std::move(w));
  run(s, 60000);
  const auto reports = s.wall_reports();
  const double weight = 5.0 + 0.2 * 9.81;  // the given force and the piston's own weight
  EXPECT_NEAR(reports[5].force.y, weight, 1e-3 * weight);
  EXPECT_LT(norm(s.world().walls[5].pose.v), 1e-4);
  const EnergyReport e = s.energy();
  EXPECT_GT(reports[5].work, 0.0) << "the piston has pressed the grains together";
  EXPECT_LT(std::abs(e.residual()), 2e-3 * e.lost()) << e.residual() / e.lost();
}

TEST(Walls, every_motion_gives_one_answer_for_any_threads_and_skin) {
  for (const char* kind : {"translate", "rotate", "sinusoid", "tapping", "free"}) {
    std::string reference;
    for (const int threads : {1, 2, 3}) {
      World w = empty_world(linear_material(1e-3, 0.5, 0.4));
      w.gravity.g = {0, -9.81, 0};
      add_cloud(w, 125, 0.01, 5, 1.0);
      w.walls = open_box(0.065);
      ParamSet motion;
      const std::string name = kind;
      if (name == "translate") motion.set("velocity", Vec3{0, 0.3, 0});
      if (name == "rotate") motion.set("angular_velocity", 3.0), motion.set("axis", Vec3{0, 1, 0});
      if (name == "sinusoid") motion.set("amplitude", 0.002), motion.set("frequency", 30.0);
      if (name == "tapping") motion.set("amplitude", 0.003), motion.set("frequency", 20.0);
      if (name == "free")
        motion.set("mass", 0.1), motion.set("force", 8.0), motion.set("direction", Vec3{0, 1, 0});
      ParamSet floor;
      w.walls[0] = wall("plane", floor, kind, motion);
      w.detect.skin = threads == 3 ? 0.0005 : 0;
      w.detect.audit = threads == 2 ? 50 : 0;
      Simulation s = start(std::move(w), {.threads = threads, .sort_rows = threads != 2});
      run(s, 1500);
      const std::string hash = to_string(s.state_hash());
      if (reference.empty()) reference = hash;
      EXPECT_EQ(hash, reference) << kind << " threads " << threads;
    }
  }
}

TEST(Walls, turning_gravity_does_the_work_that_the_budget_books) {
  World w = empty_world(linear_material(1e-3, 0.5, 0.4));
  w.gravity.g = {0, -9.81, 0};
  w.gravity.turns = {{.at = 0.05, .duration = 0.1, .angle = std::numbers::pi}};
  add_cloud(w, 64, 0.01, 4, 0.1);
  w.walls = open_box(0.055);
  w.walls.push_back(plane({0, 0.06, 0}, {0, -1, 0}));
  Simulation s = start(std::move(w));
  run(s, static_cast<std::uint64_t>(0.4 / s.dt()));
  double mean = 0;
  for (const PositionRadius& g : s.particles().xr) mean += g.x.y / 64;
  EXPECT_GT(mean, 0.03) << "they must lie under the lid";
  const EnergyReport e = s.energy();
  EXPECT_LT(std::abs(e.residual()), 1e-3 * (e.lost() + std::abs(e.work_gravity)));
}

TEST(Inlet, pours_exactly_the_number_asked_for_and_overlaps_nothing) {
  World w = poured_world({0, -1, 0});
  Inlet& inlet = w.inlets.front();
  inlet.centre.y = 0.15;
  inlet.sizes.lo = 0.006;
  inlet.rate = 1000;
  inlet.count = 171;
  Simulation s = start(std::move(w));
  for (int k = 0; k < 60; ++k) run(s, 500);
  EXPECT_EQ(s.particles().size(), 171u);
  EXPECT_LT(s.greatest_overlap(), 0.3);
  const EnergyReport e = s.energy();
  EXPECT_LT(std::abs(e.residual()), 2e-3 * e.lost()) << e.residual() / e.lost();
}

TEST(Inlet, stops_at_the_mass_asked_for) {
  World w = empty_world(linear_material(1e-3, 0.5, 0.4));
  w.gravity.g = {0, -9.81, 0};
  w.walls = open_box(0.075);
  Inlet inlet;
  inlet.centre = {0.0375, 0.15, 0.0375};
  inlet.axis_u = {0.03, 0, 0};
  inlet.axis_v = {0, 0, 0.03};
  inlet.thickness = 0.02;
  inlet.sizes = {.kind = SizeDistribution::Kind::fixed, .mean = 0.008};
  inlet.mass_rate = 0.5;
  inlet.mass = 0.02;
  w.inlets = {inlet};
  Simulation s = start(std::move(w));
  run(s, 10000);
  double mass = 0;
  for (std::size_t k = 0; k < s.particles().size(); ++k) mass += s.particles().mass(k);
  const double one = s.particles().mass(0);
  EXPECT_GE(mass, 0.02);
  EXPECT_LT(mass, 0.02 + one);
}

TEST(Cohesion, holds_a_grain_that_hangs_and_lets_go_beyond_its_strength) {
  // Let go from rest, a spring stretches to twice the weight: 3 holds, 0.5 does not.
  for (const double strength : {3.0, 0.5}) {  // of the grain's weight
    World w = empty_world(linear_material(1e-3, 0.5, 0));
    const double weight = 9.81 * 2500 * 4 / 3 * std::numbers::pi * std::pow(0.005, 3);
    w.materials[0].normal.params = {};
    w.materials[0].normal.params.set("stiffness", 2000.0);
    w.materials[0].normal.params.set("restitution", 0.3);
    w.materials[0].cohesion = {"lazarevic", {}};
    w.materials[0].cohesion.params.set("max_force", strength * weight);
    w.gravity.g = {0, -9.81, 0};
    w.walls = {plane({0, 0.01, 0}, {0, -1, 0})};
    w.particles.add({.x = {0, 0.005, 0}, .radius = 0.005}, 2500);
    Simulation s = start(std::move(w));
    run(s, static_cast<std::uint64_t>(0.05 / s.dt()));
    const double fallen = 0.005 - s.particles().xr[0].x.y;
    if (strength < 1)
      EXPECT_GT(fallen, 0.5 * 0.9 * 9.81 * 0.05 * 0.05) << "must have let go";
    else
      EXPECT_LT(fallen, 3 * weight / 2000.0) << "must hang within the reach of the cohesion";
  }
}

}  // namespace
}  // namespace scree::test
