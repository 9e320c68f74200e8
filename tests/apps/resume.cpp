// scree run --resume: forms of the command, longer runs, changed scenes.
#include "program.hpp"

namespace scree::test {
namespace {

class ResumeCommand : public Program {
 protected:
  void SetUp() override {
    Program::SetUp();
    write_scene();
    std::ofstream(path("drop.toml"), std::ios::app) << "picture = false\n";
    ASSERT_EQ(scree({"run", "drop.toml", "-o", "r", "--threads", "1"}).status, 0);
  }
  std::string hash(const std::string& run) const { return summary(run)["state_hash"]; }
  bool same(const std::string& a, const std::string& b, const std::string& file) const {
    return content_of(path(a + "/" + file)) == content_of(path(b + "/" + file));
  }
};

TEST_F(ResumeCommand, makes_a_run_longer_as_if_it_had_been_so_from_the_start) {
  ASSERT_EQ(scree({"run", "drop.toml", "-o", "long", "--set", "duration=40 ms", "--set",
                   "output.picture=true"})
                .status,
            0);
  const Outcome o = scree({"run", "--resume", "r", "--set", "duration=40 ms", "--threads", "2",
                           "--set", "output.picture=true"});
  ASSERT_EQ(o.status, 0) << o.err;
  EXPECT_NE(o.err.find("changed: duration: 0.02 → 0.04"), std::string::npos) << o.err;
  EXPECT_EQ(hash("r"), hash("long"));
  for (const char* file : {"series.csv", "frames.pvd", "walls.pvd", "picture.png", "scene.toml",
                           "frames/000003.vtp", "frames/000008.vtp"})
    EXPECT_TRUE(same("r", "long", file)) << file;
  EXPECT_FALSE(fs::exists(path("r/frames/000009.vtp")));
}

TEST_F(ResumeCommand, goes_on_with_another_engine_without_force) {
  EXPECT_EQ(summary("r")["engine"], "tiles");
  ASSERT_EQ(scree({"run", "drop.toml", "-o", "long", "--set", "duration=40 ms"}).status, 0);
  const Outcome o =
      scree({"run", "--resume", "r", "--set", "duration=40 ms", "--set", "engine=rows"});
  ASSERT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(summary("r")["engine"], "rows");
  EXPECT_EQ(hash("r"), hash("long"));
  EXPECT_NE(scree({"info", "r"}).out.find("engine rows"), std::string::npos);
  EXPECT_EQ(
      scree({"run", "drop.toml", "-o", "again", "--set", "duration=40 ms", "--engine", "rows"})
          .status,
      0);
  EXPECT_EQ(hash("again"), hash("long"));
  const Outcome wrong = scree({"run", "drop.toml", "--engine", "rwos"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.err.find("did you mean `rows`"), std::string::npos) << wrong.err;
}

TEST_F(ResumeCommand, of_a_finished_run_changes_nothing) {
  const std::string before = hash("r"), series = content_of(path("r/series.csv"));
  EXPECT_EQ(scree({"run", "drop.toml", "--resume", "r"}).status, 0);
  EXPECT_EQ(hash("r"), before);
  EXPECT_EQ(content_of(path("r/series.csv")), series);
}

TEST_F(ResumeCommand, has_three_forms) {
  EXPECT_EQ(scree({"run", "drop.toml", "-o", "r", "--resume"}).status, 0);
  EXPECT_EQ(scree({"run", "--resume", "drop.toml", "-o", "r"}).status, 0);
  EXPECT_EQ(scree({"run", "--resume", "r/"}).status, 0);
  ASSERT_EQ(scree({"run", "drop.toml", "--threads", "1"}).status, 0);
  EXPECT_EQ(scree({"run", "drop.toml", "--resume"}).status, 0);
  EXPECT_TRUE(fs::exists(path("runs/drop-001")));
  EXPECT_FALSE(fs::exists(path("runs/drop-002"))) << "the newest run was meant";
  EXPECT_EQ(scree({"run", "drop.toml", "-o", "fresh", "--resume"}).status, 0)
      << "a run that has not begun begins";
  EXPECT_EQ(hash("fresh"), hash("r"));
}

TEST_F(ResumeCommand, refuses_a_changed_scene_with_the_difference) {
  const std::string summary_before = content_of(path("r/summary.json"));
  const Outcome o = scree({"run", "drop.toml", "--resume", "r", "--set", "gravity=[0,-9,0]",
                           "--set", "wall.box.size=[0.02,0.02,0.03]", "--set", "duration=30 ms"});
  EXPECT_EQ(o.status, 2);
  EXPECT_NE(o.err.find("r: the scene has changed since the run began [E0917]\n"
                       "  gravity.vector: [0, -9.81, 0] → [0, -9, 0]\n"
                       "  wall.box.size: [0.02, 0.02, 0.02] → [0.02, 0.02, 0.03]\n"
                       "  hint: "),
            std::string::npos)
      << o.err;
  EXPECT_EQ(content_of(path("r/summary.json")), summary_before);
}

TEST_F(ResumeCommand, goes_on_with_a_changed_scene_when_forced) {
  const std::string before = hash("r");
  const Outcome o = scree(
      {"run", "--resume", "r", "--set", "gravity=[0,-9,0]", "--set", "duration=25 ms", "--force"});
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_NE(hash("r"), before);
  EXPECT_NE(content_of(path("r/resolved.toml")).find("[0, -9, 0]"), std::string::npos);
  const Outcome dt = scree({"run", "--resume", "r", "--set", "dt=1e-6", "--force"});
  EXPECT_EQ(dt.status, 2);
  EXPECT_NE(dt.err.find("set dt = 1e-05"), std::string::npos) << dt.err;
}

TEST_F(ResumeCommand, sees_that_a_file_of_the_scene_has_changed) {
  write("grains.csv", "x,y,z,r\n0,0,0,0.002\n0.005,0,0,0.002\n");
  write("csv.toml",
        "duration = 0.001\noutput.picture = false\n[[fill]]\nkind = \"csv\"\nfile = "
        "\"grains.csv\"\n");
  ASSERT_EQ(scree({"run", "csv.toml", "-o", "c"}).status, 0);
  EXPECT_EQ(scree({"run", "csv.toml", "--resume", "c"}).status, 0);
  write("grains.csv", "x,y,z,r\n0,0,0,0.002\n0.006,0,0,0.002\n");
  const Outcome o = scree({"run", "--resume", "c"});
  EXPECT_EQ(o.status, 2);
  EXPECT_NE(o.err.find("content of fill.0.file: "), std::string::npos) << o.err;
}

TEST_F(ResumeCommand, keeps_a_series_that_somebody_changed) {
  std::ofstream(path("r/series.csv")) << "mine\n";
  const Outcome o = scree({"run", "--resume", "r", "--set", "duration=22 ms"});
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(content_of(path("r/series-1.csv")), "mine\n");
  EXPECT_TRUE(content_of(path("r/series.csv")).starts_with("time,"));
}

TEST_F(ResumeCommand, a_series_that_begins_again_at_the_end_has_the_last_state) {
  fs::remove(path("r/series.csv"));
  EXPECT_EQ(scree({"run", "--resume", "r"}).status, 0);
  const std::string series = content_of(path("r/series.csv"));
  EXPECT_EQ(std::count(series.begin(), series.end(), '\n'), 2) << series;
}

TEST_F(ResumeCommand, names_what_is_no_run) {
  write("stuff/notes.txt", "mine");
  for (const std::vector<std::string>& a : {std::vector<std::string>{"run", "--resume", "nowhere"},
                                            {"run", "--resume", "stuff"},
                                            {"run", "drop.toml", "--resume", "stuff"},
                                            {"run", "--resume"}}) {
    const Outcome o = scree(a);
    EXPECT_EQ(o.status, 2);
    EXPECT_NE(o.err.find("E0920"), std::string::npos) << o.err;
  }
  EXPECT_EQ(content_of(path("stuff/notes.txt")), "mine");
  EXPECT_EQ(std::distance(fs::directory_iterator(path("stuff")), fs::directory_iterator{}), 1);
}

}  // namespace
}  // namespace scree::test
