#include "scree/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <optional>

#include "base/words.hpp"
#include "scree/messages.hpp"
#include "scree_version.hpp"

namespace scree::app {
namespace {

// Mistakes of the command line in the same form as all others.
std::string usage_mistake(const CLI::App* app, const CLI::Error& e) {
  const auto chosen = app->get_subcommands();
  const std::string command = chosen.empty() ? "" : " " + chosen.front()->get_name();
  return fmt::format("error: scree{}: {}\n  hint: scree{} --help\n", command, e.what(), command);
}

// A first word that is no command; nothing when it is one, or an option.
std::optional<Error> unknown_command(const CLI::App& app, const std::string& word) {
  if (word.starts_with("-")) return std::nullopt;
  std::vector<std::string> names;
  for (const CLI::App* c : app.get_subcommands({})) names.push_back(c->get_name());
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
  app_->callback([run = std::move(run)] { status() = run(); });
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
  return Command(added);
}

int CommandLine::run(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "{}", app_->help());
    return kBadInput;
  }
  if (const auto mistake = unknown_command(*app_, argv[1])) {
    print_errors({*mistake});
    return kBadInput;
  }
  try {
    app_->parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    // Help and version are successes; everything else is bad input.
    return app_->exit(e) == 0 ? kSuccess : kBadInput;
  } catch (const std::filesystem::filesystem_error& e) {
    // A folder that one may not look into, and the like: to ask whether a file is there can fail.
    print_errors(
        {Error{"E0906", "cannot look at the file: " + e.code().message(), e.path1().string(), ""}});
    return kBadInput;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "scree: not enough memory\n");
    return kFailed;
  }
  return status();
}

}  // namespace scree::app
