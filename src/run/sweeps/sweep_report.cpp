#include "run/sweeps/sweep_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "io/atomic_file.hpp"
#include "run/plots/html_page.hpp"
#include "run/plots/plot_files.hpp"
#include "run/plots/series_plot.hpp"
#include "run/sweeps/sweep_folder.hpp"
#include "run/sweeps/sweep_ranking.hpp"

namespace scree::run {
namespace {

constexpr std::size_t kMostPlots = 40, kMostColumns = 12;

// "friction" of "material.glass.tangential.friction".
std::string short_name(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string::npos ? path : path.substr(dot + 1);
}

std::string number_cell(double v) { return std::isfinite(v) ? fmt::format("{:.4g}", v) : ""; }

std::string in_spaces(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

// What the other parameters are, for the legend.
std::string others_of(const SweepResults& s, const SweepGroup& g, std::size_t parameter) {
  std::string out;
  for (std::size_t k = 0; k < s.varied.size(); ++k)
    if (k != parameter)
      out +=
          fmt::format("{}{} = {}", out.empty() ? "" : ", ", short_name(s.varied[k]), g.values[k]);
  return out;
}

void put_status(HtmlPage& page, const SweepResults& s) {
  const auto counts = s.status_counts();
  const std::map<std::string, std::size_t> count(counts.begin(), counts.end());
  std::string text;
  for (const auto& [status_word, n] : count)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", n, status_word);
  const bool good = count.size() == 1 && count.contains("ok");
  const char* word = good                         ? "ok"
                     : count.contains("failed")   ? "failed"
                     : count.contains("doubtful") ? "doubtful"
                                                  : "unfinished";
  page.verdict(word, fmt::format("{} runs: {}", s.table.rows(), text));
}

void put_varied(HtmlPage& page, const SweepResults& s) {
  std::vector<std::vector<std::string>> rows;
  for (const Json& a : s.description["axes"]) {
    std::string values;
    for (const Json& v : a.value("values", Json::array()))
      values +=
          (values.empty() ? "" : ", ") + (v.is_string() ? v.get<std::string>() : json_text(v));
    rows.push_back({a.value("path", "?"), values});
  }
  page.table({"parameter", "values"}, rows);
}

// Means of repeats; without repeats the table of the runs says it all.
void put_statistics(HtmlPage& page, const SweepResults& s) {
  if (!s.seeds) return;
  page.heading("Mean over seeds");
  page.paragraph(
      "Mean ± half the 95 % interval of the mean (Student's t); in brackets the standard deviation "
      "of the runs. The whole table is in statistics.csv.");
  std::vector<std::string> head;
  for (const std::string& path : s.varied) head.push_back(short_name(path));
  const std::size_t numbers = head.size();
  head.emplace_back("runs");
  const std::size_t shown = std::min(s.results.size(), kMostColumns);
  for (std::size_t k = 0; k < shown; ++k) head.push_back(s.results[k]);
  std::vector<std::vector<std::string>> rows;
  for (const SweepGroup& g : s.groups) {
    rows.push_back(g.values);
    rows.back().push_back(std::to_string(g.rows.size()));
    for (std::size_t k = 0; k < shown; ++k) {
      const Statistic st = statistic_of(s.values(g, s.results[k]));
      rows.back().push_back(st.number < 2 ? number_cell(st.mean)
                                          : fmt::format("{:.4g} ± {:.2g} ({:.2g})", st.mean,
                                                        st.confidence, st.deviation));
    }
  }
  page.table(head, rows, numbers);
}

void put_ranking(HtmlPage& page, const SweepResults& s, const std::vector<RankedResult>& ranked) {
  if (ranked.empty() || s.varied.empty()) return;
  page.heading("What changed most");
  page.paragraph(
      "Change: the greatest mean less the least, over the greater size of both. Explained: the "
      "share "
      "of the scatter of all runs that goes with the values of the parameter; the rest are other "
      "parameters and seeds. The order is that of their product.");
  std::vector<std::vector<std::string>> rows;
  for (std::size_t k = 0; k < std::min(ranked.size(), kMostColumns); ++k) {
    const RankedResult& r = ranked[k];
    const std::string unit = s.unit(r.result);
    const auto text = [&](double v) { return number_cell(v) + (unit.empty() ? "" : " " + unit); };
    rows.push_back({in_spaces(r.result), short_name(s.varied[r.parameter]), text(r.least),
                    text(r.greatest), fmt::format("{:.0f} %", 100 * r.change),
                    fmt::format("{:.0f} %", 100 * r.explained)});
  }
  page.table({"result", "parameter", "least mean", "greatest mean", "change", "explained"}, rows,
             2);
}

// The last state of one run for each set of values, as the runs drew it.
void put_pictures(HtmlPage& page, const SweepResults& s) {
  constexpr std::size_t kMostPictures = 12;
  std::vector<std::pair<std::string, std::string>> found;  // picture, caption
  const int run = s.table.column("run");
  const std::size_t step = (s.groups.size() + kMostPictures - 1) / kMostPictures;
  for (std::size_t g = 0; g < s.groups.size(); g += std::max<std::size_t>(1, step)) {
    const std::size_t row = s.groups[g].rows.front();
    const auto number =
        run < 0 ? row + 1
                : static_cast<std::size_t>(s.table.numbers(static_cast<std::size_t>(run))[row]);
    const auto png = read_whole_file(sweep_run_folder(s.folder, number) + "/picture.png");
    if (!png) continue;
    const std::string values = others_of(s, s.groups[g], s.varied.size());
    found.emplace_back(*png, fmt::format("{}{}run {}", values, values.empty() ? "" : ", ", number));
  }
  if (found.empty()) return;
  page.heading("Last states");
  page.begin_grid();
  for (const auto& [png, caption] : found) page.picture(png, caption);
  page.end_grid();
}

// The results that changed most come first.
void put_dependences(HtmlPage& page, const SweepResults& s,
                     const std::vector<RankedResult>& ranked) {
  page.heading("How results depend on what was varied");
  page.begin_grid();
  std::size_t drawn = 0, left = 0;
  for (const RankedResult& r : ranked)
    for (std::size_t p = 0; p < std::max<std::size_t>(s.varied.size(), 1); ++p) {
      if (drawn == kMostPlots) {
        ++left;
        continue;
      }
      ++drawn;
      page.plot(dependence_plot(s, r.result, p));
    }
  page.end_grid();
  if (s.results.empty()) page.paragraph("No result differs between the runs.");
  if (left > 0)
    page.paragraph(
        fmt::format("{} more plots are left out; all numbers are in results.csv.", left));
}

void put_runs(HtmlPage& page, const SweepResults& s) {
  page.heading("Runs");
  std::vector<std::size_t> columns{0, 1};
  for (std::size_t c = 2; c < s.table.names.size(); ++c) {
    const std::string& name = s.table.names[c];
    const bool parameter = std::any_of(s.description["axes"].begin(), s.description["axes"].end(),
                                       [&](const Json& a) { return a.value("path", "") == name; });
    const auto at = std::find(s.results.begin(), s.results.end(), name);
    const bool result =
        at != s.results.end() && static_cast<std::size_t>(at - s.results.begin()) < kMostColumns;
    if (parameter || result || name == "message") columns.push_back(c);
  }
  std::vector<std::string> head;
  for (const std::size_t c : columns) head.push_back(short_name(s.table.names[c]));
  for (std::size_t k = 0; k < columns.size(); ++k)
    if (std::find(s.results.begin(), s.results.end(), s.table.names[columns[k]]) != s.results.end())
      head[k] = s.table.names[columns[k]];
  std::vector<std::vector<std::string>> rows;
  for (std::size_t r = 0; r < s.table.rows(); ++r) {
    rows.emplace_back();
    for (const std::size_t c : columns) {
      const bool result =
          std::find(s.results.begin(), s.results.end(), s.table.names[c]) != s.results.end();
      rows.back().push_back(result ? number_cell(s.table.numbers(c)[r]) : s.table.cells[r][c]);
    }
  }
  page.table(head, rows, 2);
}

}  // namespace

plot::Plot dependence_plot(const SweepResults& s, const std::string& result,
                           std::size_t parameter) {
  double greatest = 0;
  for (const SweepGroup& g : s.groups)
    for (const double v : s.values(g, result))
      if (std::isfinite(v)) greatest = std::max(greatest, std::abs(v));
  const ReadableUnit unit = readable_unit(greatest, s.unit(result));
  const bool bars = std::any_of(s.groups.begin(), s.groups.end(),
                                [](const SweepGroup& g) { return g.rows.size() > 2; });
  plot::Plot out{.title = in_spaces(result) + (bars ? " (bars: 95 % interval of the mean)" : ""),
                 .y = {.label = in_spaces(result) + (unit.unit.empty() ? "" : ", " + unit.unit)}};
  out.width = 560, out.height = 340;
  std::vector<std::string> texts;
  for (const SweepGroup& g : s.groups)
    texts.push_back(parameter < g.values.size() ? g.values[parameter] : "all");
  const ParameterAxis axis = parameter_axis(texts);
  const std::string name = parameter < s.varied.size() ? short_name(s.varied[parameter]) : "seeds";
  out.x.label = name + (axis.unit.empty() ? ""
                        : axis.numbered   ? " (" + axis.unit + ")"
                                          : ", " + axis.unit);
  std::vector<std::string> legend;
  for (std::size_t k = 0; k < s.groups.size(); ++k) {
    const std::string others = others_of(s, s.groups[k], parameter);
    if (std::find(legend.begin(), legend.end(), others) == legend.end()) legend.push_back(others);
  }
  int color = 1;
  for (const std::string& one : legend) {
    plot::Series mean{.label = legend.size() > 1 ? one : "",
                      .x = {},
                      .y = {},
                      .mark = plot::Mark::line_and_points,
                      .color = color};
    plot::Series all{
        .label = "", .x = {}, .y = {}, .mark = plot::Mark::points, .color = color++, .small = true};
    std::vector<std::size_t> order(s.groups.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return axis.at[a] < axis.at[b]; });
    for (const std::size_t k : order) {
      if (others_of(s, s.groups[k], parameter) != one) continue;
      std::vector<double> values = s.values(s.groups[k], result);
      for (double& v : values) v *= unit.factor;
      const Statistic st = statistic_of(values);
      if (st.number == 0) continue;
      mean.x.push_back(axis.at[k]), mean.y.push_back(st.mean),
          mean.error.push_back(st.number > 2 ? st.confidence : 0);
      if (values.size() < 2) continue;
      for (const double v : values) all.x.push_back(axis.at[k]), all.y.push_back(v);
    }
    if (axis.numbered) mean.mark = plot::Mark::points;
    out.series.push_back(std::move(mean));
    if (!all.x.empty()) out.series.push_back(std::move(all));
  }
  return out;
}

std::string sweep_report(const SweepResults& s) {
  HtmlPage page("Sweep " + run_name(s.folder));
  put_status(page, s);
  put_varied(page, s);
  const std::vector<RankedResult> ranked = ranked_results(s);
  put_ranking(page, s, ranked);
  put_pictures(page, s);
  put_dependences(page, s, ranked);
  put_statistics(page, s);
  put_runs(page, s);
  if (s.description.contains("scene") && s.description["scene"].is_string()) {
    page.heading("Scene");
    page.text(s.description["scene"].get<std::string>());
  }
  return page.finish();
}

}  // namespace scree::run
