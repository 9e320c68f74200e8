#include "scree/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <sstream>

#include "base/instruction_set.hpp"
#include "base/version.hpp"
#include "base/words.hpp"
#include "scree/guard.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"

namespace scree::app {
namespace {

// The option of a command that the first unknown one in a message probably meant.
std::string nearest_option(const CLI::App* app, const std::string& message) {
  std::vector<std::string> names;
  for (const CLI::Option* o : app->get_options())
    for (const std::string& name : o->get_lnames()) names.push_back("--" + name);
  std::istringstream words(message);
  for (std::string word; words >> word;) {
    const std::string option = word.substr(0, word.find('='));
    if (!option.starts_with("--") || std::find(names.begin(), names.end(), option) != names.end())
      continue;
    if (std::string near = nearest_word(option, names); !near.empty()) return near;
  }
  return {};
}

// Mistakes of the command line in the same form as all others.
std::string usage_mistake(const CLI::App* app, const CLI::Error& e) {
  std::string command;
  const CLI::App* last = app;
  for (auto chosen = app->get_subcommands(); !chosen.empty();
       chosen = chosen.front()->get_subcommands())
    last = chosen.front(), command += " " + last->get_name();
  const std::string near = nearest_option(last, e.what());
  return fmt::format("error: scree{}: {}\n  hint: {}\n", command, e.what(),
                     near.empty() ? fmt::format("scree{} --help", command)
                                  : fmt::format("did you mean `{}`?", near));
}

// A first word that is not a command; nothing when it is one, or an option.
std::optional<Error> unknown_command(const std::vector<std::string>& names,
                                     const std::string& word) {
  if (word.starts_with("-")) return std::nullopt;
  if (std::find(names.begin(), names.end(), word) != names.end()) return std::nullopt;
  const std::string nearest = nearest_word(word, names);
  return Error{"E0717", "there is no such command", "scree " + word,
               nearest.empty() ? "scree --help" : fmt::format("did you mean `{}`?", nearest)};
}

// The status that an action leaves. CLI11's callbacks return nothing.
int& status() {
  static int left = kSuccess;
  return left;
}

}  // namespace

Word& Word::required() {
  option_->required();
  return *this;
}
Word& Word::between(int least, int most) {
  option_->check(CLI::Range(least, most));
  return *this;
}
Word& Word::between(double least, double most) {
  option_->check(CLI::Range(least, most));
  return *this;
}
Word& Word::one_of(std::vector<std::string> allowed) {
  option_->check(CLI::IsMember(std::move(allowed)));
  return *this;
}
Word& Word::count(int exactly) {
  option_->expected(exactly);
  return *this;
}
Word& Word::value_optional() {
  option_->expected(0, 1);
  return *this;
}
Word& Word::one_value_a_time() {
  option_->allow_extra_args(false);
  return *this;
}
bool Word::given() const { return option_->count() > 0; }

Word Command::value(const std::string& names, std::string& to, const std::string& help) {
  return Word(app_->add_option(names, to, help));
}
Word Command::value(const std::string& names, int& to, const std::string& help) {
  return Word(app_->add_option(names, to, help));
}
Word Command::value(const std::string& names, double& to, const std::string& help) {
  return Word(app_->add_option(names, to, help));
}
Word Command::value(const std::string& names, std::vector<std::string>& to,
                    const std::string& help) {
  return Word(app_->add_option(names, to, help));
}
Word Command::value(const std::string& names, std::vector<double>& to, const std::string& help) {
  return Word(app_->add_option(names, to, help));
}
Word Command::flag(const std::string& names, bool& to, const std::string& help) {
  return Word(app_->add_flag(names, to, help));
}
void Command::action(std::function<int()> run) {
  if (!app_->get_subcommands({}).empty()) app_->require_subcommand(0, 1);
  app_->callback([run = std::move(run), before = before_, app = app_] {
    if (!app->get_subcommands().empty()) return;  // one of its own commands was called
    if (*before) (*before)();
    status() = run();
  });
}

Command Command::command(const std::string& name, const std::string& help) {
  app_->require_subcommand(1);
  return Command(app_->add_subcommand(name, help), before_);
}

void add_oversubscribe(Command& command, bool& to) {
  command.flag("--oversubscribe", to,
               "allow more threads than the processors that this process may use");
}

void add_instruction_set(Command& command, std::string& to) {
  command.value("--instruction-set", to,
                "auto (default), plain, avx2 or avx512: the same bits, at different speeds");
}

Result<Done> check_instruction_set(const std::string& name) {
  if (!has_instruction_set(name)) return no_instruction_set(name, "--instruction-set");
  return Done{};
}

void missing_word(const std::string& name) { throw CLI::RequiredError(name); }

CommandLine::CommandLine()
    : app_(std::make_unique<CLI::App>("Scree: granular matter by the discrete element method.",
                                      "scree")) {
  app_->set_version_flag("--version", std::string("scree ") + kVersion +
                                          (*kRevision ? std::string(" (") + kRevision + ")" : ""));
  app_->require_subcommand(1);
  app_->failure_message(usage_mistake);
  app_->footer(
      "Begin with: scree new hopper, scree run hopper.toml. "
      "scree COMMAND --help says more about one.");
}
CommandLine::~CommandLine() = default;

Command CommandLine::command(const std::string& name, const std::string& help) {
  CLI::App* added = app_->add_subcommand(name, help);
  if (!group_.empty()) added->group(group_);
  return Command(added, before_);
}

std::vector<std::string> CommandLine::commands() const {
  std::vector<std::string> names;
  for (const CLI::App* c : app_->get_subcommands({})) names.push_back(c->get_name());
  return names;
}

int CommandLine::parse_and_act(int argc, char** argv) {
  if (argc < 2) {
    print_note("{}", app_->help());
    return kBadInput;
  }
  if (const auto mistake = unknown_command(commands(), argv[1])) {
    print_errors({*mistake});
    return kBadInput;
  }
  try {
    status() = kSuccess;
    app_->parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    std::ostringstream out, err;
    const int told = app_->exit(e, out, err);
    write_out(out.str());
    write_note(err.str());
    // Help and version are successes; everything else is bad input.
    return told == 0 ? kSuccess : kBadInput;
  }
  return status();
}

int CommandLine::run(int argc, char** argv) {
  const int left = guarded([&] { return parse_and_act(argc, argv); });
  if (const auto written = finish_output(); !written) {
    print_errors(written.errors());
    return left == kSuccess ? kFailed : left;
  }
  return left;
}

}  // namespace scree::app
