#include "run/plots/run_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "io/atomic_file.hpp"
#include "io/exporter.hpp"
#include "run/folder/quantity_text.hpp"
#include "run/folder/run_status.hpp"
#include "run/folder/stored_run.hpp"
#include "run/loop/disk_observers.hpp"
#include "run/plots/column_panels.hpp"
#include "run/plots/film_view.hpp"
#include "run/plots/html_page.hpp"
#include "run/plots/plot_files.hpp"
#include "run/plots/report_curves.hpp"
#include "run/plots/series_plot.hpp"
#include "scene/build/stored_materials.hpp"

namespace scree::run {
namespace {

namespace fs = std::filesystem;

template <class T>
T value_at(const Json& j, const std::string& pointer, T fallback) {
  const Json::json_pointer p(pointer);
  if (!j.is_object() || !j.contains(p) || j.at(p).is_null()) return fallback;
  try {
    return j.at(p).get<T>();
  } catch (const Json::exception&) {
    return fallback;
  }
}

// What the word rests on: how many checks passed, and the numbers of those that are worth a look.
std::string headline(const Json& s) {
  const std::string word = verdict_word(s), reasons = verdict_reasons(s);
  if (word != "ok") return reasons;
  std::size_t passed = 0;
  if (const Json::json_pointer p("/verdict/checks"); s.contains(p) && s.at(p).is_array())
    passed = s.at(p).size();
  if (passed == 0) return reasons;
  return fmt::format("all {} checks passed{}{}", passed,
                     reasons.empty() ? "" : "; to be noted: ", reasons);
}

void put_verdict(HtmlPage& page, const Json& s) {
  page.verdict(verdict_word(s), headline(s));
  std::vector<std::vector<std::string>> rows;
  if (const Json::json_pointer p("/verdict/checks"); s.contains(p) && s.at(p).is_array())
    for (const Json& c : s.at(p))
      rows.push_back({value_at<std::string>(c, "/name", "?"),
                      value_at(c, "/noted", false) ? "noted"
                      : value_at(c, "/ok", false)  ? "ok"
                                                   : "no",
                      value_at<std::string>(c, "/reason", "")});
  if (!rows.empty()) page.table({"check", "", ""}, rows);
}

// Frames from one place and with one scale.
Result<Done> draw_frames(HtmlPage& page, const StoredRun& run,
                         const std::vector<std::size_t>& chosen) {
  ParamSet given = run.picture().look;
  if (!given.has("color")) {
    const auto middle = run.frame(chosen[chosen.size() / 2], StoredRun::Contacts::leave_out);
    if (!middle) return middle.errors();
    given.set("color", best_color(*middle));
  }
  const auto look = with_defaults(find_exporter("png")->info.params, std::move(given));
  if (!look) return look.errors();
  render::Options options = render::options_of(*look);
  options.width = 560, options.height = 420;
  if (auto done = settle(run, chosen, options); !done) return done;
  page.begin_grid();
  for (const std::size_t k : chosen)
    if (const auto frame = run.frame_for(k, options))
      if (const auto png = render::picture(*frame, options))
        page.picture(*png, "at " + short_time_text(frame->time));
  page.end_grid();
  return Done{};
}

// The frames at the start, where a third and two thirds of all motion are over and, where it is not
// to be seen already, the end. Those that cannot be read are named.
void put_frames(HtmlPage& page, const std::string& folder, bool last_is_shown) {
  const auto run = StoredRun::open(folder);
  if (!run || run->size() < 2) return;
  std::vector<std::size_t> readable;
  std::vector<double> times;
  for (std::size_t k = 0; k < run->size(); ++k) times.push_back(run->time(k));
  const auto series = read_series(folder);
  std::vector<std::size_t> chosen = telling_frames(times, series ? *series : DataTable{}, 4);
  if (last_is_shown) chosen.pop_back();
  auto drawn = draw_frames(page, *run, chosen);
  if (drawn) return;
  for (const std::size_t k : chosen) {
    const auto frame = run->frame(k);
    if (frame)
      readable.push_back(k);
    else
      page.paragraph(fmt::format("The frame at {} cannot be shown: {}",
                                 short_time_text(run->time(k)), to_string(frame.error())));
  }
  if (readable.empty()) return;
  if (readable.size() < chosen.size()) drawn = draw_frames(page, *run, readable);
  if (!drawn) page.paragraph("The frames cannot be shown: " + to_string(drawn.error()));
}

void put_pictures(HtmlPage& page, const std::string& folder, const LastStateView& view) {
  page.html(view.html);
  bool last_is_shown = view.is_shown;
  if (!last_is_shown)
    if (const auto png = read_whole_file(folder + "/picture.png")) {
      page.picture(*png, "the last state");
      last_is_shown = true;
    }
  put_frames(page, folder, last_is_shown);
}

// What this kind of scene is made for. The columns that are there over time already.
std::vector<std::string> put_scene_plots(HtmlPage& page, const std::vector<NamedSeries>& series) {
  std::vector<std::string> shown;
  std::string heading;
  for (const ReportCurves& c : report_curves(series[0].table)) {
    auto drawn = column_panels(series, {c.columns, c.against});
    if (!drawn) continue;
    if (c.heading != heading) {
      if (!heading.empty()) page.end_grid();
      page.heading(c.heading);
      page.begin_grid();
      heading = c.heading;
    }
    for (plot::Plot& p : drawn->plots) {
      p.title = c.title;
      if (!c.x_label.empty()) p.x.label = c.x_label;
      p.width = 560, p.height = 340;
      page.plot(p);
    }
    if (c.against == "time") shown.insert(shown.end(), c.columns.begin(), c.columns.end());
    // Counts and variances beside an index say little, and share no axis with it.
    if (c.heading == "Mixing")
      for (const std::string& name : series[0].table.names)
        if (name.starts_with(c.family + ".")) shown.push_back(name);
  }
  if (!heading.empty()) page.end_grid();
  return shown;
}

void put_plots(HtmlPage& page, const std::string& folder) {
  auto table = read_series(folder);
  if (!table) {
    page.heading("Plots");
    return page.paragraph("No series was written (output.series).");
  }
  const std::vector<NamedSeries> series{{"", std::move(*table)}};
  const std::vector<std::string> shown = put_scene_plots(page, series);
  page.heading("Energies and measures over time");
  page.plot(energy_plot(series[0]));
  page.begin_grid();
  for (const auto& group : report_groups(series[0].table)) {
    // What stands above over time is not drawn twice.
    const auto is_shown = [&](const std::string& name) {
      return std::find(shown.begin(), shown.end(), name) != shown.end();
    };
    std::vector<std::string> left;
    for (const std::string& name : group)
      if (!is_shown(name)) left.push_back(name);
    if (left.empty()) continue;
    if (auto panels = column_plots(series, left, "time"))
      for (plot::Plot& p : *panels) {
        p.width = 560, p.height = 320;
        page.plot(p);
      }
  }
  page.end_grid();
  std::string constant;
  for (const std::string& name : series[0].table.names)
    if (name.find('.') != std::string::npos && is_constant(series[0].table, name))
      constant += fmt::format(
          "{}{} = {}", constant.empty() ? "" : ", ", name,
          series[0].table.cells.front()[static_cast<std::size_t>(series[0].table.column(name))]);
  if (!constant.empty()) page.paragraph("The same at all times: " + constant + ".");
}

std::string in_spaces_of(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}
std::string stored_text(const StoredValue& v) {
  if (!v.number) return v.text;
  const ReadableUnit unit = readable_unit(std::abs(*v.number), v.unit);
  return fmt::format("{:.4g}{}{}", *v.number * unit.factor, unit.unit.empty() ? "" : " ",
                     unit.unit);
}

std::vector<std::vector<std::string>> numbers_of(const Json& s) {
  std::vector<std::vector<std::string>> rows;
  const auto number = [&](const char* p) { return value_at(s, p, 0.0); };
  const auto count = [&](const char* p) { return in_thousands(value_at(s, p, std::uint64_t{0})); };
  rows.push_back(
      {"simulated", fmt::format("{} of {} in {} steps of {}", short_time_text(number("/time")),
                                short_time_text(number("/duration")), count("/steps"),
                                short_time_text(number("/dt")))});
  if (s.contains("stages") && s["stages"].is_array())
    for (const Json& stage : s["stages"])
      rows.push_back(
          {"stage", fmt::format("{}: from {} to {}, {}", value_at<std::string>(stage, "/name", "?"),
                                short_time_text(value_at(stage, "/begin", 0.0)),
                                short_time_text(value_at(stage, "/end", 0.0)),
                                value_at<std::string>(stage, "/reason", "?"))});
  rows.push_back({"grains", fmt::format("{}, {} contacts, {:.2f} per grain", count("/particles"),
                                        count("/contacts"), number("/coordination"))});
  rows.push_back(
      {"speed", fmt::format("mean {}, greatest {}", quantity_text(number("/mean_speed"), "m/s"),
                            quantity_text(number("/greatest_speed"), "m/s"))});
  rows.push_back({"kinetic energy", quantity_text(number("/energy/kinetic"), "J")});
  std::string lost;
  if (const Json::json_pointer p("/energy/dissipated"); s.contains(p) && s.at(p).is_object())
    for (const auto& [name, v] : s.at(p).items())
      if (v.is_number() && v.get<double>() != 0)
        lost += fmt::format("{}{} {}", lost.empty() ? "" : ", ", name,
                            quantity_text(v.get<double>(), "J"));
  if (!lost.empty()) rows.push_back({"energy lost", lost});
  const auto listed = [&](const char* name, const char* title, const char* grains,
                          const char* mass) {
    if (!s.contains(name) || !s[name].is_array()) return;
    for (const Json& i : s[name])
      rows.push_back(
          {title, fmt::format("{}: {} grains, {:.4g} kg", value_at<std::string>(i, "/name", "?"),
                              in_thousands(value_at(i, grains, std::uint64_t{0})),
                              value_at(i, mass, 0.0))});
  };
  listed("inlets", "poured in", "/placed", "/placed_mass");
  listed("outlets", "left through", "/grains", "/mass");
  return rows;
}

void put_materials(HtmlPage& page, const std::string& folder) {
  const auto resolved = read_whole_file(folder + "/resolved.toml");
  if (!resolved) return;
  std::vector<std::vector<std::string>> rows;
  for (const StoredMaterial& m : stored_materials(*resolved))
    for (const StoredPart& part : m.parts) {
      std::string values;
      for (const StoredValue& v : part.values) {
        const std::string name = part.law.empty() ? "" : in_spaces_of(v.name) + " ";
        values += (values.empty() ? "" : ", ") + name + stored_text(v);
      }
      const bool first = rows.empty() || &part == &m.parts.front();
      rows.push_back({first ? m.name : "", in_spaces_of(part.name), part.law, values});
    }
  if (rows.empty()) return;
  page.heading("Materials");
  page.table({"material", "", "law", "values"}, rows);
}

std::vector<std::vector<std::string>> provenance_of(const Json& s) {
  const auto text = [&](const char* p) { return value_at<std::string>(s, p, "?"); };
  std::vector<std::vector<std::string>> rows{
      {"program", fmt::format("scree {}, revision {}, {} build by {}", text("/provenance/version"),
                              text("/provenance/revision"), text("/provenance/build"),
                              text("/provenance/compiler"))},
      {"scene", text("/scene")},
      {"seed", std::to_string(value_at(s, "/seed", std::uint64_t{0}))},
      {"integrator", text("/integrator")},
      {"time step", "limited by " + text("/time_step/limited_by")},
      {"detector", text("/detector")},
      {"machine", fmt::format("{} threads, engine {}, {} instructions, {} of wall time",
                              value_at(s, "/threads", 0), text("/engine"), text("/instruction_set"),
                              duration_text(value_at(s, "/wall_s", 0.0)))},
      {"state hash", text("/state_hash")}};
  if (s.contains("resumed_at_steps") && s["resumed_at_steps"].is_array() &&
      !s["resumed_at_steps"].empty())
    rows.push_back({"resumed at steps", json_text(s["resumed_at_steps"])});
  if (s.contains("warnings") && s["warnings"].is_array())
    for (const Json& w : s["warnings"])
      if (w.is_string()) rows.push_back({"warning", w.get<std::string>()});
  return rows;
}

}  // namespace

Result<std::string> run_report(const std::string& given, const LastStateView& view) {
  std::string folder = given;
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  std::error_code unknown;
  if (fs::exists(folder, unknown) && !fs::is_directory(folder, unknown))
    return Error{"E0750", "is a file, not the folder of a run", given, ""};
  const auto summary = read_run(folder);
  if (!summary) return summary.errors();
  const auto title = value_at<std::string>(*summary, "/title", "");
  HtmlPage page(title.empty() ? run_name(folder) : title);
  page.paragraph("Run " + run_name(folder));
  put_verdict(page, *summary);
  page.heading("Pictures");
  put_pictures(page, folder, view);
  put_plots(page, folder);
  page.heading("Numbers");
  page.table({}, numbers_of(*summary));
  put_materials(page, folder);
  if (const auto png = read_whole_file(folder + "/sizes.png"))
    page.picture(*png, "sizes, asked and placed");
  page.heading("Provenance");
  page.table({}, provenance_of(*summary));
  page.heading("Scene");
  if (const auto scene = read_whole_file(folder + "/scene.toml")) page.text(*scene);
  if (const auto resolved = read_whole_file(folder + "/resolved.toml"))
    page.folded("with every default", *resolved);
  return page.finish();
}

}  // namespace scree::run
