#include "scene/build/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scree {
namespace {

constexpr ParamInfo kSweepParams[] = {
    {.name = "zip",
     .kind = ParamKind::boolean,
     .fallback = "false",
     .doc = "first values with first values, second with second, ... instead of each with each"},
    {.name = "run",
     .kind = ParamKind::integer,
     .range = {1, static_cast<double>(kMostRuns)},
     .doc = "only this run of the table, counted from 1: `--set sweep.run=3`"},
};

struct Axis {
  std::vector<std::string> steps;
  TextSpan key, span;  // of the key and of the list
  const Node* values;  // the list
};

std::string joined_path(const std::vector<std::string>& steps) {
  std::string out;
  for (const std::string& s : steps) {
    const bool plain = s.find_first_of(". \"'") == std::string::npos;
    out += (out.empty() ? "" : ".") + (plain ? s : "\"" + s + "\"");
  }
  return out;
}

// Tables lead on; the first list on the way holds the values.
void collect(const Node& table, const std::vector<std::string>& before, ReadContext& context,
             std::vector<Axis>& out) {
  for (const Node::Entry& e : table.entries) {
    if (before.empty() && (e.key == "zip" || e.key == "run")) continue;
    std::vector<std::string> steps = before;
    const auto more = split_path(e.key);  // a path in quotes is one key of TOML
    if (more)
      steps.insert(steps.end(), more->begin(), more->end());
    else
      steps.push_back(e.key);
    const Node& v = e.value;
    if (v.kind == Node::Kind::table) {
      collect(v, steps, context, out);
    } else if (v.kind != Node::Kind::list) {
      context.messages.error(
          "E0731", v.span,
          fmt::format("[sweep] `{}` must be a list of values, not {}", joined_path(steps),
                      kind_word(v.kind)),
          fmt::format("for example {} = [{}, ...]", joined_path(steps), toml_text(v)));
    } else if (v.list.empty()) {
      context.messages.error("E0732", v.span,
                             fmt::format("[sweep] `{}` has no values", joined_path(steps)),
                             "give at least one, or remove the key");
    } else {
      out.push_back({std::move(steps), e.key_span, v.span, &v});
    }
  }
}

void count_runs(const std::vector<Axis>& axes, const TextSpan& at, ReadContext& context,
                SweepTable& table) {
  const std::size_t first = axes[0].values->list.size();
  table.runs = table.zip ? first : 1;
  for (const Axis& a : axes) {
    const std::size_t n = a.values->list.size();
    if (!table.zip) {
      table.runs = std::min(table.runs * n, 100 * kMostRuns);  // no overflow on the way
    } else if (n != first) {
      context.messages.error(
          "E0734", a.span,
          fmt::format("[sweep] with `zip`: `{}` has {} values, but `{}` has {}",
                      joined_path(a.steps), n, joined_path(axes[0].steps), first),
          "make the lists equally long, or leave `zip` out to combine each with each");
    }
  }
  if (table.runs > kMostRuns)
    context.messages.error(
        "E0733", at,
        fmt::format("[sweep] makes {}{} runs; at most {} are accepted",
                    table.runs == 100 * kMostRuns ? "more than " : "", table.runs, kMostRuns),
        "give fewer values, or `zip = true` to go through the lists side by side");
}

void read_settings(const Node& node, ReadContext& context, SweepTable& table) {
  ParamSet set;
  if (const Node* zip = node.find("zip"); zip && read_param(*zip, kSweepParams[0], context, set))
    table.zip = set.boolean("zip");
  if (const Node* run = node.find("run"); run && read_param(*run, kSweepParams[1], context, set))
    table.chosen = static_cast<std::size_t>(set.integer("run"));
}

}  // namespace

std::size_t SweepTable::value_of(std::size_t axis, std::size_t run) const {
  std::size_t k = run - 1;
  if (zip) return k;
  for (std::size_t a = axes.size() - 1; a > axis; --a) k /= axes[a].values.size();
  return k % axes[axis].values.size();
}

const Section& sweep_section() {
  static const Section section{
      .title = "[sweep]",
      .doc =
          "A table of runs for `scree sweep`. Every other key is the path of a value of the "
          "scene, as for `--set`, and its value a list of what to put there: `fill.0.diameter = "
          "[\"3 mm\", \"4 mm\"]`. Lists combine each with each; the last one changes fastest.",
      .params = kSweepParams,
      .open = true};
  return section;
}

SweepTable apply_sweep(Node& document, ReadContext& context) {
  SweepTable table;
  const auto found = std::find_if(document.entries.begin(), document.entries.end(),
                                  [](const Node::Entry& e) { return e.key == "sweep"; });
  if (found == document.entries.end()) return table;
  const Node::Entry sweep = std::move(*found);
  document.entries.erase(found);
  const std::size_t before = context.messages.error_count();
  if (sweep.value.kind != Node::Kind::table) {
    context.messages.error(
        "E0103", sweep.value.span,
        fmt::format("[sweep] must be a table, not {}", kind_word(sweep.value.kind)));
    return table;
  }
  read_settings(sweep.value, context, table);
  std::vector<Axis> axes;
  collect(sweep.value, {}, context, axes);
  if (context.messages.error_count() != before) return table;
  if (axes.empty()) {
    context.messages.error("E0732", sweep.key_span, "[sweep] names nothing to vary",
                           "for example seed = [1, 2, 3]");
    return table;
  }
  count_runs(axes, sweep.key_span, context, table);
  for (const Axis& a : axes) {
    table.axes.push_back({joined_path(a.steps), {}});
    for (const Node& v : a.values->list) table.axes.back().values.push_back(toml_text(v));
  }
  if (table.chosen > table.runs)
    context.messages.error(
        "E0736", sweep.value.find("run")->span,
        fmt::format("there is no run {}: [sweep] makes {}", table.chosen, table.runs));
  if (context.messages.error_count() != before) return table;
  const std::size_t run = std::max<std::size_t>(table.chosen, 1);
  for (std::size_t k = 0; k < axes.size(); ++k) {
    const Node& value = axes[k].values->list[table.value_of(k, run)];
    set_value(document, axes[k].steps, value, axes[k].key, context.messages);
  }
  return table;
}

}  // namespace scree
