// scree report RUN or SWEEP: one HTML page that opens without a server.
#include <fmt/format.h>

#include <memory>

#include "base/safe_text.hpp"
#include "io/atomic_file.hpp"
#include "io/xml.hpp"
#include "run/folder/quantity_text.hpp"
#include "run/folder/run_status.hpp"
#include "run/plots/run_report.hpp"
#include "run/sweeps/sweep_report.hpp"
#include "scree/commands.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"
#include "view/report_view.hpp"

namespace scree::app {
namespace {

struct ReportArguments {
  std::string run, out;
};

// What cannot be shown in 3D is told here and in the page, and the pictures stay.
LastStateView last_state_in_3d(const std::string& folder) {
  const auto view = view::report_view(folder);
  if (view) {
    if (view->shown < view->grains)
      print_note("note: of {} grains {} are shown in 3D\n", in_thousands(view->grains),
                 in_thousands(view->shown));
    return {view->html, true};
  }
  if (!read_run(folder)) return {};  // run_report says what it is
  const Error& e = view.error();
  const bool is_built = e.code != "E0692";
  const std::string why = is_built ? fmt::format("{}: {} [{}]", e.location, e.message, e.code)
                                   : "the page of the viewer was not built";
  print_note("note: no view in 3D: {}{}\n", safe_text(why), e.hint.empty() ? "" : "; " + e.hint);
  return {fmt::format("<p>No view in 3D: {}.</p>\n", xml_escaped(why)), false};
}

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
    auto text = run_report(folder, last_state_in_3d(folder));
    if (!text) return refused(text.errors());
    files.emplace_back(page, std::move(*text));
  }
  for (const auto& [file, content] : files) {
    if (const auto done = write_file(file, content); !done) {
      print_errors(done.errors());
      return kFailed;
    }
    print_out("{}\n", safe_text(file));
    if (file == page)
      print_note("one file of {}\n", bytes_text(static_cast<double>(content.size())));
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
