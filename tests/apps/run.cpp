#include <sys/resource.h>

#include <csignal>
#include <thread>

#include "program.hpp"

namespace scree::test {
namespace {

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST_F(Program, run_leaves_a_complete_directory) {
  write_scene();
  const Outcome o = scree({"run", "drop.toml", "-o", "r", "--threads", "1"});
  ASSERT_EQ(o.status, 0) << o.err;
  for (const char* file :
       {"scene.toml", "resolved.toml", "summary.json", "series.csv", "frames.pvd", "picture.png",
        "frames/000000.vtp", "frames/000004.vtp", "walls/000000.vtp", "walls.pvd"})
    EXPECT_TRUE(fs::exists(path("r") / file)) << file;
  EXPECT_FALSE(fs::exists(path("r") / "frames/000005.vtp"));
  EXPECT_FALSE(fs::exists(path("r") / "walls/000001.vtp")) << "walls at rest are written once";
  EXPECT_EQ(content_of(path("r/scene.toml")), content_of(path("drop.toml")));
  EXPECT_EQ(count_of(content_of(path("r/frames.pvd")), "<DataSet"), 5u);
  // Header and 0 to 20 ms in steps of 1 ms: the end is one of them.
  EXPECT_EQ(count_of(content_of(path("r/series.csv")), "\n"), 22u);
  for (const auto& entry : fs::recursive_directory_iterator(path("r")))
    EXPECT_EQ(entry.path().string().find(".tmp"), std::string::npos) << entry.path();
}

TEST_F(Program, run_ends_with_a_table_that_names_picture_hash_and_verdict) {
  write_scene();
  const Outcome o = scree({"run", "drop.toml", "-o", "r", "--threads", "1"});
  const auto s = summary("r");
  for (const std::string& part :
       {std::string("picture           r/picture.png\n"), std::string("verdict           ok\n"),
        "state hash        " + s["state_hash"].get<std::string>(), std::string("energy budget")})
    EXPECT_NE(o.out.find(part), std::string::npos) << part << "\nin\n" << o.out;
  EXPECT_NE(o.err.find("time step"), std::string::npos) << "what was derived comes first";
  EXPECT_EQ(o.err.find('\r'), std::string::npos) << "no live line outside of a terminal";
  EXPECT_GE(count_of(o.err, "ETA"), 9u);
}

TEST_F(Program, json_is_one_object_with_what_was_promised) {
  write_scene();
  const Outcome o = scree({"run", "drop.toml", "-o", "r", "--threads", "1", "--json"});
  ASSERT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(count_of(o.out, "\n"), 1u);
  const auto j = nlohmann::json::parse(o.out, nullptr, false);
  ASSERT_TRUE(j.is_object()) << o.out;
  for (const char* key : {"state_hash", "steps", "particles", "contacts", "time", "dt", "threads",
                          "detector", "wall_s", "particle_steps_per_s", "timers", "verdict"})
    EXPECT_TRUE(j.contains(key)) << key;
  EXPECT_EQ(j["particles"], 27);
  EXPECT_EQ(j["verdict"]["ok"], true);
  for (const auto& check : j["verdict"]["checks"]) {
    EXPECT_FALSE(check["reason"].get<std::string>().empty());
  }
  EXPECT_NEAR(j["time"].get<double>(), 0.02, j["dt"].get<double>());
  EXPECT_EQ(scree({"info", "r", "--json"}).out, o.out);
}

TEST_F(Program, quiet_says_nothing_on_standard_error) {
  write_scene();
  EXPECT_EQ(scree({"run", "drop.toml", "-o", "r", "--quiet", "--threads", "1"}).err, "");
}

TEST_F(Program, one_scene_gives_one_answer_with_any_threads_and_any_output) {
  write_scene();
  const auto hash = [&](const std::string& out, std::vector<std::string> more) {
    std::vector<std::string> a{"run", "drop.toml", "-o", out, "--quiet"};
    a.insert(a.end(), more.begin(), more.end());
    EXPECT_EQ(scree(a).status, 0);
    return summary(out)["state_hash"].get<std::string>();
  };
  const std::string first = hash("a", {"--threads", "1"});
  EXPECT_EQ(first.size(), 32u);
  EXPECT_EQ(hash("b", {"--threads", "3", "--oversubscribe"}), first);
  EXPECT_EQ(hash("c", {"--threads", "1", "--set", "output.frames=0", "--set", "output.series=0"}),
            first);
  EXPECT_NE(hash("d", {"--threads", "1", "--set", "gravity=[0,-9,0]"}), first);
}

TEST_F(Program, an_existing_folder_is_refused_and_stays_as_it_is) {
  write_scene();
  write("r/precious.txt", "mine");
  const Outcome o = scree({"run", "drop.toml", "-o", "r"});
  EXPECT_EQ(o.status, 2);
  EXPECT_NE(o.err.find("already exists"), std::string::npos) << o.err;
  EXPECT_NE(o.err.find("-o"), std::string::npos);
  EXPECT_EQ(content_of(path("r/precious.txt")), "mine");
  EXPECT_EQ(std::distance(fs::directory_iterator(path("r")), fs::directory_iterator{}), 1);
}

TEST_F(Program, without_a_folder_runs_are_numbered) {
  write_scene();
  for (const char* expected : {"runs/drop-001", "runs/drop-002"}) {
    EXPECT_EQ(scree({"run", "drop.toml", "--quiet", "--threads", "1"}).status, 0);
    EXPECT_TRUE(fs::exists(path(expected) / "summary.json")) << expected;
  }
}

TEST_F(Program, scenes_are_found_by_name) {
  write_scene("scenes/drop.toml");
  EXPECT_EQ(scree({"run", "drop", "--quiet", "--threads", "1"}).status, 0);
  const Outcome o = scree({"run", "dorp"});
  EXPECT_EQ(o.status, 2);
  EXPECT_NE(o.err.find("did you mean `drop`?"), std::string::npos) << o.err;
  // The first column is as wide as the longest name.
  const std::string list = "\n" + scree({"list", "scenes"}).out;
  const std::size_t at = list.find("\ndrop  ");
  ASSERT_NE(at, std::string::npos) << list;
  const std::size_t title = list.find_first_not_of(' ', at + 5);
  EXPECT_EQ(list.substr(title, 5), "Drop\n");
}

TEST_F(Program, a_signal_stops_the_run_after_its_step_and_leaves_a_summary) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const std::string out = "s" + std::to_string(signal);
    write_scene("drop.toml", "1000 s");
    const pid_t child = start({"run", "drop.toml", "-o", out, "--threads", "1", "--set",
                               "output.frames=0", "--set", "output.series=0"});
    while (!fs::exists(path(out) / "resolved.toml")) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    ::kill(child, signal);
    const Outcome o = wait(child);
    EXPECT_EQ(o.status, 1) << o.err;
    const auto s = summary(out);
    ASSERT_TRUE(s.is_object());
    EXPECT_EQ(s["verdict"]["word"], "stopped");
    EXPECT_EQ(s["verdict"]["ok"], false);
    EXPECT_GT(s["steps"].get<int>(), 0);
    EXPECT_TRUE(fs::exists(path(out) / "picture.png"));
  }
}

TEST_F(Program, a_full_disk_ends_the_run_with_the_file_and_the_reason) {
  write_scene();
  const Outcome o = scree({"run", "drop.toml", "-o", "r", "--threads", "1"}, [] {
    const rlimit tight{6000, 6000};  // a frame of 27 grains is larger
    ::setrlimit(RLIMIT_FSIZE, &tight);
  });
  EXPECT_EQ(o.status, 1);
  EXPECT_NE(o.err.find("r/frames/000000.vtp: cannot write the file: File too large [E0902]"),
            std::string::npos)
      << o.err;
  for (const auto& entry : fs::recursive_directory_iterator(path("r")))
    EXPECT_EQ(entry.path().string().find(".tmp"), std::string::npos) << entry.path();
}

TEST_F(Program, an_unwritable_place_is_bad_input) {
  write_scene();
  write("file", "");
  const Outcome o = scree({"run", "drop.toml", "-o", "file/r"});
  EXPECT_EQ(o.status, 2);
  EXPECT_NE(o.err.find("file"), std::string::npos);
}

TEST_F(Program, grains_that_fall_out_of_the_scene_are_counted_as_lost) {
  write("fall.toml",
        "duration = \"0.3 s\"\n"
        "[[wall]]\nshape = \"rectangle\"\nwidth = 0.01\nlength = 0.01\n"
        "[[fill]]\nkind = \"grains\"\n"
        "grains = [{ position = [0, 0.003, 0], diameter = 0.004 },"
        " { position = [0.02, 0.003, 0], diameter = 0.004 }]\n");
  const Outcome o = scree({"run", "fall.toml", "-o", "r", "--threads", "1", "--json"});
  ASSERT_EQ(o.status, 0) << o.err;
  const auto j = nlohmann::json::parse(o.out);
  EXPECT_EQ(j["verdict"]["ok"], false);
  EXPECT_EQ(j["verdict"]["checks"].back()["name"], "grains lost");
  EXPECT_EQ(j["verdict"]["checks"].back()["value"], 1);
}

TEST_F(Program, zero_duration_gives_the_start) {
  write_scene("drop.toml", "0 s");
  const Outcome o = scree({"run", "drop.toml", "-o", "r", "--threads", "1", "--json"});
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(summary("r")["steps"], 0);
  EXPECT_TRUE(fs::exists(path("r/frames/000000.vtp")));
  EXPECT_TRUE(fs::exists(path("r/picture.png")));
}

}  // namespace
}  // namespace scree::test
