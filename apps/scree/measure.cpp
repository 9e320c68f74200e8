// scree measure RUN "density; radius = 5 cm" ...: measures of the stored frames, as CSV.
#include <fmt/format.h>

#include <map>
#include <memory>

#include "base/processors.hpp"
#include "base/threads.hpp"
#include "io/atomic_file.hpp"
#include "io/text.hpp"
#include "io/vti.hpp"
#include "io/vtp.hpp"
#include "run/folder/stored_measure.hpp"
#include "run/folder/stored_run.hpp"
#include "run/folder/stored_tables.hpp"
#include "scree/choices.hpp"
#include "scree/commands.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"

namespace scree::app {
namespace {

struct MeasureArguments {
  std::string run, frames = "all", out;
  std::vector<std::string> measures;
  bool mean = false;
};

struct Named {
  std::string name;  // "flow", "flow_2", ...
  std::unique_ptr<Measure> measure;
};

Result<std::vector<Named>> make_all(const std::vector<std::string>& lines) {
  std::vector<Named> out;
  Errors errors;
  std::map<std::string, int> seen;
  for (const std::string& line : lines) {
    auto measure = make_measure(line);
    if (!measure) {
      for (Error e : measure.errors()) e.location = line, errors.push_back(std::move(e));
      continue;
    }
    std::string name = line.substr(0, line.find(';'));
    name.erase(0, name.find_first_not_of(" \t"));
    name.erase(name.find_last_not_of(" \t") + 1);
    const int count = ++seen[name];
    out.push_back({count > 1 ? fmt::format("{}_{}", name, count) : name, std::move(*measure)});
  }
  if (!errors.empty()) return errors;
  return out;
}

std::string header(const std::vector<Named>& measures) {
  std::string out = "time";
  for (const Named& m : measures)
    for (const ColumnInfo& c : m.measure->columns()) out += "," + csv_cell(m.name + "." + c.name);
  return out + "\n";
}

Errors missing(const std::vector<Named>& measures, const MeasureInput& in,
               const std::string& frame) {
  Errors errors;
  for (const Named& m : measures)
    if (auto e = m.measure->check(in)) {
      e->location = m.name + (e->location.empty() ? "" : ", " + e->location) + ", frame " + frame;
      errors.push_back(std::move(*e));
    }
  return errors;
}

std::string line_of(std::vector<Named>& measures, const MeasureInput& in) {
  std::string out;
  append(out, in.time);
  for (Named& m : measures) {
    std::vector<double> values(m.measure->size());
    m.measure->evaluate(in, values);
    for (const double v : values) out += ',', append(out, v);
  }
  return out + "\n";
}

int written(const Result<Done>& done) {
  if (done) return kSuccess;
  print_errors(done.errors());
  return kFailed;
}

// FILE.vti of one table; of several FILE_000012.vti, and FILE.pvd that names them.
int write_images(const std::string& out, const std::vector<TimedTable>& tables,
                 const std::vector<std::string>& names) {
  if (!tables.front().table.grid)
    return refused(
        Errors{Error{"E0679", "this table is not a grid: it has no image", out,
                     "by = \"cells\" of a profile, or the measure `field`; other tables are CSV"}});
  if (tables.size() == 1)
    return written(write_file(out, vti_image(tables[0].table, tables[0].time)));
  const std::string stem = out.substr(0, out.size() - 4);
  std::vector<std::pair<double, std::string>> files;
  for (std::size_t k = 0; k < tables.size(); ++k) {
    const std::string file = stem + "_" + names[k] + ".vti";
    if (auto done = write_file(file, vti_image(tables[k].table, tables[k].time)); !done)
      return written(done);
    files.emplace_back(tables[k].time, file.substr(file.rfind('/') + 1));
  }
  return written(write_file(stem + ".pvd", pvd_collection(files)));
}

int measure_table(const MeasureArguments& a, Measure& measure, const StoredRun& run,
                  const std::vector<std::size_t>& frames) {
  auto tables = make_tables(run, measure, frames, available_threads(usable_processors()));
  if (!tables) return refused(tables.errors());
  std::vector<std::string> names;
  for (const std::size_t k : frames) names.push_back(run.name(k));
  if (a.mean) {
    auto one = mean_of(*tables);
    if (!one) return refused(one.errors());
    *tables = {std::move(*one)};
  }
  if (a.out.ends_with(".vti")) return write_images(a.out, *tables, names);
  std::string text = table_header(tables->front().table);
  for (const TimedTable& t : *tables) add_table_rows(t, text);
  if (!a.out.empty()) return written(write_file(a.out, text));
  print_out("{}", text);
  return kSuccess;
}

int measure_run(const MeasureArguments& a) {
  auto measures = make_all(a.measures);
  if (!measures) return refused(measures.errors());
  const auto run = StoredRun::open(a.run);
  if (!run) return refused(run.errors());
  const auto frames = choose_frames(a.frames, run->size());
  if (!frames) return refused(frames.errors());
  for (const Named& m : *measures)
    if (m.measure->is_table()) {
      if (measures->size() == 1) return measure_table(a, *m.measure, *run, *frames);
      return refused(Errors{Error{"E0679", "`" + m.name + "` is a table and stands alone", "",
                                  "give the other measures in a second command"}});
    }
  if (a.mean || a.out.ends_with(".vti"))
    return refused(Errors{
        Error{"E0679", a.mean ? "--mean is for measures with tables" : "a series is not an image",
              a.out, "profile and field have tables: scree list measures"}});
  std::string table = header(*measures);
  for (const std::size_t k : *frames) {
    const auto frame = run->frame(k);
    if (!frame) return refused(frame.errors());
    auto stored = StoredInput::of(*frame);
    if (!stored) return refused(stored.errors());
    MeasureInput in = stored->input();
    in.threads = available_threads(usable_processors());
    if (const Errors errors = missing(*measures, in, run->name(k)); !errors.empty())
      return refused(errors);
    table += line_of(*measures, in);
  }
  if (a.out.empty()) {
    print_out("{}", table);
    return kSuccess;
  }
  if (auto done = write_file(a.out, table); !done) {
    print_errors(done.errors());
    return kFailed;
  }
  return kSuccess;
}

}  // namespace

void add_measure(CommandLine& line) {
  auto a = std::make_shared<MeasureArguments>();
  Command c = line.command("measure", "measures of a run's frames, as CSV");
  c.value("run", a->run, "the folder of a run").required();
  c.value("measures", a->measures,
          "one text a measure: \"flow; plane = y; at = 5 mm\" (docs/theory/measures.md)")
      .required();
  c.value("--frames", a->frames,
          "all (default), last, first, a number, or A:B:STEP with B excluded");
  c.value("-o,--out,--csv", a->out,
          "a file in place of standard output; FILE.vti: a grid as an image for ParaView");
  c.flag("--mean", a->mean, "of a measure with a table: the mean over the frames");
  c.action([a] { return measure_run(*a); });
}

}  // namespace scree::app
