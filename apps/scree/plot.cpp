// scree plot RUN [COLUMN ...]: the series of a run as curves, and of several runs beside each
// other.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>

#include "base/processors.hpp"
#include "base/safe_text.hpp"
#include "base/threads.hpp"
#include "base/words.hpp"
#include "run/folder/json.hpp"
#include "run/folder/stored_tables.hpp"
#include "run/plots/column_expression.hpp"
#include "run/plots/column_panels.hpp"
#include "run/plots/plot_files.hpp"
#include "run/plots/table_plot.hpp"
#include "run/sweeps/sweep_panels.hpp"
#include "scree/choices.hpp"
#include "scree/commands.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"

namespace scree::app {
namespace {

struct PlotArguments {
  std::string run, against = "time", of, frames = "last", slice;
  std::vector<std::string> columns, runs, where, out, fits, starts;
  bool log = false, log_x = false, list = false, json = false, mean = false, series = false;
};

Result<PanelStyle> style_of(const PlotArguments& a) {
  PanelStyle style{.log_x = a.log_x, .log_y = a.log};
  std::vector<std::pair<std::string, double>> starts;
  for (const std::string& s : a.starts) {
    auto start = start_value(s);
    if (!start) return start.errors();
    starts.push_back(std::move(*start));
  }
  for (const std::string& f : a.fits) style.fits.push_back({f, starts});
  if (a.fits.empty() && !a.starts.empty())
    return Error{"E0497", "a start without a fit", "--start", "say what is fitted: --fit power"};
  return style;
}

// Without -o a plot of one run lies in its folder, a comparison where one is.
std::string stem_for(const PlotArguments& a, const std::vector<std::string>& folders) {
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

Json fit_json(const PanelFit& f) {
  Json parameters = Json::object();
  const auto finite = [](double v) { return std::isfinite(v) ? Json(v) : Json(nullptr); };
  for (std::size_t k = 0; k < f.fitted.names.size(); ++k)
    parameters[f.fitted.names[k]] = {{"value", finite(f.fitted.fit.parameters[k])},
                                     {"half_interval_95", finite(f.fitted.fit.intervals[k])},
                                     {"unit", f.fitted.units[k]}};
  return {{"curve", f.curve},
          {"formula", f.fitted.formula},
          {"parameters", parameters},
          {"points", f.fitted.fit.points},
          {"r_squared", finite(f.fitted.fit.r_squared)}};
}

int write_panels(const PlotArguments& a, const std::vector<std::string>& folders,
                 const DrawnPanels& drawn) {
  std::vector<std::string> files;
  for (const std::string& o : a.out.empty() ? std::vector{stem_for(a, folders)} : a.out) {
    const auto some = plot_files_for(o);
    if (!some) return refused(some.errors());
    for (const std::string& f : *some)
      if (std::find(files.begin(), files.end(), f) == files.end()) files.push_back(f);
  }
  for (const std::string& n : drawn.notes) print_note("note: {}\n", safe_text(n));
  if (const auto done = write_plot_files(files, drawn.plots); !done) {
    print_errors(done.errors());
    return kFailed;
  }
  if (a.json) {
    Json fits = Json::array();
    for (const PanelFit& f : drawn.fits) fits.push_back(fit_json(f));
    print_out("{}\n", json_text({{"files", files},
                                 {"panels", drawn.plots.size()},
                                 {"fits", fits},
                                 {"notes", drawn.notes}}));
    return kSuccess;
  }
  for (const PanelFit& f : drawn.fits)
    print_out("{}: {} ({} points, R² = {:.4f})\n", safe_text(f.curve), safe_text(f.fitted.legend()),
              f.fitted.fit.points, f.fitted.fit.r_squared);
  for (const std::string& f : files) print_out("{}\n", safe_text(f));
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
  if (!a.runs.empty() || a.against != "time" || !a.fits.empty())
    return refused(Errors{Error{"E0679", "--of goes with one run, without --against and --fit", "",
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
  for (plot::Plot& p : *panels) p.x.log = a.log_x, p.y.log = a.log;
  return write_panels(a, {a.run}, {std::move(*panels), {}, {}});
}

// Results over what was varied, one panel each.
int plot_sweeps(const PlotArguments& a, const std::vector<std::string>& folders) {
  if (!a.where.empty())
    return refused(Errors{Error{"E0488", "--where chooses instants of series", "--where",
                                "with --series it does so in each run of the sweep"}});
  std::vector<SweepResults> sweeps;
  for (const std::string& folder : folders) {
    auto sweep = read_sweep(folder);
    if (!sweep) return refused(sweep.errors());
    sweeps.push_back(std::move(*sweep));
  }
  if (a.list) {
    for (const std::string& r : sweeps[0].results)
      print_out("{:<32}{}\n", safe_text(r), sweeps[0].unit(r));
    return kSuccess;
  }
  const auto style = style_of(a);
  if (!style) return refused(style.errors());
  const auto drawn = sweep_panels(sweeps, {a.columns, a.against, *style});
  if (!drawn) return refused(drawn.errors());
  PlotArguments named = a;
  if (a.columns.empty()) named.columns = {"results"};
  return write_panels(named, folders, *drawn);
}

Result<DataTable> chosen_rows(const DataTable& table, const std::string& condition) {
  auto rows = rows_where(table, condition, "--where");
  if (rows && rows->rows() == 0)
    return Error{"E0488", fmt::format("no row of the series has `{}`", condition), "--where", ""};
  return rows;
}

// Of runs, and of the runs of sweeps.
Result<std::vector<NamedSeries>> series_of(const PlotArguments& a,
                                           const std::vector<std::string>& folders) {
  const std::vector<std::string> names = names_of(folders);
  std::vector<NamedSeries> out;
  Errors errors;
  for (std::size_t k = 0; k < folders.size(); ++k) {
    std::vector<NamedSeries> found;
    if (is_sweep(folders[k])) {
      const auto sweep = read_sweep(folders[k]);
      auto series = sweep ? sweep_series(*sweep, folders.size() > 1)
                          : Result<std::vector<NamedSeries>>(sweep.errors());
      if (series)
        found = std::move(*series);
      else
        errors.insert(errors.end(), series.errors().begin(), series.errors().end());
    } else if (auto table = read_series(folders[k])) {
      found.push_back({names[k], std::move(*table)});
    } else {
      errors.insert(errors.end(), table.errors().begin(), table.errors().end());
    }
    for (NamedSeries& s : found) {
      for (const std::string& w : a.where) {
        std::vector<DataTable*> tables{&s.table};
        for (DataTable& t : s.seeds) tables.push_back(&t);
        for (DataTable* t : tables) {
          auto rows = chosen_rows(*t, w);
          if (!rows) return rows.errors();
          *t = std::move(*rows);
        }
      }
      out.push_back(std::move(s));
    }
  }
  if (!errors.empty()) return errors;
  return out;
}

int plot_runs(const PlotArguments& a) {
  if (!a.of.empty()) return plot_table(a);
  std::vector<std::string> folders = a.runs;
  if (!a.run.empty()) folders.insert(folders.begin(), a.run);
  if (folders.empty()) missing_word("run");
  if (!a.series && std::all_of(folders.begin(), folders.end(), is_sweep))
    return plot_sweeps(a, folders);
  const auto series = series_of(a, folders);
  if (!series) return refused(series.errors());
  if (a.list) return list_columns(a, series->front().table);
  const auto style = style_of(a);
  if (!style) return refused(style.errors());
  if (a.columns.empty() && a.against == "time" && a.fits.empty()) {
    DrawnPanels drawn{energy_plots(*series), {}, {}};
    for (plot::Plot& p : drawn.plots) p.x.log = a.log_x, p.y.log = a.log;
    return write_panels(a, folders, drawn);
  }
  const std::vector<std::string> columns =
      a.columns.empty() ? std::vector<std::string>{"kinetic", "rotational"} : a.columns;
  const auto drawn = column_panels(*series, {columns, a.against, *style});
  if (!drawn) return refused(drawn.errors());
  return write_panels(a, folders, *drawn);
}

}  // namespace

void add_plot(CommandLine& line) {
  auto a = std::make_shared<PlotArguments>();
  Command c = line.command(
      "plot", "curves of runs and sweeps as SVG, PNG or PDF; `plot law`: of a contact law");
  c.value("run", a->run, "the folder of a run or of a sweep");
  c.value(
      "columns", a->columns,
      "columns of its series.csv (default: the energies), or arithmetic of them: \"abs(a) / b\", "
      "\"lid.pressure * 4 cm^2\"; those of one unit share a panel. Of a sweep: its results");
  c.value(
      "--against", a->against,
      "column of the horizontal axis, or arithmetic (default time); of a sweep: what was varied, a "
      "result, or arithmetic of both");
  c.value("--where", a->where,
          "only instants for which this holds: \"stage = 3\", \"time > 0.2\"; may be repeated")
      .one_value_a_time();
  c.value("--runs", a->runs, "more runs or sweeps, to compare: --runs A B C");
  c.flag("--series", a->series,
         "of a sweep: the series of its runs; those that differ in their seed are one, with bars");
  c.value("--fit", a->fits,
          "linear, power, beverloo, or an expression of x with parameters: \"a * exp(-x / tau)\"; "
          "may be repeated")
      .one_value_a_time();
  c.value("--start", a->starts, "where a parameter of a fit begins: --start tau=0.1")
      .one_value_a_time();
  c.value(
      "--of", a->of,
      "a table in place of the series: its name in the run, or a measure: \"profile; count = 10\"");
  c.value("--frames", a->frames, "with --of: last (default), all, a number, or A:B:STEP");
  c.flag("--mean", a->mean, "with --of: the mean over these frames");
  c.value("--slice", a->slice, "with --of a grid: the plane that is shown, \"z = 5 mm\"");
  c.flag("--log,--log-y", a->log, "logarithmic vertical axis; what is not above 0 is left out");
  c.flag("--log-x", a->log_x, "logarithmic horizontal axis");
  c.flag("--list", a->list, "only show which columns there are");
  c.value(
       "-o,--output", a->out,
       "FILE.svg with FILE.png beside it (default: in the run's folder), FILE.pdf, or FILE.py for "
       "matplotlib; may be repeated")
      .one_value_a_time();
  c.flag("--json", a->json, "names of the files, and fits, as one JSON object");
  add_plot_law(c);
  c.action([a] { return plot_runs(*a); });
}

}  // namespace scree::app
