// scree list WHAT: what a scene may name, from the catalogues themselves.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>

#include "base/words.hpp"
#include "detect/selector.hpp"
#include "dynamics/integrator.hpp"
#include "io/exporter.hpp"
#include "measure/measure.hpp"
#include "scene/build/compaction_params.hpp"
#include "scene/build/material_library.hpp"
#include "scene/build/parts.hpp"
#include "scene/build/plugins.hpp"
#include "scene/cluster.hpp"
#include "scene/fill.hpp"
#include "scene/shape.hpp"
#include "scene/stages.hpp"
#include "scree/catalog_text.hpp"
#include "scree/commands.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"
#include "scree/scenes.hpp"
#include "sim/bonds/bond_laws.hpp"
#include "sim/engines/engine_catalog.hpp"
#include "sim/world/outlet.hpp"
#include "walls/wall.hpp"

namespace scree::app {
namespace {

template <class Catalog>
void show_all(const Catalog& catalog) {
  for (const auto* entry : catalog) show_entry(entry->info);
}

// Columns that mean the same are one line: "share_1 ... share_20".
void show_columns(const std::vector<ColumnInfo>& columns) {
  for (std::size_t from = 0, to = 0; from < columns.size(); from = to) {
    const ColumnInfo& c = columns[from];
    while (to < columns.size() && columns[to].unit == c.unit && columns[to].meaning == c.meaning)
      ++to;
    const std::size_t count = to - from;
    const std::string names =
        count == 1 ? c.name : c.name + (count == 2 ? ", " : " ... ") + columns[to - 1].name;
    print_out("    {}{}{}\n", name_cell(names, 30), c.meaning,
              c.unit.empty() ? "" : fmt::format(" ({})", c.unit));
  }
}

void show_measures() {
  for (const MeasureEntry* entry : measure_catalog()) {
    show_entry(entry->info);
    const auto measure = make_measure(example_line(*entry));
    if (!measure) continue;
    print_out("  {}{}:\n", (*measure)->is_table() ? "columns of its table" : "its columns",
              entry->example.empty() ? "" : fmt::format(", of \"{}\"", example_line(*entry)));
    show_columns((*measure)->is_table() ? (*measure)->table_columns() : (*measure)->columns());
  }
}

void show_parts(std::string_view kind, const std::vector<CatalogItem>& items) {
  print_out("{}:\n\n", kind);
  for (const CatalogItem& item : items) show_entry(item.info);
  print_out("\n");
}

void show_laws() {
  for (const LawKind& kind : law_kinds()) show_parts(kind.name, kind.catalog());
  print_out("of a grain as a whole:\n\n");
  show_entry(kCompactionInfo);
}

void show_materials() {
  for (const LibraryMaterial& m : material_library()) {
    print_out("{:<12}{}\n", m.name, m.about);
    for (const LibraryValue& v : m.values)
      print_out("    {:<13}{:<13}{}\n                             {}: {}\n", v.key, v.value,
                v.range, basis_word(v.basis), v.source);
    print_out("\n");
  }
  print_out(
      "measured: by the source, on such grains. handbook: the source tabulates the solid.\n"
      "typical: a round number within the range; the source is where to look further.\n"
      "Grains as stiff as these need time steps of some 10 ns: a softer `young` (5 MPa and more)\n"
      "gives the same flow as long as overlaps stay small.\n");
}

void show_scenes() {
  const std::vector<SceneFile> scenes = known_scenes();
  std::size_t width = 20;
  for (const SceneFile& s : scenes) width = std::max(width, s.name.size() + 2);
  for (const SceneFile& s : scenes)
    print_out("{}{}\n", name_cell(s.name, width), scene_title(s.path));
}

struct Listing {
  const char* name;
  const char* about;
  void (*show)();
};

constexpr Listing kListings[] = {
    {"laws", "parts of contact laws: normal, tangential, rolling, twisting, cohesion; compaction",
     show_laws},
    {"materials", "a library of materials with their sources", show_materials},
    {"bonds", "what holds grains of a cluster together",
     [] {
       for (const CatalogInfo* info : bond_catalog()) show_entry(*info);
     }},
    {"walls", "shapes of walls", [] { show_all(wall_shape_catalog()); }},
    {"motions", "how walls move", [] { show_all(wall_motion_catalog()); }},
    {"detectors", "who finds the pairs that may touch",
     [] {
       show_entry(auto_detector_info());
       show_all(detector_catalog());
     }},
    {"integrators", "how grains are moved", [] { show_all(integrator_catalog()); }},
    {"engines", "who does the arithmetic of a step",
     [] {
       show_entry(auto_engine_info());
       show_all(engine_catalog());
       // tools/reference_docs leaves out what depends on the machine.
       print_out("On this machine:\n");
       for (const EngineEntry* e : engine_catalog())
         if (e->found != nullptr)
           for (const std::string& line : e->found())
             print_out("{}{}\n", name_cell(e->info.name), line);
     }},
    {"fills", "where grains come from", [] { show_all(fill_catalog()); }},
    {"shapes", "kinds of grains that are not balls", [] { show_all(shape_kind_catalog()); }},
    {"clusters", "shapes of clusters of balls", [] { show_all(cluster_catalog()); }},
    {"outlets", "regions in which grains leave", [] { show_all(outlet_region_catalog()); }},
    {"ends", "what ends a stage",
     [] {
       for (const CatalogItem& item : stage_end_items()) show_entry(item.info);
     }},
    {"measures", "what series.csv and `scree measure` can tell", show_measures},
    {"exporters", "formats of `scree export`", [] { show_all(exporter_catalog()); }},
    {"scenes", "examples that `scree run NAME` finds", show_scenes},
};

int list(const std::string& what, const std::vector<std::string>& plugins) {
  const PluginLaws laws(plugins);
  if (!laws.errors().empty()) return refused(laws.errors());
  if (what.empty()) {
    for (const Listing& l : kListings) print_out("scree list {:<12} {}\n", l.name, l.about);
    return kSuccess;
  }
  std::vector<std::string> names;
  for (const Listing& l : kListings) {
    if (what == l.name) return l.show(), kSuccess;
    names.emplace_back(l.name);
  }
  const std::string nearest = nearest_word(what, names);
  print_errors(
      {Error{"E0712", "there is no catalogue of that name", what,
             nearest.empty() ? "one of " + list_words(names) : "did you mean `" + nearest + "`?"}});
  return kBadInput;
}

}  // namespace

void add_list(CommandLine& line) {
  auto what = std::make_shared<std::string>();
  auto plugins = std::make_shared<std::vector<std::string>>();
  Command c = line.command("list", "what a scene may name; alone: which lists there are");
  c.value("what", *what,
          "laws, materials, bonds, walls, motions, detectors, integrators, engines, fills, shapes, "
          "clusters, outlets, ends, measures, "
          "exporters or scenes; alone: which there are");
  add_plugins(c, *plugins);
  c.action([what, plugins] { return list(*what, *plugins); });
}

}  // namespace scree::app
