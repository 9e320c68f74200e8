// A run on disk with an observer that the program does not know of.
#include "run/loop/runner.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "run/loop/resume.hpp"
#include "support/folder.hpp"

namespace scree::test {
namespace {

constexpr const char* kScene = R"(
duration = "20 ms"
[material.glass]
density = 2500
normal = { law = "linear", contact_time = "1 ms", restitution = 0.3 }
tangential = { law = "spring", friction = 0.3 }
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

// The sum of all speeds that it saw: depends on every instant, and must survive a resume.
struct SumOfSpeeds : run::Observer {
  run::Schedule schedule() const override { return {.interval = 0.7e-3}; }
  Result<Done> observe(const Simulation& sim) override {
    for (const VelocityMass& g : sim.particles().vm) sum += norm(g.v);
    ++instants;
    return Done{};
  }
  std::string name() const override { return "speeds"; }
  void save(run::RunMemory& out) const override {
    out.add("sum", std::vector{sum, double(instants)});
  }
  void restore(const run::RunMemory& from) override {
    const auto kept = from.find_numbers("sum");
    if (kept.size() == 2) sum = kept[0], instants = int(kept[1]);
  }
  double sum = 0;
  int instants = 0;
};

struct OneRun {
  std::string hash, word;
  double sum = 0;
  int instants = 0;
};

// `stop_at`: the step at which the run is asked to stop; `resume`: go on with what is there.
OneRun run_in(const std::string& folder, std::uint64_t stop_at, bool resume,
              std::vector<run::Observer*> more = {}) {
  SumOfSpeeds speeds;
  std::vector<run::RunEvent> happened;
  std::optional<run::RunDirectory> directory;
  std::optional<run::RunCheckpoint> checkpoint;
  std::optional<Scene> scene;
  if (resume) {
    auto r = run::prepare_resume({.scene = "", .folder = folder, .sets = {}});
    EXPECT_TRUE(r.ok()) << to_string(r.error());
    directory = std::move(r->directory), checkpoint = std::move(r->checkpoint);
    scene = std::move(r->scene);
  } else {
    auto parsed = parse_scene(kScene, "s.toml");
    EXPECT_TRUE(parsed.ok()) << to_string(parsed.error());
    auto made = run::RunDirectory::create(folder, "s");
    EXPECT_TRUE(made.ok());
    directory = std::move(*made), scene = std::move(*parsed);
  }
  const World first = scene->world;
  auto sim = checkpoint ? Simulation::resume(std::move(scene->world), checkpoint->simulation,
                                             {.threads = 1})
                        : Simulation::create(std::move(scene->world), {.threads = 1});
  EXPECT_TRUE(sim.ok());
  const run::Runner* self = nullptr;
  run::Runner runner(std::move(*sim), *scene, std::move(*directory),
                     {.stop = [&] { return self->simulation().steps() >= stop_at ? 15 : 0; }});
  self = &runner;
  runner.add(speeds);
  for (run::Observer* o : more) runner.add(*o);
  if (checkpoint) {
    auto done = runner.resume(std::move(*checkpoint), run::Start(first), happened);
    EXPECT_TRUE(done.ok()) << to_string(done.error());
  }
  const auto summary = runner.run();
  OneRun out{to_string(runner.simulation().state_hash()), runner.verdict().word, speeds.sum,
             speeds.instants};
  EXPECT_TRUE(!summary || summary->find(out.hash) != std::string::npos);
  return out;
}

TEST(Runner, an_observer_remembers_over_a_stop_and_a_resume) {
  const TemporaryFolder folder;
  constexpr std::uint64_t kNever = ~std::uint64_t{0};
  const OneRun whole = run_in(folder.path("whole"), kNever, false);
  EXPECT_EQ(whole.word, "ok");
  EXPECT_EQ(whole.instants, 29);  // 0, 0.7, ... 19.6 ms
  const OneRun first = run_in(folder.path("two"), 300, false);
  EXPECT_EQ(first.word, "stopped");
  EXPECT_LT(first.instants, whole.instants);
  const OneRun both = run_in(folder.path("two"), kNever, true);
  EXPECT_EQ(both.word, "ok");
  EXPECT_EQ(both.hash, whole.hash);
  EXPECT_EQ(both.instants, whole.instants);
  EXPECT_EQ(std::memcmp(&both.sum, &whole.sum, sizeof(double)), 0) << both.sum - whole.sum;
}

TEST(Runner, two_observers_of_one_name_are_refused_before_anything_is_written) {
  SumOfSpeeds twin;
  const TemporaryFolder folder;
  EXPECT_EQ(run_in(folder.path("run"), ~std::uint64_t{0}, false, {&twin}).word, "");
  EXPECT_FALSE(std::filesystem::exists(folder.path("run/summary.json")));
}

TEST(Runner, ends_with_a_summary_when_an_observer_fails) {
  struct Full : run::Observer {
    run::Schedule schedule() const override { return {.steps = 100}; }
    Result<Done> observe(const Simulation& sim) override {
      if (sim.steps() < 200) return Done{};
      return Error{"E0902", "my own disk is full", "mine.txt", ""};
    }
  } full;
  const TemporaryFolder folder;
  const OneRun r = run_in(folder.path("run"), ~std::uint64_t{0}, false, {&full});
  EXPECT_EQ(r.word, "unfinished");
  auto text = read_whole_file(folder.path("run/summary.json"));
  ASSERT_TRUE(text.ok());
  EXPECT_NE(text->find("my own disk is full"), std::string::npos) << *text;
}

}  // namespace
}  // namespace scree::test
