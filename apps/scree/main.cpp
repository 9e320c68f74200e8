// scree: granular matter by the discrete element method, from the command line.
#include <fmt/format.h>

#include <utility>

#include "scree/commands.hpp"
#include "scree_version.hpp"

int main(int argc, char** argv) {
  using namespace scree;
  CLI::App app("Scree: granular matter by the discrete element method.", "scree");
  app.set_version_flag("--version", std::string("scree ") + kVersion +
                                        (*kRevision ? std::string(" (") + kRevision + ")" : ""));
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::simple);

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
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    // Help and version are successes; everything else is bad input.
    return app.exit(e) == 0 ? app::kSuccess : app::kBadInput;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "scree: not enough memory\n");
    return app::kFailed;
  }
  return status;
}
