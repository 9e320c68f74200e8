// Stop a run in every way there is: it stays readable, goes on, and ends with the very files that
// the undisturbed run has.
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include <cmath>
#include <csignal>
#include <map>
#include <set>
#include <thread>

#include "base/random.hpp"
#include "io/checkpoint_store.hpp"
#include "program.hpp"

namespace scree::test {
namespace {

using std::chrono::microseconds;

class Faults : public Program {
 protected:
  void SetUp() override {
    // In memory where there is such a place: two hundred runs wait for a disk too often.
    if (::access("/dev/shm", W_OK) == 0) ::setenv("TMPDIR", "/dev/shm", 1);
    Program::SetUp();
    // Everything with a memory at once: pouring, a free piston, a moving wall, contact springs.
    write("busy.toml", R"(title = "Busy"
duration = "40 ms"
[material.glass]
normal = { law = "linear", contact_time = "0.5 ms", restitution = 0.5 }
tangential = { law = "spring", friction = 0.3 }
[[wall]]
name = "box"
shape = "box"
size = [0.03, 0.06, 0.03]
[[wall]]
name = "side"
shape = "plane"
point = [-0.014, 0, 0]
normal = [1, 0, 0]
motion = { kind = "sinusoid", amplitude = "0.5 mm", frequency = "50 Hz", direction = [1, 0, 0] }
[[wall]]
name = "piston"
shape = "plane"
point = [0, -0.026, 0]
normal = [0, 1, 0]
motion = { kind = "free", mass = "10 g", force = "0.3 N", direction = [0, 1, 0], lowest = "-2 mm", highest = "3 mm" }
[[fill]]
kind = "random"
diameter = "4 mm"
count = 100
inside = "box"
bottom = -0.022
top = 0.006
[[fill]]
kind = "pour"
diameter = "4 mm"
centre = [0, 0.012, 0]
width = "20 mm"
rate = "500 Hz"
count = 20
velocity = [0, -0.5, 0]
[output]
frames = "4 ms"
series = "1 ms"
checkpoint = "3 ms"
contacts = true
measures = ["coordination", { kind = "flow", plane = "y", at = 0.002 }, { kind = "average", of = "speed", over = "5 ms" }]
picture = false
)");
    const auto began = std::chrono::steady_clock::now();
    const Outcome o = scree({"run", "busy.toml", "-o", "undisturbed", "--threads", "1"});
    ASSERT_EQ(o.status, 0) << o.err;
    took_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    hash_ = summary("undisturbed")["state_hash"];
  }

  // Names and contents of what a run leaves; summary and checkpoints hold times of the clock.
  std::map<std::string, std::string> files(const std::string& run) const {
    std::map<std::string, std::string> out;
    for (const auto& e : fs::recursive_directory_iterator(path(run))) {
      const std::string name = fs::relative(e.path(), path(run)).string();
      const bool timed = name == "summary.json" || name.starts_with("checkpoints/");
      if (e.is_regular_file()) out[name] = timed ? "" : content_of(e.path());
    }
    return out;
  }
  void expect_undisturbed(const std::string& run) const {
    EXPECT_EQ(summary(run)["state_hash"], hash_);
    const auto mine = files(run), theirs = files("undisturbed");
    for (const auto& [name, content] : theirs) {
      ASSERT_TRUE(mine.contains(name)) << name;
      EXPECT_TRUE(mine.at(name) == content) << name;
    }
    for (const auto& [name, content] : mine)
      EXPECT_TRUE(theirs.contains(name) || name.ends_with(".damaged")) << name;
  }
  // Whole files only: every checkpoint can be read, series.csv is a beginning of the whole one.
  void expect_readable(const std::string& run) const {
    if (!fs::exists(path(run))) return;
    const CheckpointStore store(path(run + "/checkpoints").string());
    for (const std::uint64_t step : store.steps()) EXPECT_TRUE(store.read(step).ok()) << step;
    const std::string whole = content_of(path("undisturbed/series.csv"));
    EXPECT_TRUE(whole.starts_with(content_of(path(run + "/series.csv"))));
  }
  std::set<std::string> listing() const {
    std::set<std::string> out;
    for (const auto& e : fs::directory_iterator(folder_)) out.insert(e.path().filename());
    return out;
  }
  // Runs until a moment, a share of the time that the whole takes; true: the signal met it alive.
  bool disturb(const std::vector<std::string>& arguments, double share, int signal) {
    const pid_t child = start(arguments);
    std::this_thread::sleep_for(microseconds(static_cast<long>(1e6 * took_ * share)));
    ::kill(child, signal);
    last_ = wait(child);
    return last_.status == -signal || last_.status == 1;
  }
  std::string newest(const std::string& run, std::size_t which = 0) const {
    const CheckpointStore store(path(run + "/checkpoints").string());
    return store.file(store.steps().at(which));
  }
  // A run that was stopped in its middle and has two checkpoints.
  void stop_in_the_middle(const std::string& run) {
    const std::vector<std::string> all = {"run", "busy.toml", "-o", run, "--threads", "1"};
    // Again and again: on a busy machine a run takes now more, now less time than it did.
    for (int attempt = 0; attempt < 80; ++attempt) {
      fs::remove_all(path(run));
      disturb(all, 0.6 * std::pow(0.8, attempt % 10), SIGTERM);
      if (last_.status != 1 || !fs::exists(path(run + "/checkpoints"))) continue;
      if (CheckpointStore(path(run + "/checkpoints").string()).steps().size() == 2) return;
    }
    FAIL() << "no run could be stopped in its middle";
  }

  double took_ = 0;
  std::string hash_;
  Outcome last_;
};

TEST_F(Faults, kill_9_at_fifty_moments_loses_nothing) {
  const CounterRandom random(2026, 9);
  const std::set<std::string> before = listing();
  std::uint64_t kills = 0;
  for (int round = 0; kills < 50; ++round) {
    ASSERT_LT(round, 200);
    fs::remove_all(path("r"));
    // One command for the first time and all others.
    const std::vector<std::string> go = {
        "run",    "busy.toml", "-o", "r", "--resume", "--threads", std::to_string(1 + round % 2),
        "--quiet"};
    while (kills < 50) {
      const double share = 1.1 * random.uniform(kills, round % 2);
      if (!disturb(go, share, SIGKILL)) break;  // it ended before
      ++kills;
      expect_readable("r");
    }
    last_ = scree(go);
    ASSERT_EQ(last_.status, 0) << last_.err;
    expect_undisturbed("r");
    if (HasFailure()) return;
  }
  std::set<std::string> after = listing();
  after.erase("r");
  EXPECT_EQ(after, before) << "nothing beside the run is touched";
}

TEST_F(Faults, signals_write_a_checkpoint_first) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const std::string run = "s" + std::to_string(signal);
    // No checkpoints but the one of the signal. A runner under nohup must not protect the program.
    const pid_t child =
        start({"run", "busy.toml", "-o", run, "--threads", "2", "--set", "output.checkpoint=0"},
              [] { ::signal(SIGHUP, SIG_DFL); });
    while (!fs::exists(path(run + "/frames/000001.vtp")))
      std::this_thread::sleep_for(microseconds(200));
    ::kill(child, signal);
    last_ = wait(child);
    ASSERT_EQ(last_.status, 1) << last_.err;
    EXPECT_NE(last_.err.find("go on with: scree run --resume " + run), std::string::npos);
    const CheckpointStore store(path(run + "/checkpoints").string());
    ASSERT_EQ(store.steps().size(), 1u);
    const std::uint64_t stopped = store.steps()[0];
    EXPECT_EQ(stopped, summary(run)["steps"].get<std::uint64_t>());
    ASSERT_EQ(scree({"run", "--resume", run, "--set", "output.checkpoint=0.003"}).status, 0);
    EXPECT_EQ(summary(run)["resumed_at_steps"][0].get<std::uint64_t>(), stopped);
    EXPECT_EQ(summary(run)["state_hash"], hash_);
    EXPECT_TRUE(content_of(path(run + "/series.csv")) ==
                content_of(path("undisturbed/series.csv")));
  }
}

TEST_F(Faults, a_damaged_checkpoint_falls_back_to_the_one_before) {
  stop_in_the_middle("middle");
  const std::string whole = content_of(newest("middle"));
  const auto damage = [&](const std::string& run, const std::string& bytes) {
    fs::copy(path("middle"), path(run), fs::copy_options::recursive);
    const std::string file = newest(run);
    std::ofstream(file, std::ios::binary) << bytes;
    const Outcome o = scree({"run", "--resume", run, "--threads", "1"});
    EXPECT_EQ(o.status, 0) << o.err;
    EXPECT_NE(o.err.find("going on from the checkpoint before it"), std::string::npos) << o.err;
    EXPECT_TRUE(content_of(file + ".damaged") == bytes) << "what is damaged is kept";
    expect_undisturbed(run);
  };
  std::string flipped = whole;
  flipped[flipped.size() / 2] = static_cast<char>(flipped[flipped.size() / 2] ^ 4);
  damage("flipped", flipped);
  damage("cut", whole.substr(0, whole.size() / 3));
  damage("empty", "");
  damage("foreign", "\x89HDF\r\n\x1a\n and more");
}

TEST_F(Faults, without_any_good_checkpoint_the_reasons_are_told_and_nothing_is_touched) {
  stop_in_the_middle("r");
  for (const std::size_t which : {0, 1})
    std::ofstream(newest("r", which), std::ios::binary | std::ios::app) << "x";
  const auto before = files("r");
  const Outcome o = scree({"run", "--resume", "r"});
  EXPECT_EQ(o.status, 2);
  EXPECT_NE(o.err.find("E0918"), std::string::npos) << o.err;
  EXPECT_NE(o.err.find("E0912"), std::string::npos) << o.err;
  EXPECT_EQ(files("r"), before);
}

TEST_F(Faults, a_checkpoint_of_a_newer_version_is_left_alone) {
  stop_in_the_middle("r");
  std::string bytes = content_of(newest("r"));
  bytes.replace(bytes.find("version 5"), 9, "version 7");
  std::ofstream(newest("r"), std::ios::binary) << bytes;
  const Outcome o = scree({"run", "--resume", "r"});
  EXPECT_EQ(o.status, 2);
  EXPECT_NE(o.err.find("E0913"), std::string::npos) << o.err;
  EXPECT_TRUE(content_of(newest("r")) == bytes);
}

// A small disk of our own, seen by this process and its children only; empty: not allowed here.
std::string mount_small_disk(const fs::path& at, const char* size) {
  fs::create_directories(at);
  if (::unshare(CLONE_NEWNS) != 0) return std::strerror(errno);
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
    return std::strerror(errno);
  const std::string options = std::string("size=") + size;
  if (::mount("scree-test", at.c_str(), "tmpfs", 0, options.c_str()) != 0)
    return std::strerror(errno);
  return {};
}

TEST_F(Faults, a_full_disk_loses_nothing) {
  for (const char* size : {"64k", "200k", "300k"}) {
    const std::string run = std::string("disk") + size + "/r";
    const fs::path disk = path(std::string("disk") + size);
    const std::string refused = mount_small_disk(disk, size);
    const rlimit tight{20000, 20000};  // smaller than a checkpoint, larger than a frame
    if (!refused.empty())
      std::printf("no tmpfs here (%s): files are limited to %lu bytes instead\n", refused.c_str(),
                  static_cast<unsigned long>(tight.rlim_cur));
    const Outcome o = scree({"run", "busy.toml", "-o", run, "--threads", "1"}, [&] {
      if (!refused.empty()) ::setrlimit(RLIMIT_FSIZE, &tight);
    });
    EXPECT_EQ(o.status, 1) << o.err;
    EXPECT_NE(o.err.find("[E0902]"), std::string::npos) << o.err;
    expect_readable(run);
    for (const auto& e : fs::recursive_directory_iterator(path(run)))
      EXPECT_EQ(e.path().string().find(".tmp-"), std::string::npos) << e.path();
    if (refused.empty()) {
      ASSERT_EQ(::mount(nullptr, disk.c_str(), nullptr, MS_REMOUNT, "size=64m"), 0);
    }
    const Outcome again = scree({"run", "busy.toml", "-o", run, "--resume", "--threads", "1"});
    EXPECT_EQ(again.status, 0) << again.err;
    expect_undisturbed(run);
    if (refused.empty()) ::umount(disk.c_str());
  }
}

TEST_F(Faults, two_processes_never_write_one_run) {
  const pid_t child = start({"run", "busy.toml", "-o", "r", "--set", "duration=1000 s", "--set",
                             "output.frames=1", "--set", "output.series=1"});
  while (!fs::exists(path("r/checkpoints"))) std::this_thread::sleep_for(microseconds(1000));
  const Outcome o = scree({"run", "--resume", "r"});
  EXPECT_EQ(o.status, 2);
  EXPECT_NE(o.err.find("another process is writing this run [E0919]"), std::string::npos) << o.err;
  ::kill(child, SIGKILL);
  wait(child);
}

}  // namespace
}  // namespace scree::test
