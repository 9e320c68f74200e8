// One scene, one answer: a world run with several numbers of threads, every detector, a stop and a
// resume through a checkpoint on the way, every instruction set and every engine must come to one
// hash. Every detector on two threads, one and three threads with one detector: what threads share
// and what detectors find are two questions, and their product took most of the suite's time. More
// threads than cores spend it in waiting for each other: seven of them run in
// SameBits.seven_threads and in the tests of the lists (tests/sim/tiles.cpp has forty).
#pragma once

#include <string_view>

#include "sim/archive/checkpoint.hpp"
#include "sim/engine_list.hpp"
#include "sim/matrix.hpp"
#include "sim/remote_engine.hpp"
#include "sim/worlds.hpp"

namespace scree::test {

// What the plain run came to, for the test to see that something happened.
struct OneAnswer : EnergyReport {
  std::size_t contacts = 0;
};

// Each engine alone, with data of its own (remote_engine.hpp), and begun by another.
inline void expect_one_answer_of_engines(const World& w, std::uint64_t steps,
                                         const Hash128& expected) {
  const auto engines = all_engines(w, 2);
  auto before = engines.back();
  for (const auto& [engine, options] : engines) {
    Simulation s = start(w, options);
    run(s, steps);
    EXPECT_TRUE(s.state_hash() == expected) << engine;
    if (!options.make_engine) {
      Simulation afar = start(w, remote(options));
      run(afar, steps);
      EXPECT_TRUE(afar.state_hash() == expected) << engine << ", with data of its own";
    }
    Simulation first = start(w, before.second);
    run(first, steps / 2);
    CheckpointData file;
    add_archive(first.save(), file);
    Result<Simulation> again = Simulation::resume(w, *archive_of(file), options);
    ASSERT_TRUE(again.ok());
    run(*again, steps - again->steps());
    EXPECT_TRUE(again->state_hash() == expected) << before.first << ", then " << engine;
    before = {engine, options};
  }
}

inline OneAnswer expect_one_answer(const World& w, std::uint64_t steps) {
  Simulation whole = start(w);
  run(whole, steps);
  const Hash128 expected = whole.state_hash();
  const OneAnswer report{whole.energy(), whole.contact_count()};
  for (const int threads : matrix().threads())
    for (const char* method : {"cubes", "triangulation", "levels", "sweep", "brute"}) {
      if (threads != 2 && std::string_view(method) != "triangulation") continue;
      if (matrix().reduced && std::string_view(method) == "levels") break;
      World one = w;
      one.detect.method = method;
      Simulation s = start(one, {.threads = threads});
      run(s, 637 * static_cast<std::uint64_t>(threads) % (steps - steps / 15) + 1);
      CheckpointData file;
      add_archive(s.save(), file);
      const Result<SimulationArchive> archive = archive_of(file);
      if (!archive) {
        ADD_FAILURE() << to_string(archive.errors().front());
        return report;
      }
      Result<Simulation> again = Simulation::resume(one, *archive, {.threads = 4 - threads});
      if (!again) {
        ADD_FAILURE() << to_string(again.errors().front());
        return report;
      }
      run(*again, steps - again->steps());
      EXPECT_TRUE(again->state_hash() == expected) << threads << " threads, " << method;
      EXPECT_EQ(again->energy().lost(), report.lost());
    }
  for (const char* set : {"plain", "avx2", "avx512"}) {
    Result<Simulation> s = Simulation::create(w, {.threads = 2, .instruction_set = set});
    if (!s) continue;  // not on this machine
    run(*s, steps);
    EXPECT_TRUE(s->state_hash() == expected) << set;
  }
  expect_one_answer_of_engines(w, steps, expected);
  return report;
}

}  // namespace scree::test
