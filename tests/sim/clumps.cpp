// Clumps of overlapping balls: what they weigh, how they enter and leave, and one answer for all.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "shapes/cluster.hpp"
#include "sim/bodies.hpp"
#include "sim/one_answer.hpp"
#include "sim/outlets.hpp"
#include "state/row_shares.hpp"

namespace scree::test {
namespace {

std::shared_ptr<const Cluster> tetrahedron(double r, double spacing) {
  const double h = std::sqrt(2.0 / 3) * spacing, s = std::sqrt(3.0) / 2 * spacing;
  auto made = make_cluster("tetrahedron", {{{0, 0, 0}, r},
                                           {{spacing, 0, 0}, r},
                                           {{spacing / 2, 0, s}, r},
                                           {{spacing / 2, h, s / 3}, r}});
  return std::make_shared<const Cluster>(std::move(*made));
}
std::shared_ptr<const Cluster> short_rod(double r, double spacing) {
  auto made = make_cluster("rod", {{{0, 0, 0}, r}, {{0, spacing, 0}, r}, {{0, 2 * spacing, 0}, r}});
  return std::make_shared<const Cluster>(std::move(*made));
}

// An inlet over a box that pours both.
World poured_clumps(std::uint64_t count, bool own_size = true) {
  World w = body_world();
  w.gravity.g = {0, -9.81, 0};
  w.walls = open_box(0.06);
  Inlet in;
  in.name = "clumps";
  in.centre = {0.03, 0.045, 0.03};
  in.disc = false;
  in.axis_u = {0.02, 0, 0};
  in.axis_v = {0, 0, 0.02};
  in.thickness = 0.01;
  in.sizes.mean = 0.007;
  in.mix.parts = {{tetrahedron(0.002, 0.003), 2}, {short_rod(0.0015, 0.002), 1}};
  in.mix.own_size = own_size;
  if (own_size) in.sizes.mean = in.mix.own_diameter();
  in.rate = 3000;
  in.count = count;
  in.velocity = {0, -0.5, 0};
  w.inlets.push_back(in);
  return w;
}

TEST(Clumps, weigh_what_the_union_of_their_balls_weighs) {
  World w = body_world();
  const double r = 0.002, d = 0.003;
  add(w, {.primitives = {{.radius = r}, {.x = {d, 0, 0}, .radius = r}}});
  const Body& b = w.bodies.body.front();
  // Two balls less the lens of height h = r - d/2 on each side.
  const double h = r - d / 2, pi = std::numbers::pi;
  const double volume = 8.0 / 3 * pi * r * r * r - 2 * pi * h * h * (r - h / 3);
  EXPECT_NEAR(b.volume / volume, 1, 1e-13);
  EXPECT_NEAR(b.mass() / (w.materials[0].density * volume), 1, 1e-13);
  EXPECT_NEAR(b.x.x, d / 2, 1e-15);
}

TEST(Clumps, rows_share_mass_and_volume_of_the_body) {
  World w = poured_clumps(1);
  const TurnedCluster c{w.inlets[0].mix.parts[0].cluster.get(), 1, {}};
  ASSERT_TRUE(add_body(w, c.body({0.03, 0.03, 0.03}, MaterialId{0}, 2500)));
  w.particles.add({.x = {0.01, 0.01, 0.01}, .radius = 0.002}, 2500);
  const RowShares s = row_shares(w.particles, w.bodies);
  double mass = 0, volume = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(s.fraction[k], 0.25, 1e-15);
    mass += s.mass[k];
    volume += s.solid[k] * 4.0 / 3 * std::numbers::pi * 8e-9;
  }
  EXPECT_NEAR(mass / w.bodies.body[0].mass(), 1, 1e-14);
  EXPECT_NEAR(volume / w.bodies.body[0].volume, 1, 1e-14);
  EXPECT_LT(s.solid[0], 0.95);
  EXPECT_EQ(s.solid[4], 1);
  EXPECT_EQ(s.mass[4], w.particles.mass(4));
}

TEST(Clumps, enter_through_an_inlet_and_the_books_close) {
  World w = poured_clumps(60);
  Simulation s = start(w);
  run(s, 30000);
  EXPECT_EQ(s.world().inlets[0].placed, 60u);
  EXPECT_EQ(s.world().bodies.body.size(), 60u);
  double mass = 0;
  for (const Body& b : s.world().bodies.body) mass += b.mass();
  EXPECT_NEAR(mass / s.world().inlets[0].placed_mass, 1, 1e-13);
  const EnergyReport e = s.energy();
  EXPECT_GT(e.lost(), 0.2 * e.added) << "they have met";
  // The scheme's own error; it falls with the square of the time step.
  EXPECT_LT(std::abs(e.residual()), 2e-3 * e.added);
}

TEST(Clumps, are_scaled_to_the_size_that_the_inlet_asks_for) {
  World w = poured_clumps(20, false);
  Simulation s = start(w);
  run(s, 8000);
  ASSERT_GT(s.world().bodies.body.size(), 3u);
  for (const Body& b : s.world().bodies.body) {
    double reach = 0;
    for (std::uint32_t k = 0; k < b.count; ++k)
      reach = std::max(reach, norm(s.world().bodies.primitive[b.first_primitive + k].x) +
                                  s.particles().xr[s.particles().row_of()[b.first_id + k]].r);
    EXPECT_NEAR(reach, 0.0035, 1e-3 * 0.0035) << "the ball around it has the diameter of 7 mm";
  }
}

TEST(Clumps, balls_of_one_clump_never_touch_each_other) {
  World w = poured_clumps(40);
  Simulation s = start(w);
  run(s, 20000);
  std::size_t seen = 0;
  s.for_each_contact([&](const ContactView& c) {
    if (c.wall >= 0) return;
    const auto& ws = s.particles().ws;
    const auto& row = s.particles().row_of();
    EXPECT_NE(ws[row[c.i.value]].body, ws[row[c.j.value]].body);
    ++seen;
  });
  EXPECT_GT(seen, 0u);
}

TEST(Clumps, leave_through_an_outlet_as_a_whole) {
  World w = poured_clumps(40);
  w.walls.clear();
  w.outlets.push_back(below(0, 10));
  Simulation s = start(w);
  run(s, 40000);
  EXPECT_EQ(s.world().outlets[0].grains, 40u);
  EXPECT_EQ(s.particles().size(), 0u);
  EXPECT_TRUE(s.world().bodies.empty());
  EXPECT_NEAR(s.world().outlets[0].mass / s.world().inlets[0].placed_mass, 1, 1e-12);
}

TEST(Clumps, poured_give_one_answer_for_any_threads_detector_instructions_and_stop) {
  // A stop after 637 steps and later: some have come, others not.
  EXPECT_GT(expect_one_answer(poured_clumps(60), 9000).contacts, 10u);
}

TEST(Clumps, poured_by_gear_give_one_answer) {
  World w = poured_clumps(30);
  w.integrator = "gear";
  EXPECT_GT(expect_one_answer(w, 5000).contacts, 0u);
}

TEST(Clumps, that_cannot_be_poured_are_refused) {
  const auto code = [](const World& w) {
    const Result<Simulation> s = Simulation::create(w, {.threads = 1});
    return s ? std::string("none") : s.errors().front().code;
  };
  World narrow = poured_clumps(5);
  narrow.walls.clear();
  narrow.box.lo = {0, 0, 0}, narrow.box.hi = {0.0139, 0.2, 0.06};
  narrow.box.periodic[0] = true;
  narrow.inlets[0].axis_u = {0.002, 0, 0};
  narrow.inlets[0].centre.x = 0.007;
  auto lengthened = std::make_shared<Cluster>(*short_rod(0.0015, 0.006));
  narrow.inlets[0].mix.parts[1].cluster = lengthened;
  EXPECT_EQ(code(narrow), "E0561");
}

TEST(Clumps, thin_or_heavily_overlapping_ones_shorten_the_time_step) {
  World w = poured_clumps(5);
  const double dt = start(w).dt();
  // Almost one ball: nearly all of its mass, but pushed off its centre it gives way by turning.
  World flat = w;
  auto made = make_cluster("flat", {{{0, 0, 0}, 0.0004}, {{0.003, 0, 0}, 0.002}});
  flat.inlets[0].mix.parts = {{std::make_shared<const Cluster>(std::move(*made)), 1}};
  EXPECT_LT(start(flat).dt(), dt);
}

// All orientations alike: the mean of the projections of an axis is 0, that of their squares 1/3.
TEST(Clumps, are_turned_in_all_directions_alike) {
  ClusterMix mix;
  mix.parts = {{tetrahedron(1, 1), 1}};
  const CounterRandom random(3, 5);
  constexpr int n = 20000;
  Vec3 mean, square, turned_z;
  for (std::uint64_t k = 0; k < n; ++k) {
    const Quat q = mix.orientation(random, k);
    ASSERT_TRUE(is_unit(q));
    const Vec3 e = rotate(q, {1, 0, 0}), z = rotate(q, {0, 0, 1});
    mean += e / n;
    square += Vec3{e.x * e.x, e.y * e.y, e.z * e.z} / n;
    turned_z += Vec3{z.x * z.x, z.y * z.y, z.z * z.z} / n;
  }
  // Standard deviations are sqrt(1/3 n) = 0.004 and sqrt(4/45 n) = 0.002: four of each.
  for (int a = 0; a < 3; ++a) {
    EXPECT_NEAR(mean[a], 0, 0.016);
    EXPECT_NEAR(square[a], 1.0 / 3, 0.009);
    EXPECT_NEAR(turned_z[a], 1.0 / 3, 0.009);
  }
  mix.turn = ClusterMix::Turn::upright;
  for (std::uint64_t k = 0; k < 100; ++k)
    EXPECT_NEAR(rotate(mix.orientation(random, k), {0, 1, 0}).y, 1, 1e-14);
  mix.turn = ClusterMix::Turn::fixed;
  mix.rotation = normalized(Quat{1, 2, 3, 4});
  EXPECT_TRUE(mix.orientation(random, 7) == mix.rotation);
}

TEST(Clumps, of_a_mixture_come_in_their_shares) {
  ClusterMix mix;
  mix.parts = {{tetrahedron(1, 1), 3}, {short_rod(1, 1), 1}, {tetrahedron(2, 1), 0}};
  const CounterRandom random(1, 2);
  int rods = 0;
  constexpr int n = 10000;
  for (std::uint64_t k = 0; k < n; ++k) {
    const TurnedCluster c = mix.pick(random, k, 1);
    EXPECT_NE(c.cluster, mix.parts[2].cluster.get());
    rods += c.cluster == mix.parts[1].cluster.get();
  }
  EXPECT_NEAR(rods / double(n), 0.25, 4 * std::sqrt(0.25 * 0.75 / n));
}

}  // namespace
}  // namespace scree::test
