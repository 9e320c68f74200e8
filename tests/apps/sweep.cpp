#include <sys/resource.h>

#include <csignal>
#include <thread>

#include "program.hpp"

namespace scree::test {
namespace {

class Sweep : public Program {
 protected:
  void write_table(const std::string& table, const std::string& duration = "5 ms") {
    write_scene("t.toml", duration);
    write("t.toml", content_of(path("t.toml")) + "picture = false\n[sweep]\n" + table);
  }
  Outcome sweep(std::vector<std::string> more = {}) {
    std::vector<std::string> a{"sweep", "t.toml", "-o", "s", "--jobs", "2"};
    a.insert(a.end(), more.begin(), more.end());
    return scree(a);
  }
  std::vector<std::vector<std::string>> results() {
    std::stringstream lines(content_of(path("s/results.csv")));
    std::string line, cell;
    std::vector<std::vector<std::string>> out;
    while (std::getline(lines, line)) {
      std::stringstream cells(line);
      out.emplace_back();
      while (std::getline(cells, cell, ',')) out.back().push_back(cell);
    }
    return out;
  }
};

constexpr const char* kGrid =
    "material.glass.tangential.friction = [0.1, 0.5]\nfill.0.count = [8, 27, 20]\n";

TEST_F(Sweep, combines_each_with_each_and_the_last_list_changes_fastest) {
  write_table(kGrid);
  const Outcome o = sweep();
  ASSERT_EQ(o.status, 0) << o.err;
  const auto r = results();
  ASSERT_EQ(r.size(), 7u);
  EXPECT_EQ(r[0][2], "material.glass.tangential.friction");
  EXPECT_EQ(r[0][3], "fill.0.count");
  const char* expected[][2] = {{"0.1", "8"}, {"0.1", "27"}, {"0.1", "20"},
                               {"0.5", "8"}, {"0.5", "27"}, {"0.5", "20"}};
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_EQ(r[k + 1][0], std::to_string(k + 1));
    EXPECT_EQ(r[k + 1][1], "ok");
    EXPECT_EQ(r[k + 1][2], expected[k][0]);
    EXPECT_EQ(r[k + 1][3], expected[k][1]);
    const auto s = summary("s/00" + std::to_string(k + 1));
    EXPECT_EQ(s["particles"], std::stoi(expected[k][1]));
  }
  EXPECT_NE(o.out.find("6 of 6 runs done"), std::string::npos) << o.out;
}

TEST_F(Sweep, a_run_of_the_table_is_the_same_run_alone) {
  write_table(kGrid);
  ASSERT_EQ(sweep().status, 0);
  ASSERT_EQ(scree({"run", "t.toml", "--set", "sweep.run=4", "-o", "one", "--quiet"}).status, 0);
  EXPECT_EQ(summary("one")["state_hash"], summary("s/004")["state_hash"]);
  EXPECT_EQ(summary("one")["particles"], 8);
}

TEST_F(Sweep, zip_goes_through_the_lists_side_by_side) {
  write_table("zip = true\nseed = [1, 2]\nfill.0.diameter = [\"4 mm\", \"3 mm\"]\n");
  const Outcome o = sweep({"--json", "--quiet"});
  ASSERT_EQ(o.status, 0) << o.err;
  const auto j = nlohmann::json::parse(o.out, nullptr, false);
  ASSERT_EQ(j["runs"].size(), 2u);
  EXPECT_EQ(j["runs"][1]["parameters"]["fill.0.diameter"], "3 mm");
  EXPECT_EQ(o.err, "");
}

TEST_F(Sweep, finished_runs_are_not_run_again_and_unfinished_ones_are) {
  write_table(kGrid);
  ASSERT_EQ(sweep().status, 0);
  const std::string results_before = content_of(path("s/results.csv"));
  const auto time = fs::last_write_time(path("s/001/summary.json"));
  fs::remove(path("s/003/summary.json"));
  fs::remove_all(path("s/003/checkpoints"));
  write("s/003/half.txt", "left by a run that was killed");
  const Outcome o = sweep();
  ASSERT_EQ(o.status, 0) << o.err;
  EXPECT_NE(o.err.find("6 runs (5 already finished)"), std::string::npos) << o.err;
  EXPECT_EQ(fs::last_write_time(path("s/001/summary.json")), time);
  EXPECT_FALSE(fs::exists(path("s/003/half.txt")));
  EXPECT_EQ(content_of(path("s/results.csv")), results_before);
}

TEST_F(Sweep, a_killed_run_goes_on_from_its_checkpoint) {
  write_table("seed = [1, 2]\n", "20 ms");
  ASSERT_EQ(sweep({"--set", "output.checkpoint=2 ms"}).status, 0);
  const std::string results_before = content_of(path("s/results.csv"));
  const auto hash = summary("s/002")["state_hash"];
  // As if killed between its last two checkpoints.
  fs::remove(path("s/002/summary.json"));
  std::vector<fs::path> checkpoints;
  for (const auto& e : fs::directory_iterator(path("s/002/checkpoints")))
    checkpoints.push_back(e.path());
  ASSERT_EQ(checkpoints.size(), 2u);
  fs::remove(std::max(checkpoints[0], checkpoints[1]));
  const Outcome o = sweep({"--set", "output.checkpoint=2 ms"});
  ASSERT_EQ(o.status, 0) << o.err;
  EXPECT_NE(o.err.find("seed = 2 (resumed)"), std::string::npos) << o.err;
  EXPECT_EQ(summary("s/002")["state_hash"], hash);
  EXPECT_EQ(summary("s/002")["resumed_at_steps"].size(), 1u) << summary("s/002");
  EXPECT_EQ(content_of(path("s/results.csv")), results_before);
}

TEST_F(Sweep, a_run_whose_checkpoints_are_damaged_begins_again) {
  write_table("seed = [1, 2]\n", "20 ms");
  ASSERT_EQ(sweep().status, 0);
  const std::string results_before = content_of(path("s/results.csv"));
  fs::remove(path("s/001/summary.json"));
  for (const auto& e : fs::directory_iterator(path("s/001/checkpoints")))
    std::ofstream(e.path(), std::ios::app) << "more";
  const Outcome o = sweep();
  ASSERT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(o.err.find("resumed"), std::string::npos) << o.err;
  EXPECT_EQ(content_of(path("s/results.csv")), results_before);
}

TEST_F(Sweep, a_run_that_fails_does_not_lose_the_others) {
  // The second value starts with a step that blows up.
  write_table("dt = [1e-5, 4e-4, 2e-5]\n", "60 ms");
  const Outcome o =
      sweep({"--set", "allow_unstable_dt=true", "--set", "material.glass.normal.restitution=0.9"});
  const auto r = results();
  ASSERT_EQ(r.size(), 4u) << o.err;
  EXPECT_EQ(r[1][1], "ok");
  EXPECT_NE(r[2][1], "ok");
  EXPECT_EQ(r[3][1], "ok");
  write_table("dt = [1e-5, 1e-3]\n");
  const Outcome refused = scree({"sweep", "t.toml", "-o", "u"});
  EXPECT_EQ(refused.status, 1) << "an unstable step is one run's error";
  EXPECT_NE(content_of(path("u/results.csv")).find("above the stable one"), std::string::npos);
}

TEST_F(Sweep, a_stopped_sweep_goes_on) {
  write_table("seed = [1, 2, 3]\n", "1000 s");
  const pid_t child = start({"sweep", "t.toml", "-o", "s", "--jobs", "2", "--set",
                             "output.series=0", "--set", "output.frames=0"});
  const auto both = [this] {
    return fs::exists(path("s/001/scene.toml")) && fs::exists(path("s/002/scene.toml"));
  };
  for (int k = 0; k < 3000 && !both(); ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  ::kill(child, SIGTERM);
  const Outcome o = wait(child);
  EXPECT_EQ(o.status, 1);
  EXPECT_NE(o.out.find("the same command goes on"), std::string::npos) << o.out << o.err;
  EXPECT_EQ(results()[1][1], "stopped");
  EXPECT_EQ(results()[3][1], "waiting");
}

TEST_F(Sweep, one_that_is_stopped_within_a_stage_goes_on) {
  write_scene("t.toml");
  std::string text = content_of(path("t.toml"));
  text.erase(text.find("duration"), text.find('\n', text.find("duration")) - text.find("duration"));
  write("t.toml", text +
                      "[[stage]]\nname = \"settle\"\nduration = \"1000 s\"\n"
                      "[sweep]\nseed = [1, 2]\n");
  const pid_t child = start({"sweep", "t.toml", "-o", "s", "--jobs", "1", "--set",
                             "output.series=0", "--set", "output.frames=0"});
  for (int k = 0; k < 3000 && !fs::exists(path("s/001/summary.json")); ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  ::kill(child, SIGTERM);
  const Outcome o = wait(child);
  EXPECT_EQ(o.status, 1);
  EXPECT_NE(o.out.find("the same command goes on"), std::string::npos) << o.out << o.err;
  EXPECT_EQ(results()[1][1], "stopped");
}

TEST_F(Sweep, stopped_runs_are_finished_by_the_second_sweep) {
  write_table("seed = [1, 2, 3]\n", "20 ms");
  // Long enough to be met in its middle, whatever the machine is busy with.
  const std::vector<std::string> command{
      "sweep", "t.toml",         "-o",      "s",     "--jobs",
      "2",     "--set",          "dt=3e-7", "--set", "output.series=0",
      "--set", "output.frames=0"};
  const pid_t child = start(command);
  const auto both = [this] {
    return fs::exists(path("s/001/checkpoints")) && fs::exists(path("s/002/checkpoints"));
  };
  for (int k = 0; k < 3000 && !both(); ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  ::kill(child, SIGTERM);
  EXPECT_EQ(wait(child).status, 1);
  ASSERT_EQ(results()[1][1], "stopped");
  ASSERT_EQ(results()[2][1], "stopped");
  EXPECT_EQ(scree({"info", "s/001", "--check"}).status, 1);
  const pid_t second = start(command);
  const Outcome o = wait(second);
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(o.err.find("already finished"), std::string::npos) << o.err;
  const std::uint64_t last = summary("s/003")["steps"];
  for (std::size_t run = 1; run <= 3; ++run) {
    EXPECT_EQ(results()[run][1], "ok");
    EXPECT_EQ(summary("s/00" + std::to_string(run))["steps"], last) << run;
  }
  EXPECT_EQ(summary("s/001")["resumed_at_steps"].size(), 1u);
}

TEST_F(Sweep, a_full_disk_leaves_unfinished_runs_and_their_reason) {
  write_table("seed = [1, 2]\n");
  const rlimit tight{6000, 6000};  // a frame of 27 grains is larger, results.csv is smaller
  const Outcome o =
      scree({"sweep", "t.toml", "-o", "s", "--quiet"}, [&] { ::setrlimit(RLIMIT_FSIZE, &tight); });
  EXPECT_EQ(o.status, 1) << o.err;
  ASSERT_EQ(results().size(), 3u);
  EXPECT_EQ(results()[1][1], "unfinished");
  EXPECT_NE(content_of(path("s/results.csv")).find("File too large"), std::string::npos);
  const Outcome again = scree({"sweep", "t.toml", "-o", "s", "--quiet"});
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(results()[1][1], "ok");
}

TEST_F(Sweep, doubt_is_an_exit_status_when_strict) {
  write_table("verdict.overlap = [0.2, 0.0001]\n", "20 ms");
  EXPECT_EQ(sweep().status, 0);
  EXPECT_EQ(results()[1][1], "ok");
  EXPECT_EQ(results()[2][1], "doubtful");
  EXPECT_NE(content_of(path("s/results.csv")).find("of the smaller radius"), std::string::npos)
      << "the reason stands beside it";
  const Outcome strict = sweep({"--strict"});
  EXPECT_EQ(strict.status, 3);
  EXPECT_NE(strict.out.find("2 of 2 runs done, 1 of them doubtful"), std::string::npos);
}

TEST_F(Sweep, another_scene_does_not_mix_into_the_folder) {
  write_table("seed = [1, 2]\n");
  ASSERT_EQ(sweep().status, 0);
  write_table("seed = [1, 2]\n", "7 ms");
  const Outcome o = sweep();
  EXPECT_EQ(o.status, 2);
  EXPECT_NE(o.err.find("s: this folder holds another sweep: the scene differs from line "),
            std::string::npos)
      << o.err;
  write("mine/precious.txt", "mine");
  EXPECT_EQ(scree({"sweep", "t.toml", "-o", "mine"}).status, 2);
  EXPECT_EQ(std::distance(fs::directory_iterator(path("mine")), fs::directory_iterator{}), 1);
}

TEST_F(Sweep, grows_by_values_and_seeds_and_makes_only_the_new_runs) {
  write_table("material.glass.tangential.friction = [0.1, 0.3]\n", "2 ms");
  ASSERT_EQ(sweep().status, 0);
  const std::string first = content_of(path("s/001/summary.json"));
  // A value in the middle: numbers of the old runs stay.
  write_table("material.glass.tangential.friction = [0.1, 0.2, 0.3]\n", "2 ms");
  const Outcome grown = sweep();
  ASSERT_EQ(grown.status, 0) << grown.err;
  EXPECT_NE(grown.err.find("3 runs (2 already finished), 1 new"), std::string::npos) << grown.err;
  EXPECT_EQ(content_of(path("s/001/summary.json")), first) << "not run again";
  EXPECT_EQ(results()[2][2], "0.3");
  EXPECT_EQ(results()[3][2], "0.2");
  // Seeds that were never varied: the old runs have the scene's own, 1.
  const Outcome seeds = sweep({"--vary", "seed=[1,2]"});
  ASSERT_EQ(seeds.status, 0) << seeds.err;
  EXPECT_NE(seeds.err.find("6 runs (3 already finished), 3 new"), std::string::npos) << seeds.err;
  EXPECT_EQ(results().size(), 7u);
  EXPECT_EQ(content_of(path("s/001/summary.json")), first);
  const Outcome info = scree({"info", "s"});
  EXPECT_NE(info.out.find("friction = 0.2 (2 runs)"), std::string::npos) << info.out;
  // Fewer values than there are: what is there stays in the table.
  write_table("material.glass.tangential.friction = [0.3]\n", "2 ms");
  EXPECT_EQ(sweep({"--vary", "seed=[1,2]"}).status, 0);
  EXPECT_EQ(results().size(), 7u);
  // A list that is gone is another experiment.
  const Outcome gone = sweep();
  EXPECT_EQ(gone.status, 2);
  EXPECT_NE(gone.err.find("it varies `seed`"), std::string::npos) << gone.err;
  const Outcome drawn = scree({"plot", "s", "kinetic"});
  EXPECT_EQ(drawn.status, 0) << drawn.err;
  EXPECT_TRUE(fs::exists(path("s/kinetic.svg"))) << drawn.out;
  // Any result over any other and arithmetic of both; the series of its runs beside a single run.
  const Outcome any = scree({"plot", "s", "lost / 1 J", "--against", "10 * friction", "--fit",
                             "linear", "--json", "-o", "any.svg"});
  ASSERT_EQ(any.status, 0) << any.err;
  EXPECT_EQ(nlohmann::json::parse(any.out)["fits"][0]["points"], 6) << "every run is a point";
  const Outcome mixed = scree({"plot", "s", "kinetic", "--runs", "s/001", "-o", "mixed.svg"});
  ASSERT_EQ(mixed.status, 0) << mixed.err;
  const std::string svg = content_of(path("mixed.svg"));
  for (const char* label : {">001<", ">s, friction = 0.1<", ">s, friction = 0.3<"})
    EXPECT_NE(svg.find(label), std::string::npos) << label;
  const Outcome wrong = scree({"plot", "s", "lost + 1 s"});
  EXPECT_EQ(wrong.status, 2);
  const Outcome divided = scree({"plot", "s", "lost / (friction - friction)"});
  EXPECT_NE(divided.err.find("`friction - friction` is 0"), std::string::npos) << divided.err;
  write("s/001/picture.png", "a picture");  // these runs draw none
  ASSERT_EQ(scree({"report", "s"}).status, 0);
  const std::string page = content_of(path("s/report.html"));
  for (const char* word : {"What changed most", "Last states", ">friction = 0.1, run 1<"})
    EXPECT_NE(page.find(word), std::string::npos) << word;
}

TEST_F(Sweep, lists_may_come_from_the_command_line) {
  write_scene("t.toml", "5 ms");
  ASSERT_EQ(sweep({"--vary", "seed=[1,2]", "--set", "output.picture=false"}).status, 0);
  EXPECT_EQ(results().size(), 3u);
  const Outcome none = scree({"sweep", "t.toml"});
  EXPECT_EQ(none.status, 2);
  EXPECT_NE(none.err.find("[E0737]"), std::string::npos) << none.err;
}

TEST_F(Sweep, run_refuses_a_table_and_says_what_to_do) {
  write_table(kGrid);
  const Outcome o = scree({"run", "t.toml"});
  EXPECT_EQ(o.status, 2);
  EXPECT_EQ(o.err,
            "error: t.toml: [sweep] makes this scene a table of 6 runs [E0730]\n"
            "  hint: run them all: scree sweep t.toml; or one of them: --set sweep.run=1\n");
  EXPECT_FALSE(fs::exists(path("runs")));
}

TEST_F(Sweep, wrong_values_are_told_before_the_first_run) {
  write_table("fill.0.diameter = [\"4 mm\", \"4 kg\"]\nmaterial.glass.densty = [1]\n");
  const Outcome o = sweep();
  EXPECT_EQ(o.status, 2);
  EXPECT_FALSE(fs::exists(path("s")));
  EXPECT_NE(o.err.find("did you mean `density`?"), std::string::npos) << o.err;
  write_table("fill.0.diameter = [\"4 mm\", \"4 kg\"]\n");
  const Outcome unit = sweep();
  EXPECT_EQ(unit.status, 2);
  EXPECT_NE(unit.err.find("| fill.0.diameter = [\"4 mm\", \"4 kg\"]\n"
                          "       |                            ^^^^^^"),
            std::string::npos)
      << unit.err;
}

}  // namespace
}  // namespace scree::test
