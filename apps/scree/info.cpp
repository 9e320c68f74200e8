// scree info RUN: what came out of a run.
#include <fmt/format.h>

#include <memory>

#include "run/run_status.hpp"
#include "scree/commands.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"
#include "scree/summary_table.hpp"

namespace scree::app {
namespace {

struct InfoArguments {
  std::string run;
  bool json = false, check = false, strict = false;
};

// Scripts ask with --check; without it, to have shown what there is is a success.
int status_of(const Json& summary, const InfoArguments& a) {
  const std::string word = verdict_word(summary);
  if (a.strict && word == "doubtful") return kDoubtful;
  const bool good = word == "ok" || word == "doubtful";
  return (a.check || a.strict) && !good ? kFailed : kSuccess;
}

int info(const InfoArguments& a) {
  const auto summary = read_run(a.run);
  if (!summary) return refused(summary.errors());
  if (a.json)
    print_out("{}\n", json_text(*summary));
  else
    print_out("{}", summary_table(*summary));
  return status_of(*summary, a);
}

}  // namespace

void add_info(CommandLine& line) {
  auto a = std::make_shared<InfoArguments>();
  Command c = line.command("info", "summary and verdict of a run");
  c.value("run", a->run, "the folder of a run").required();
  c.flag("--json", a->json, "as one JSON object");
  c.flag("--check", a->check, "exit status 1 when the run failed or did not come to its end");
  c.flag("--strict", a->strict, "as --check, and exit status 3 when the verdict is doubtful");
  c.action([a] { return info(*a); });
}

}  // namespace scree::app
