// scree plot RUN [COLUMN ...]: the series of a run as curves, and of several runs beside each
// other.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "base/processors.hpp"
#include "base/safe_text.hpp"
#include "base/threads.hpp"
#include "base/words.hpp"
#include "run/folder/json.hpp"
#include "run/folder/stored_tables.hpp"
#include "run/plots/column_expression.hpp"
#include "run/plots/plot_files.hpp"
#include "run/plots/series_plot.hpp"
#include "run/plots/table_plot.hpp"
#include "run/sweeps/sweep_report.hpp"
#include "scree/choices.hpp"
#include "scree/commands.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"

namespace scree::app {
namespace {

struct PlotArguments {
  std::string run, against = "time", out, of, frames = "last", slice;
  std::vector<std::string> columns, runs, where;
  bool log = false, list = false, json = false, mean = false;
};

// `-o file.svg`, `-o file.png` and `-o file` mean the same two files. Without it a plot of one run
// lies in its folder, a comparison where one is.
std::string stem_for(const PlotArguments& a, const std::vector<std::string>& folders) {
  std::string stem = a.out;
  for (const char* end : {".svg", ".png"})
    if (stem.size() > 4 && stem.ends_with(end)) stem.resize(stem.size() - 4);
  if (!stem.empty()) return stem;
  std::string name = a.of.empty()
                         ? (a.columns.empty() ? "energy" : "")
                         : std::string(trimmed(std::string_view(a.of).substr(0, a.of.find(';'))));
  for (const std::string& c : a.columns) name += (name.empty() ? "" : "-") + c;
  if (name.size() > 80) name = a.columns.front() + "-and-more";
  if (a.against != "time") name += "-over-" + a.against;
  for (char& c : name)
    if (std::string_view("/ \"'*()").find(c) != std::string_view::npos) c = '_';
  if (folders.size() > 1) return name;
  std::error_code unknown;
  if (!std::filesystem::is_directory(folders.front(), unknown)) return name;
  return (std::filesystem::path(folders.front()) / name).string();
}

// Runs whose folders have the same last name are told apart by the whole path.
std::vector<std::string> names_of(const std::vector<std::string>& folders) {
  std::vector<std::string> out;
  for (const std::string& f : folders) out.push_back(run_name(f));
  for (std::size_t k = 0; k < out.size(); ++k)
    for (std::size_t l = 0; l < k; ++l)
      if (out[k] == out[l]) return folders;
  return out;
}

int list_columns(const PlotArguments& a, const DataTable& table) {
  if (a.json) {
    Json columns = Json::object();
    for (std::size_t c = 0; c < table.names.size(); ++c) columns[table.names[c]] = table.unit(c);
    print_out("{}\n", json_text({{"columns", columns}}));
    return kSuccess;
  }
  for (std::size_t c = 0; c < table.names.size(); ++c)
    print_out("{:<32}{}\n", safe_text(table.names[c]), table.unit(c));
  return kSuccess;
}

int write_panels(const PlotArguments& a, const std::vector<std::string>& folders,
                 std::vector<plot::Plot> panels) {
  if (a.log)
    for (plot::Plot& p : panels) p.y.log = true;
  const auto files = write_plots(stem_for(a, folders), panels);
  if (!files) {
    print_errors(files.errors());
    return kFailed;
  }
  if (a.json) {
    print_out("{}\n", json_text({{"files", *files}, {"panels", panels.size()}}));
    return kSuccess;
  }
  for (const std::string& f : *files) print_out("{}\n", safe_text(f));
  return kSuccess;
}

// A table by the name that the scene gave it, or of a measure written out.
Result<std::vector<TimedTable>> tables_for(const PlotArguments& a, const StoredRun& run,
                                           const std::vector<std::size_t>& frames) {
  const std::vector<std::string> known = stored_table_names(a.run);
  if (std::find(known.begin(), known.end(), a.of) != known.end())
    return read_tables(run, a.of, frames);
  auto measure = make_measure(a.of);
  if (!measure) {
    Error e = measure.error();
    if (a.of.find(';') == std::string::npos && !known.empty())
      e.hint += (e.hint.empty() ? "" : "; ") + ("tables of this run: " + list_words(known, 20));
    return e;
  }
  if (!(*measure)->is_table())
    return Error{"E0679", "`" + a.of + "` has no table", "--of",
                 "its columns are those of series.csv: scree plot RUN --list"};
  return make_tables(run, **measure, frames, available_threads(usable_processors()));
}

int plot_table(const PlotArguments& a) {
  if (a.run.empty()) missing_word("run");
  if (!a.runs.empty() || a.against != "time")
    return refused(Errors{Error{"E0679", "--of goes with one run and without --against", "",
                                "the horizontal axis of a table is where its rows are"}});
  const auto run = StoredRun::open(a.run);
  if (!run) return refused(run.errors());
  const auto frames = choose_frames(a.frames, run->size());
  if (!frames) return refused(frames.errors());
  auto tables = tables_for(a, *run, *frames);
  if (!tables) return refused(tables.errors());
  if (a.mean) {
    auto one = mean_of(*tables);
    if (!one) return refused(one.errors());
    *tables = {std::move(*one)};
  }
  if (a.list) {
    for (const ColumnInfo& c : tables->back().table.columns)
      print_out("{:<32}{}\n", safe_text(c.name), c.unit);
    return kSuccess;
  }
  auto panels =
      table_plots(*tables, {.title = run_name(a.run), .columns = a.columns, .slice = a.slice});
  if (!panels) return refused(panels.errors());
  return write_panels(a, {a.run}, std::move(*panels));
}

// Which parameter is the horizontal axis; the last step of its path is enough.
Result<std::size_t> parameter_of(const SweepResults& s, const std::string& wanted) {
  if (wanted.empty()) return std::size_t{0};
  for (std::size_t k = 0; k < s.varied.size(); ++k)
    if (s.varied[k] == wanted || s.varied[k].ends_with("." + wanted)) return k;
  return Error{"E0472", "was not varied", wanted,
               s.varied.empty() ? "only seeds were" : "choose " + list_words(s.varied)};
}

// Results over what was varied, one panel each.
int plot_sweep(const PlotArguments& a) {
  const auto sweep = read_sweep(a.run);
  if (!sweep) return refused(sweep.errors());
  if (a.list) {
    for (const std::string& r : sweep->results)
      print_out("{:<32}{}\n", safe_text(r), sweep->unit(r));
    return kSuccess;
  }
  const auto parameter = parameter_of(*sweep, a.against == "time" ? "" : a.against);
  if (!parameter) return refused(parameter.errors());
  constexpr std::size_t kFew = 6;
  std::vector<std::string> results = a.columns;
  for (std::size_t k = 0; a.columns.empty() && k < std::min(kFew, sweep->results.size()); ++k)
    results.push_back(sweep->results[k]);
  std::vector<plot::Plot> panels;
  for (const std::string& r : results) {
    if (sweep->table.column(r) < 0)
      return refused(
          {Error{"E0472", "no such result", r, "choose " + list_words(sweep->results, 20)}});
    panels.push_back(dependence_plot(*sweep, r, *parameter));
  }
  if (panels.empty())
    return refused({Error{"E0472", "no result differs between the runs", a.run, ""}});
  PlotArguments named = a;
  if (a.columns.empty()) named.columns = {"results"};
  return write_panels(named, {a.run}, std::move(panels));
}

Result<DataTable> chosen_rows(const DataTable& table, const std::string& condition) {
  auto rows = rows_where(table, condition, "--where");
  if (rows && rows->rows() == 0)
    return Error{"E0488", fmt::format("no row of the series has `{}`", condition), "--where", ""};
  return rows;
}

int plot_runs(const PlotArguments& a) {
  if (!a.of.empty()) return plot_table(a);
  if (a.runs.empty() && is_sweep(a.run)) return plot_sweep(a);
  std::vector<std::string> folders = a.runs;
  if (!a.run.empty()) folders.insert(folders.begin(), a.run);
  if (folders.empty()) missing_word("run");
  const std::vector<std::string> names = names_of(folders);
  std::vector<NamedSeries> series;
  Errors errors;
  for (std::size_t k = 0; k < folders.size(); ++k) {
    auto table = read_series(folders[k]);
    for (const std::string& w : a.where)
      if (table) table = chosen_rows(*table, w);
    if (table)
      series.push_back({names[k], std::move(*table)});
    else
      errors.insert(errors.end(), table.errors().begin(), table.errors().end());
  }
  if (!errors.empty()) return refused(errors);
  if (a.list) return list_columns(a, series.front().table);
  std::vector<plot::Plot> panels;
  if (a.columns.empty() && a.against == "time") {
    panels = energy_plots(series);
  } else {
    const std::vector<std::string> columns =
        a.columns.empty() ? std::vector<std::string>{"kinetic", "rotational"} : a.columns;
    auto made = column_plots(series, columns, a.against);
    if (!made) return refused(made.errors());
    panels = std::move(*made);
  }
  return write_panels(a, folders, std::move(panels));
}

}  // namespace

void add_plot(CommandLine& line) {
  auto a = std::make_shared<PlotArguments>();
  Command c = line.command("plot", "curves of a run as SVG and PNG; `plot law`: of a contact law");
  c.value("run", a->run, "the folder of a run or of a sweep");
  c.value(
      "columns", a->columns,
      "columns of its series.csv (default: the energies), or arithmetic of them: \"abs(a) / b\"; "
      "those of one unit share a panel");
  c.value(
      "--against", a->against,
      "column of the horizontal axis, or arithmetic (default time); of a sweep: what was varied");
  c.value("--where", a->where,
          "only instants for which this holds: \"stage = 3\", \"time > 0.2\"; may be repeated")
      .one_value_a_time();
  c.value("--runs", a->runs, "more runs, to compare: --runs A B C");
  c.value(
      "--of", a->of,
      "a table in place of the series: its name in the run, or a measure: \"profile; count = 10\"");
  c.value("--frames", a->frames, "with --of: last (default), all, a number, or A:B:STEP");
  c.flag("--mean", a->mean, "with --of: the mean over these frames");
  c.value("--slice", a->slice, "with --of a grid: the plane that is shown, \"z = 5 mm\"");
  c.flag("--log", a->log, "logarithmic vertical axis; what is not above 0 is left out");
  c.flag("--list", a->list, "only show which columns there are");
  c.value("-o,--output", a->out, "FILE.svg; FILE.png next to it (default: in the run's folder)");
  c.flag("--json", a->json, "names of the files as one JSON object");
  add_plot_law(c);
  c.action([a] { return plot_runs(*a); });
}

}  // namespace scree::app
