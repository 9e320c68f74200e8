// Heaps, mixtures, sizes, pair correlations and force chains with known answers.
#include <numbers>

#include "base/random.hpp"
#include "make.hpp"
#include "state/row_shares.hpp"

namespace scree {
namespace {

using test::value;

// Grains whose tops lie on a cone or a slope.
Particles heap_of(double tangent, bool cone, double noise) {
  const CounterRandom random(8, 8);
  Particles p;
  for (std::uint64_t k = 0; k < 4000; ++k) {
    const double x = 2 * random.uniform(6 * k) - 1, z = 2 * random.uniform(6 * k + 1) - 1;
    const double r = 0.01 + 0.01 * random.uniform(6 * k + 2);
    const double far = cone ? std::hypot(x, z) : x + 1;
    if (cone && far > 1) continue;
    const double surface = 2 * tangent - far * tangent + noise * (random.uniform(6 * k + 3) - 0.5);
    // Every second one is buried somewhere below.
    const double y = k % 2 ? surface : surface * random.uniform(6 * k + 4);
    test::add(p, {x, y - r, z}, r);
  }
  return p;
}

TEST(Repose, finds_the_angle_of_a_cone_and_of_a_slope) {
  for (const double degrees : {12.0, 30.0}) {
    const double tangent = std::tan(degrees * std::numbers::pi / 180);
    const Particles cone = heap_of(tangent, true, 0), slope = heap_of(tangent, false, 0);
    EXPECT_NEAR(
        value("repose; centre = [0, 0, 0]; sectors = 4", {.particles = cone}, "angle_degrees"),
        degrees, 0.05);
    EXPECT_NEAR(value("repose; form = slope; along = x; sectors = 4", {.particles = slope},
                      "angle_degrees"),
                degrees, 1e-3);  // a buried grain may be the highest of its part
    EXPECT_NEAR(value("repose; form = slope; along = x", {.particles = slope}, "error_degrees"), 0,
                1e-3);
  }
}

TEST(Repose, tells_how_rough_the_surface_is) {
  const Particles p = heap_of(0.5, false, 0.1);
  const auto m = test::measure("repose; form = slope; along = x");
  const double angle = value(*m, {.particles = p}, "angle_degrees");
  const double error = value(*m, {.particles = p}, "error_degrees");
  EXPECT_GT(error, 0.05);
  EXPECT_LT(error, 2);
  EXPECT_NEAR(angle, std::atan(0.5) * 180 / std::numbers::pi, 4 * error);
}

// Balls of diameter 1 in a disordered cone on the floor y = 0, kept where they are wholly inside.
Particles small_heap(double degrees, double radius, bool plane) {
  const CounterRandom random(3, 5);
  const double tangent = std::tan(degrees * std::numbers::pi / 180);
  Particles p;
  std::uint64_t k = 0;
  const auto shake = [&] { return 0.3 * (random.uniform(++k) - 0.5); };
  for (double x = -radius; x <= radius; x += 1)
    for (double z = plane ? 0 : -radius; z <= (plane ? 0 : radius); z += 1)
      for (double y = 0.5; y < radius; y += 0.9) {
        const Vec3 at{x + shake(), y == 0.5 ? y : y + shake(), plane ? 0 : z + shake()};
        if (at.y + 0.5 < (radius - std::hypot(at.x, at.z)) * tangent) test::add(p, at, 0.5);
      }
  return p;
}

void strew(Particles& p, std::size_t count, double radius, bool plane) {
  const CounterRandom random(9, 2);
  for (std::uint64_t k = 0; k < count; ++k) {
    const double far = radius * (1 + 2 * random.uniform(2 * k));
    const double turn = plane ? std::numbers::pi * static_cast<double>(k % 2)
                              : 2 * std::numbers::pi * random.uniform(2 * k + 1);
    test::add(p, {far * std::cos(turn), 0.5, plane ? 0 : far * std::sin(turn)}, 0.5);
  }
}

// Grains that rolled away lie as far as three radii off. The angle is that of the cone within the
// error that the measure gives, twice: two standard deviations.
TEST(Repose, of_small_heaps_does_not_depend_on_grains_that_rolled_away) {
  for (const bool plane : {false, true})
    for (const double degrees : {15.0, 22.0, 30.0}) {
      Particles p = small_heap(degrees, plane ? 24 : 14, plane);
      const std::size_t heap = p.size();
      const auto m = test::measure("repose");
      const double alone = value(*m, {.particles = p}, "angle_degrees");
      strew(p, heap / 12, plane ? 24 : 14, plane);
      const double angle = value(*m, {.particles = p}, "angle_degrees");
      const double error = value(*m, {.particles = p}, "error_degrees");
      EXPECT_NEAR(angle, degrees, 2 * error) << degrees << " plane " << plane;
      EXPECT_NEAR(angle, alone, error) << degrees << " plane " << plane;
      // Three layers of grains are not a straight flank; five are.
      EXPECT_LT(error, !plane && degrees < 20 ? 8 : 3) << degrees << " plane " << plane;
    }
}

// 30 degrees above, 10 below: no line fits, and the error says so.
TEST(Repose, of_a_flank_that_bends_has_an_error_that_tells_it) {
  Particles p;
  const CounterRandom random(4, 4);
  for (std::uint64_t k = 0; k < 4000; ++k) {
    const double x = random.uniform(2 * k), z = random.uniform(2 * k + 1);
    const double steep = std::tan(std::numbers::pi / 6), flat = std::tan(std::numbers::pi / 18);
    test::add(p, {x, x < 0.5 ? 1 - steep * x : 1 - 0.5 * steep - flat * (x - 0.5), z}, 0.01);
  }
  const auto m = test::measure("repose; form = slope; along = x");
  const MeasureInput in{.particles = p};
  EXPECT_GT(value(*m, in, "angle_degrees"), 15);
  EXPECT_LT(value(*m, in, "angle_degrees"), 25);
  EXPECT_NEAR(value(*m, in, "error_degrees"), 10, 3);  // half the difference
}

TEST(Repose, leaves_a_falling_stream_out) {
  Particles p = heap_of(0.5, true, 0);
  for (int k = 0; k < 200; ++k) test::add(p, {0.3, 1 + 0.01 * k, 0.1}, 0.01, {0, -2, 0});
  const MeasureInput in{.particles = p};
  EXPECT_NEAR(value("repose; slower = 1; centre = [0, 0, 0]; sectors = 4", in, "angle_degrees"),
              std::atan(0.5) * 180 / std::numbers::pi, 0.1);
}

TEST(Sizes, quantiles_by_number_and_mass) {
  Particles p;
  for (int k = 0; k < 16; ++k) test::add(p, {1.0 * k, 0, 0}, 0.5);
  for (int k = 0; k < 2; ++k) test::add(p, {1.0 * k, 5, 0}, 1);  // as heavy as the others together
  const auto m = test::measure("sizes");
  const MeasureInput in{.particles = p};
  EXPECT_EQ(value(*m, in, "number_d90"), 2);
  EXPECT_EQ(value(*m, in, "number_d50"), 1);
  EXPECT_EQ(value(*m, in, "mass_d50"), 1);
  EXPECT_EQ(value(*m, in, "mass_d90"), 2);
  EXPECT_NEAR(value(*m, in, "sauter"), (16.0 + 2 * 8) / (16 + 2 * 4), 1e-14);
  EXPECT_NEAR(value(*m, in, "mean"), 20.0 / 18, 1e-14);
  const MeasureTable t = test::measure("size_curve; count = 2; from = 0.5; to = 2.5")->table(in);
  ASSERT_EQ(t.rows(), 3u);
  EXPECT_EQ(t.at(0, 0), 0.5);  // where the curve begins
  for (std::size_t c = 1; c < 5; ++c) EXPECT_EQ(t.at(0, c), 0);
  EXPECT_EQ(t.at(1, 0), 1.5);
  EXPECT_NEAR(t.at(1, 1), 16.0 / 18, 1e-14);
  EXPECT_NEAR(t.at(1, 4), 0.5, 1e-14);
  EXPECT_NEAR(t.at(2, 3), 1, 1e-14);
  // What is finer than where the classes begin is counted, but in no class.
  const MeasureTable cut = test::measure("size_curve; count = 1; from = 1.5; to = 2.5")->table(in);
  EXPECT_NEAR(cut.at(0, 3), 16.0 / 18, 1e-14);
  EXPECT_EQ(cut.at(0, 1), 0);
}

// A clump of two balls, and a polyhedron as a ball of which a part is solid: one grain each.
TEST(Sizes, of_bodies_are_those_of_their_volume) {
  Particles p;
  Bodies bodies;
  for (const std::uint32_t balls : {2u, 1u}) {
    Body b;
    b.first_id = p.next_id(), b.count = balls;
    b.first_primitive = static_cast<std::uint32_t>(bodies.primitive.size());
    b.inv_mass = 0.25, b.volume = std::numbers::pi / 6 * 27;  // of a ball of 3 m
    for (std::uint32_t k = 0; k < balls; ++k) {
      bodies.primitive.push_back({{0.5 * k, 0, 0}, {}, 0});
      p.add({.x = {10.0 * balls + 0.5 * k, 0, 0}, .radius = 2, .body = b.name()}, 1);
      p.vm.back().inv_mass = b.inv_mass;
    }
    bodies.body.push_back(b);
  }
  p.index_ids();
  const RowShares shares = row_shares(p, bodies);
  const MeasureInput in{.particles = p, .shares = &shares};
  EXPECT_EQ(value("sizes", in, "grains"), 2);
  EXPECT_NEAR(value("sizes", in, "smallest"), 3, 1e-14);
  EXPECT_NEAR(value("sizes", in, "largest"), 3, 1e-14);
  EXPECT_EQ(value("pairs; reach = 20; count = 1", in, "pairs_1"), 1);
}

Particles cube_of(int n, const std::function<bool(int, int, int)>& first) {
  Particles p;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k)
        p.add({.x = {i + 0.5, j + 0.5, k + 0.5},
               .radius = 0.3,
               .material = MaterialId{static_cast<std::uint16_t>(first(i, j, k) ? 0 : 1)}},
              1);
  return p;
}

TEST(Mixing, is_zero_for_separate_cubes_and_one_for_grains_at_random) {
  const PeriodicBox box{{0, 0, 0}, {12, 12, 12}, {true, true, true}};
  const auto m = test::measure("mixing; cell = 3");
  const Particles apart = cube_of(12, [](int i, int, int) { return i < 6; });
  EXPECT_NEAR(value(*m, {.particles = apart, .box = box}, "lacey"), 0, 1e-14);
  EXPECT_NEAR(value(*m, {.particles = apart, .box = box}, "intensity"), 1, 1e-14);
  EXPECT_EQ(value(*m, {.particles = apart, .box = box}, "cells"), 64);
  const CounterRandom random(1, 1);
  std::uint64_t n = 0;
  const Particles mixed = cube_of(12, [&](int, int, int) { return random.uniform(n++) < 0.3; });
  // The variance of 64 cells of 27 grains has a relative error of sqrt(2/63): 0.18 of 1/27.
  EXPECT_NEAR(value(*m, {.particles = mixed, .box = box}, "lacey"), 1, 4 * 0.18 / 26);
  const auto even =
      value(*m,
            {.particles = cube_of(12, [](int i, int j, int k) { return (i + j + k) % 3 == 0; }),
             .box = box},
            "variance");
  EXPECT_NEAR(even, 0, 1e-14);
}

TEST(Mixing, by_start_remembers_which_half_a_grain_was_in) {
  Particles p = cube_of(6, [](int, int, int) { return true; });
  const auto m = test::measure("mixing; by = start; axis = x; cell = 3"),
             resumed = test::measure("mixing; by = start; axis = x; cell = 3");
  EXPECT_NEAR(value(*m, {.particles = p}, "lacey"), 0, 1e-14);
  EXPECT_NEAR(value(*m, {.particles = p}, "share"), 0.5, 1e-14);
  EXPECT_NEAR(value(*m, {.particles = p}, "offset"), -3.0 / 5, 1e-14);
  // x and z change places: both halves now lie side by side along z.
  for (PositionRadius& g : p.xr) std::swap(g.x.x, g.x.z);
  EXPECT_NEAR(value(*m, {.particles = p}, "offset"), 0, 1e-14);
  ASSERT_TRUE(resumed->restore(m->state()));
  EXPECT_EQ(test::values(*resumed, {.particles = p}), test::values(*m, {.particles = p}));
}

TEST(Mixing, leaves_cubes_with_few_grains_out) {
  Particles p = cube_of(4, [](int i, int, int) { return i < 2; });
  test::add(p, {0.5, 0.5, 9.5}, 0.3);
  EXPECT_EQ(value("mixing; cell = 2; least = 8", {.particles = p}, "grains"), 64);
}

// Simple cubic: 6 neighbours at 1, 12 at sqrt 2, 8 at sqrt 3, 6 at 2.
TEST(Pairs, count_the_shells_of_a_cubic_lattice) {
  const Particles p = cube_of(6, [](int, int, int) { return true; });
  const PeriodicBox box{{0, 0, 0}, {6, 6, 6}, {true, true, true}};
  const MeasureTable t =
      test::measure("pairs; reach = 2.1; count = 21")->table({.particles = p, .box = box});
  const auto neighbours = [&](double r) { return t.at(static_cast<std::size_t>(r * 10), 3); };
  EXPECT_EQ(neighbours(0.95), 0);
  EXPECT_EQ(neighbours(1.05), 6);
  EXPECT_EQ(neighbours(1.45), 18);
  EXPECT_EQ(neighbours(1.75), 26);
  EXPECT_EQ(neighbours(2.05), 32);
  // g of the first shell: 6 against 215/216 per unit volume in the shell from 1 to 1.1.
  const double shell = 4 * std::numbers::pi / 3 * (1.1 * 1.1 * 1.1 - 1);
  EXPECT_NEAR(t.at(10, 1), 6 / (215.0 / 216 * shell), 1e-12);
}

// Grains at random between walls: without the correction the last part would be near 0.3.
TEST(Pairs, of_grains_at_random_are_one_up_to_the_walls) {
  const CounterRandom random(4, 4);
  Particles p;
  for (std::uint64_t k = 0; k < 1200; ++k)
    test::add(p, {random.uniform(3 * k), random.uniform(3 * k + 1), random.uniform(3 * k + 2)},
              1e-3);
  const MeasureTable t =
      test::measure("pairs; reach = 0.8; count = 8; low = [0, 0, 0]; high = [1, 1, 1]")
          ->table({.particles = p});
  for (std::size_t k = 1; k < t.rows(); ++k)  // 20,000 pairs and more
    EXPECT_NEAR(t.at(k, 1), 1, 0.03) << t.at(k, 0);
}

TEST(Pairs, refuse_more_than_half_a_period) {
  Particles p;
  const PeriodicBox box{{0, 0, 0}, {1, 1, 1}, {true, false, false}};
  const auto e = test::measure("pairs; reach = 0.6")->check({.particles = p, .box = box});
  ASSERT_TRUE(e.has_value());
  EXPECT_EQ(e->code, "E0680");
}

// A row of five under load in a plane of 25, the others lightly touching.
TEST(Chains, are_clusters_of_strong_contacts) {
  Particles p;
  std::vector<MeasureContact> contacts;
  for (std::uint32_t j = 0; j < 5; ++j)
    for (std::uint32_t i = 0; i < 5; ++i) {
      const auto id = test::add(p, {1.0 * i, 1.0 * j, 0}, 0.5).value;
      const auto touch = [&](std::uint32_t other, const Vec3& n, double f) {
        contacts.push_back(
            {.i = ParticleId{other}, .j = ParticleId{id}, .normal = n, .force = -f * n});
      };
      if (i > 0) touch(id - 1, {1, 0, 0}, j == 2 ? 4.0 : 1.0);
      if (j > 0) touch(id - 5, {0, 1, 0}, 0.5);
    }
  const MeasureInput in{.particles = p, .contacts = contacts};
  const auto m = test::measure("chains");
  EXPECT_EQ(value(*m, in, "chains"), 1);
  EXPECT_EQ(value(*m, in, "longest_grains"), 5);
  EXPECT_EQ(value(*m, in, "longest_length"), 4);
  EXPECT_EQ(value(*m, in, "grain_share"), 0.2);
  EXPECT_NEAR(value(*m, in, "mean_force"), (16 + 16 + 10) / 40.0, 1e-14);
  EXPECT_EQ(value(*m, in, "strong_share"), 0.1);
  EXPECT_NEAR(value(*m, in, "strong_force_share"), 16 / 42.0, 1e-14);
}

// Two faces meet in several points: the force of the pair is their sum.
TEST(Chains, take_the_contact_points_of_a_pair_together) {
  Particles p;
  for (int k = 0; k < 4; ++k) test::add(p, {1.0 * k, 0, 0}, 0.5);
  std::vector<MeasureContact> contacts;
  const auto touch = [&](std::uint32_t i, double f, std::uint64_t feature) {
    contacts.push_back({.i = ParticleId{i},
                        .j = ParticleId{i + 1},
                        .normal = {1, 0, 0},
                        .force = {-f, 0, 0},
                        .feature = feature});
  };
  touch(0, 1.5, 1), touch(0, 1.5, 2), touch(1, 3, 0), touch(2, 1, 0);
  const MeasureInput in{.particles = p, .contacts = contacts};
  EXPECT_NEAR(value("chains", in, "mean_force"), 7 / 3.0, 1e-14);
  EXPECT_EQ(value("chains", in, "longest_grains"), 3);
}

}  // namespace
}  // namespace scree
