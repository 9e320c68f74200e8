// Threads, stacks and instructions that a machine does not have.
#include <sched.h>
#include <sys/resource.h>

#include "base/instruction_set.hpp"
#include "base/processors.hpp"
#include "program.hpp"

namespace scree::test {
namespace {

class Limits : public Program {
 protected:
  // Without its picture, which takes longer than the run.
  void write_scene(const std::string& name = "drop.toml", const std::string& duration = "20 ms") {
    Program::write_scene(name, duration);
    std::ofstream(path(name), std::ios::app) << "picture = false\n";
  }
  static void limit(int resource, rlim_t value) {
    const rlimit both{value, value};
    if (::setrlimit(static_cast<__rlimit_resource>(resource), &both) != 0) ::_exit(98);
  }
};

TEST_F(Limits, threads_are_no_more_than_the_processors_and_that_is_told) {
  write_scene();
  const int processors = usable_processors();
  for (const char* command : {"run", "check"}) {
    const Outcome o = scree({command, "drop.toml", "--threads", "4096"});
    EXPECT_EQ(o.status, 0) << o.err;
    EXPECT_NE(o.err.find("warning: 4096 threads were asked for, but this process may use " +
                         std::to_string(processors) + " processor"),
              std::string::npos)
        << o.err;
  }
  const auto s = summary("runs/drop-001");
  EXPECT_EQ(s["threads"], processors);
  EXPECT_NE(s["warnings"].dump().find("4096 threads were asked for"), std::string::npos);
  // What the scene asks for is capped as well.
  const Outcome scene = scree({"check", "drop.toml", "--json", "--set", "threads=4096"});
  EXPECT_NE(scene.err.find("4096 threads were asked for"), std::string::npos) << scene.err;
  EXPECT_EQ(nlohmann::json::parse(scene.out, nullptr, false)["threads"], processors);
  const Outcome one = scree({"run", "drop.toml", "--threads", "1"});
  EXPECT_EQ(one.err.find("warning"), std::string::npos) << one.err;
}

TEST_F(Limits, processors_that_the_process_is_not_bound_to_are_not_counted) {
  write_scene();
  const Outcome o = scree({"run", "drop.toml", "-o", "r", "--threads", "2"}, [] {
    cpu_set_t all, one;
    CPU_ZERO(&one);
    if (::sched_getaffinity(0, sizeof all, &all) != 0) ::_exit(97);
    for (int k = 0; k < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++k)
      if (CPU_ISSET(k, &all)) CPU_SET(k, &one);
    if (::sched_setaffinity(0, sizeof one, &one) != 0) ::_exit(98);
  });
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_NE(o.err.find("may use 1 processor: 1 taken"), std::string::npos) << o.err;
  EXPECT_EQ(summary("r")["threads"], 1);
}

TEST_F(Limits, more_threads_than_processors_are_taken_on_request) {
  write_scene();
  const int many = usable_processors() + 1;
  const Outcome o =
      scree({"run", "drop.toml", "-o", "r", "--threads", std::to_string(many), "--oversubscribe"});
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_NE(o.err.find("warning: " + std::to_string(many) + " threads on the "), std::string::npos)
      << o.err;
  EXPECT_EQ(summary("r")["threads"], many);
}

TEST_F(Limits, a_sweep_shares_the_processors_among_its_runs) {
  write_scene();
  const std::string processors = std::to_string(usable_processors());
  const Outcome o =
      scree({"sweep", "drop.toml", "--vary", "seed=[1,2]", "-o", "s", "--jobs", "4096"});
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_NE(o.err.find("warning: 4096 runs at a time with 1 thread each are more than the " +
                       processors + " processor"),
            std::string::npos)
      << o.err;
  EXPECT_NE(o.err.find(" in s, " + processors + " at a time\n"), std::string::npos) << o.err;
}

// Address space instead of processes: limits on the latter do not hold for the administrator, as
// whom tests may run.
TEST_F(Limits, more_threads_than_the_process_may_have_are_not_taken) {
  write_scene();
  const Outcome o = scree({"run", "drop.toml", "-o", "r", "--threads", "300", "--oversubscribe"},
                          [] { limit(RLIMIT_AS, rlim_t{500} << 20); });
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(o.err.find("libgomp"), std::string::npos) << o.err;
  EXPECT_NE(o.err.find("warning: 300 threads are more than this process may start: "),
            std::string::npos)
      << o.err;
  const int taken = summary("r")["threads"].get<int>();
  EXPECT_GE(taken, 1);
  EXPECT_LT(taken, 300);
  EXPECT_NE(summary("r")["warnings"].dump().find(": " + std::to_string(taken) + " taken"),
            std::string::npos);
}

TEST_F(Limits, a_stack_of_64_kb_is_enough) {
  write_scene();
  const auto small = [] { limit(RLIMIT_STACK, 64 << 10); };
  ASSERT_EQ(scree({"run", "drop.toml", "-o", "large"}).status, 0);
  const Outcome o = scree({"run", "drop.toml", "-o", "small", "--threads", "2"}, small);
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(summary("small")["state_hash"], summary("large")["state_hash"]);
  const Outcome openmp = scree({"run", "drop.toml", "-o", "threads", "--threads", "2"},
                               [] { ::setenv("OMP_STACKSIZE", "16k", 1); });
  EXPECT_EQ(openmp.status, 0) << openmp.err;
  for (const std::vector<std::string>& c : std::vector<std::vector<std::string>>{
           {"check", "hourglass"},
           {"schema"},
           {"measure", "small", "speed"},
           {"export", "small", "--to", "png"},
           {"run", "--resume", "small", "--set", "duration=21 ms"},
           {"run", "drop.toml", "-o", "t", "--threads", "2", "--set",
            "detect.method=triangulation"}}) {
    const Outcome each = scree(c, small);
    EXPECT_EQ(each.status, 0) << c[0] << each.err;
  }
}

TEST_F(Limits, instruction_sets_give_the_same_bits_and_are_told) {
  write_scene();
  std::string hash;
  for (const std::string set : {"auto", "plain", "avx2", "avx512"}) {
    const Outcome o = scree({"run", "drop.toml", "-o", set, "--instruction-set", set});
    if (!has_instruction_set(set)) {
      EXPECT_EQ(o.status, 2);
      EXPECT_NE(o.err.find("[E0530]"), std::string::npos) << o.err;
      continue;
    }
    ASSERT_EQ(o.status, 0) << o.err;
    if (set != "auto") {
      EXPECT_EQ(summary(set)["instruction_set"], set);
      EXPECT_NE(o.out.find(", " + set + " instructions"), std::string::npos) << o.out;
    }
    if (hash.empty()) hash = summary(set)["state_hash"];
    EXPECT_EQ(summary(set)["state_hash"], hash) << set;
  }
  for (const char* command : {"run", "sweep"}) {
    const Outcome o = scree({command, "drop.toml", "--instruction-set", "sse"});
    EXPECT_EQ(o.status, 2);
    EXPECT_NE(o.err.find("known: auto, plain, avx2, avx512"), std::string::npos) << o.err;
  }
  EXPECT_EQ(scree({"verify", "--instruction-set", "sse"}).status, 2);
  EXPECT_EQ(
      scree({"sweep", "drop.toml", "--vary", "seed=[1]", "-o", "w", "--instruction-set", "plain"})
          .status,
      0);
  EXPECT_EQ(summary("w/001")["instruction_set"], "plain");
}

}  // namespace
}  // namespace scree::test
