// No command ends by an exception that was not caught.
#include "scree/guard.hpp"

#include <functional>
#include <map>
#include <stdexcept>
#include <thread>

#include "program.hpp"
#include "run/folder/json.hpp"
#include "scree/commands.hpp"
#include "scree/messages.hpp"

namespace scree::test {
namespace {

struct Told {
  int status = -1;
  std::string err;
};

Told run_line(app::CommandLine& line, std::vector<std::string> words) {
  words.insert(words.begin(), "scree");
  std::vector<char*> argv;
  for (std::string& w : words) argv.push_back(w.data());
  ::testing::internal::CaptureStderr();
  const int status = line.run(static_cast<int>(argv.size()), argv.data());
  return {status, ::testing::internal::GetCapturedStderr()};
}

// The words that each command cannot do without.
const std::map<std::string, std::vector<std::string>> kWords = {{"run", {"scene"}},
                                                                {"check", {"scene"}},
                                                                {"sweep", {"scene"}},
                                                                {"info", {"run"}},
                                                                {"measure", {"run", "speed"}},
                                                                {"export", {"run", "--to", "csv"}},
                                                                {"import", {"packing.data"}},
                                                                {"film", {"run"}},
                                                                {"tessellate", {"points.csv"}},
                                                                {"distance", {"pairs.json"}},
                                                                {"volume", {"systems.json"}},
                                                                {"plot", {"law", "linear"}},
                                                                {"plugin", {"show", "mine.so"}},
                                                                {"report", {"run"}}};

TEST(Guard, an_exception_in_any_command_is_a_message_and_a_status) {
  struct Case {
    std::function<void()> thrown;
    int status;
    const char* code;
  };
  const Case cases[] = {
      {[] { throw std::runtime_error("oh"); }, app::kDefect, "E0981"},
      {[] { throw 42; }, app::kDefect, "E0981"},
      {[] { run::Json(nullptr).at("key"); }, app::kDefect, "E0981"},
      {[] { (void)run::Json("\xff").dump(); }, app::kDefect, "E0981"},
      {[] { throw std::bad_alloc(); }, app::kFailed, "E0982"},
      {[] { throw std::length_error("vector"); }, app::kFailed, "E0982"},
      {[] { (void)fs::exists(std::string(5000, 'x')); }, app::kBadInput, "E0906"},
  };
  app::CommandLine names;
  app::add_all_commands(names);
  ASSERT_GE(names.commands().size(), 14u);
  for (const std::string& command : names.commands())
    for (const Case& c : cases) {
      app::CommandLine line;
      app::add_all_commands(line);
      line.before_actions(c.thrown);
      std::vector<std::string> words{command};
      if (const auto it = kWords.find(command); it != kWords.end())
        words.insert(words.end(), it->second.begin(), it->second.end());
      const Told told = run_line(line, words);
      EXPECT_EQ(told.status, c.status) << command << told.err;
      EXPECT_NE(told.err.find(c.code), std::string::npos) << command << told.err;
    }
}

TEST(Guard, an_exception_that_leaves_a_thread_is_told_too) {
  EXPECT_EXIT(
      {
        app::tell_before_terminating();
        std::thread([] { throw std::runtime_error("from a thread"); }).join();
      },
      ::testing::ExitedWithCode(app::kDefect), "from a thread \\[E0981\\]");
}

// Written in any other way, text is not made safe, and a closed stream throws.
TEST(Output, goes_through_one_place) {
  for (const auto& e : fs::recursive_directory_iterator(SCREE_SOURCE_DIR "/apps")) {
    if (e.path().extension() != ".cpp" || e.path().filename() == "output.cpp") continue;
    const std::string text = content_of(e.path());
    for (const char* other :
         {"fmt::print(", "std::printf(", "std::cout", "std::cerr", "std::puts(", "stderr"})
      EXPECT_EQ(text.find(other), std::string::npos) << e.path() << " has " << other;
  }
}

TEST(ShellWord, is_one_word_that_is_no_option) {
  EXPECT_EQ(app::shell_word("runs/drum-001"), "runs/drum-001");
  EXPECT_EQ(app::shell_word("-r"), "./-r");
  EXPECT_EQ(app::shell_word("a b"), "'a b'");
  // As a shell reads them.
  for (const std::string name :
       {"-r", "a b", "it's", "$HOME", "caf\xe9", "a\nb'c\\d\x1b", "`id`"}) {
    const std::string command =
        "bash -c \"$(cat <<'END'\nprintf %s " + app::shell_word(name) + "\nEND\n)\"";
    FILE* shell = ::popen(command.c_str(), "r");
    ASSERT_NE(shell, nullptr);
    std::string read(100, '\0');
    read.resize(std::fread(read.data(), 1, read.size(), shell));
    ::pclose(shell);
    EXPECT_EQ(read, name.starts_with("-") ? "./" + name : name);
  }
}

}  // namespace
}  // namespace scree::test
