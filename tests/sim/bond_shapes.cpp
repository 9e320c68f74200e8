// Clusters as grains of other shapes (Ferrez 3.5 and 6.4.1), and the case of fig. 2.18.
#include <gtest/gtest.h>

#include <cmath>

#include "bonds.hpp"
#include "matrix.hpp"

namespace scree::test {
namespace {

// A short rod of 15 spheres: five triangles, each turned by 60 degrees against the one below, so
// that three and three make an octahedron. 39 bonds for 15 spheres: just rigid without couples.
void add_rod(World& w, double r, const Vec3& at, const Vec3& v = {}) {
  const double d = 2 * r, out = d / std::sqrt(3.0);
  const auto first = static_cast<std::uint32_t>(w.particles.size());
  std::vector<Vec3> places;
  for (int k = 0; k < 5; ++k)
    for (int m = 0; m < 3; ++m) {
      const double angle = 2.0943951023931953 * m + 1.0471975511965976 * k;
      places.push_back(
          at + Vec3{k * std::sqrt(2.0 / 3) * d, out * std::cos(angle), out * std::sin(angle)});
    }
  for (const Vec3& x : places)
    w.particles.add({.x = x, .radius = r, .v = v}, w.materials[0].density);
  for (std::uint32_t i = 0; i < places.size(); ++i)
    for (std::uint32_t j = i + 1; j < places.size(); ++j)
      if (norm(places[i] - places[j]) < 1.01 * d)
        w.bonds.add(ParticleId{first + i}, ParticleId{first + j}, 0);
}

// Rods and tetrahedra above a floor that shakes with 2.5 Hz.
World shaken_box() {
  World w = empty_world(linear_material(1e-3, 0.5, 0.3));
  w.gravity.g = {0, -9.81, 0};
  w.bond_types = {bond_type("power", {{"a", 5e4}, {"damping", 0.2}})};
  const double r = 0.004, width = 0.12;
  for (int k = 0; k < 2; ++k) {
    add_rod(w, r, {0.02, 0.03 + 0.04 * k, 0.03});
    add_rod(w, r, {0.02, 0.03 + 0.04 * k, 0.06});
    add_tetrahedron(w, 5, r, {0.06, 0.02 + 0.05 * k, 0.03 + 0.01 * k});
  }
  w.walls = open_box(width);
  ParamSet shake;
  shake.set("amplitude", 0.01);
  shake.set("frequency", 2.5);
  ParamSet floor;
  floor.set("point", Vec3{0, 0, 0}), floor.set("normal", Vec3{0, 1, 0});
  w.walls[0] = wall("plane", floor, "sinusoid", shake);
  place_walls(w.walls);
  return w;
}

TEST(BondShapes, clusters_in_a_shaken_box_keep_their_shape_and_the_books) {
  const World w = shaken_box();
  Simulation s = start(w);
  double worst = 0;
  for (int k = 0; k < 10; ++k) {
    run(s, matrix().steps(3, 1) * static_cast<std::uint64_t>(0.01 / s.dt()));
    const Particles& p = s.particles();
    for (const BondData& b : s.world().bonds)
      worst =
          std::max(worst, std::abs(norm(p.xr[row(s, b.j)].x - p.xr[row(s, b.i)].x) / b.length - 1));
  }
  EXPECT_LT(worst, 0.01);
  // Distances over whole clusters: nothing folds.
  const Particles &p = s.particles(), &q = w.particles;
  for (std::uint32_t i = 0; i < q.size(); ++i)
    for (std::uint32_t j = i + 1; j < q.size(); ++j) {
      if (p.ws[row(s, i)].body != p.ws[row(s, j)].body) continue;
      const double before = norm(q.xr[i].x - q.xr[j].x);
      const double after = norm(p.xr[row(s, i)].x - p.xr[row(s, j)].x);
      EXPECT_NEAR(after, before, 0.01 * before) << i << " " << j;
    }
  const EnergyReport e = s.energy();
  EXPECT_GT(e.lost() - e.bond_damping, 0) << "they have landed";
  EXPECT_LT(std::abs(e.residual()), 0.01 * (e.start + std::abs(e.work_walls)));
}

// Two long rods that are not parallel, with nothing in between: every sphere of one has an edge to
// every sphere of the other, and all centres of a rod are on one line (fig. 2.18).
TEST(BondShapes, long_crossing_rods_have_the_same_bits_with_the_triangulation) {
  World w = empty_world(linear_material(1e-3, 0.5, 0.3));
  w.bond_types = {bond_type("beam", {{"young", 1e7}})};
  const double r = 0.003;
  const int n = 40;
  const auto add_line = [&](const Vec3& from, const Vec3& along, const Vec3& v) {
    const auto first = static_cast<std::uint32_t>(w.particles.size());
    for (int k = 0; k < n; ++k)
      w.particles.add({.x = from + 2 * r * k * along, .radius = r, .v = v}, 2500);
    for (std::uint32_t k = 0; k + 1 < n; ++k)
      w.bonds.add(ParticleId{first + k}, ParticleId{first + k + 1}, 0);
  };
  add_line({-n * r, 0, 0}, {1, 0, 0}, {0, 0, 0.5});
  add_line({0, -n * r, 0.02}, {0, 1, 0}, {0, 0, -0.5});
  add_line({-n * r, 0.0, 0.05}, normalized(Vec3{1, 1, 0}), {0, 0, -1});
  const std::uint64_t steps = matrix().steps(4000, 1500);
  World brute = w;
  brute.detect.method = "brute";
  Simulation a = start(brute);
  run(a, steps);
  EXPECT_GT(a.energy().lost(), 0) << "they meet";
  for (const int threads : {1, 2}) {
    World other = w;
    other.detect.method = "triangulation";
    other.detect.audit = 100;
    Simulation b = start(other, {.threads = threads});
    run(b, steps);
    EXPECT_EQ(a.state_hash(), b.state_hash()) << threads;
  }
}

}  // namespace
}  // namespace scree::test
