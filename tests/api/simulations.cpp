// Simulations by ids: reading, editing, callbacks, checkpoints.
#include <cmath>
#include <stdexcept>

#include "worlds.hpp"

namespace scree::api::test {
namespace {

TEST(Simulations, are_read_in_the_order_of_ids) {
  Simulation sim = started(balls(), {.threads = 2});
  run(sim, 3000);
  const auto ids = sim.ids();
  const auto x = sim.positions();
  const auto v = sim.velocities();
  ASSERT_EQ(ids.size(), 60u);
  for (std::size_t k = 0; k < ids.size(); ++k) {
    EXPECT_EQ(ids[k], k);
    const auto g = sim.grain(ids[k]);
    ASSERT_TRUE(g);
    EXPECT_EQ(g->position, x[k]);
    EXPECT_EQ(g->velocity, v[k]);
    EXPECT_EQ(g->radius, k % 7 == 0 ? 0.003 : 0.004);
    EXPECT_EQ(g->material, "glass");
  }
  std::vector<Vec3> some(59);
  EXPECT_FALSE(sim.copy(Reader::Vector::force, some));
  EXPECT_FALSE(sim.grain(60));
}

TEST(Simulations, show_contacts_that_carry_the_weight) {
  Simulation sim = started(balls());
  EXPECT_TRUE(sim.run_until(1.0).ok());
  double weight = 0;
  for (const double m : sim.masses()) weight += 9.81 * m;
  double carried = 0;
  for (const Contact& c : sim.contacts()) {
    EXPECT_TRUE(c.wall >= 0 || c.i < c.j);
    if (c.wall >= 0) carried += c.force.y;
  }
  EXPECT_NEAR(carried, weight, 0.02 * weight);
  EXPECT_NEAR(-sim.wall("box")->force.y, weight, 0.02 * weight);
  const Energy e = sim.energy();
  EXPECT_LT(std::abs(e.residual), 1e-3 * e.lost);
  EXPECT_NEAR(e.held + e.lost + e.removed - e.start - e.put_in, e.residual,
              1e-12 * std::abs(e.start));
  EXPECT_EQ(e.of("no such term"), 0);
}

TEST(Simulations, have_the_same_bits_with_any_options) {
  const auto hash = [](const Options& options) {
    Simulation sim = started(balls(), options);
    run(sim, 1500);
    return sim.state_hash();
  };
  const std::string plain = hash({.threads = 1, .instruction_set = "plain"});
  EXPECT_EQ(plain.size(), 32u);
  EXPECT_EQ(hash({.threads = 3}), plain);
  EXPECT_EQ(hash({.threads = 1, .engine = "rows"}), plain);
  EXPECT_EQ(Simulation::create(balls(), {.engine = "steam"}).error().code, "E0535");
}

TEST(Simulations, are_measured_by_the_catalogue) {
  Simulation sim = started(balls());
  EXPECT_TRUE(sim.run_until(0.5).ok());
  Measure coordination = value_of(Measure::make("coordination"));
  const auto values = value_of(coordination.evaluate(sim));
  ASSERT_EQ(values.size(), coordination.columns().size());
  EXPECT_GT(values.front(), 1);
  EXPECT_FALSE(Measure::make("charm"));
  Measure force = value_of(Measure::make("walls; wall = lid"));
  EXPECT_FALSE(force.evaluate(sim));  // there is no such wall
}

TEST(Simulations, are_edited_with_the_books_kept) {
  Simulation sim = started(balls());
  run(sim, 1000);
  const double before = sim.energy().residual;
  const GrainId id = value_of(sim.add(Grain{.position = {0.025, 0.1, 0.025}, .radius = 0.004}));
  EXPECT_EQ(id, 60u);
  const BodyId body = value_of(
      sim.add(Body{.primitives = {{.radius = 2e-3}, {.position = {2e-3, 0, 0}, .radius = 2e-3}},
                   .position = {0.025, 0.2, 0.025}}));
  expect_fine(sim.remove(3));
  expect_fine(sim.set_velocity(5, {0, 1, 0}));
  expect_fine(sim.set_force(6, {0, 1e-3, 0}));
  EXPECT_FALSE(sim.has(3));
  EXPECT_TRUE(sim.body(body));
  EXPECT_FALSE(sim.remove(3).empty());
  EXPECT_FALSE(sim.set_velocity(99, {}).empty());
  EXPECT_FALSE(sim.bond(0, 1, "glue").empty());
  EXPECT_FALSE(sim.add(Grain{.position = {}, .radius = 1, .material = "iron"}));
  EXPECT_NEAR(sim.energy().residual, before, 1e-10 * std::abs(sim.energy().start));
  run(sim, 500);
}

TEST(Simulations, call_back_at_multiples_and_stop_when_asked) {
  Simulation sim = started(balls(10));
  std::vector<std::uint64_t> seen;
  int often = 0;
  sim.every_steps(100, [&](Simulation& s) {
    seen.push_back(s.steps());
    return s.steps() < 500;
  });
  const std::size_t mine = sim.every(sim.time_step(), [&](Simulation& s) {
    if (++often == 50) s.forget(2);  // itself
    return true;
  });
  EXPECT_EQ(mine, 2u);
  const Outcome end = sim.run(1000);
  EXPECT_TRUE(end.stopped);
  EXPECT_EQ(end.steps, 500u);
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{100, 200, 300, 400, 500}));
  EXPECT_EQ(often, 50);
}

TEST(Simulations, have_the_same_bits_with_callbacks_that_only_look) {
  Simulation quiet = started(balls()), watched = started(balls());
  watched.every_steps(7, [](Simulation& s) { return s.contacts().size() < 1'000'000; });
  run(quiet, 1000);
  run(watched, 1000);
  EXPECT_EQ(quiet.state_hash(), watched.state_hash());
}

TEST(Simulations, let_exceptions_of_callbacks_through) {
  Simulation sim = started(balls(10));
  const std::size_t mine = sim.every_steps(10, [](Simulation& s) -> bool {
    EXPECT_EQ(s.run(1).failure->code, "E0549");
    throw std::runtime_error("enough");
  });
  EXPECT_THROW(sim.run(100), std::runtime_error);
  EXPECT_EQ(sim.steps(), 10u);
  sim.forget(mine);
  run(sim, 90);
}

TEST(Simulations, go_on_from_a_checkpoint_with_the_same_bits) {
  const std::string folder = testing::TempDir() + "scree_api_checkpoint";
  Simulation whole = started(balls());
  run(whole, 800);
  const Checkpoint saved = whole.save();
  expect_fine(saved.write(folder));
  run(whole, 700);
  const Checkpoint read = value_of(Checkpoint::read(folder));
  EXPECT_EQ(read.step(), 800u);
  Simulation resumed = value_of(Simulation::resume(balls(), read, {.threads = 2}));
  EXPECT_EQ(resumed.steps(), 800u);
  EXPECT_EQ(resumed.state_hash(), saved.state_hash());
  run(resumed, 700);
  EXPECT_EQ(resumed.state_hash(), whole.state_hash());
  EXPECT_FALSE(Checkpoint::decode("no checkpoint"));
  EXPECT_FALSE(Checkpoint::read(folder + "/missing"));
  EXPECT_FALSE(Simulation::resume(balls(3), read));  // of another world
  std::remove(folder.c_str());
}

TEST(Simulations, may_be_moved_while_others_read) {
  Simulation sim = started(balls(5));
  const Reader reader = sim;
  Simulation moved = std::move(sim);
  run(moved, 10);
  EXPECT_EQ(reader.steps(), 10u);
}

TEST(Simulations, carry_fields_of_a_program) {
  World world = balls(5);
  expect_fine(world.add(Field{.name = "temperature", .unit = "K", .initial = 300}));
  const double hot = 400;
  expect_fine(world.set_field("temperature", 2, {&hot, 1}));
  const Simulation sim = started(std::move(world));
  EXPECT_EQ(sim.field("temperature"), (std::vector<double>{300, 300, 400, 300, 300}));
  EXPECT_TRUE(sim.field("colour").empty());
}

}  // namespace
}  // namespace scree::api::test
