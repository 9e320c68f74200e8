#include "run/folder/quantity_text.hpp"

#include <gtest/gtest.h>

#include "run/loop/runner.hpp"
#include "run/loop/snapshot.hpp"
#include "run/plots/wall_view.hpp"
#include "run/verdict/verdict.hpp"

namespace scree::run {
namespace {

TEST(Due, counts_steps_without_drift) {
  Due due(1e-3, 3e-5);
  for (std::uint64_t k = 0; k < 100000; ++k) {
    EXPECT_EQ(due.next(), static_cast<std::uint64_t>(std::llround(double(k) * 1e-3 / 3e-5)));
    due.passed();
  }
  EXPECT_EQ(Due(0, 1e-5).next(), std::numeric_limits<std::uint64_t>::max());
}

TEST(Due, comes_once_a_step_where_the_interval_is_shorter) {
  for (const double interval : {3e-5, 1e-5, 1e-9, 1e-300}) {
    Due due(interval, 3e-5);
    for (std::uint64_t k = 0; k < 1000; ++k) {
      EXPECT_EQ(due.next(), k) << interval;
      due.passed();
    }
    due.skip_to(123456789);
    EXPECT_EQ(due.next(), 123456790u) << interval;
  }
  Due rare(1e300, 1e-5);
  EXPECT_EQ(rare.next(), 0u);
  rare.passed();
  EXPECT_EQ(rare.next(), std::numeric_limits<std::uint64_t>::max());
}

TEST(Verdict, energy_turned_over_does_not_depend_on_the_zero_of_height) {
  EnergyReport e;
  e.kinetic = 1;
  e.dissipated[0] = 2;
  e.potential = 1000;
  e.start = 1003;
  EXPECT_DOUBLE_EQ(energy_turned_over(e), 3);
  e.potential -= 5000;
  e.start -= 5000;
  EXPECT_DOUBLE_EQ(energy_turned_over(e), 3);
}

TEST(WallView, clips_a_triangle_to_a_box) {
  FrameWall w{"w", {{-10, 0, -10}, {10, 0, -10}, {0, 0, 20}}, {{0, 1, 2}}};
  FrameBounds box;
  box.include({-1, -1, -1});
  box.include({1, 1, 1});
  const FrameWall c = clipped(w, box);
  double area = 0;
  for (const auto& t : c.triangles)
    area += 0.5 * norm(cross(c.points[t[1]] - c.points[t[0]], c.points[t[2]] - c.points[t[0]]));
  EXPECT_NEAR(area, 4, 1e-12);
  for (const Vec3& p : c.points) EXPECT_LE(std::abs(p.x), 1 + 1e-12);
  box.lo.y = 0.5;
  EXPECT_TRUE(clipped(w, box).triangles.empty());
}

// In the plane walls are drawn as thick as the discs: deeper ones would stand before them.
TEST(WallMeshes, of_two_dimensions_are_thin) {
  const auto scene = parse_scene(
      "dimension = 2\nduration = 1\n[[wall]]\nshape = \"cylinder\"\nradius = 0.2\n"
      "[[wall]]\nshape = \"polygon\"\nfrom = [0.16, 0]\nto = [0.21, 0]\nthickness = 0.01\n"
      "[[fill]]\nkind = \"grains\"\ngrains = [{ position = [0, -0.1], diameter = 0.02 }]\n",
      "s.toml");
  ASSERT_TRUE(scene.ok()) << to_string(scene.error());
  const auto sim = Simulation::create(scene->world, {.threads = 1});
  ASSERT_TRUE(sim.ok()) << to_string(sim.error());
  Snapshots snapshots;
  snapshots.note(*sim);
  const Frame frame = snapshots.take(*sim, false);
  ASSERT_EQ(frame.walls.size(), 2u);
  for (const FrameWall& wall : frame.walls) {
    ASSERT_FALSE(wall.triangles.empty()) << wall.name;
    FrameBounds b;
    for (const Vec3& x : wall.points) b.include(x);
    EXPECT_EQ(b.hi.z, 0.01);
    EXPECT_EQ(b.lo.z, -0.01);
  }
  FrameBounds drum;
  for (const Vec3& x : frame.walls[0].points) drum.include(x);
  EXPECT_NEAR(drum.hi.x - drum.lo.x, 0.4, 4e-3) << "whole along the plane";
}

TEST(BestColor, shows_sizes_then_motion_then_where_grains_began) {
  Frame f;
  f.add(0, {0, 0, 0}, 1);
  f.add(1, {0, 3, 0}, 1);
  EXPECT_EQ(best_color(f), "start height");
  f.v[0] = {0, -9, 0};
  EXPECT_EQ(best_color(f), "speed");
  f.radius[1] = 2;
  EXPECT_EQ(best_color(f), "radius");
  EXPECT_EQ(best_color(Frame{}), "speed");
}

TEST(BestColor, shows_who_came_first_where_all_began_at_one_height) {
  Frame f;
  f.add(0, {0, 0, 0}, 1);
  f.add(1, {0, 3, 0}, 1);
  f.fields.push_back({"start height", "m", {5, 5 + 1e-9}});  // poured through one opening
  EXPECT_EQ(best_color(f), "id");
  f.fields[0].values[1] = 7;
  EXPECT_EQ(best_color(f), "start height");
}

TEST(QuantityText, numbers_read_well) {
  EXPECT_EQ(in_thousands(0), "0");
  EXPECT_EQ(in_thousands(999), "999");
  EXPECT_EQ(in_thousands(1234567), "1 234 567");
  EXPECT_EQ(count_text(1234567.9), "1 234 567");
  EXPECT_EQ(count_text(1e300), "1e+300");  // no whole number holds it
  EXPECT_EQ(seconds_text(2e-5), "20 µs");
  EXPECT_EQ(seconds_text(0), "0 s");
  EXPECT_EQ(quantity_text(-0.00123, "J"), "-1.23 mJ");
  EXPECT_EQ(quantity_text(0.9999, "s"), "0.9999 s");
  EXPECT_EQ(duration_text(3725), "1 h 02 min");
  EXPECT_EQ(duration_text(75), "1 min 15 s");
  EXPECT_EQ(duration_text(-1), "?");
}

}  // namespace
}  // namespace scree::run
