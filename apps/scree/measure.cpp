// scree measure RUN "density; radius = 5 cm" ...: measures of the stored frames, as CSV.
#include <fmt/format.h>
#include <omp.h>

#include <map>
#include <memory>

#include "base/threads.hpp"
#include "io/atomic_file.hpp"
#include "io/text.hpp"
#include "run/stored_measure.hpp"
#include "run/stored_run.hpp"
#include "scree/choices.hpp"
#include "scree/commands.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"

namespace scree::app {
namespace {

struct MeasureArguments {
  std::string run, frames = "all", out;
  std::vector<std::string> measures;
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
    for (const std::string& c : m.measure->columns()) out += "," + csv_cell(m.name + "." + c);
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
    std::vector<double> values(m.measure->columns().size());
    m.measure->evaluate(in, values);
    for (const double v : values) out += ',', append(out, v);
  }
  return out + "\n";
}

int measure_run(const MeasureArguments& a) {
  auto measures = make_all(a.measures);
  if (!measures) return refused(measures.errors());
  const auto run = StoredRun::open(a.run);
  if (!run) return refused(run.errors());
  const auto frames = choose_frames(a.frames, run->size());
  if (!frames) return refused(frames.errors());
  std::string table = header(*measures);
  for (const std::size_t k : *frames) {
    const auto frame = run->frame(k);
    if (!frame) return refused(frame.errors());
    auto stored = StoredInput::of(*frame);
    if (!stored) return refused(stored.errors());
    MeasureInput in = stored->input();
    in.threads = available_threads(omp_get_num_procs());
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
  c.value("-o,--out,--csv", a->out, "a file in place of standard output");
  c.action([a] { return measure_run(*a); });
}

}  // namespace scree::app
