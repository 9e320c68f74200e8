// scree report RUN or SWEEP: one HTML page that opens without a server.
#include <fmt/format.h>

#include <memory>

#include "base/safe_text.hpp"
#include "io/atomic_file.hpp"
#include "run/run_report.hpp"
#include "run/sweep_report.hpp"
#include "scree/commands.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"

namespace scree::app {
namespace {

struct ReportArguments {
  std::string run, out;
};

int report_on(const ReportArguments& a) {
  std::string folder = a.run;
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  std::vector<std::pair<std::string, std::string>> files;
  const std::string page = a.out.empty() ? folder + "/report.html" : a.out;
  if (is_sweep(folder)) {
    const auto sweep = read_sweep(folder);
    if (!sweep) return refused(sweep.errors());
    files.emplace_back(page, sweep_report(*sweep));
    if (sweep->seeds) files.emplace_back(folder + "/statistics.csv", statistics_csv(*sweep));
  } else {
    auto text = run_report(folder);
    if (!text) return refused(text.errors());
    files.emplace_back(page, std::move(*text));
  }
  for (const auto& [file, content] : files) {
    if (const auto done = write_file(file, content); !done) {
      print_errors(done.errors());
      return kFailed;
    }
    print_out("{}\n", safe_text(file));
  }
  return kSuccess;
}

}  // namespace

void add_report(CommandLine& line) {
  auto a = std::make_shared<ReportArguments>();
  Command c =
      line.command("report", "one HTML page about a run or a sweep, with plots and pictures");
  c.value("run", a->run, "the folder of a run or of a sweep").required();
  c.value("-o,--output", a->out, "the page (default RUN/report.html)");
  c.action([a] { return report_on(*a); });
}

}  // namespace scree::app
