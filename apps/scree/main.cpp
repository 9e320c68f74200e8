// scree: granular matter by the discrete element method, from the command line.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/words.hpp"
#include "scree/commands.hpp"
#include "scree/messages.hpp"
#include "scree_version.hpp"

namespace {

using namespace scree;

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

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Scree: granular matter by the discrete element method.", "scree");
  app.set_version_flag("--version", std::string("scree ") + kVersion +
                                        (*kRevision ? std::string(" (") + kRevision + ")" : ""));
  app.require_subcommand(1);
  app.failure_message(usage_mistake);

  app.footer(
      "Begin with: scree new hopper, scree run hopper.toml. "
      "scree COMMAND --help says more about one.");

  // In the order of a piece of work; the help shows them in these groups.
  using Add = void (*)(CLI::App&, int&);
  constexpr std::pair<const char*, Add> commands[] = {
      {"Write a scene", app::add_new},    {"Write a scene", app::add_list},
      {"Write a scene", app::add_check},  {"Write a scene", app::add_explain},
      {"Run it", app::add_run},           {"Run it", app::add_sweep},
      {"Look at a run", app::add_info},   {"Look at a run", app::add_measure},
      {"Look at a run", app::add_export}, {"Look at a run", app::add_film},
      {"Other", app::add_verify},         {"Other", app::add_tessellate},
      {"Other", app::add_reference},      {"Other", app::add_schema},
  };
  int status = app::kSuccess;
  for (const auto& [group, add] : commands) {
    const std::size_t before = app.get_subcommands({}).size();
    add(app, status);
    for (std::size_t k = before; k < app.get_subcommands({}).size(); ++k)
      app.get_subcommands({})[k]->group(group);
  }
  if (argc < 2) {
    fmt::print(stderr, "{}", app.help());
    return app::kBadInput;
  }
  if (const auto mistake = unknown_command(app, argv[1])) {
    app::print_errors({*mistake});
    return app::kBadInput;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    // Help and version are successes; everything else is bad input.
    return app.exit(e) == 0 ? app::kSuccess : app::kBadInput;
  } catch (const std::filesystem::filesystem_error& e) {
    // A folder that one may not look into, and the like: to ask whether a file is there can fail.
    app::print_errors(
        {Error{"E0906", "cannot look at the file: " + e.code().message(), e.path1().string(), ""}});
    return app::kBadInput;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "scree: not enough memory\n");
    return app::kFailed;
  }
  return status;
}
