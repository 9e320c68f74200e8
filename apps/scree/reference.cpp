// scree reference, scree schema: what a scene may say, for people and for editors.
#include <fmt/format.h>

#include "scene/scene.hpp"
#include "scree/commands.hpp"

namespace scree::app {

void add_reference(CLI::App& app, int& status) {
  CLI::App* c = app.add_subcommand("reference", "the reference of scenes, as Markdown");
  c->callback([&status] {
    fmt::print("{}", scene_reference());
    status = kSuccess;
  });
}

void add_schema(CLI::App& app, int& status) {
  CLI::App* c = app.add_subcommand("schema", "the JSON schema of scenes, for editors");
  c->callback([&status] {
    fmt::print("{}", scene_schema());
    status = kSuccess;
  });
}

}  // namespace scree::app
