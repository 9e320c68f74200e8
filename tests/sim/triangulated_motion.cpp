// The moving triangulation fed with what the engine really does: falling, colliding, sliding, at
// rest on flat walls, large and small grains.
#include "geometry/triangulation/triangulation.hpp"
#include "worlds.hpp"

namespace scree::test {
namespace {

std::vector<geometry::Site> sites_of(const Particles& p) {
  std::vector<geometry::Site> sites(p.size());
  for (std::size_t s = 0; s < p.size(); ++s)
    sites[p.id[s].value] = {p.xr[s].x, p.xr[s].r * p.xr[s].r};
  return sites;
}

// Grains in random motion that fall to the floor of a box.
World settling_box() {
  World w = empty_world(linear_material(1e-3, 0.5, 0.4));
  w.gravity.g = {0.5, -9.81, 0.3};
  add_cloud(w, 500, 0.01, 8, 1.0);
  w.walls = open_box(0.1);
  return w;
}

TEST(TriangulatedMotion, of_a_real_run_equals_a_rebuild) {
  for (const std::uint64_t stride : {5u, 60u}) {
    SCOPED_TRACE(stride);
    auto run = Simulation::create(settling_box());
    ASSERT_TRUE(run.ok());
    auto t = std::move(*geometry::Triangulation::build(sites_of(run->particles())));
    geometry::RepairStats stats;
    for (int update = 0; update < 60; ++update) {
      ASSERT_FALSE(run->run(stride).has_value());
      const auto sites = sites_of(run->particles());
      std::vector<Vec3> x;
      for (const geometry::Site& s : sites) x.push_back(s.x);
      const auto done = t.move_all(x, {}, 2);
      ASSERT_TRUE(done.ok());
      stats += *done;
      ASSERT_EQ(t.fault(4), "") << update;
      ASSERT_TRUE(t.tetrahedra() == geometry::Triangulation::build(sites)->tetrahedra()) << update;
    }
    EXPECT_GT(stats.flips(), 100u);
  }
}

}  // namespace
}  // namespace scree::test
