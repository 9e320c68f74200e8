// The words of `scree plot law`: values with units, laws by name or from a scene, tables of motion.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/csv.hpp"
#include "base/words.hpp"
#include "io/atomic_file.hpp"
#include "run/law_studies/law_conversion.hpp"
#include "scene/scene.hpp"
#include "scene/text/law_text.hpp"
#include "scree/plot_law.hpp"
#include "scree/scenes.hpp"
#include "sim/contacts/pair_laws.hpp"

namespace scree::app {
namespace {

using run::TablePoint;

// Values of options; mistakes are collected.
class Values {
 public:
  double one(const std::string& text, const char* option, Dimension d, double otherwise) {
    if (text.empty()) return otherwise;
    const auto v = parse_quantity(text, d);
    if (v && std::isfinite(*v) && *v >= 0) return *v;
    if (v)
      errors.push_back(
          {"E0338", fmt::format("must be finite and not negative, not {}", text), option, ""});
    else
      for (Error e : v.errors()) {
        e.location = fmt::format("{} {}", option, text);
        errors.push_back(std::move(e));
      }
    return otherwise;
  }
  std::vector<double> all(const std::vector<std::string>& texts, const char* option, Dimension d) {
    std::vector<double> out;
    for (const std::string& t : texts) {
      const double v = one(t, option, d, 0);
      if (v == 0 && errors.empty())
        errors.push_back({"E0338", "must be greater than 0", fmt::format("{} {}", option, t), ""});
      out.push_back(v);
    }
    return out;
  }
  Errors errors;
};

Result<std::vector<TablePoint>> read_table(const std::string& path) {
  const auto file = read_whole_file(path);
  if (!file) return file.errors();
  const std::string_view text = without_byte_order_mark(*file);
  std::vector<TablePoint> out;
  Errors errors;
  std::vector<CsvField> fields;
  std::size_t from = 0;
  for (int line = 1; from < text.size() && errors.size() < 10; ++line) {
    const std::size_t to = std::min(text.find('\n', from), text.size());
    std::string_view row = text.substr(from, to - from);
    from = to + 1;
    split_csv(row.substr(0, row.find('#')), fields);
    if (std::all_of(fields.begin(), fields.end(), [](const CsvField& f) { return f.text.empty(); }))
      continue;
    if (out.empty() && errors.empty() && !csv_number(fields[0].text)) continue;  // a header
    double v[3] = {};
    bool right = fields.size() == 2 || fields.size() == 3;
    for (std::size_t k = 0; right && k < fields.size(); ++k) {
      const auto number = csv_number(fields[k].text);
      right = number && std::isfinite(*number);
      if (right) v[k] = *number;
    }
    const std::string place = fmt::format("{}:{}", path, line);
    if (!right)
      errors.push_back({"E0335", "is not a row of two or three finite numbers", place,
                        "time,overlap or time,overlap,slide in s and m"});
    else if (!out.empty() && !(v[0] > out.back().time))
      errors.push_back({"E0335", "times must grow from row to row", place, ""});
    else
      out.push_back({v[0], v[1], v[2]});
  }
  if (errors.empty() && out.size() < 2)
    errors.push_back({"E0335", "has less than two rows", path, "time,overlap in s and m"});
  if (!errors.empty()) return errors;
  return out;
}

// Radius and mass of the two sides; a wall has neither.
struct Side {
  double r = 0, m = 0;
  bool wall = false;
};
ProbeBodies bodies_of(const Side& a, const Side& b) {
  if (b.wall) return {a.m, a.r};
  return {a.m * b.m / (a.m + b.m), a.r * b.r / (a.r + b.r)};
}

double ball(double r, double density) { return density * 4.0 / 3.0 * std::numbers::pi * r * r * r; }

Result<std::size_t> material_called(const World& w, const std::string& name) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < w.materials.size(); ++k) {
    if (w.materials[k].name == name) return k;
    names.push_back(w.materials[k].name);
  }
  const std::string nearest = nearest_word(name, names);
  return Error{
      "E0336", fmt::format("the scene has no material `{}`", name), "--pair",
      nearest.empty() ? "it has " + list_words(names) : fmt::format("did you mean `{}`?", nearest)};
}

Result<Done> take_from_scene(const PlotLawArguments& a, PlotLawTask& task, Side& one, Side& two) {
  const auto path = find_scene(a.scene);
  if (!path) return path.errors();
  const auto scene = load_scene(*path, a.sets);
  if (!scene) return scene.errors();
  const World& w = scene->world;
  const std::size_t dot = a.pair.find('.');
  std::string first = a.pair.substr(0, dot),
              second = dot == std::string::npos ? first : a.pair.substr(dot + 1);
  if (a.pair.empty()) first = second = w.materials.front().name;
  const auto i = material_called(w, first), j = material_called(w, second);
  if (!i) return i.errors();
  if (!j) return j.errors();
  MaterialUse use{std::vector<bool>(w.materials.size()), std::vector<bool>(w.materials.size())};
  use.grain[*i] = use.grain[*j] = true;
  const auto laws = make_pair_laws(w, use);
  if (!laws) return laws.errors();
  task.law = laws->of(static_cast<std::uint32_t>(*i), static_cast<std::uint32_t>(*j));
  task.title = laws->names[laws->index[*i * w.materials.size() + *j]];
  const std::vector<run::MaterialSizes> sizes = run::material_sizes(w);
  const auto side = [&](std::size_t m) -> Side {
    const double r = sizes[m].median;
    return {r, ball(r, w.materials[m].density), r == 0};
  };
  one = side(*i), two = side(*j);
  task.material = w.materials[*i], task.other = w.materials[*j];
  if (one.wall) std::swap(one, two), std::swap(task.material, task.other);
  if (one.wall) return Error{"E0336", "no grain of the scene is of these materials", "--pair", ""};
  task.request.dt = w.dt;
  return Done{};
}

// `largest`: radius of the larger grain; how far some laws reach depends on it.
Result<Done> take_by_name(const PlotLawArguments& a, const ExternalLaws& own, double largest,
                          PlotLawTask& task) {
  const auto worded = law_of_words({a.name, a.with, a.sets});
  if (!worded) return worded.errors();
  World w;
  w.laws = own;
  w.materials.push_back(worded->material);
  w.particles.add({.radius = largest}, 1);
  const auto laws = make_pair_laws(w, {{true}, {false}});
  if (!laws) return laws.errors();
  task.law = laws->of(0, 0);
  task.material = worded->material;
  task.assumed = worded->assumed;
  task.title = laws->names.front().substr(laws->names.front().find(": ") + 2);
  if (task.request.motion.empty())
    task.request.motion = worded->kind == "tangential" ? "shear"
                          : worded->kind == "rolling"  ? "roll"
                          : worded->kind == "twisting" ? "twist"
                          : worded->kind == "cohesion" ? "pull"
                                                       : "impact";
  return Done{};
}

}  // namespace

Result<PlotLawTask> plot_law_task(const PlotLawArguments& a, const ExternalLaws& own) {
  PlotLawTask task;
  Values values;
  run::MotionRequest& q = task.request;
  q.motion = a.motion.empty() && !a.table.empty() ? "table" : a.motion;
  const std::vector<double> d = values.all(a.diameters, "--diameter", dim::length);
  const std::vector<double> m = values.all(a.masses, "--mass", dim::mass);
  const double density = values.one(a.density, "--density", dim::density, 2500);
  const double r_1 = 0.5 * (d.empty() ? 0.01 : d[0]), r_2 = d.size() > 1 ? 0.5 * d[1] : r_1;
  Side one, two;
  const auto taken = a.scene.empty() ? take_by_name(a, own, std::max(r_1, r_2), task)
                                     : take_from_scene(a, task, one, two);
  if (!taken)
    values.errors.insert(values.errors.end(), taken.errors().begin(), taken.errors().end());
  if (q.motion.empty()) q.motion = "impact";
  q.speeds = values.all(a.speeds, "--speed", dim::velocity);
  q.overlaps = values.all(a.overlaps, "--overlap", dim::length);
  q.travels = values.all(a.travels, "--travel", dim::length);
  q.angles = values.all(a.angles, "--angle", dim::angle);
  q.load = values.one(a.load, "--load", dim::force, 0);
  q.duration = values.one(a.duration, "--duration", dim::time, 0);
  q.dt = values.one(a.dt, "--dt", dim::time, q.dt);
  if (!a.low.empty()) q.low = values.one(a.low, "--low", dim::length, 0);
  q.cycles = a.cycles;
  if (a.scene.empty() || !d.empty()) {
    one = {r_1, ball(r_1, density), false};
    two = {r_2, ball(r_2, density), two.wall && d.size() < 2};
  }
  if (!m.empty()) one.m = m[0], two.m = m.size() > 1 ? m[1] : m[0];
  two.wall = two.wall || a.wall;
  if (q.motion == "table" && a.table.empty())
    values.errors.push_back({"E0335", "the motion `table` needs a file", "--table",
                             "--table FILE.csv with time,overlap or time,overlap,slide"});
  if (!a.table.empty()) {
    auto table = read_table(a.table);
    if (table)
      q.table = std::move(*table);
    else
      for (const Error& e : table.errors()) values.errors.push_back(e);
  }
  if (!values.errors.empty()) return values.errors;
  q.bodies = bodies_of(one, two);
  const MaterialSpec& other = task.other.name.empty() ? task.material : task.other;
  q.bodies.liquid = bridge_volume(task.material, one.r, other, two.wall ? 0 : two.r);
  return task;
}

}  // namespace scree::app
