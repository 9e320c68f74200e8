// scree info RUN: what came out of a run.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "io/atomic_file.hpp"
#include "scree/commands.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"
#include "scree/summary.hpp"

namespace scree::app {
namespace {

int info(const std::string& run, bool json) {
  namespace fs = std::filesystem;
  if (!fs::exists(run)) {
    print_errors({Error{"E0750", "there is no such folder", run, ""}});
    return kBadInput;
  }
  const std::string file = fs::is_directory(run) ? run + "/summary.json" : run;
  const auto text = read_whole_file(file);
  if (!text) {
    Errors errors = text.errors();
    if (fs::exists(run + "/scene.toml"))
      errors.front().hint = "the run has not ended, or was killed before it could say how";
    else if (fs::is_directory(run))
      errors.front().hint = "this folder is not a run";
    print_errors(errors);
    return kBadInput;
  }
  const Json summary = parsed_json(*text);
  if (!summary.is_object()) {
    print_errors({Error{"E0713", "is not the summary of a run: no JSON object", file, ""}});
    return kBadInput;
  }
  if (json)
    print_out("{}\n", json_text(summary));
  else
    print_out("{}", summary_table(summary));
  return kSuccess;
}

}  // namespace

void add_info(CommandLine& line) {
  struct Arguments {
    std::string run;
    bool json = false;
  };
  auto a = std::make_shared<Arguments>();
  Command c = line.command("info", "summary and verdict of a run");
  c.value("run", a->run, "the folder of a run").required();
  c.flag("--json", a->json, "as one JSON object");
  c.action([a] { return info(a->run, a->json); });
}

}  // namespace scree::app
