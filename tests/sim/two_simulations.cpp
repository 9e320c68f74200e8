// Several simulations in one process know nothing of each other.
#include <omp.h>

#include <thread>

#include "support/effort.hpp"
#include "worlds.hpp"

namespace scree::test {
namespace {

// Unlike in everything that could be shared by mistake: law, detector, periods, a wall that moves.
World world_of(int kind) {
  World w = empty_world(kind % 2 == 0 ? linear_material(1e-3, 0.5, 0.3) : hertz_rolling_material());
  w.gravity.g = {0, -9.81, 0};
  if (kind % 2 == 0) {
    w.walls = open_box(0.08);
    w.detect.method = "triangulation";
  } else {
    ParamSet shaking;
    shaking.set("frequency", 30.0);
    shaking.set("amplitude", 1e-3);
    ParamSet floor;
    floor.set("point", Vec3{0, 0, 0});
    floor.set("normal", Vec3{0, 1, 0});
    w.walls = {wall("plane", floor, "sinusoid", shaking)};
    w.box = {{0, 0, 0}, {0.08, 1, 0.08}, {true, false, true}};
    w.detect.method = "auto";
  }
  add_cloud(w, static_cast<std::size_t>(reduced_effort() ? 300 : 4500), 0.004, 12, 0.5,
            static_cast<std::uint64_t>(7 + kind));
  w.dt = 1e-5;
  return w;
}

std::string hash_of(int kind, RunOptions options) {
  auto sim = Simulation::create(world_of(kind), options);
  if (!sim) return to_string(sim.error());
  for (int k = 0; k < 6; ++k)
    if (const auto failure = sim->run(tries(100))) return failure->message;
  return to_string(sim->state_hash());
}

TEST(TwoSimulations, in_two_threads_are_what_they_are_alone) {
  const std::string alone[] = {hash_of(0, {.threads = 1}), hash_of(1, {.threads = 1})};
  ASSERT_EQ(alone[0].size(), 32u) << alone[0];
  ASSERT_EQ(alone[1].size(), 32u) << alone[1];
  ASSERT_NE(alone[0], alone[1]);
  // Different numbers of threads and instruction sets at the same time.
  std::string together[4];
  const RunOptions options[] = {{.threads = 3, .instruction_set = "plain"},
                                {.threads = 2},
                                {.threads = 1},
                                {.threads = 4, .instruction_set = "plain"}};
  std::vector<std::thread> threads;
  for (int k = 0; k < 4; ++k)
    threads.emplace_back([&, k] { together[k] = hash_of(k % 2, options[k]); });
  for (std::thread& t : threads) t.join();
  for (int k = 0; k < 4; ++k) EXPECT_EQ(together[k], alone[k % 2]) << k;
}

// A program that is parallel itself: its teams have no inner teams, whatever was asked for.
TEST(TwoSimulations, in_the_threads_of_an_openmp_team_are_what_they_are_alone) {
  const std::string alone[] = {hash_of(0, {.threads = 1}), hash_of(1, {.threads = 1})};
  std::string together[3];
#pragma omp parallel for num_threads(3) schedule(static, 1)
  for (int k = 0; k < 3; ++k) together[k] = hash_of(k % 2, {.threads = 2});
  for (int k = 0; k < 3; ++k) EXPECT_EQ(together[k], alone[k % 2]) << k;
}

TEST(TwoSimulations, take_turns_with_their_own_numbers_of_threads) {
  const std::string alone[] = {hash_of(0, {.threads = 1}), hash_of(1, {.threads = 1})};
  auto a = Simulation::create(world_of(0), {.threads = 3});
  auto b = Simulation::create(world_of(1), {.threads = 2});
  ASSERT_TRUE(a.ok() && b.ok());
  for (int k = 0; k < 6; ++k)
    for (Simulation* s : {&*a, &*b}) ASSERT_FALSE(s->run(tries(100)));
  EXPECT_EQ(to_string(a->state_hash()), alone[0]);
  EXPECT_EQ(to_string(b->state_hash()), alone[1]);
}

TEST(TwoSimulations, leave_the_number_of_threads_of_the_program_as_it_was) {
  const int before = omp_get_max_threads();
  omp_set_num_threads(5);
  auto sim = Simulation::create(world_of(0), {.threads = 2});
  ASSERT_TRUE(sim.ok());
  EXPECT_EQ(omp_get_max_threads(), 5);
  EXPECT_FALSE(sim->run(20));
  EXPECT_EQ(omp_get_max_threads(), 5);
  auto resumed = Simulation::resume(world_of(0), sim->save(), {.threads = 3});
  ASSERT_TRUE(resumed.ok());
  EXPECT_EQ(omp_get_max_threads(), 5);
  omp_set_num_threads(before);
}

}  // namespace
}  // namespace scree::test
