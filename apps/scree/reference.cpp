// scree reference, scree schema: what a scene may say, for people and for editors.
#include <fmt/format.h>

#include <memory>

#include "scene/scene.hpp"
#include "scree/commands.hpp"
#include "scree/output.hpp"

namespace scree::app {

void add_reference(CommandLine& line) {
  auto what = std::make_shared<std::string>("scene");
  Command c = line.command("reference", "the reference of scenes or of contact laws, as Markdown");
  c.value("what", *what, "scene (default) or laws").one_of({"scene", "laws"});
  c.action([what] {
    print_out("{}", *what == "laws" ? law_reference() : scene_reference());
    return kSuccess;
  });
}

void add_schema(CommandLine& line) {
  Command c = line.command("schema", "the JSON schema of scenes, for editors");
  c.action([] {
    print_out("{}", scene_schema());
    return kSuccess;
  });
}

}  // namespace scree::app
