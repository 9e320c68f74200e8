// The verdict never says `ok` wrongly: runs that did not end, safeties that were overridden, files
// that are gone.
#include <sys/resource.h>

#include <csignal>
#include <thread>

#include "io/checkpoint_store.hpp"
#include "program.hpp"
#include "run/folder/stored_run.hpp"

namespace scree::test {
namespace {

using nlohmann::json;

class VerdictOf : public Program {
 protected:
  void SetUp() override {
    Program::SetUp();
    write_scene();
    std::ofstream(path("drop.toml"), std::ios::app) << "picture = false\n";
  }
  Outcome run(std::vector<std::string> more = {}, const std::function<void()>& before = {}) {
    std::vector<std::string> a{"run", "drop.toml", "-o", "r", "--threads", "1", "--quiet"};
    a.insert(a.end(), more.begin(), more.end());
    return scree(a, before);
  }
  Outcome resume(std::vector<std::string> more = {}) {
    std::vector<std::string> a{"run", "--resume", "r", "--threads", "1", "--quiet"};
    a.insert(a.end(), more.begin(), more.end());
    return scree(a);
  }
  std::string word(const std::string& run = "r") { return summary(run)["verdict"]["word"]; }
  // The check of that name; null: there is none.
  static json check(const json& summary, const std::string& name) {
    for (const json& c : summary["verdict"]["checks"])
      if (c["name"] == name) return c;
    return {};
  }
  json shown(const std::string& run = "r") {
    return json::parse(scree({"info", run, "--json"}).out, nullptr, false);
  }
  // A run that would take hours, killed once its first checkpoint is there.
  void run_and_kill(std::vector<std::string> arguments, std::size_t frames) {
    arguments.insert(arguments.end(), {"--set", "duration=1000 s", "--set", "output.frames=1 ms",
                                       "--set", "output.checkpoint=1 ms"});
    const pid_t child = start(arguments);
    const fs::path late = path("r/frames/" + std::string(frames < 10 ? "00000" : "0000") +
                               std::to_string(frames) + ".vtp");
    for (int k = 0; k < 60000 && !fs::exists(late); ++k)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ::kill(child, SIGKILL);
    ASSERT_EQ(wait(child).status, -SIGKILL);
  }
  void spoil(const fs::path& file) { std::ofstream(file, std::ios::app) << "more"; }
  fs::path newest_checkpoint() const {
    const CheckpointStore store(path("r/checkpoints").string());
    return store.file(store.steps().front());
  }
};

TEST_F(VerdictOf, a_killed_run_is_unfinished) {
  run_and_kill({"run", "drop.toml", "-o", "r", "--quiet"}, 3);
  EXPECT_EQ(word(), "unfinished");
  const Outcome o = scree({"info", "r", "--check"});
  EXPECT_EQ(o.status, 1);
  EXPECT_NE(o.out.find("unfinished"), std::string::npos) << o.out;
  // It has checkpoints that its first summary knows nothing of, and was never resumed.
  ASSERT_TRUE(fs::exists(newest_checkpoint()));
  EXPECT_NE(o.out.find("still going on, or was killed"), std::string::npos) << o.out;
  EXPECT_EQ(o.out.find("was resumed"), std::string::npos) << o.out;
  EXPECT_EQ(scree({"info", "r"}).status, 0) << "looking at it is not a mistake";
  fs::remove(path("r/summary.json"));
  const Outcome bare = scree({"info", "r/", "--check"});
  EXPECT_EQ(bare.status, 1);
  EXPECT_NE(bare.out.find("has left no summary"), std::string::npos) << bare.out;
}

TEST_F(VerdictOf, a_resumed_run_that_is_killed_does_not_keep_its_old_ok) {
  ASSERT_EQ(run().status, 0);
  ASSERT_EQ(word(), "ok");
  const std::string old = content_of(path("r/summary.json"));
  run_and_kill({"run", "--resume", "r", "--quiet"}, 30);
  EXPECT_EQ(scree({"info", "r", "--check"}).status, 1);
  EXPECT_EQ(shown()["verdict"]["word"], "unfinished");
  // A summary that an older version left beside newer checkpoints.
  write("r/summary.json", old);
  const Outcome o = scree({"info", "r", "--check"});
  EXPECT_EQ(o.status, 1);
  EXPECT_NE(o.out.find("was resumed and has not come to its end"), std::string::npos) << o.out;
}

TEST_F(VerdictOf, a_full_disk_is_unfinished_with_the_reason) {
  // The first leaves room for nothing but small files, the second for all but a checkpoint.
  for (const rlim_t size : {rlim_t{6000}, rlim_t{15000}}) {
    fs::remove_all(path("r"));
    const rlimit tight{size, size};
    EXPECT_EQ(run({}, [&] { ::setrlimit(RLIMIT_FSIZE, &tight); }).status, 1);
    EXPECT_EQ(word(), "unfinished");
    const Outcome o = scree({"info", "r", "--check"});
    EXPECT_EQ(o.status, 1);
    if (size == 15000) {
      EXPECT_NE(o.out.find("[E0902]"), std::string::npos) << o.out;
    }
  }
}

TEST_F(VerdictOf, doubt_is_an_exit_status_when_strict) {
  ASSERT_EQ(run({"--set", "verdict.overlap=0.001%"}).status, 0);
  EXPECT_EQ(word(), "doubtful");
  EXPECT_EQ(scree({"info", "r"}).status, 0);
  EXPECT_EQ(scree({"info", "r", "--check"}).status, 0);
  EXPECT_EQ(scree({"info", "r", "--strict"}).status, 3);
  EXPECT_EQ(resume({"--strict"}).status, 3);
  EXPECT_EQ(resume({"--strict", "--set", "verdict.overlap=20%"}).status, 0)
      << "limits may change with a resume";
  EXPECT_EQ(scree({"info", "r", "--strict"}).status, 0);
}

TEST_F(VerdictOf, overlap_is_noted_from_two_fifths_of_its_limit_and_doubtful_beyond_it) {
  ASSERT_EQ(run().status, 0);
  const double deepest = summary("r")["greatest_overlap"];
  ASSERT_GT(deepest, 0);
  EXPECT_EQ(check(summary("r"), "greatest overlap")["limit"], 0.05);
  const auto with = [&](double limit) {
    EXPECT_EQ(resume({"--set", "verdict.overlap=" + std::to_string(limit)}).status, 0);
    return check(summary("r"), "greatest overlap");
  };
  const json plain = with(2.51 * deepest), noted = with(2.49 * deepest),
             less = with(1.01 * deepest), beyond = with(0.99 * deepest);
  EXPECT_TRUE(plain["ok"] == true && plain["noted"] == false) << plain;
  EXPECT_TRUE(noted["ok"] == true && noted["noted"] == true) << noted;
  EXPECT_TRUE(less["ok"] == true && less["noted"] == true) << less;
  EXPECT_TRUE(beyond["ok"] == false && beyond["noted"] == false) << beyond;
  EXPECT_EQ(word(), "doubtful");
  const Outcome none = scree({"run", "drop.toml", "-o", "x", "--set", "verdict.overlap=0"});
  EXPECT_EQ(none.status, 2);
  EXPECT_NE(none.err.find("overlap"), std::string::npos) << none.err;
}

TEST_F(VerdictOf, a_forced_resume_is_never_ok_again) {
  ASSERT_EQ(run().status, 0);
  ASSERT_EQ(resume({"--force", "--set", "gravity=[0,-9,0]", "--set", "duration=25 ms"}).status, 0);
  ASSERT_EQ(resume({"--set", "duration=30 ms"}).status, 0);
  const json s = summary("r");
  EXPECT_EQ(s["verdict"]["word"], "doubtful");
  EXPECT_EQ(check(s, "forced")["ok"], false);
  EXPECT_NE(s["provenance"]["events"].dump().find("gravity.vector: [0, -9.81, 0] → [0, -9, 0]"),
            std::string::npos)
      << s["provenance"];
  EXPECT_NE(s["warnings"].dump().find("gravity.vector"), std::string::npos) << s["warnings"];
}

TEST_F(VerdictOf, a_forced_resume_that_is_killed_at_once_keeps_its_trace) {
  ASSERT_EQ(run().status, 0);
  const pid_t child =
      start({"run", "--resume", "r", "--quiet", "--force", "--set", "gravity=[0,-9,0]", "--set",
             "duration=1000 s", "--set", "output.checkpoint=0", "--set", "output.frames=1 ms"});
  for (int k = 0; k < 60000 && !fs::exists(path("r/frames/000009.vtp")); ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ::kill(child, SIGKILL);
  ASSERT_EQ(wait(child).status, -SIGKILL);
  ASSERT_EQ(resume({"--set", "duration=30 ms"}).status, 0);
  EXPECT_EQ(word(), "doubtful");
}

TEST_F(VerdictOf, force_that_was_not_needed_changes_nothing) {
  ASSERT_EQ(run().status, 0);
  ASSERT_EQ(resume({"--force", "--set", "duration=25 ms"}).status, 0);
  EXPECT_EQ(word(), "ok");
  EXPECT_TRUE(check(summary("r"), "forced").is_null());
}

TEST_F(VerdictOf, a_damaged_checkpoint_leaves_a_note) {
  ASSERT_EQ(run().status, 0);
  spoil(newest_checkpoint());
  ASSERT_EQ(resume().status, 0);
  for (int again = 0; again < 2; ++again) {
    const json s = summary("r"), c = check(s, "checkpoint");
    EXPECT_EQ(s["verdict"]["word"], "ok") << "the same steps were made again";
    EXPECT_TRUE(c["ok"] == true && c["noted"] == true) << s["verdict"];
    EXPECT_NE(s["warnings"].dump().find("going on from the checkpoint before it"),
              std::string::npos);
    EXPECT_EQ(s["provenance"]["events"].size(), 1u + static_cast<unsigned>(again));
    EXPECT_NE(scree({"info", "r"}).out.find("noted: checkpoint"), std::string::npos);
    if (again == 0) {
      ASSERT_EQ(resume({"--set", "duration=22 ms"}).status, 0);
    }
  }
}

TEST_F(VerdictOf, a_checkpoint_of_another_scene_is_refused_or_leaves_its_trace) {
  ASSERT_EQ(run().status, 0);
  ASSERT_EQ(
      scree({"run", "drop.toml", "-o", "other", "--quiet", "--set", "gravity=[0,-5,0]"}).status, 0);
  fs::remove_all(path("r/checkpoints"));
  fs::copy(path("other/checkpoints"), path("r/checkpoints"));
  const std::string before = content_of(path("r/summary.json"));
  for (const char* form : {"--resume r", "drop.toml --resume r"}) {
    std::vector<std::string> a{"run"};
    std::stringstream words(form);
    for (std::string w; words >> w;) a.push_back(w);
    const Outcome o = scree(a);
    EXPECT_EQ(o.status, 2);
    EXPECT_NE(o.err.find("another scene than resolved.toml [E0970]\n  gravity.vector: [0, -9.81, "
                         "0] → [0, -5, 0]"),
              std::string::npos)
        << o.err;
    EXPECT_EQ(content_of(path("r/summary.json")), before);
  }
  ASSERT_EQ(resume({"--force"}).status, 0);
  EXPECT_EQ(word(), "doubtful");
  EXPECT_NE(summary("r")["provenance"].dump().find("of another scene"), std::string::npos);
}

TEST_F(VerdictOf, a_missing_frame_is_told) {
  ASSERT_EQ(run().status, 0);
  fs::remove(path("r/frames/000002.vtp"));
  const json seen = shown();
  EXPECT_EQ(seen["verdict"]["word"], "doubtful");
  EXPECT_NE(check(seen, "files")["reason"].dump().find("frames/000002.vtp"), std::string::npos);
  ASSERT_EQ(resume({"--set", "duration=25 ms"}).status, 0);
  EXPECT_EQ(word(), "doubtful");
  EXPECT_EQ(check(summary("r"), "files")["value"], 1);
}

TEST_F(VerdictOf, a_step_that_was_allowed_by_force_is_never_plain_ok) {
  ASSERT_EQ(run({"--set", "allow_unstable_dt=true"}).status, 0);
  EXPECT_EQ(word(), "ok");
  EXPECT_EQ(check(summary("r"), "time step")["noted"], true);
  std::ostringstream above;
  above << "dt=" << 1.1 * summary("r")["time_step"]["stable"].get<double>();
  ASSERT_EQ(scree({"run", "drop.toml", "-o", "u", "--quiet", "--set", "allow_unstable_dt=true",
                   "--set", "duration=1 ms", "--set", above.str()})
                .status,
            0);
  EXPECT_EQ(word("u"), "doubtful");
  EXPECT_EQ(check(summary("u"), "time step")["ok"], false);
}

TEST_F(VerdictOf, the_last_frame_is_the_last_state) {
  ASSERT_EQ(run({"--set", "duration=12.3 ms"}).status, 0);
  auto stored = run::StoredRun::open(path("r").string());
  ASSERT_TRUE(stored.ok());
  ASSERT_EQ(stored->size(), 4u);
  const auto last = stored->frame(3);
  ASSERT_TRUE(last.ok());
  EXPECT_EQ(last->time, summary("r")["time"].get<double>());
  EXPECT_EQ(summary("r")["frames"], 4);
  // A longer run has no trace of it.
  ASSERT_EQ(resume({"--set", "duration=20 ms"}).status, 0);
  ASSERT_EQ(scree({"run", "drop.toml", "-o", "whole", "--quiet"}).status, 0);
  for (int k = 0; k <= 4; ++k) {
    const std::string frame = "/frames/00000" + std::to_string(k) + ".vtp";
    EXPECT_EQ(content_of(path("r" + frame)), content_of(path("whole" + frame))) << k;
  }
  EXPECT_FALSE(fs::exists(path("r/frames/000005.vtp"))) << "the interval divides the duration";
  EXPECT_EQ(content_of(path("r/frames.pvd")), content_of(path("whole/frames.pvd")));
  // Nor does a finished run that is resumed write its last state twice.
  ASSERT_EQ(resume().status, 0);
  EXPECT_FALSE(fs::exists(path("r/frames/000005.vtp")));
}

TEST_F(VerdictOf, times_print_as_they_are) {
  ASSERT_EQ(run({"--set", "duration=12.345678 ms"}).status, 0);
  const std::string out = scree({"info", "r"}).out;  // dt is 10 µs: the last step is at 12.35 ms
  EXPECT_NE(out.find("12.35 ms of 12.345678 ms in 1 235 steps of 10 µs"), std::string::npos) << out;
}

TEST_F(VerdictOf, poured_grains_began_where_they_were_poured) {
  write("pour.toml",
        "duration = \"60 ms\"\n[[wall]]\nshape = \"plane\"\n"
        "[[fill]]\nkind = \"pour\"\ndiameter = \"2 mm\"\ncentre = [0, 0.04, 0]\nwidth = \"20 mm\"\n"
        "rate = 1000\ncount = 30\nvelocity = [0, -1, 0]\n"
        "[output]\nframes = \"20 ms\"\nseries = 0\npicture = false\ncheckpoint = \"7 ms\"\n");
  ASSERT_EQ(scree({"run", "pour.toml", "-o", "p", "--quiet", "--set", "duration=33 ms"}).status, 0);
  ASSERT_EQ(scree({"run", "--resume", "p", "--quiet", "--set", "duration=60 ms"}).status, 0);
  const auto stored = run::StoredRun::open(path("p").string());
  ASSERT_TRUE(stored.ok());
  const auto last = stored->frame(stored->size() - 1);
  ASSERT_TRUE(last.ok());
  ASSERT_EQ(last->size(), 30u);
  ASSERT_EQ(last->fields.front().name, "start height");
  // The disc has no thickness: they all begin at its height, to the rounding of one sum.
  for (const double h : last->fields.front().values) EXPECT_LT(std::abs(h - 0.04), 1e-15);
}

// Nothing was tried with a shorter step: whether that helps is for the user to see.
TEST_F(VerdictOf, an_open_budget_promises_no_cure) {
  run({"--set", "dt=100 us", "--set", "allow_unstable_dt=true"});
  const json c = check(summary("r"), "energy budget");
  ASSERT_EQ(c["ok"], false) << c;
  const std::string reason = c["reason"];
  EXPECT_EQ(reason.find("closes"), std::string::npos) << reason;
  EXPECT_NE(reason.find("run it again with half the dt"), std::string::npos) << reason;
}

// A side wall takes 30 % of the length that the lid presses on.
TEST_F(VerdictOf, an_area_that_changed_below_a_servo_is_noted) {
  write("servo.toml",
        "duration = \"20 ms\"\n[[wall]]\nname = \"floor\"\nshape = \"plane\"\n"
        "[[wall]]\nname = \"lid\"\nshape = \"plane\"\nposition = [0, 0.1, 0]\n"
        "rotation = [180, 0, 0]\nmotion = { kind = \"free\", control = \"servo\", direction = "
        "[0, -1, 0], pressure = \"10 kPa\", area = 0.01, max_speed = 0.01 }\n"
        "[[wall]]\nname = \"side\"\nshape = \"plane\"\nposition = [-0.05, 0, 0]\n"
        "rotation = [0, 0, -90]\nmotion = { kind = \"translate\", velocity = [1.5, 0, 0] }\n"
        "[[fill]]\nkind = \"grains\"\n"
        "grains = [{ position = [0.02, 0.005, 0], diameter = 0.01 }]\n"
        "[output]\npicture = false\n");
  const Outcome o = scree({"run", "servo.toml", "-o", "r", "--threads", "1"});
  ASSERT_EQ(o.status, 0) << o.err;
  EXPECT_NE(o.err.find("warning: wall `lid` keeps 10 kPa on 0.01 m^2, also while wall `side`"),
            std::string::npos)
      << o.err;
  const json c = check(summary("r"), "servo area");
  ASSERT_FALSE(c.is_null());
  EXPECT_NEAR(c["value"].get<double>(), 0.3, 0.01);  // to a step of the end
}

}  // namespace
}  // namespace scree::test
