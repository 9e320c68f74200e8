// The experiments of Ferrez 6.4.1, short: a few of the glued shapes of scenes/rods.toml and
// scenes/tetrahedra.toml fall on the vibrating floor and keep their shape. Ten seconds of all of
// them: validation/glued_shapes.
#include "helpers.hpp"
#include "sim/simulation.hpp"

namespace scree {
namespace {

// Greatest distance of two centres of each shape of `balls`.
std::vector<double> shape_extents(const Particles& p, std::size_t balls) {
  std::vector<double> out(p.size() / balls, 0.0);
  for (std::size_t k = 0; k < out.size(); ++k)
    for (std::size_t a = k * balls; a < (k + 1) * balls; ++a)
      for (std::size_t b = k * balls; b < a; ++b)
        out[k] = std::max(out[k], norm(p.xr[p.row_of()[a]].x - p.xr[p.row_of()[b]].x));
  return out;
}

void expect_kept_shape(const std::string& name, std::size_t balls,
                       const std::vector<std::string>& overrides) {
  const auto scene = load_scene(SCREE_SOURCE_DIR "/scenes/" + name + ".toml", overrides);
  ASSERT_TRUE(scene) << joined(scene.errors());
  auto sim = Simulation::create(scene->world, {.threads = 1});
  ASSERT_TRUE(sim) << joined(sim.errors());
  const std::vector<double> start = shape_extents(sim->particles(), balls);
  ASSERT_GE(start.size(), 3u);
  double strain = 0, change = 0;
  for (int k = 0; k < 50; ++k) {
    ASSERT_FALSE(sim->run(250).has_value());
    const World& w = sim->world();
    const auto& p = w.particles;
    for (const BondData& b : w.bonds) {
      EXPECT_TRUE(b.intact());
      const double d = norm(p.xr[p.row_of()[b.i]].x - p.xr[p.row_of()[b.j]].x);
      strain = std::max(strain, std::abs(d / b.length - 1));
    }
    const std::vector<double> now = shape_extents(p, balls);
    for (std::size_t s = 0; s < now.size(); ++s)
      change = std::max(change, std::abs(now[s] / start[s] - 1));
  }
  EXPECT_LT(change, 0.01) << "the bar of the issue";
  EXPECT_LT(strain, 0.01);
  EXPECT_GT(strain, 1e-5) << "they have met the floor";
  const EnergyReport e = sim->energy();
  EXPECT_GT(e.lost(), 0);
  EXPECT_LT(std::abs(e.residual()), 0.01 * e.lost());
}

TEST(GluedShapes, rods_that_fall_on_a_vibrating_floor_keep_their_length) {
  expect_kept_shape("rods", 15, {"fill.0.count=4", "fill.0.velocity=[0, -2, 0]"});
}
TEST(GluedShapes, tetrahedra_that_fall_on_a_vibrating_floor_keep_their_size) {
  expect_kept_shape(
      "tetrahedra", 35,
      {"fill.0.count=3", "fill.0.velocity=[0, -2, 0]", "cluster.tetrahedron.layers=5"});
}

}  // namespace
}  // namespace scree
