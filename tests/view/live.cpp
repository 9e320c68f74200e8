// A run that is watched has the bits of one that is not; pausing and stepping do what they say.
#include "view/live.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <limits>
#include <thread>

#include "run/folder/json.hpp"
#include "run/loop/loop.hpp"
#include "support/effort.hpp"
#include "view/frame_bytes.hpp"
#include "view/served_run.hpp"

namespace scree::test {
namespace {

using namespace view;

// A few grains that fall on each other.
Simulation some_grains(int threads = 2) {
  World w;
  w.materials.resize(1);
  w.materials[0].normal.params.set("contact_time", 1e-3);
  w.materials[0].normal.params.set("restitution", 0.5);
  w.dt = 1e-5;
  for (int k = 0; k < 60; ++k)
    w.particles.add({.x = {0.0041 * (k % 4), 0.0041 * (k / 16), 0.0041 * (k / 4 % 4)},
                     .radius = 0.002,
                     .v = {0.1 * (k % 3 - 1), -0.2 * (k / 16), 0}},
                    2500);
  auto sim = Simulation::create(std::move(w), {.threads = threads});
  EXPECT_TRUE(sim.ok()) << (sim.ok() ? "" : to_string(sim.error()));
  return std::move(*sim);
}

const std::uint64_t kSteps = reduced_effort() ? 400 : 4000;

Hash128 hash_unwatched() {
  Simulation sim = some_grains();
  run::Loop(sim).run(kSteps);
  return sim.state_hash();
}

void wait_until(const LiveView& live, LiveState state) {
  for (int k = 0; k < 2000 && live.status().state != state; ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ASSERT_EQ(live.status().state, state);
}

// One thread of its own: ten that never wait leave no two cores to a run at the same time.
TEST(LiveView, ten_greedy_viewers_change_no_bit) {
  Simulation sim = some_grains(1);
  LiveView live(1.0);
  ServedRun viewed("/nowhere", &live);
  run::Loop loop(sim, [&] { return live.stop_request(); });
  loop.add(live);
  std::atomic<bool> over{false};
  std::atomic<int> seen{0};
  std::vector<std::thread> viewers;
  for (int k = 0; k < 10; ++k)
    viewers.emplace_back([&] {
      while (!over)
        seen += viewed.answer({"GET", "/api/frame", "", {{"k", "newest"}}}).status == 200;
    });
  loop.run(kSteps);
  over = true;
  for (std::thread& t : viewers) t.join();
  EXPECT_GT(seen, 0);
  EXPECT_EQ(sim.steps(), kSteps);
  EXPECT_EQ(sim.state_hash(), hash_unwatched());
  EXPECT_EQ(live.status().state, LiveState::finishing);
  EXPECT_FALSE(live.ask("pause"));
  live.finish();
  EXPECT_EQ(live.status().state, LiveState::ended);
}

TEST(LiveView, pause_step_go_and_the_same_bits) {
  Simulation sim = some_grains();
  LiveView live(1.0);
  run::Loop loop(sim, [&] { return live.stop_request(); });
  loop.add(live);
  std::vector<bool> told;  // by the thread of the run, read when it is over
  live.on_hold([&told](bool holds, double) { told.push_back(holds); });
  (void)live.ask("pause");
  std::thread running([&] { loop.run(kSteps); });
  wait_until(live, LiveState::paused);
  const std::uint64_t at = live.status().step;
  EXPECT_LT(at, kSteps);
  for (std::uint64_t k = 1; k <= 3; ++k) {
    (void)live.ask("step");
    for (int n = 0; n < 2000 && live.status().step < at + k; ++n)
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(live.status().step, at + k);  // one, and no more
  }
  wait_until(live, LiveState::paused);
  EXPECT_EQ(live.newest()->step, at + 3);
  EXPECT_FALSE(live.ask("faster"));
  (void)live.ask("go");
  running.join();
  EXPECT_EQ(sim.steps(), kSteps);
  EXPECT_EQ(sim.state_hash(), hash_unwatched());
  EXPECT_EQ(live.asked().size(), 5u);
  EXPECT_EQ(told, (std::vector<bool>{true, false}))
      << "once each, whatever single steps there were";
}

TEST(LiveView, stop_ends_a_paused_run) {
  Simulation sim = some_grains();
  LiveView live(1.0);
  run::Loop loop(sim, [&] { return live.stop_request(); });
  loop.add(live);
  (void)live.ask("pause");
  run::RunEnd end;
  std::thread running([&] { end = loop.run(kSteps); });
  wait_until(live, LiveState::paused);
  (void)live.ask("stop");
  running.join();
  EXPECT_FALSE(end.reached);
  EXPECT_NE(end.stopped_by, 0);
}

TEST(LiveView, a_signal_ends_a_paused_run) {
  Simulation sim = some_grains();
  std::atomic<int> signal{0};
  LiveView live(1.0, [&] { return signal.load(); });
  run::Loop loop(sim, [&] { return signal.load(); });
  loop.add(live);
  (void)live.ask("pause");
  std::thread running([&] { loop.run(kSteps); });
  wait_until(live, LiveState::paused);
  signal = 2;
  running.join();
  EXPECT_LT(sim.steps(), kSteps);
}

TEST(ServedRun, wrong_questions_get_answers) {
  LiveView live(1.0);
  ServedRun viewed("/nowhere", &live);
  for (const auto& [request, status] : std::vector<std::pair<HttpRequest, int>>{
           {{"GET", "/api/run", "", {}}, 200},
           {{"GET", "/api/nothing", "", {}}, 404},
           {{"POST", "/api/run", "", {}}, 405},
           {{"GET", "/api/control", "", {}}, 405},
           {{"GET", "/api/frame", "", {}}, 404},
           {{"GET", "/api/frame", "", {{"k", "newest"}}}, 404},
           {{"GET", "/api/frame", "", {{"k", "-1"}}}, 404},
           {{"GET", "/api/frame", "", {{"k", "99999999999999999999"}}}, 404},
           {{"GET", "/api/frame", "", {{"k", "0"}, {"every", "0"}}}, 400},
           {{"GET", "/api/grain", "", {{"id", "../5"}}}, 400},
           {{"GET", "/api/path", "", {}}, 400},
           {{"GET", "/api/series", "", {}}, 404},
           {{"GET", "/api/scene", "", {}}, 404},
           {{"POST", "/api/control", "", {}}, 400},
           {{"POST", "/api/control", "[1]", {}}, 400},
           {{"POST", "/api/control", "{\"ask\": 5}", {}}, 400},
           {{"POST", "/api/control", "{\"ask\": \"faster\"}", {}}, 400},
           {{"POST", "/api/control", std::string(100000, '['), {}}, 400},
           {{"POST", "/api/control", "{\"ask\": \"pause\"}", {}}, 200}})
    EXPECT_EQ(viewed.answer(request).status, status)
        << request.path << " " << request.body.substr(0, 40);
}

std::uint32_t word_at(const std::string& bytes, std::size_t at) {
  std::uint32_t w;
  std::memcpy(&w, bytes.data() + at, sizeof w);
  return w;
}

TEST(FrameBytes, hold_what_the_frame_holds) {
  Frame f;
  // Far from zero: 32 bits of a position in the world would lose the grain's radius.
  for (std::uint32_t k = 0; k < 5; ++k) f.add(10 + k, {1e6 + 0.001 * k, 2, -3}, 0.002);
  f.radius[3] = std::numeric_limits<double>::quiet_NaN();
  for (const std::size_t every : {1u, 2u, 7u}) {
    const auto bytes = frame_bytes(f, {.color = "id", .every = every});
    ASSERT_TRUE(bytes.ok());
    ASSERT_EQ(bytes->substr(0, 4), "SCR1");
    const std::uint32_t length = word_at(*bytes, 4);
    EXPECT_EQ(length % 4, 0u);
    const run::Json head = run::parsed_json(bytes->substr(8, length));
    ASSERT_FALSE(head.is_discarded());
    EXPECT_EQ(head["grains"], 5);
    const std::size_t n = (5 + every - 1) / every;
    const double origin = head["origin"][0];
    for (const auto& a : head["arrays"]) {
      const std::size_t at = 8 + length + a["offset"].get<std::size_t>();
      ASSERT_LE(at + 4 * a["count"].get<std::size_t>() * a["width"].get<std::size_t>(),
                bytes->size());
      if (a["name"] == "x") {
        EXPECT_EQ(a["count"], n);
        for (std::size_t k = 0; k < n; ++k) {
          float x;
          std::memcpy(&x, bytes->data() + at + 12 * k, sizeof x);
          // A 24-bit fraction of half the width of the frame, and the rounding of 1e6 itself.
          EXPECT_NEAR(origin + static_cast<double>(x), f.x[k * every].x, 3e-10);
        }
      }
      if (a["name"] == "id") {
        EXPECT_EQ(word_at(*bytes, at), 10u);
      }
    }
  }
  EXPECT_FALSE(frame_bytes(f, {.color = "nothing of the kind"}).ok());
  EXPECT_TRUE(frame_bytes(Frame{}, {}).ok());
}

}  // namespace
}  // namespace scree::test
