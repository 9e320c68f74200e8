#include "api/pictures.hpp"

#include <algorithm>
#include <numbers>
#include <utility>

#include "api/access.hpp"
#include "api/stored_run_impl.hpp"
#include "base/words.hpp"
#include "io/exporter.hpp"
#include "io/plot/png_plot.hpp"
#include "run/law_studies/law_table.hpp"
#include "run/loop/disk_observers.hpp"
#include "run/loop/snapshot.hpp"
#include "run/plots/plot_files.hpp"
#include "run/plots/series_plot.hpp"
#include "scene/build/parts.hpp"
#include "scene/build/plugins.hpp"
#include "scene/text/law_text.hpp"
#include "sim/contacts/pair_laws.hpp"
#include "view/report_view.hpp"

namespace scree::api {
namespace {

Result<const ExporterEntry*> exporter_called(std::string_view name) {
  if (const ExporterEntry* found = find_exporter(name)) return found;
  std::vector<std::string> names;
  for (const ExporterEntry* e : exporter_catalog()) names.emplace_back(e->info.name);
  const std::string near = nearest_word(std::string(name), names);
  return Error{"E0752",
               "there is no exporter of that name",
               std::string(name),
               near.empty() ? "one of " + list_words(names, 20) : "did you mean `" + near + "`?",
               {}};
}

bool takes(const ExporterEntry& e, std::string_view name) {
  return std::any_of(e.info.params.begin(), e.info.params.end(),
                     [&](const ParamInfo& p) { return p.name == name; });
}

Result<std::string> write_frame(const ExporterEntry& exporter, const Frame& frame, ParamSet given) {
  if (takes(exporter, "color") && !given.has("color")) given.set("color", run::best_color(frame));
  return export_frame(exporter, frame, std::move(given));
}

Result<Plot> both_forms(const std::vector<plot::Plot>& panels) {
  auto png = plot::to_png(panels);
  if (!png) return png.errors();
  return Plot{plot::panels_to_svg(panels), std::move(*png)};
}

// One contact of two equal grains, from the words of a question.
struct StudiedLaw {
  kernel::PairLaw law;
  run::MotionRequest request;
  std::string title;
  std::vector<std::string> assumed;
};

Result<StudiedLaw> studied_law(const LawQuestion& q) {
  if (!(q.diameter > 0) || !(q.density > 0))
    return Error{"E0338", "diameter and density must be greater than 0", q.name, "", {}};
  scree::World world;
  world.laws = laws_of_process();
  const LawScope scope(world.laws);
  const auto worded = law_of_words({q.name, q.with, q.sets});
  if (!worded) return worded.errors();
  const double r = 0.5 * q.diameter;
  world.materials.push_back(worded->material);
  world.particles.add({.radius = r}, 1);
  const auto laws = make_pair_laws(world, {{true}, {false}});
  if (!laws) return laws.errors();
  StudiedLaw out;
  out.law = laws->of(0, 0);
  out.title = laws->names.front().substr(laws->names.front().find(": ") + 2);
  out.assumed = worded->assumed;
  run::MotionRequest& m = out.request;
  m.motion = !q.motion.empty()              ? q.motion
             : worded->kind == "tangential" ? "shear"
             : worded->kind == "rolling"    ? "roll"
             : worded->kind == "twisting"   ? "twist"
             : worded->kind == "cohesion"   ? "pull"
                                            : "impact";
  m.speeds = q.speeds, m.overlaps = q.overlaps, m.travels = q.travels, m.angles = q.angles;
  m.load = q.load, m.duration = q.duration, m.cycles = q.cycles;
  const double mass = q.density * 4.0 / 3.0 * std::numbers::pi * r * r * r;
  m.bodies = {.m_eff = 0.5 * mass, .r_eff = 0.5 * r};
  m.bodies.liquid = bridge_volume(worded->material, r, worded->material, r);
  return out;
}

Result<std::string> page_of(const Frame& frame, const std::string& page) {
  const auto view = view::frame_view(frame, {}, page);
  if (!view) return view.errors();
  // The view fills the frame that it is shown in.
  return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Scree</title>\n"
         "<style>html, body { margin: 0; height: 100%; font: 14px sans-serif } "
         "body #scree-view { height: 100vh; margin: 0; border-radius: 0 }</style></head><body>\n" +
         view->html + "</body></html>\n";
}

}  // namespace

Result<std::string> exported(const Reader& now, std::string_view format,
                             const std::vector<std::string>& params) {
  const auto exporter = exporter_called(format);
  if (!exporter) return exporter.errors();
  auto given = params_of((*exporter)->info, params);
  if (!given) return given.errors();
  run::Snapshots snapshots;
  snapshots.note(Access::of(now));
  return write_frame(**exporter, snapshots.take(Access::of(now), true), std::move(*given));
}

Result<std::string> exported(const StoredRun& run, std::size_t frame, std::string_view format,
                             const std::vector<std::string>& params) {
  const auto exporter = exporter_called(format);
  if (!exporter) return exporter.errors();
  auto given = params_of((*exporter)->info, params);
  if (!given) return given.errors();
  const auto& stored = Access::of(run);
  if (Errors wrong = wrong_frame(stored, frame); !wrong.empty()) return wrong;
  // As `scree export`: what [picture] of the scene says, unless it was given here.
  const PictureSettings own = stored.frames->picture();
  for (const auto& [key, value] : own.look.values())
    if (takes(**exporter, key) && !given->has(key)) given->set(key, value);
  const auto read = stored.frames->frame(frame);
  if (!read) return read.errors();
  return write_frame(**exporter, *read, std::move(*given));
}

Result<std::string> page_3d(const Reader& now, const std::string& page) {
  run::Snapshots snapshots;
  snapshots.note(Access::of(now));
  return page_of(snapshots.take(Access::of(now), true), page);
}

Result<std::string> page_3d(const StoredRun& run, std::size_t frame, const std::string& page) {
  const auto& stored = Access::of(run);
  if (Errors wrong = wrong_frame(stored, frame); !wrong.empty()) return wrong;
  const auto read = stored.frames->frame(frame);
  if (!read) return read.errors();
  return page_of(*read, page);
}

Result<Plot> plot_series(const std::vector<std::string>& folders,
                         const std::vector<std::string>& columns, const std::string& against) {
  std::vector<run::NamedSeries> series;
  for (const std::string& folder : folders) {
    auto table = run::read_series(folder);
    if (!table) return table.errors();
    series.push_back({run::run_name(folder), std::move(*table)});
  }
  if (series.empty()) return Error{"E0548", "a plot needs a run", "", "", {}};
  if (columns.empty() && against == "time") return both_forms(run::energy_plots(series));
  auto panels = run::column_plots(
      series, columns.empty() ? std::vector<std::string>{"kinetic", "rotational"} : columns,
      against);
  if (!panels) return panels.errors();
  return both_forms(*panels);
}

Result<LawAnswer> plot_law(const LawQuestion& question) {
  const auto studied = studied_law(question);
  if (!studied) return studied.errors();
  const auto table = run::law_loops(studied->law, studied->request);
  if (!table) return table.errors();
  auto picture = run::table_plot(*table, studied->title + ": " + table->motion, table->x, table->y);
  if (!picture) return picture.errors();
  picture->zero_lines = true;
  auto plot = both_forms({*picture});
  if (!plot) return plot.errors();
  LawAnswer out{studied->title, table->motion, table->x, table->y, studied->assumed, {}, *plot};
  for (const run::LawLoop& l : table->loops) {
    LawAnswer::Loop loop{l.label, {}, {}};
    for (const run::LoopNumber& n : l.numbers) loop.numbers.push_back({n.name, n.unit, n.value});
    for (const run::LawColumn& c : table->columns) loop.table.columns.push_back({c.name, c.unit});
    loop.table.values = l.columns;
    out.loops.push_back(std::move(loop));
  }
  return out;
}

}  // namespace scree::api
