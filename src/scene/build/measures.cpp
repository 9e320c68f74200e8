#include "scene/build/measures.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/world/wall_space.hpp"

namespace scree {
namespace {

constexpr ParamInfo kParams[] = {
    {.name = "name",
     .kind = ParamKind::text,
     .doc = "begins its columns, NAME.column; default: its kind, numbered from the second on"},
    {.name = "average",
     .dim = dim::time,
     .range = range::positive,
     .doc = "mean over the last so many seconds instead of the values of the instant"},
    {.name = "columns",
     .kind = ParamKind::text,
     .doc = "only these of its columns, by name: \"mass_rate number_rate\""},
};

std::vector<CatalogItem> measures() {
  std::vector<CatalogItem> out;
  for (const MeasureEntry* e : measure_catalog()) out.push_back({e->info});
  return out;
}

bool taken(const std::vector<MeasureSpec>& list, const std::string& name) {
  return std::any_of(list.begin(), list.end(),
                     [&name](const MeasureSpec& m) { return m.name == name; });
}

std::string free_name(const std::vector<MeasureSpec>& list, const std::string& kind) {
  if (!taken(list, kind)) return kind;
  for (int k = 2;; ++k)
    if (std::string name = fmt::format("{}_{}", kind, k); !taken(list, name)) return name;
}

void report(const Branch& b, const MeasureSpec& spec, const Error& e, Messages& messages) {
  messages.error(e.code, b.where(e.subject.key),
                 fmt::format("measure `{}`: {}", spec.name, e.message), e.hint);
}

bool fits_a_folder(const std::string& name) {
  const auto plain = [](unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  };
  return !name.empty() && std::all_of(name.begin(), name.end(), plain);
}

}  // namespace

bool fits_a_header(const std::string& name) {
  return !name.empty() && name.find_first_of(",;\"'\n\r\t") == std::string::npos;
}

const Section& measure_section() {
  static const Section section{
      .title = "a measure",
      .doc =
          "Columns of series.csv, evaluated while the simulation runs. An item of the list is "
          "a name, or a table with the measure's parameters: `measures = [\"energy\", { kind = "
          "\"flow\", plane = \"y\", at = \"5 mm\" }]`. What each one computes: "
          "[theory/measures.md](../theory/measures.md).",
      .params = kParams,
      .shorthand = "kind",
      .selector = "kind",
      .entry_word = "measure",
      .catalog = measures};
  return section;
}

Result<std::unique_ptr<Measure>> make_measure(const MeasureSpec& spec) {
  const MeasureEntry* entry = find_measure(spec.kind);
  if (!entry) return Error{"E0105", fmt::format("there is no measure `{}`", spec.kind), "", ""};
  auto made = entry->make(spec.params);
  if (made && !spec.columns.empty()) made = choose_columns(std::move(*made), spec.columns);
  if (!made || !(spec.average > 0)) return made;
  return make_moving_average(std::move(*made), spec.average);
}

MeasureSpec read_measure(Branch& b, const std::vector<MeasureSpec>& before, Messages& messages) {
  MeasureSpec spec;
  spec.kind = b.entry.name;
  spec.params = b.entry_params;
  spec.average = b.params.number_or("average", 0);
  if (b.params.has("columns")) spec.columns = b.params.text("columns");
  if (!b.params.has("name")) b.params.set("name", free_name(before, spec.kind));
  spec.name = b.params.text("name");
  if (!fits_a_header(spec.name))
    messages.error("E0104", b.where("name"),
                   "the name of a measure must not be empty and has no commas, quotes or tabs",
                   "it begins the names of columns in series.csv");
  else if (taken(before, spec.name))
    messages.error("E0205", b.where("name"),
                   fmt::format("two measures have the name `{}`", spec.name),
                   "their columns in series.csv could not be distinguished");
  return spec;
}

std::vector<MeasureSpec> read_measures(std::vector<Branch>& list, const World& world,
                                       Messages& messages) {
  std::vector<MeasureSpec> out;
  std::vector<MeasureWall> walls;
  for (const Wall& w : world.walls) walls.push_back({.name = w.name});
  const EnergyReport energy;  // will be known while the simulation runs
  const MeasureCell cell;
  PeriodicBox box = world.box;
  if (world.cell.tilts()) box.tilt = 1e-3 * (box.hi - box.lo);  // as it will be
  const MeasureInput input{.particles = world.particles,
                           .walls = walls,
                           .energy = &energy,
                           .up = up_of(world.gravity.at(0)),
                           .box = box,
                           .space =
                               [&world] {
                                 WallSpace s = wall_space(world);
                                 return MeasureSpace{std::move(s.parts), std::move(s.why_not)};
                               },
                           .cell = world.deforms() ? &cell : nullptr};
  for (Branch& b : list) {
    if (b.broken) continue;
    const MeasureSpec spec = read_measure(b, out, messages);
    const auto made = make_measure(spec);
    if (!made) {
      for (const Error& e : made.errors()) report(b, spec, e, messages);
      continue;
    }
    if (const auto e = (*made)->check(input)) report(b, spec, *e, messages);
    if ((*made)->is_table() && !fits_a_folder(spec.name))
      messages.error("E0676", b.where("name"),
                     fmt::format("`{}` cannot be the name of a folder", spec.name),
                     "the tables of this measure lie in tables/NAME: letters, digits, _ and -");
    out.push_back(spec);
  }
  return out;
}

}  // namespace scree
