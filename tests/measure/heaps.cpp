// Maps of slopes, grains that are followed, mixing by mass, radius and depth: against states whose
// answer is known.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "make.hpp"

namespace scree {
namespace {

// Grains on the cone y = height - slope * distance, every `spacing` in x and z.
Particles cone_of_grains(double slope, double spacing) {
  Particles p;
  for (int i = -20; i <= 20; ++i)
    for (int k = -20; k <= 20; ++k) {
      const double x = i * spacing, z = k * spacing, d = std::sqrt(x * x + z * z);
      if (d <= 20 * spacing) test::add(p, {x, slope * (20 * spacing - d), z}, 0.4 * spacing);
    }
  return p;
}

TEST(Slopes, of_a_cone_are_its_angle_away_from_tip_and_foot) {
  const double slope = std::tan(30 * std::acos(-1.0) / 180);
  const Particles p = cone_of_grains(slope, 0.01);
  const auto m = test::measure("slopes; cell = 2.5 cm; least = 1");
  const MeasureTable t = m->table({.particles = p});
  ASSERT_TRUE(t.grid.has_value());
  EXPECT_EQ(t.grid->count[1], 1u);
  EXPECT_EQ(t.rows(), t.grid->rows());
  double grains = 0;
  int looked_at = 0;
  for (std::size_t r = 0; r < t.rows(); ++r) {
    const double d = std::hypot(t.at(r, 0), t.at(r, 2));
    grains += t.at(r, 5);
    if (d < 0.06 || d > 0.14) continue;
    ++looked_at;
    EXPECT_NEAR(t.at(r, 4), 30, 3) << t.at(r, 0) << " " << t.at(r, 2);
    EXPECT_NEAR(t.at(r, 3), slope * (0.2 - d) + 0.008, slope * 0.018);
  }
  EXPECT_GT(looked_at, 50);
  EXPECT_EQ(grains, static_cast<double>(p.size())) << "every grain is in one cell";
}

// Grains on a plane of any slope in any direction, along any axis of gravity.
RC_GTEST_PROP(Slopes, of_a_plane_are_its_own, ()) {
  const double a = 0.01 * *rc::gen::inRange(-150, 150), b = 0.01 * *rc::gen::inRange(-150, 150);
  const int up = *rc::gen::inRange(0, 3);
  const double sign = *rc::gen::inRange(0, 2) == 0 ? 1 : -1;
  const int level[2] = {up == 0 ? 1 : 0, up == 2 ? 1 : 2};
  Particles p;
  for (int i = 0; i < 15; ++i)
    for (int k = 0; k < 15; ++k) {
      Vec3 x;
      x[level[0]] = 0.01 * i, x[level[1]] = 0.01 * k;
      x[up] = sign * (a * x[level[0]] + b * x[level[1]]);
      test::add(p, x, 0.004);
    }
  Vec3 direction;
  direction[up] = sign;
  const MeasureTable t =
      test::measure("slopes; cell = 1.7 cm; least = 1")->table({.particles = p, .up = direction});
  const double wanted = std::atan(std::hypot(a, b)) * 180 / std::acos(-1.0);
  std::size_t seen = 0;
  for (std::size_t r = 0; r < t.rows(); ++r)
    if (t.at(r, 5) > 0) {
      ++seen;
      RC_ASSERT(std::abs(t.at(r, 4) - wanted) < 1e-6);
    }
  RC_ASSERT(seen > 50u);
}

TEST(Slopes, see_no_slope_in_a_plane_and_none_where_single_grains_lie) {
  Particles p;
  for (int i = 0; i < 20; ++i)
    for (int k = 0; k < 20; ++k) test::add(p, {0.01 * i, 0, 0.01 * k}, 0.005);
  test::add(p, {1, 0, 1}, 0.005);  // rolled away
  const MeasureTable t = test::measure("slopes; cell = 3 cm")->table({.particles = p});
  for (std::size_t r = 0; r < t.rows(); ++r) {
    EXPECT_NEAR(t.at(r, 4), 0, 1e-9);
    if (t.at(r, 0) > 0.5) {
      EXPECT_EQ(t.at(r, 5), 0) << "one grain is no surface";
    }
  }
}

TEST(Slopes, refuse_oblique_gravity_and_maps_without_end) {
  Particles p = cone_of_grains(0.5, 0.01);
  EXPECT_EQ(
      test::measure("slopes; cell = 1 cm")->check({.particles = p, .up = {0.6, 0.8, 0}})->code,
      "E0672");
  EXPECT_EQ(test::measure("slopes; cell = 1 um")->check({.particles = p})->code, "E0674");
}

TEST(Track, follows_a_grain_through_a_periodic_face) {
  Particles p;
  for (int k = 0; k < 4; ++k) test::add(p, {0.1 + 0.2 * k, 0.5, 0.5}, 0.05, {2, 0, 0});
  PeriodicBox box{{0, 0, 0}, {1, 1, 1}, {true, true, true}};
  const auto m = test::measure("track; grains = [2, 7]");
  MeasureInput in{.particles = p, .box = box};
  EXPECT_EQ(test::value(*m, in, "x_2"), 0.5);
  EXPECT_EQ(test::value(*m, in, "path_2"), 0) << "its way begins where it was first seen";
  EXPECT_EQ(test::value(*m, in, "speed_2"), 2);
  for (const double x : {0.8, 0.1, 0.4}) {
    p.xr[2].x.x = x;
    test::values(*m, in);
  }
  EXPECT_NEAR(test::value(*m, in, "path_2"), 0.9, 1e-12);
  EXPECT_NEAR(test::value(*m, in, "displacement_2"), 0.9, 1e-12);
  p.xr[2].x.x = 0.1;  // back by 0.3
  EXPECT_NEAR(test::value(*m, in, "path_2"), 1.2, 1e-12);
  EXPECT_NEAR(test::value(*m, in, "displacement_2"), 0.6, 1e-12);
  EXPECT_EQ(test::value(*m, in, "path_7"), 0) << "a grain that is not there";
  const auto resumed = test::measure("track; grains = [2, 7]");
  ASSERT_TRUE(resumed->restore(m->state()));
  p.xr[2].x.x = 0.2;
  EXPECT_EQ(test::values(*resumed, in), test::values(*m, in));
  EXPECT_FALSE(test::measure("track; grains = [2, 8]")->restore(m->state()));
}

TEST(Track, counts_the_contacts_of_a_grain_with_grains_and_walls) {
  Particles p;
  for (int k = 0; k < 3; ++k) test::add(p, {0.1 * k, 0, 0}, 0.05);
  std::vector<MeasureContact> contacts(3);
  contacts[0] = {.i = ParticleId{0}, .j = ParticleId{1}, .wall = -1};
  contacts[1] = {.i = ParticleId{1}, .j = ParticleId{2}, .wall = -1};
  contacts[2] = {.i = ParticleId{1}, .wall = 0};
  const MeasureInput in{.particles = p, .contacts = contacts};
  EXPECT_EQ(test::value("track; grains = [0, 1]", in, "contacts_1"), 3);
  EXPECT_EQ(test::value("track; grains = [0, 1]", in, "contacts_0"), 1);
  EXPECT_DOUBLE_EQ(test::value("track", in, "contacts"), 5.0 / 3);
}

TEST(Track, gives_the_means_of_a_group) {
  Particles p;
  test::add(p, {0, 0, 0}, 0.05, {1, 0, 0});
  test::add(p, {0, 1, 0}, 0.1, {3, 0, 0});
  test::add(p, {0, 3, 0}, 0.1, {-5, 0, 0});
  const MeasureInput in{.particles = p};
  const auto large = test::measure("track; larger = 15 cm");
  EXPECT_EQ(test::value(*large, in, "grains"), 2);
  EXPECT_EQ(test::value(*large, in, "y"), 2);
  EXPECT_EQ(test::value(*large, in, "speed"), 4);
  EXPECT_EQ(test::value(*large, in, "velocity_x"), -1);
  EXPECT_EQ(test::value("track; smaller = 15 cm", in, "grains"), 1);
  EXPECT_EQ(test::value("track; material = 3", in, "grains"), 0);
  p.xr[1].x.y += 0.5;
  EXPECT_EQ(test::value(*large, in, "path"), 0.25);
  EXPECT_EQ(test::value(*large, in, "displacement"), 0.25);
}

TEST(Track, refuses_what_it_cannot_follow) {
  for (const char* line : {"track; grains = []", "track; grains = [1.5]", "track; grains = [1, 1]",
                           "track; grains = [1]; material = 0", "track; larger = 2; smaller = 1",
                           "track; grains = [-1]"})
    EXPECT_FALSE(make_measure(line).ok()) << line;
}

// Small and large balls in layers: below x = 0 the small ones.
Particles two_kinds(double small, double large) {
  Particles p;
  for (int i = 0; i < 10; ++i)
    for (int k = 0; k < 10; ++k) {
      test::add(p, {-0.5 - i, 0.3 * (k % 2), 1.0 * k}, small);
      test::add(p, {0.5 + i, 0.3 * (k % 2), 1.0 * k}, large);
    }
  return p;
}

TEST(MixingOf, mass_weighs_each_grain) {
  const Particles p = two_kinds(0.1, 0.2);
  const MeasureInput in{.particles = p};
  const std::string line = "mixing; by = size; cell = 100; least = 1; weight = ";
  EXPECT_EQ(test::value(line + "number", in, "share"), 0.5);
  EXPECT_NEAR(test::value(line + "mass", in, "share"), 8.0 / 9, 1e-14) << "eight times as heavy";
  // Apart along x: segregated by either weight.
  const std::string fine =
      "mixing; by = size; cell = 5; axis = x; bins = depth; least = 1; weight = ";
  for (const char* weight : {"number", "mass"})
    EXPECT_NEAR(test::value(fine + weight, in, "intensity"), 1, 0.15) << weight;
}

TEST(MixingOf, depth_and_radius_see_what_differs_along_them) {
  Particles core;  // large grains within one metre of the z axis, small ones outside
  for (int k = 0; k < 2000; ++k) {
    const double turn = 2.399963 * k, r = 2 * std::sqrt((k + 0.5) / 2000);
    test::add(core, {r * std::cos(turn), r * std::sin(turn), 0.001 * (k % 7)}, r < 1 ? 0.02 : 0.01);
  }
  const MeasureInput in{.particles = core};
  const std::string rings = "mixing; by = size; cell = 0.25; axis = z; centre = [0, 0, 0]; bins = ";
  EXPECT_GT(test::value(rings + "radius", in, "intensity"), 0.9) << "a core";
  EXPECT_LT(test::value(rings + "radius", in, "lacey"), 0.1);
  const std::string layers = "mixing; by = size; cell = 0.002; axis = z; bins = depth";
  EXPECT_LT(test::value(layers, in, "intensity"), 0.05) << "no layer differs from another";
  EXPECT_GT(test::value(layers, in, "lacey"), 0.9);
}

TEST(MixingOf, the_start_may_be_told_apart_by_radius) {
  Particles p;
  for (int k = 0; k < 400; ++k)
    test::add(p,
              {std::sqrt((k + 0.5) / 400) * std::cos(2.4 * k),
               std::sqrt((k + 0.5) / 400) * std::sin(2.4 * k), 0},
              0.01);
  const auto m = test::measure(
      "mixing; by = start_radius; axis = z; bins = radius; cell = 0.1; centre = [0, 0, 0]");
  MeasureInput in{.particles = p};
  EXPECT_GT(test::value(*m, in, "intensity"), 0.85);
  EXPECT_NEAR(test::value(*m, in, "share"), 0.5, 0.01);
}

}  // namespace
}  // namespace scree
