// Signals, closed and full streams, folders that vanish: a run ends well, or says why not.
#include <csignal>
#include <thread>

#include "io/checkpoint_store.hpp"
#include "program.hpp"

namespace scree::test {
namespace {

using std::chrono::milliseconds;

class Streams : public Program {
 protected:
  // Without its picture, which takes longer than the run.
  void write_scene(const std::string& name = "drop.toml", const std::string& duration = "20 ms") {
    Program::write_scene(name, duration);
    std::ofstream(path(name), std::ios::app) << "picture = false\n";
  }
  void wait_for(const std::string& file) const {
    for (int k = 0; k < 60000 && !fs::exists(path(file)); ++k)
      std::this_thread::sleep_for(milliseconds(1));
    ASSERT_TRUE(fs::exists(path(file))) << file;
  }
  static void redirect(const char* file, int stream) {
    const int fd = ::open(file, O_WRONLY);
    if (fd < 0 || ::dup2(fd, stream) < 0) ::_exit(98);
  }
  // A pipe that is not read.
  static void break_pipe(int stream) {
    int ends[2];
    if (::pipe(ends) != 0 || ::dup2(ends[1], stream) < 0) ::_exit(98);
    ::close(ends[0]), ::close(ends[1]);
  }
};

TEST_F(Streams, a_full_standard_output_is_an_error) {
  write_scene();
  ASSERT_EQ(scree({"run", "drop.toml", "-o", "r"}).status, 0);
  const std::vector<std::vector<std::string>> commands = {
      {"list", "laws"}, {"explain"},   {"info", "r"}, {"--help"},
      {"--version"},    {"reference"}, {"schema"},    {"run", "drop.toml", "-o", "full"}};
  for (const auto& c : commands) {
    const Outcome full = scree(c, [] { redirect("/dev/full", 1); });
    EXPECT_EQ(full.status, 1) << c[0];
    EXPECT_NE(full.err.find("standard output: not everything could be written: No space left"),
              std::string::npos)
        << c[0] << full.err;
  }
  EXPECT_EQ(summary("full")["verdict"]["word"], "ok") << "the run itself is whole";
  const Outcome closed = scree({"info", "r"}, [] { ::close(1); });
  EXPECT_EQ(closed.status, 1);
  EXPECT_NE(closed.err.find("[E0980]"), std::string::npos) << closed.err;
}

TEST_F(Streams, nobody_who_listens_is_no_reason_to_stop) {
  write_scene();
  const std::pair<const char*, std::function<void()>> ways[] = {
      {"closed", [] { ::close(2); }},
      {"all closed", [] { ::close(0), ::close(1), ::close(2); }},
      {"full", [] { redirect("/dev/full", 2); }},
      {"broken", [] { break_pipe(2); }},
      {"both broken", [] { break_pipe(1), break_pipe(2); }}};
  for (const auto& [name, way] : ways) {
    // An ignored SIGPIPE is inherited: the program must not rely on it.
    const Outcome o = scree({"run", "drop.toml", "-o", name, "--progress", "json"}, [&way = way] {
      ::signal(SIGPIPE, SIG_DFL);
      way();
    });
    const bool out_lost = std::string(name) == "both broken" || std::string(name) == "all closed";
    EXPECT_EQ(o.status, out_lost ? 1 : 0) << name;
    EXPECT_EQ(summary(name)["verdict"]["word"], "ok") << name;
    for (const auto& e : fs::recursive_directory_iterator(path(name)))
      if (e.path().extension() == ".csv" || e.path().extension() == ".toml") {
        EXPECT_EQ(content_of(e.path()).find("\"event\""), std::string::npos)
            << "no message went into " << e.path();
      }
  }
}

TEST_F(Streams, two_signals_at_once_are_one_request) {
  write_scene("long.toml", "1000 s");
  for (const int second : {SIGTERM, SIGINT}) {
    const std::string run = "r" + std::to_string(second);
    const pid_t child = start({"run", "long.toml", "-o", run, "--set", "output.frames=1000 s",
                               "--set", "output.series=1000 s"});
    wait_for(run + "/resolved.toml");
    ::kill(child, SIGTERM);
    for (int k = 0; k < 20; ++k)
      ::kill(child, second), std::this_thread::sleep_for(milliseconds(1));
    const Outcome o = wait(child);
    EXPECT_EQ(o.status, 1) << o.err;
    EXPECT_EQ(summary(run)["verdict"]["word"], "stopped");
    EXPECT_EQ(CheckpointStore(path(run + "/checkpoints").string()).steps().size(), 1u);
  }
}

// The program is kept from stopping by a standard error that is not read.
TEST_F(Streams, a_later_signal_ends_the_program_at_once) {
  write_scene("long.toml", "1000 s");
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t child = start({"run", "long.toml", "-o", "r", "--progress", "live"}, [&ends] {
    ::dup2(ends[1], 2);
    ::fcntl(2, F_SETPIPE_SZ, 4096);
  });
  wait_for("r/resolved.toml");
  std::this_thread::sleep_for(milliseconds(6000));  // ten lines a second of about 100 characters
  ::kill(child, SIGTERM);
  std::this_thread::sleep_for(milliseconds(1200));
  ::kill(child, SIGTERM);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM) << status;
  ::close(ends[0]), ::close(ends[1]);
}

TEST_F(Streams, the_first_line_of_a_run_may_be_answered_with_a_signal) {
  write_scene("long.toml", "1000 s");
  for (int attempt = 0; attempt < 10; ++attempt) {
    const std::string run = "r" + std::to_string(attempt);
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const pid_t child = start({"run", "long.toml", "-o", run}, [&ends] { ::dup2(ends[1], 2); });
    ::close(ends[1]);
    char first = 0;
    ASSERT_EQ(::read(ends[0], &first, 1), 1);
    ::kill(child, SIGTERM);
    const Outcome o = wait(child);
    ::close(ends[0]);
    EXPECT_EQ(o.status, 1);
    EXPECT_EQ(summary(run)["verdict"]["word"], "stopped");
  }
}

TEST_F(Streams, a_folder_that_vanishes_stops_the_run_and_is_not_made_anew) {
  write_scene("long.toml", "1000 s");
  for (const std::string how : {"removed", "moved", "replaced"}) {
    // Once with much to write, once with nothing: it is noticed either way.
    for (const std::string interval : {"1 ms", "1000 s"}) {
      const pid_t child =
          start({"run", "long.toml", "-o", "r", "--set", "output.frames=" + interval, "--set",
                 "output.series=" + interval, "--set", "output.checkpoint=" + interval, "--quiet"});
      wait_for("r/resolved.toml");
      fs::rename(path("r"), path("away"));
      if (how == "replaced") fs::create_directory(path("r"));
      if (how == "removed") fs::remove_all(path("away"));
      const Outcome o = wait(child);
      EXPECT_EQ(o.status, 1) << o.err;
      EXPECT_NE(o.err.find("r: the folder of the run is gone: it was removed, moved or replaced "
                           "[E0983]"),
                std::string::npos)
          << how << interval << o.err;
      EXPECT_EQ(fs::exists(path("r")), how == "replaced");
      if (how == "replaced") {
        EXPECT_TRUE(fs::is_empty(path("r")));
      }
      fs::remove_all(path("r")), fs::remove_all(path("away"));
    }
  }
}

}  // namespace
}  // namespace scree::test
