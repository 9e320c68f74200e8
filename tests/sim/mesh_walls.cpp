// Meshes through the whole step: what the energy budget says of balls on irregular triangles.
#include <array>
#include <fstream>

#include "support/folder.hpp"
#include "worlds.hpp"

namespace scree::test {
namespace {

// 2 n^2 irregular triangles over [0, width]^2, heights up to `height`, with fins on some edges:
// three triangles at an edge.
std::string rough_floor(int n, double width, double height) {
  const std::string path = shared_folder().path("rough_" + std::to_string(n) + ".obj");
  std::ofstream out(path);
  out.precision(17);
  const CounterRandom random(3, 9);
  const auto u = [&](int i, int j, int k) {
    return random.uniform(static_cast<std::uint64_t>((i * 64 + j) * 4 + k)) - 0.5;
  };
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j)
      out << "v " << width * (i + 0.5 * u(i, j, 0)) / n << " " << height * u(i, j, 1) << " "
          << width * (j + 0.5 * u(i, j, 2)) / n << "\n";
  const auto at = [n](int i, int j) { return i * (n + 1) + j + 1; };
  int last = (n + 1) * (n + 1);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      out << "f " << at(i, j) << " " << at(i, j + 1) << " " << at(i + 1, j) << "\n";
      out << "f " << at(i + 1, j) << " " << at(i, j + 1) << " " << at(i + 1, j + 1) << "\n";
      if ((i * 5 + j) % 7 != 0) continue;
      out << "v " << width * (i + 0.5) / n << " " << height << " " << width * (j + 0.6) / n << "\n";
      out << "f " << at(i, j + 1) << " " << at(i + 1, j) << " " << ++last << "\n";
    }
  return path;
}

MaterialSpec hertz_material(double young, double restitution) {
  MaterialSpec m;
  m.name = "rubber";
  m.normal = {"hertz", {}};
  m.normal.params.set("young", young);
  m.normal.params.set("restitution", restitution);
  return m;
}

World balls_on(const std::string& file, const MaterialSpec& material, double merge_angle) {
  World w = empty_world(material);
  w.gravity.g = {0, -9.81, 0};
  w.walls = open_box(0.1);
  w.walls.erase(w.walls.begin());
  ParamSet mesh;
  mesh.set("file", file);
  mesh.set("merge_angle", merge_angle);
  w.walls.push_back(wall("mesh", mesh));
  for (int k = 0; k < 9; ++k)
    w.particles.add({.x = {0.02 + 0.03 * (k % 3), 0.02 + 0.0005 * k, 0.02 + 0.03 * (k / 3)},
                     .radius = 0.004 + 1e-4 * k,
                     .v = {0.2 - 0.04 * k, 0, 0.03 * k - 0.1}},
                    2500);
  return w;
}

TEST(MeshWalls, elastic_balls_keep_their_energy_and_better_with_a_smaller_step) {
  const std::array materials{linear_material(1.2e-3, 1, 0), hertz_material(1e6, 1)};
  for (const MaterialSpec& material : materials)
    for (const double merge : {0.0, 0.1745}) {
      double change[2] = {};
      for (int k = 0; k < 2; ++k) {
        World w = balls_on(rough_floor(12, 0.1, 0.004), material, merge);
        w.steps_per_contact = k == 0 ? 50 : 200;
        Simulation s = start(std::move(w));
        double weight = 0;
        for (const VelocityMass& m : s.particles().vm) weight += 9.81 / m.inv_mass;
        for (int part = 0; part < 40; ++part) {
          run(s, static_cast<std::uint64_t>(0.02 / s.dt()));
          const EnergyReport e = s.energy();
          change[k] = std::max(change[k], std::abs(e.total() - e.start) / (weight * 0.015));
          EXPECT_EQ(e.lost(), 0);
        }
        EXPECT_GT(s.greatest_overlap(), 0.04);
        EXPECT_LT(s.greatest_overlap(), 0.2);
      }
      // (pi/50)^2/8 = 5e-4 of what one contact stores, for each of the nine.
      EXPECT_LT(change[0], 2e-3) << material.name << " " << merge;
      EXPECT_LT(change[1], 2e-4) << material.name << " " << merge;
    }
}

TEST(MeshWalls, the_budget_of_damped_and_rubbing_balls_closes) {
  World w = balls_on(rough_floor(12, 0.1, 0.004), linear_material(1.2e-3, 0.5, 0.4), 0.1745);
  Simulation s = start(std::move(w));
  run(s, static_cast<std::uint64_t>(0.8 / s.dt()));
  const EnergyReport e = s.energy();
  EXPECT_GT(e.lost(), 0.3 * e.start);
  EXPECT_LT(std::abs(e.residual()), 5e-3 * e.lost()) << e.residual() / e.lost();
}

TEST(MeshWalls, one_answer_for_any_threads_and_skin) {
  std::string reference;
  for (const int threads : {1, 2, 3}) {
    World w = balls_on(rough_floor(30, 0.1, 0.002), linear_material(1.2e-3, 0.6, 0.4), 0.1745);
    w.detect.skin = threads == 3 ? 0.0005 : 0;
    w.detect.audit = threads == 2 ? 50 : 0;
    Simulation s = start(std::move(w), {.threads = threads, .sort_rows = threads != 2});
    run(s, 3500);
    EXPECT_GT(s.greatest_overlap(), 0.01) << "they must have met the floor";
    const std::string hash = to_string(s.state_hash());
    if (reference.empty()) reference = hash;
    EXPECT_EQ(hash, reference) << threads;
  }
}

}  // namespace
}  // namespace scree::test
