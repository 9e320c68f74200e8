// scree: granular matter by the discrete element method, from the command line.
#include <fmt/format.h>

#include "scree/commands.hpp"
#include "scree_version.hpp"

int main(int argc, char** argv) {
  using namespace scree;
  CLI::App app("Scree: granular matter by the discrete element method.", "scree");
  app.set_version_flag("--version", std::string("scree ") + kVersion +
                                        (*kRevision ? std::string(" (") + kRevision + ")" : ""));
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::simple);

  int status = app::kSuccess;
  app::add_run(app, status);
  app::add_check(app, status);
  app::add_new(app, status);
  app::add_sweep(app, status);
  app::add_list(app, status);
  app::add_info(app, status);
  app::add_explain(app, status);
  app::add_verify(app, status);
  app::add_reference(app, status);
  app::add_schema(app, status);
  app::add_export(app, status);
  app::add_measure(app, status);
  app::add_film(app, status);
  app::add_tessellate(app, status);
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
