// The words of the command line, as commands describe them.
//
// A thin front of CLI11, whose headers take four seconds to compile in every file that sees them:
// only command_line.cpp does.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "io/atomic_file.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace scree::app {

// Exit statuses. kDoubtful: with --strict only. kDefect: of the program itself (guard.hpp).
inline constexpr int kSuccess = 0, kFailed = 1, kBadInput = 2, kDoubtful = 3, kDefect = 4;

// A word of a command that was described; more may be said about it.
class Word {
 public:
  explicit Word(CLI::Option* option) : option_(option) {}
  Word& required();
  Word& between(int least, int most);
  Word& between(double least, double most);
  Word& one_of(std::vector<std::string> allowed);
  Word& count(int exactly);  // this many values
  Word& value_optional();    // `--name` alone is allowed
  Word& one_value_a_time();  // `--set a --set b`, not `--set a b`
  bool given() const;        // once the line was read

 private:
  CLI::Option* option_;
};

class Command {
 public:
  using Hook = std::shared_ptr<const std::function<void()>>;
  Command(CLI::App* app, Hook before) : app_(app), before_(std::move(before)) {}
  // `names` without dashes: by position. What is found is written to `to` before action() runs.
  Word value(const std::string& names, std::string& to, const std::string& help);
  Word value(const std::string& names, int& to, const std::string& help);
  Word value(const std::string& names, double& to, const std::string& help);
  Word value(const std::string& names, std::vector<std::string>& to, const std::string& help);
  Word value(const std::string& names, std::vector<double>& to, const std::string& help);
  Word flag(const std::string& names, bool& to, const std::string& help);
  // Runs when the command was called; returns the exit status.
  void action(std::function<int()> run);
  // `scree plot law`: a command of this one, which acts alone as well where it has an action.
  Command command(const std::string& name, const std::string& help);

 private:
  CLI::App* app_;
  Hook before_;
};

// `--instruction-set`, for commands that simulate.
void add_instruction_set(Command& command, std::string& to);
void add_oversubscribe(Command& command, bool& to);
// E0530 when the machine has no such instructions.
Result<Done> check_instruction_set(const std::string& name);

// To throw from an action: a word that this use of the command cannot do without.
[[noreturn]] void missing_word(const std::string& name);

class CommandLine {
 public:
  CommandLine();
  ~CommandLine();
  // Commands added from now on stand in this group of the help.
  void group(const std::string& title) { group_ = title; }
  Command command(const std::string& name, const std::string& help);
  // Reads the line, runs the command that it calls, returns the exit status.
  // Nothing that an action throws leaves it.
  int run(int argc, char** argv);
  std::vector<std::string> commands() const;
  // Runs before every action, where a test can throw.
  void before_actions(std::function<void()> hook) { *before_ = std::move(hook); }

 private:
  int parse_and_act(int argc, char** argv);

  std::unique_ptr<CLI::App> app_;
  std::string group_;
  std::shared_ptr<std::function<void()>> before_ = std::make_shared<std::function<void()>>();
};

}  // namespace scree::app
