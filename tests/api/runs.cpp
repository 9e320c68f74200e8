// Scenes, runs on the disk with observers, and runs read again.
#include <algorithm>
#include <filesystem>

#include "worlds.hpp"

namespace scree::api::test {
namespace {

constexpr const char* kScene = R"(
title    = "Grains that settle in a box"
duration = "0.1 s"
[material.glass]
density    = "2500 kg/m^3"
normal     = { law = "linear", contact_time = "1 ms", restitution = 0.3 }
tangential = { law = "spring", friction = 0.3 }
[[wall]]
name     = "box"
shape    = "box"
material = "glass"
min      = [0, 0, 0]
max      = ["30 mm", "200 mm", "30 mm"]
[[fill]]
kind     = "lattice"
material = "glass"
diameter = "4 mm"
count    = 100
[output]
frames     = "50 ms"
series     = "10 ms"
checkpoint = "20 ms"
picture    = false
)";

class Counter final : public Observer {
 public:
  double interval() const override { return 5e-3; }
  Errors observe(const Reader& now) override {
    ++instants;
    lowest = std::min(lowest, now.positions().front().y);
    if (now.steps() >= fails_at) return {{"E0999", "no more", "counter", "", {}}};
    return {};
  }
  std::string name() const override { return "counter"; }
  std::vector<double> save() const override { return {double(instants), lowest}; }
  void restore(std::span<const double> n) override { instants = int(n[0]), lowest = n[1]; }

  int instants = 0;
  double lowest = 1;
  std::uint64_t fails_at = ~std::uint64_t{0};
};

struct Folder {
  std::string path;
  explicit Folder(const char* name) : path(testing::TempDir() + "scree_api_" + name) {
    std::filesystem::remove_all(path);
  }
  ~Folder() { std::filesystem::remove_all(path); }
};

TEST(Scenes, become_worlds) {
  const Scene scene = value_of(Scene::parse(kScene));
  EXPECT_EQ(scene.duration(), 0.1);
  EXPECT_EQ(scene.world().grain_count(), 100u);
  EXPECT_EQ(scene.title(), "Grains that settle in a box");
  EXPECT_NE(scene.resolved().find("reference_speed"), std::string::npos);
  const Scene other = value_of(Scene::parse(kScene, "scene", {"fill.0.count=10"}));
  EXPECT_EQ(other.world().grain_count(), 10u);
  const auto wrong = Scene::parse("duration = \"3 parsecs\"", "mine");
  ASSERT_FALSE(wrong);
  EXPECT_NE(texts(wrong.errors()).find("mine:1:"), std::string::npos) << texts(wrong.errors());
  EXPECT_FALSE(Scene::load("/no/such/scene.toml"));
}

TEST(Scenes, become_simulations_that_go_on) {
  const Scene scene = value_of(Scene::parse(kScene));
  Simulation sim = value_of(scene.simulation({.threads = 1}));
  EXPECT_EQ(sim.step_at(2.5 * sim.time_step()), 3u);
  EXPECT_EQ(sim.last_step(scene.duration()), sim.step_at(scene.duration()));
  ASSERT_TRUE(sim.run(300).ok());
  const Checkpoint saved = sim.save();
  Simulation again = value_of(scene.resume(saved, {.threads = 2}));
  ASSERT_TRUE(sim.run(300).ok());
  ASSERT_TRUE(again.run(300).ok());
  EXPECT_EQ(sim.state_hash(), again.state_hash());
  // What only a simulation sees has its line.
  const Scene stiff = value_of(Scene::parse(kScene, "stiff.toml", {"dt='1 s'"}));
  const auto refused = stiff.simulation();
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().location, "");
}

TEST(Runs, with_a_stop_and_a_resume_are_as_whole_ones) {
  const Folder one("whole"), two("halves");
  const Scene scene = value_of(Scene::parse(kScene));
  Counter counter;
  api::Run run = value_of(api::Run::start(scene, one.path, {.threads = 1}));
  run.add(counter);
  const RunReport whole = value_of(run.run());
  EXPECT_EQ(whole.verdict, "ok");
  EXPECT_FALSE(whole.checks.empty());
  EXPECT_EQ(counter.instants, 21);
  EXPECT_FALSE(run.run());  // once

  Counter first, second;
  {
    api::Run half = value_of(api::Run::start(scene, two.path));
    half.add(first);
    half.stop_when([](const Reader& now) { return now.time() > 0.03; });
    EXPECT_EQ(value_of(half.run()).verdict, "stopped");
  }
  api::Run rest = value_of(api::Run::resume(two.path));
  rest.add(second);
  const RunReport again = value_of(rest.run());
  EXPECT_EQ(again.state_hash, whole.state_hash);
  EXPECT_EQ(second.instants, counter.instants);
  EXPECT_EQ(second.lowest, counter.lowest);
}

TEST(Runs, that_are_over_leave_the_folder_free) {
  const Folder folder("free");
  const Scene scene = value_of(Scene::parse(kScene));
  api::Run run = value_of(api::Run::start(scene, folder.path, {.threads = 1}));
  EXPECT_EQ(api::Run::resume(folder.path).error().code, "E0919");
  run.stop_when([](const Reader& now) { return now.steps() > 100; });
  EXPECT_EQ(value_of(run.run()).verdict, "stopped");
  api::Run rest = value_of(api::Run::resume(folder.path));  // while `run` can still be read
  EXPECT_NE(value_of(rest.run()).verdict, "stopped");
  EXPECT_LT(run.reader().steps(), rest.reader().steps());
}

TEST(Runs, are_read_again) {
  const Folder folder("read");
  api::Run run =
      value_of(api::Run::start(value_of(Scene::parse(kScene)), folder.path, {.threads = 1}));
  EXPECT_EQ(run.folder(), folder.path);
  EXPECT_FALSE(api::Run::start(value_of(Scene::parse(kScene)), folder.path));  // it is there
  const RunReport report = value_of(run.run());
  const StoredRun stored = value_of(StoredRun::open(folder.path));
  ASSERT_EQ(stored.size(), 3u);
  EXPECT_NEAR(stored.time(2), 0.1, 1e-3);
  const StoredFrame last = value_of(stored.frame(2));
  EXPECT_EQ(last.id, run.reader().ids());
  EXPECT_EQ(last.position.size(), 100u);
  EXPECT_NEAR(last.position[7].y, run.reader().grain(7)->position.y, 1e-6);
  EXPECT_FALSE(stored.frame(3));
  const Table series = value_of(stored.series());
  const auto* kinetic = series.find("kinetic");
  ASSERT_NE(kinetic, nullptr);
  EXPECT_EQ(kinetic->size(), 11u);
  EXPECT_EQ(series.find("charm"), nullptr);
  const auto unit = std::find_if(series.columns.begin(), series.columns.end(),
                                 [](const Column& c) { return c.name == "kinetic"; });
  EXPECT_EQ(unit->unit, "J");
  EXPECT_EQ(value_of(stored.summary()), report.summary);
  EXPECT_FALSE(StoredRun::open("/no/such/run"));
}

TEST(Runs, are_drawn_and_written_for_others) {
  const Folder folder("drawn");
  const Scene scene = value_of(Scene::parse(kScene));
  api::Run run = value_of(api::Run::start(scene, folder.path, {.threads = 1}));
  value_of(run.run());
  const StoredRun stored = value_of(StoredRun::open(folder.path));
  EXPECT_EQ(stored.folder(), folder.path);
  const Plot plot = value_of(plot_series({folder.path}, {"kinetic"}));
  EXPECT_EQ(plot.svg.rfind("<svg", 0) == 0 || plot.svg.rfind("<?xml", 0) == 0, true);
  EXPECT_EQ(plot.png.substr(1, 3), "PNG");
  value_of(plot_series({folder.path}));
  EXPECT_EQ(plot_series({folder.path}, {"charm"}).error().code, "E0471");
  EXPECT_EQ(value_of(exported(stored, 2, "png", {"width=100", "height=80"})).substr(1, 3), "PNG");
  const std::string vtp = value_of(exported(run.reader(), "vtp"));
  EXPECT_NE(vtp.find("<VTKFile"), std::string::npos);
  EXPECT_EQ(exported(stored, 2, "pgn").error().code, "E0752");
  EXPECT_EQ(exported(stored, 2, "png", {"widht=100"}).error().code, "E0101");
  EXPECT_EQ(exported(stored, 2, "png", {"width"}).error().code, "E0103");
  EXPECT_EQ(exported(stored, 3, "png").error().code, "E0548");
  EXPECT_TRUE(stored.tables().empty());
  EXPECT_FALSE(stored.table("profile", 0));
}

TEST(Runs, without_frames_have_a_series) {
  const Folder folder("no_frames");
  const Scene scene = value_of(Scene::parse(kScene, "scene", {"output.frames=0"}));
  api::Run run = value_of(api::Run::start(scene, folder.path, {.threads = 1}));
  EXPECT_GT(run.duration(), 0);
  value_of(run.run());
  const StoredRun stored = value_of(StoredRun::open(folder.path));
  EXPECT_EQ(stored.size(), 0u);
  EXPECT_EQ(stored.time(0), 0);
  EXPECT_EQ(stored.frame(0).error().code, "E0548");
  EXPECT_FALSE(exported(stored, 0, "png"));
  EXPECT_TRUE(stored.series());
}

TEST(Laws, are_shown_before_they_are_used) {
  const LawAnswer hertz =
      value_of(plot_law({.name = "hertz", .sets = {"young=5 MPa", "restitution=0.5"}}));
  EXPECT_EQ(hertz.motion, "impact");
  ASSERT_FALSE(hertz.loops.empty());
  EXPECT_NE(hertz.loops.front().table.find(hertz.x), nullptr);
  EXPECT_NE(hertz.loops.front().table.find(hertz.y), nullptr);
  const auto& numbers = hertz.loops.front().numbers;
  const auto found = std::find_if(numbers.begin(), numbers.end(),
                                  [](const auto& n) { return n.name == "restitution"; });
  ASSERT_NE(found, numbers.end());
  EXPECT_NEAR(found->value, 0.5, 0.005);
  EXPECT_EQ(hertz.plot.png.substr(1, 3), "PNG");
  EXPECT_EQ(plot_law({.name = "hurtz"}).error().code, "E0330");
  EXPECT_EQ(plot_law({.name = "hertz", .diameter = 0}).error().code, "E0338");
}

TEST(Runs, end_with_the_error_of_an_observer) {
  const Folder folder("error");
  Counter counter;
  counter.fails_at = 1000;
  api::Run run =
      value_of(api::Run::start(value_of(Scene::parse(kScene)), folder.path, {.threads = 1}));
  run.add(counter);
  const auto report = run.run();
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, "E0999");
  EXPECT_EQ(run.reader().steps(), 1000u);
  const auto summary = value_of(StoredRun::open(folder.path)).summary();
  ASSERT_TRUE(summary);
  EXPECT_NE(summary->find("no more"), std::string::npos);
}

TEST(Catalogs, name_what_scenes_may_name) {
  for (const std::string_view name : catalogs()) EXPECT_FALSE(catalog(name).empty()) << name;
  const auto walls = catalog("walls");
  EXPECT_TRUE(std::any_of(walls.begin(), walls.end(), [](const CatalogInfo& i) {
    return i.name == "plane" && !i.params.empty();
  }));
  EXPECT_TRUE(catalog("charms").empty());
  const auto materials = library_materials();
  const auto glass = std::find_if(materials.begin(), materials.end(),
                                  [](const LibraryMaterial& m) { return m.name == "glass"; });
  ASSERT_NE(glass, materials.end());
  EXPECT_NE(glass->toml.find("density"), std::string::npos);
  EXPECT_FALSE(glass->values.front().source.empty());
}

}  // namespace
}  // namespace scree::api::test
