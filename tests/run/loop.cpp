// The loop between a simulation and its observers.
#include "run/loop/loop.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace scree::test {
namespace {

using run::Loop;
using run::Observer;
using run::RunEnd;
using run::Schedule;

// One grain in free fall; dt = 10 µs.
Simulation one_grain(double v = 0) {
  World w;
  w.materials.resize(1);
  w.materials[0].normal.params.set("contact_time", 1e-3);
  w.materials[0].normal.params.set("restitution", 0.5);
  w.dt = 1e-5;
  w.particles.add({.x = {0, 1, 0}, .radius = 0.002, .v = {0, v, 0}}, 2500);
  auto sim = Simulation::create(std::move(w), {.threads = 1});
  EXPECT_TRUE(sim.ok());
  return std::move(*sim);
}

// Writes down what it is asked, with the step.
struct Witness : Observer {
  Witness(std::string n, Schedule s, std::vector<std::string>& to) : who(n), when(s), log(to) {}
  Schedule schedule() const override { return when; }
  Result<Done> note(const char* what, const Simulation& sim) {
    log.push_back(who + " " + what + " " + std::to_string(sim.steps()));
    if (log.back() == fails) return Error{"E0902", "no room", who, ""};
    return Done{};
  }
  Result<Done> begin(const Simulation& sim) override { return note("begin", sim); }
  Result<Done> observe(const Simulation& sim) override { return note("observe", sim); }
  Result<Done> end(const Simulation& sim, const RunEnd& e) override {
    told = e;
    return note("end", sim);
  }
  std::string who;
  Schedule when;
  std::vector<std::string>& log;
  std::string fails;
  RunEnd told;
};

using Log = std::vector<std::string>;

TEST(Loop, shows_each_instant_once_in_order_and_ends_in_reverse) {
  Simulation sim = one_grain();
  Log log;
  Witness a("a", {.interval = 2e-5}, log), b("b", {.steps = 3}, log), silent("c", {}, log);
  Loop loop(sim);
  for (Observer* o :
       {static_cast<Observer*>(&a), static_cast<Observer*>(&b), static_cast<Observer*>(&silent)})
    loop.add(*o);
  const RunEnd end = loop.run(6);
  EXPECT_TRUE(end.reached);
  EXPECT_TRUE(end.trouble.empty());
  EXPECT_EQ(log, (Log{"a begin 0", "b begin 0", "c begin 0", "a observe 0", "b observe 0",
                      "a observe 2", "b observe 3", "a observe 4", "a observe 6", "b observe 6",
                      "c end 6", "b end 6", "a end 6"}));
  EXPECT_EQ(loop.particle_steps(), 6u);
}

TEST(Loop, ends_at_the_first_error_and_tells_all_that_began) {
  for (const char* place : {"b begin 0", "b observe 2", "b end 5"}) {
    Simulation sim = one_grain();
    Log log;
    Witness a("a", {.steps = 1}, log), b("b", {.steps = 2}, log), c("c", {.steps = 1}, log);
    b.fails = place;
    Loop loop(sim);
    loop.add(a), loop.add(b), loop.add(c);
    const RunEnd end = loop.run(5);
    ASSERT_EQ(end.trouble.size(), 1u) << place;
    EXPECT_EQ(end.trouble[0].code, "E0902");
    EXPECT_EQ(a.told.trouble.size(), 1u) << "the observers that end later know of it";
    EXPECT_EQ(end.reached, std::string(place) == "b end 5");
    const bool began = std::count(log.begin(), log.end(), "c begin 0") == 1;
    EXPECT_EQ(began, std::string(place) != "b begin 0");
    EXPECT_EQ(log.back().substr(0, 5), "a end");
    const auto ends = std::count_if(log.begin(), log.end(), [](const std::string& l) {
      return l.find(" end ") != std::string::npos;
    });
    EXPECT_EQ(ends, began ? 3 : 2) << "who began, ends";
  }
}

TEST(Loop, stops_when_it_is_asked_to) {
  Simulation sim = one_grain();
  Log log;
  Witness a("a", {.steps = 4}, log);
  Loop loop(sim, [&] { return sim.steps() >= 8 ? 15 : 0; });
  loop.add(a);
  const RunEnd end = loop.run(1000000);
  EXPECT_FALSE(end.reached);
  EXPECT_EQ(end.stopped_by, 15);
  EXPECT_EQ(a.told.stopped_by, 15);
  EXPECT_EQ(log.back(), "a end " + std::to_string(sim.steps()));
  EXPECT_LT(sim.steps(), 1000u);
}

TEST(Loop, does_not_observe_a_state_that_failed) {
  Simulation sim = one_grain(1e308);  // overflows within steps
  Log log;
  Witness a("a", {.steps = 1}, log);
  Loop loop(sim);
  loop.add(a);
  const RunEnd end = loop.run(100000000);
  ASSERT_TRUE(end.failure.has_value());
  EXPECT_FALSE(end.reached);
  EXPECT_TRUE(a.told.failure.has_value());
  EXPECT_EQ(log.back().substr(0, 5), "a end");
  EXPECT_EQ(std::count(log.begin(), log.end(), "a observe " + std::to_string(end.failure->step)),
            0);
}

TEST(Loop, a_resumed_one_does_not_observe_its_first_instant_again) {
  Simulation sim = one_grain();
  EXPECT_FALSE(sim.run(4));
  Log log;
  Witness a("a", {.steps = 2}, log);
  Loop loop(sim);
  loop.add(a);
  loop.resume(1.5, 0.25, 40);
  loop.run(8);
  EXPECT_EQ(log, (Log{"a begin 4", "a observe 6", "a observe 8", "a end 8"}));
  EXPECT_EQ(loop.particle_steps(), 44u);
  EXPECT_GE(loop.wall_s(), 1.5);
  EXPECT_GE(loop.output_s(), 0.25);
}

TEST(Loop, tells_what_observers_took_apart_from_the_steps) {
  struct Slow : Observer {
    Schedule schedule() const override { return {.steps = 2}; }
    Result<Done> observe(const Simulation&) override {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      return Done{};
    }
    // Where a run is held: neither a step nor output.
    Result<Done> pause(const Simulation&) override {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      return Done{};
    }
  };
  Simulation sim = one_grain();
  Slow slow;
  Loop loop(sim);
  loop.add(slow);
  loop.run(4);
  EXPECT_GE(loop.output_s(), 0.06);  // at 0, 2 and 4
  EXPECT_LT(loop.output_s(), 0.2);
  EXPECT_LT(loop.wall_s(), 0.06);
}

}  // namespace
}  // namespace scree::test
