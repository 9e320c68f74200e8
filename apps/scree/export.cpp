// scree export RUN: frames of a run in another format.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/safe_text.hpp"
#include "base/words.hpp"
#include "io/atomic_file.hpp"
#include "io/exporter.hpp"
#include "run/folder/stored_run.hpp"
#include "scree/choices.hpp"
#include "scree/commands.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"
#include "scree/signals.hpp"

namespace scree::app {
namespace {

struct ExportArguments {
  std::string run, format, frames = "last", color, out;
  std::vector<std::string> params;
  bool quiet = false;
};

Error unknown_format(const std::string& name) {
  std::vector<std::string> names;
  for (const ExporterEntry* e : exporter_catalog()) names.emplace_back(e->info.name);
  const std::string near = nearest_word(name, names);
  return {"E0752", "there is no exporter of that name", name,
          near.empty() ? "one of " + list_words(names, 20) : "did you mean `" + near + "`?"};
}

bool has_param(const ExporterEntry& e, std::string_view name) {
  return std::any_of(e.info.params.begin(), e.info.params.end(),
                     [&](const ParamInfo& p) { return p.name == name; });
}

// Over several frames a colour shall mean the same, unless the user said what it means. Classes
// (a few sizes) mean the same by themselves.
Result<Done> share_scales(const ExporterEntry& e, const StoredRun& run,
                          const std::vector<std::size_t>& frames, ParamSet& params) {
  if (frames.size() < 2 || !has_param(e, "force_hi")) return Done{};
  const auto whole = with_defaults(e.info.params, params);
  if (!whole) return whole.errors();
  const render::Look look = render::look_of(*whole);
  CommonScales scales;
  for (const std::size_t k : frames) {
    const auto frame = run.frame_for(k, look);
    if (!frame) return frame.errors();
    if (auto done = scales.include(*frame, look); !done) return done.errors();
  }
  if (scales.color.classes.empty()) {
    if (!params.has("lo")) params.set("lo", scales.color.lo);
    if (!params.has("hi")) params.set("hi", scales.color.hi);
  }
  if (!params.has("force_hi") && scales.force_hi > 0) params.set("force_hi", scales.force_hi);
  return Done{};
}

int export_run(const ExportArguments& a) {
  ignore_broken_pipes();  // all files are written, even when their names are not read
  const ExporterEntry* exporter = find_exporter(a.format);
  if (!exporter) return refused({unknown_format(a.format)});
  std::vector<std::string> pairs = a.params;
  if (!a.color.empty()) {
    if (!has_param(*exporter, "color"))
      return refused({Error{"E0101", fmt::format("`{}` has no colours", a.format), "--color", ""}});
    pairs.push_back("color=\"" + a.color + "\"");
  }
  auto params = parse_pairs(exporter->info, pairs);
  if (!params) return refused(params.errors());
  const auto run = StoredRun::open(a.run);
  if (!run) return refused(run.errors());
  const PictureSettings own = run->picture();
  for (const auto& [key, value] : own.look.values())
    if (has_param(*exporter, key) && !params->has(key)) params->set(key, value);
  const auto frames = choose_frames(a.frames, run->size());
  if (!frames) return refused(frames.errors());
  if (auto done = share_scales(*exporter, *run, *frames, *params); !done)
    return refused(done.errors());

  const std::string out = a.out.empty() ? run->path() + "/export/" + a.format : a.out;
  auto made = a.out.empty() ? make_directory(run->path() + "/export") : make_directories(out);
  if (made && a.out.empty()) made = make_directory(out);
  if (!made) return refused(made.errors());
  for (const std::size_t k : *frames) {
    const auto frame = run->frame(k);
    if (!frame) return refused(frame.errors());
    const auto content = export_frame(*exporter, *frame, *params);
    if (!content) return refused(content.errors());
    const std::string file = fmt::format("{}/{}.{}", out, run->name(k), exporter->extension);
    if (auto done = write_file(file, *content); !done) {
      print_errors(done.errors());
      return kFailed;
    }
    if (!a.quiet) print_out("{}\n", safe_text(file));
  }
  return kSuccess;
}

}  // namespace

void add_export(CommandLine& line) {
  auto a = std::make_shared<ExportArguments>();
  Command c = line.command("export", "frames of a run in another format");
  c.value("run", a->run, "the folder of a run").required();
  c.value("--format,--to", a->format, "the exporter (scree list exporters)").required();
  c.value("--frames", a->frames,
          "all, last (default), first, a number, or A:B:STEP with B excluded");
  c.value("--color", a->color, "what colours the grains, for formats with colours");
  c.value("--param", a->params, "NAME=VALUE: a parameter of the exporter").one_value_a_time();
  c.value("-o,--out", a->out, "folder of the files (default RUN/export/FORMAT)");
  c.flag("--quiet", a->quiet, "do not name the files");
  c.action([a] { return export_run(*a); });
}

}  // namespace scree::app
