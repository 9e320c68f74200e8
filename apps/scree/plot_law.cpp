// scree plot law NAME: the loops of one contact, so that users see their law before they use it.
#include "scree/plot_law.hpp"

#include <fmt/format.h>

#include <memory>

#include "io/atomic_file.hpp"
#include "io/plot/svg_plot.hpp"
#include "run/law_studies/law_table.hpp"
#include "scene/build/parts.hpp"
#include "scree/catalog_text.hpp"
#include "scree/commands.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"

namespace scree::app {
namespace {

// Both files of a plot: `-o contact.svg` or `-o contact` means contact.svg and contact.csv.
std::string stem_of(const PlotLawArguments& a, const PlotLawTask& task) {
  std::string stem = a.out;
  for (const char* end : {".svg", ".csv"})
    if (stem.size() > 4 && stem.ends_with(end)) stem.resize(stem.size() - 4);
  if (!stem.empty()) return stem;
  std::string name = a.name.empty() ? "law" : a.name;
  for (char& c : name)
    if (c == '/') c = '-';
  return name + "-" + task.request.motion;
}

Json params_json(const ParamSet& set) {
  Json out = Json::object();
  for (const auto& [name, value] : set.values()) {
    if (const double* v = std::get_if<double>(&value))
      out[name] = *v;
    else if (const auto* i = std::get_if<std::int64_t>(&value))
      out[name] = *i;
    else if (const auto* b = std::get_if<bool>(&value))
      out[name] = *b;
    else if (const auto* t = std::get_if<std::string>(&value))
      out[name] = *t;
    else if (const auto* l = std::get_if<std::vector<double>>(&value))
      out[name] = *l;
  }
  return out;
}

Json task_json(const PlotLawTask& task, const LawTable& table) {
  Json out{{"law", task.title},
           {"motion", table.motion},
           {"m_eff", task.request.bodies.m_eff},
           {"r_eff", task.request.bodies.r_eff},
           {"reach", task.law.range}};
  if (task.other.name.empty()) {  // not of a scene
    for (const LawKind& kind : law_kinds()) {
      const PartSpec& part = task.material.*kind.part;
      if (part.law != "none")
        out["parts"][std::string(kind.name)] = {{"law", part.law},
                                                {"params", params_json(part.params)}};
    }
  }
  out["assumed"] = task.assumed;
  Json columns = Json::object();
  for (const LawColumn& c : table.columns) columns[c.name] = c.unit;
  out["columns"] = columns;
  out["loops"] = loops_json(table);
  return out;
}

void print_numbers(const PlotLawTask& task, const LawTable& table) {
  print_out("{}: {} of effective mass {} and radius {}\n", task.title, table.motion,
            quantity_text(1e3 * task.request.bodies.m_eff, "g"),
            quantity_text(task.request.bodies.r_eff, "m"));
  for (const std::string& a : task.assumed) print_out("  assumed: {}\n", a);
  for (const LawLoop& l : table.loops) {
    print_out("{}\n", l.label);
    for (const LoopNumber& n : l.numbers)
      print_out(
          "  {:<22}{}\n", n.name,
          n.unit.empty() ? fmt::format("{:.4g}", n.value) : quantity_text(n.value, n.unit.c_str()));
  }
}

int plot_law(const PlotLawArguments& a) {
  if (a.name.empty() == a.scene.empty())
    return refused(
        {Error{"E0330", a.name.empty() ? "which law?" : "a law by name and one of a scene", "",
               "give a name (scree list laws), or --scene SCENE --pair A.B"}});
  const PluginLaws laws(a.plugins);
  if (!laws.errors().empty()) return refused(laws.errors());
  const auto task = plot_law_task(a, laws.laws());
  if (!task) return refused(task.errors());
  const auto table = law_loops(task->law, task->request);
  if (!table) return refused(table.errors());
  auto picture = table_plot(*table, fmt::format("{}: {}", task->title, table->motion),
                            a.x.empty() ? table->x : a.x, a.y.empty() ? table->y : a.y);
  if (!picture) return refused(picture.errors());
  picture->zero_lines = true;
  const std::string stem = stem_of(a, *task);
  const std::string svg = stem + ".svg", csv = stem + ".csv";
  for (const auto& done :
       {write_file(svg, plot::to_svg(*picture)), write_file(csv, table_csv(*table))})
    if (!done) {
      print_errors(done.errors());
      return kFailed;
    }
  if (a.json) {
    Json out = task_json(*task, *table);
    out["files"] = {svg, csv};
    print_out("{}\n", json_text(out));
    return kSuccess;
  }
  print_numbers(*task, *table);
  print_out("{}\n{}\n", svg, csv);
  return kSuccess;
}

std::string motions_text() {
  std::string out = "how the contact moves:";
  for (const MotionInfo& m : law_motions())
    out +=
        fmt::format("{} {} ({})", m.name == law_motions().front().name ? "" : ";", m.name, m.about);
  return out;
}

}  // namespace

void add_plot_law(Command& plot) {
  auto a = std::make_shared<PlotLawArguments>();
  Command c = plot.command("law", "force over overlap of one contact, as SVG and CSV");
  c.value("name", a->name, "a part of `scree list laws`; `rolling/spring` where two share a name");
  c.value("--set", a->sets,
          "KEY=VALUE of the law, KIND.KEY=VALUE of another part; with --scene: "
          "replaces a value of the scene")
      .one_value_a_time();
  c.value("--with", a->with, "KIND=NAME: another part with it, as tangential=spring")
      .one_value_a_time();
  c.value("--scene", a->scene, "take the law from a scene");
  add_plugins(c, a->plugins);
  c.value("--pair", a->pair, "A.B: materials of the scene (default: its first with itself)");
  c.value("--motion", a->motion, motions_text());
  c.value("--speed", a->speeds, "of an impact, a loop for each; else the greatest rate ('1 m/s')");
  c.value("--overlap", a->overlaps, "amplitudes of cycle, hold and pull ('20 um')");
  c.value("--low", a->low, "overlap to which a cycle unloads (default: a quarter of the least)");
  c.value("--cycles", a->cycles, "how often").between(1, 10000);
  c.value("--travel", a->travels, "amplitudes of shear ('5 um')");
  c.value("--angle", a->angles, "amplitudes of roll and twist ('1 deg')");
  c.value("--load", a->load, "force on the contact in shear, roll and twist (default 1 N)");
  c.value("--duration", a->duration, "of hold");
  c.value("--table", a->table, "CSV file of a motion: time,overlap[,slide] in s and m");
  c.value("--diameter", a->diameters, "of the grains, one or two (default 1 cm)");
  c.value("--density", a->density, "of the grains (default 2500 kg/m^3)");
  c.value("--mass", a->masses, "of the grains, one or two (default: by density)");
  c.flag("--wall", a->wall, "the partner is a wall: of no curvature and infinite mass");
  c.value("--dt", a->dt, "time step (default: 1/2000 of a contact, 1/1000 of a leg)");
  c.value("--x", a->x, "column for the horizontal axis");
  c.value("--y", a->y, "column for the vertical axis");
  c.value("-o,--output", a->out, "FILE.svg; the table is written to FILE.csv");
  c.flag("--json", a->json, "numbers as one JSON object");
  c.action([a] { return plot_law(*a); });
}

}  // namespace scree::app
