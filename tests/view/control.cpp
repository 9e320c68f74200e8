// A live run that is steered: what was asked for is done and written down, and the state never
// knows.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <functional>
#include <thread>

#include "run/folder/json.hpp"
#include "run/loop/resume.hpp"
#include "support/folder.hpp"
#include "view/http_server.hpp"
#include "view/live.hpp"
#include "view/raw_client.hpp"
#include "view/served_run.hpp"

namespace scree::test {
namespace {

using namespace view;
using run::Json;
using run::with_setting;

constexpr const char* kSteered = R"(
duration = "20 ms"
[material.glass]
density = 2500
normal = { law = "linear", contact_time = "1 ms", restitution = 0.3 }
[[wall]]
shape = "plane"
material = "glass"
[[fill]]
kind = "lattice"
material = "glass"
diameter = "4 mm"
count = 27
region = { kind = "box", min = [0, 0, 0], max = ["20 mm", "20 mm", "20 mm"] }
[output]
frames = "10 ms"
series = "1 ms"
checkpoint = "5 ms"
picture = false
)";

// A run in a thread of its own, held before its second step.
struct SteeredRun {
  SteeredRun(const std::string& folder, Scene s, std::optional<run::RunCheckpoint> from = {},
             std::optional<run::RunDirectory> directory = {})
      : scene(std::move(s)), first(scene.world), live(scene.duration) {
    auto sim = from ? Simulation::resume(std::move(scene.world), from->simulation, {.threads = 1})
                    : Simulation::create(std::move(scene.world), {.threads = 1});
    EXPECT_TRUE(sim.ok());
    if (!directory) {
      auto made = run::RunDirectory::create(folder, "s");
      EXPECT_TRUE(made.ok());
      directory = std::move(*made);
    }
    runner.emplace(std::move(*sim), scene, std::move(*directory),
                   run::RunnerOptions{.stop = [this] { return live.stop_request(); }});
    runner->add(live);
    live.steer(*runner);
    std::vector<run::RunEvent> happened;
    if (from) {
      EXPECT_TRUE(runner->resume(std::move(*from), run::Start(first), happened).ok());
    }
  }
  void begin_paused() {
    EXPECT_TRUE(live.ask("pause").ok());
    thread = std::thread([this] { summary = runner->run(); });
    wait_for([this] { return live.status().state == LiveState::paused; });
  }
  template <class Condition>
  void wait_for(Condition&& done) {
    for (int k = 0; k < 4000 && !done(); ++k)
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    EXPECT_TRUE(done());
  }
  Json finish() {
    if (thread.joinable())
      thread.join();
    else
      summary = runner->run();
    EXPECT_TRUE(summary.ok());
    return summary ? run::parsed_json(*summary) : Json();
  }

  Scene scene;
  World first;
  LiveView live;
  std::optional<run::Runner> runner;
  Result<std::string> summary = std::string();
  std::thread thread;
};

Scene steered_scene(const std::vector<std::string>& sets = {}) {
  auto scene = parse_scene(kSteered, "s.toml", sets);
  EXPECT_TRUE(scene.ok()) << to_string(scene.error());
  return std::move(*scene);
}

std::string text_of_file(const std::string& path) {
  const auto text = read_whole_file(path);
  return text ? *text : "";
}

TEST(SteeredLiveRun, has_the_bits_of_one_that_was_so_from_the_start) {
  const TemporaryFolder folder;
  SteeredRun plain(folder.path("plain"), steered_scene({"duration=30 ms"}));
  const Json expected = plain.finish();

  SteeredRun r(folder.path("run"), steered_scene());
  r.begin_paused();
  EXPECT_TRUE(r.live.ask_change("output.frames", "2 ms").ok());
  EXPECT_TRUE(r.live.ask_change("output.series", "0.0005").ok());
  EXPECT_TRUE(r.live.ask("frame").ok());
  EXPECT_TRUE(r.live.ask_change("duration", "30 ms").ok());
  r.wait_for([&] { return r.live.asked().size() >= 5; });
  EXPECT_EQ(r.live.status().settings.duration, 0.03);
  EXPECT_TRUE(r.live.ask("step").ok());
  EXPECT_TRUE(r.live.ask("go").ok());
  const Json j = r.finish();
  EXPECT_EQ(j["state_hash"], expected["state_hash"]);
  EXPECT_EQ(j["steps"], expected["steps"]);
  EXPECT_EQ(j["verdict"]["word"], "ok") << j["verdict"].dump(1);
  // 0, the one that was asked for, 2, 4, ... 30 ms.
  EXPECT_EQ(j["frames"], 17);
  EXPECT_TRUE(j["warnings"].empty()) << j["warnings"].dump();

  const std::string events = j["provenance"]["events"].dump();
  const std::string log = text_of_file(folder.path("run/control.log"));
  for (const char* line : {"pause", "output.frames: 10 ms -> 2 ms", "output.series: 1 ms -> 500",
                           "frame", "duration: 20 ms -> 30 ms", "step", "go"}) {
    EXPECT_NE(events.find(line), std::string::npos) << line << events;
    EXPECT_NE(log.find(line), std::string::npos) << line << log;
  }
  // Resumed, it keeps what was changed.
  r.runner.reset();  // gives the folder free
  auto again = run::prepare_resume({.scene = "", .folder = folder.path("run")});
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->scene.duration, 0.03);
  EXPECT_EQ(again->scene.output.frames, 0.002);
  EXPECT_EQ(again->scene.output.series, 0.0005);
  EXPECT_EQ(again->scene.output.checkpoint, 0.005);
  EXPECT_TRUE(again->notes.empty());
}

TEST(SteeredLiveRun, a_stop_is_in_the_checkpoint_and_the_run_goes_on_with_the_same_bits) {
  const TemporaryFolder folder;
  SteeredRun plain(folder.path("plain"), steered_scene());
  const Json expected = plain.finish();
  {
    SteeredRun r(folder.path("run"), steered_scene());
    r.begin_paused();
    EXPECT_TRUE(r.live.ask_change("output.checkpoint", "0").ok());
    EXPECT_TRUE(r.live.ask("stop").ok());
    const Json j = r.finish();
    EXPECT_EQ(j["verdict"]["word"], "stopped");
    EXPECT_FALSE(r.live.ask("go").ok());
    EXPECT_EQ(r.live.ask_change("duration", "1 s").error().code, "E0697");
  }
  auto again = run::prepare_resume({.scene = "", .folder = folder.path("run")});
  ASSERT_TRUE(again.ok()) << to_string(again.error());
  ASSERT_TRUE(again->checkpoint);
  EXPECT_EQ(again->scene.output.checkpoint, 0);
  SteeredRun second(folder.path("run"), std::move(again->scene), std::move(again->checkpoint),
                    std::move(again->directory));
  const Json j = second.finish();
  EXPECT_EQ(j["state_hash"], expected["state_hash"]);
  EXPECT_NE(j["provenance"]["events"].dump().find("stop"), std::string::npos);
}

TEST(SteeredLiveRun, what_does_not_fit_is_refused_with_a_reason) {
  const TemporaryFolder folder;
  SteeredRun r(folder.path("run"), steered_scene());
  r.begin_paused();
  ServedRun viewed(folder.path("run"), &r.live);
  for (const auto& [key, value, code] :
       std::vector<std::array<std::string, 3>>{{"gravity", "0", "E0693"},
                                               {"output", "1", "E0693"},
                                               {"", "1", "E0693"},
                                               {"output.frames", "5 mm", "E0694"},
                                               {"output.frames", "fast", "E0694"},
                                               {"output.frames", "", "E0694"},
                                               {"output.frames", "-1 s", "E0694"},
                                               {"output.frames", "nan", "E0694"},
                                               {"output.frames", "inf", "E0694"},
                                               {"output.frames", "1e-30 s", "E0694"},
                                               {"output.frames", "1 ns", "E0694"},
                                               {"duration", "0", "E0694"},
                                               {"duration", "1e300 s", "E0770"}}) {
    const auto done = r.live.ask_change(key, value);
    ASSERT_FALSE(done.ok()) << key << " " << value;
    EXPECT_EQ(done.error().code, code) << key << " = " << value << ": " << done.error().message;
    const Json body{{"ask", "set"}, {"key", key}, {"value", value}};
    EXPECT_EQ(viewed.answer({"POST", "/api/control", run::json_text(body), {}}).status, 400);
  }
  for (const char* body : {"{\"ask\": \"set\"}", "{\"ask\": \"set\", \"key\": 1, \"value\": 2}",
                           "{\"ask\": \"set\", \"key\": \"duration\", \"value\": [1]}"})
    EXPECT_EQ(viewed.answer({"POST", "/api/control", body, {}}).status, 400) << body;
  EXPECT_EQ(
      viewed
          .answer(
              {"POST", "/api/control", "{\"ask\":\"set\",\"key\":\"duration\",\"value\":1}", {}})
          .status,
      200);
  EXPECT_TRUE(r.live.ask("stop").ok());
  r.finish();
  EXPECT_EQ(text_of_file(folder.path("run/control.log")).find("gravity"), std::string::npos);
}

TEST(SteeredLiveRun, a_run_with_stages_keeps_its_end) {
  run::ChangeState now{{1, 0.1, 0.1, 0.1}, 0.5, 1e-5, true};
  EXPECT_EQ(run::read_change("duration", "2 s", now).error().code, "E0695");
  EXPECT_TRUE(run::read_change("output.frames", "20 ms", now).ok());
  EXPECT_TRUE(run::read_change("output.frames", "0", now).ok());
}

TEST(SteeredLiveRun, settings_change_their_own_line_of_a_scene) {
  const std::string scene =
      "duration = 1\n\n[fill]\nframes = 7\nduration = 3\n\n[output]\nframes = 0.1\nseries = 2\n";
  EXPECT_EQ(with_setting(scene, {"output.frames", 0.25}),
            "duration = 1\n\n[fill]\nframes = 7\nduration = 3\n\n[output]\nframes = 0.25\nseries = "
            "2\n");
  EXPECT_EQ(with_setting(scene, {"duration", 4}).substr(0, 13), "duration = 4\n");
  EXPECT_EQ(with_setting("a = 1\n", {"duration", 4}), "duration = 4\na = 1\n");
  EXPECT_EQ(with_setting("a = 1\n", {"output.frames", 4}), "a = 1\n\n[output]\nframes = 4\n");
}

TEST(SteeredLiveRun, viewers_that_die_change_no_bit) {
  const TemporaryFolder folder;
  SteeredRun plain(folder.path("plain"), steered_scene());
  const Json expected = plain.finish();
  SteeredRun r(folder.path("run"), steered_scene());
  ServedRun viewed(folder.path("run"), &r.live);
  auto server = HttpServer::start("127.0.0.1", 0, "cafe",
                                  [&](const HttpRequest& q) { return viewed.answer(q); });
  ASSERT_TRUE(server.ok());
  r.begin_paused();
  const auto die = [&](const char* path) {
    RawClient client((*server)->port());
    client.say(std::string("GET ") + path + " HTTP/1.1\r\nHost: 127.0.0.1:" +
               std::to_string((*server)->port()) + "\r\nX-Scree-Token: cafe\r\n\r\n");
  };  // and reads nothing
  for (int k = 0; k < 10; ++k) die("/api/frame?k=newest&contacts=1");
  EXPECT_TRUE(r.live.ask("go").ok());
  for (int k = 0; k < 20; ++k) die(k % 2 == 0 ? "/api/frame?k=newest" : "/api/run");
  EXPECT_EQ(r.finish()["state_hash"], expected["state_hash"]);
}

// An observer that steers at one step, from within the loop.
struct AtStep : run::Observer {
  AtStep(std::uint64_t at, std::function<void(run::Runner&)> what)
      : at(at), what(std::move(what)) {}
  run::Schedule schedule() const override { return {.steps = at}; }  // the loop halts there
  Result<Done> pause(const Simulation& sim) override {
    if (sim.steps() == at && runner != nullptr) what(*runner);
    return Done{};
  }
  std::uint64_t at;
  std::function<void(run::Runner&)> what;
  run::Runner* runner = nullptr;
};

TEST(SteeredLiveRun, what_is_asked_for_when_a_frame_is_due_loses_none_and_makes_none_twice) {
  for (const bool changes : {false, true}) {
    const TemporaryFolder folder;
    SteeredRun r(folder.path("run"), steered_scene());
    const auto due = static_cast<std::uint64_t>(std::llround(0.01 / r.runner->simulation().dt()));
    AtStep at(due, [&](run::Runner& runner) {
      const auto done = changes ? runner.change({"output.frames", 0.004}) : runner.save_frame();
      EXPECT_TRUE(done.ok());
    });
    at.runner = &*r.runner;
    r.runner->add(at);
    // 0, 10, 20 ms; changed at 10 ms: 0, 10, 12, 16, 20 ms.
    EXPECT_EQ(r.finish()["frames"], changes ? 5 : 3);
  }
}

TEST(FairMutex, whoever_asks_first_is_first) {
  FairMutex mutex;
  std::vector<int> order;
  std::vector<std::thread> all;
  mutex.lock();
  for (int k = 0; k < 5; ++k) {
    all.emplace_back([&, k] {
      std::lock_guard lock(mutex);
      order.push_back(k);
    });
    // Long enough to have asked, also on a busy machine.
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
  }
  mutex.unlock();
  for (std::thread& t : all) t.join();
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4}));
}

}  // namespace
}  // namespace scree::test
