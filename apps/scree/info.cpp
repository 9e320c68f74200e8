// scree info RUN: what came out of a run, or of a sweep.
#include <fmt/format.h>

#include <memory>

#include "base/safe_text.hpp"
#include "run/folder/run_status.hpp"
#include "run/sweeps/sweep_results.hpp"
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

// How the runs ended, and what came out for each set of parameters.
int info_of_sweep(const InfoArguments& a) {
  const auto sweep = read_sweep(a.run);
  if (!sweep) return refused(sweep.errors());
  const std::vector<std::pair<std::string, std::size_t>> words = sweep->status_counts();
  bool good = true, doubtful = false;
  Json statuses = Json::object();
  std::string text;
  for (const auto& [word, n] : words) {
    statuses[word] = n;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", n, word);
    good = good && (word == "ok" || word == "doubtful");
    doubtful = doubtful || word == "doubtful";
  }
  Json groups = Json::array();
  std::string table;
  for (const SweepGroup& g : sweep->groups) {
    Json parameters = Json::object(), results = Json::object();
    std::string line;
    for (std::size_t k = 0; k < g.values.size(); ++k) {
      parameters[sweep->varied[k]] = g.values[k];
      line += fmt::format("{}{} = {}", line.empty() ? "" : ", ", sweep->varied[k], g.values[k]);
    }
    table += fmt::format("{} ({} run{})\n", line.empty() ? "all seeds" : safe_text(line),
                         g.rows.size(), g.rows.size() == 1 ? "" : "s");
    for (const std::string& r : sweep->results) {
      const Statistic s = statistic_of(sweep->values(g, r));
      if (s.number == 0) continue;
      results[r] = {{"runs", s.number},
                    {"unit", sweep->unit(r)},
                    {"mean", s.mean},
                    {"deviation", s.deviation},
                    {"confidence95", s.confidence}};
      table += fmt::format("  {:<34}{:<12.5g}{:<9}", safe_text(r), s.mean, sweep->unit(r));
      if (s.number > 1)
        table += fmt::format("± {:<10.3g}deviation {:.3g}", s.confidence, s.deviation);
      table += '\n';
    }
    groups.push_back({{"parameters", parameters}, {"runs", g.rows.size()}, {"results", results}});
  }
  if (a.json)
    print_out("{}\n", json_text({{"sweep", sweep->folder},
                                 {"runs", sweep->table.rows()},
                                 {"statuses", statuses},
                                 {"groups", groups}}));
  else
    print_out("{}: {} runs, {}\n{}", safe_text(sweep->folder), sweep->table.rows(), text, table);
  if (a.strict && good && doubtful) return kDoubtful;
  return (a.check || a.strict) && !good ? kFailed : kSuccess;
}

int info(const InfoArguments& a) {
  if (is_sweep(a.run)) return info_of_sweep(a);
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
  Command c = line.command("info", "summary and verdict of a run; the table of a sweep");
  c.value("run", a->run, "the folder of a run or of a sweep").required();
  c.flag("--json", a->json, "as one JSON object");
  c.flag("--check", a->check, "exit status 1 when the run failed or did not come to its end");
  c.flag("--strict", a->strict, "as --check, and exit status 3 when the verdict is doubtful");
  c.action([a] { return info(*a); });
}

}  // namespace scree::app
