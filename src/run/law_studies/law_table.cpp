#include "run/law_studies/law_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/words.hpp"
#include "io/text.hpp"
#include "run/folder/quantity_text.hpp"

namespace scree::run {
namespace {

struct RowColumn {
  const char *name, *unit;
  double (*value)(const ProbeRow&);
  bool (*in)(const kernel::PairLaw&) = nullptr;  // laws that have it; null: all
};

constexpr RowColumn kRowColumns[] = {
    {"time", "s", [](const ProbeRow& r) { return r.time; }},
    {"overlap", "m", [](const ProbeRow& r) { return r.pose.overlap; }},
    {"rate", "m/s", [](const ProbeRow& r) { return r.rate.overlap; }},
    {"force", "N", [](const ProbeRow& r) { return r.force; }},
    {"stored", "J", [](const ProbeRow& r) { return r.stored; }},
    {"dissipated", "J", [](const ProbeRow& r) { return r.dissipated; }},
    {"work", "J", [](const ProbeRow& r) { return r.work; }},
    {"kinetic", "J", [](const ProbeRow& r) { return r.kinetic; }},
    {"pull", "N", [](const ProbeRow& r) { return r.pull; },
     [](const kernel::PairLaw& l) { return l.has_cohesion; }},
    {"slide", "m", [](const ProbeRow& r) { return r.pose.slide; },
     [](const kernel::PairLaw& l) { return l.has_tangential; }},
    {"slide_rate", "m/s", [](const ProbeRow& r) { return r.rate.slide; },
     [](const kernel::PairLaw& l) { return l.has_tangential; }},
    {"tangential", "N", [](const ProbeRow& r) { return r.tangential; },
     [](const kernel::PairLaw& l) { return l.has_tangential; }},
    {"roll", "rad", [](const ProbeRow& r) { return r.pose.roll; },
     [](const kernel::PairLaw& l) { return l.has_rolling; }},
    {"rolling", "N m", [](const ProbeRow& r) { return r.rolling; },
     [](const kernel::PairLaw& l) { return l.has_rolling; }},
    {"twist", "rad", [](const ProbeRow& r) { return r.pose.twist; },
     [](const kernel::PairLaw& l) { return l.has_twisting; }},
    {"twisting", "N m", [](const ProbeRow& r) { return r.twisting; },
     [](const kernel::PairLaw& l) { return l.has_twisting; }},
};

std::vector<std::vector<double>> columns_of(const std::vector<LawColumn>& columns,
                                            const std::vector<ProbeRow>& rows, int loop) {
  std::vector<std::vector<double>> out(columns.size());
  for (std::size_t c = 0; c < columns.size(); ++c)
    for (const RowColumn& from : kRowColumns)
      if (columns[c].name == from.name)
        for (const ProbeRow& r : rows)
          if (r.loop == loop) out[c].push_back(from.value(r));
  return out;
}

const std::vector<double>* find_in(const std::vector<LawColumn>& columns, const LawLoop& loop,
                                   std::string_view name) {
  for (std::size_t c = 0; c < columns.size(); ++c)
    if (columns[c].name == name) return &loop.columns[c];
  return nullptr;
}

double greatest(const std::vector<double>* v) {
  return v == nullptr || v->empty() ? 0 : *std::max_element(v->begin(), v->end());
}
double gained(const std::vector<double>* v, double before) {
  return v == nullptr || v->empty() ? 0 : v->back() - before;
}

}  // namespace

std::vector<LawColumn> row_columns(const kernel::PairLaw& law) {
  std::vector<LawColumn> out;
  for (const RowColumn& c : kRowColumns)
    if (c.in == nullptr || c.in(law)) out.push_back({c.name, c.unit});
  return out;
}

std::vector<LawColumn> restitution_columns() {
  return {{"speed", "m/s"}, {"restitution", ""}, {"duration", "s"},  {"overlap", "m"},
          {"force", "N"},   {"pull", "N"},       {"dissipated", "J"}};
}

LawLoop impact_loop(const std::vector<LawColumn>& columns, const ImpactResult& i, double speed) {
  LawLoop out;
  out.columns = columns_of(columns, i.rows, 0);
  out.label = fmt::format("{}: {}", quantity_text(speed, "m/s"),
                          i.sticks ? "sticks" : fmt::format("e = {:.3f}", i.restitution));
  out.numbers = {{"speed", "m/s", speed},           {"restitution", "", i.restitution},
                 {"duration", "s", i.duration},     {"greatest overlap", "m", i.overlap},
                 {"peak force", "N", i.force},      {"greatest pull", "N", i.pull},
                 {"dissipated", "J", i.dissipated}, {"budget error", "", i.budget_error}};
  return out;
}

LawLoop row_loop(const std::vector<LawColumn>& columns, const std::vector<ProbeRow>& rows, int loop,
                 const std::string& label, const std::string& x, const std::string& y) {
  LawLoop out{.label = label};
  out.columns = columns_of(columns, rows, loop);
  const auto first =
      std::find_if(rows.begin(), rows.end(), [loop](const ProbeRow& r) { return r.loop == loop; });
  const ProbeRow before = first == rows.begin() || first == rows.end() ? ProbeRow{} : *(first - 1);
  const auto number = [&](const char* name, const char* unit, double v) {
    out.numbers.push_back({name, unit, v});
  };
  const auto at = [&](std::string_view name) { return find_in(columns, out, name); };
  const auto unit_of = [&](const std::string& name) {
    for (const LawColumn& c : columns)
      if (c.name == name) return c.unit;
    return std::string();
  };
  number("duration", "s", gained(at("time"), before.time));
  number(("greatest " + x).c_str(), unit_of(x).c_str(), greatest(at(x)));
  number(("peak " + y).c_str(), unit_of(y).c_str(), greatest(at(y)));
  if (const auto* f = at("force"); f != nullptr && !f->empty())
    number("greatest pull", "N", std::max(0.0, -*std::min_element(f->begin(), f->end())));
  const double work = gained(at("work"), before.work);
  const double lost = gained(at("dissipated"), before.dissipated);
  const double stored = gained(at("stored"), before.stored);
  number("work", "J", work);
  number("dissipated", "J", lost);
  out.label += fmt::format(": {} lost", quantity_text(lost, "J"));
  number("stored at the end", "J", at("stored")->empty() ? 0 : at("stored")->back());
  const double through = std::max({std::abs(work), std::abs(lost), greatest(at("stored"))});
  number("budget error", "", through > 0 ? (stored + lost - work) / through : 0);
  return out;
}

std::string table_csv(const LawTable& t) {
  std::string out = "loop";
  for (const LawColumn& c : t.columns) out += "," + c.name;
  out += '\n';
  for (std::size_t l = 0; l < t.loops.size(); ++l) {
    const auto& columns = t.loops[l].columns;
    for (std::size_t row = 0; row < columns.front().size(); ++row) {
      append(out, std::uint64_t{l + 1});
      for (const auto& c : columns) out += ',', append(out, c[row]);
      out += '\n';
    }
  }
  return out;
}

Json loops_json(const LawTable& t) {
  Json loops = Json::array();
  for (const LawLoop& l : t.loops) {
    Json one{{"label", l.label}};
    for (const LoopNumber& n : l.numbers) {
      std::string key = n.name;
      std::replace(key.begin(), key.end(), ' ', '_');
      one[key] = n.value;
    }
    one["rows"] = l.columns.front().size();
    loops.push_back(std::move(one));
  }
  return loops;
}

namespace {

// A power of 1000 and its letter, so that the greatest value has one to three digits.
struct Prefix {
  double factor = 1;
  const char* letter = "";
};
Prefix prefix_for(double size) {
  constexpr Prefix known[] = {{1e9, "G"},  {1e6, "M"},  {1e3, "k"},  {1, ""},
                              {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}, {1e-12, "p"}};
  for (const Prefix& p : known)
    if (size >= p.factor) return p;
  return {};
}

// At most so many points of a curve: those where it turns are among them.
constexpr std::size_t kMostPoints = 500;

// Whether a loop comes back to where it began: then what it encloses is what was lost.
bool closed(const std::vector<double>& x) {
  if (x.empty()) return false;
  const auto [lo, hi] = std::minmax_element(x.begin(), x.end());
  return std::abs(x.back() - x.front()) < 0.02 * (*hi - *lo);
}

struct Shown {
  std::size_t column = 0;
  double factor = 1;
  std::string label;
};
Result<Shown> shown(const LawTable& t, const std::string& name, const char* option) {
  const int c = t.column(name);
  if (c < 0) {
    std::vector<std::string> names;
    for (const LawColumn& column : t.columns) names.push_back(column.name);
    const std::string nearest = nearest_word(name, names);
    return Error{"E0337", fmt::format("the table has no column `{}`", name), option,
                 nearest.empty() ? "one of " + list_words(names, 30)
                                 : fmt::format("did you mean `{}`?", nearest)};
  }
  Shown out{.column = static_cast<std::size_t>(c)};
  const LawColumn& column = t.columns[out.column];
  double size = 0;
  for (const LawLoop& l : t.loops)
    for (const double v : l.columns[out.column])
      if (std::isfinite(v)) size = std::max(size, std::abs(v));
  const bool scaled = !column.unit.empty() && column.unit != "rad";
  const Prefix p = scaled ? prefix_for(size) : Prefix{};
  out.factor = 1 / p.factor;
  std::string word = column.name;
  std::replace(word.begin(), word.end(), '_', ' ');
  out.label = word + (column.unit.empty() ? "" : ", " + std::string(p.letter) + column.unit);
  return out;
}

}  // namespace

Result<plot::Plot> table_plot(const LawTable& t, const std::string& title, const std::string& x,
                              const std::string& y) {
  const auto sx = shown(t, x, "--x"), sy = shown(t, y, "--y");
  if (!sx) return sx.errors();
  if (!sy) return sy.errors();
  plot::Plot out{.title = title, .x = {.label = sx->label}, .y = {.label = sy->label}};
  const bool speeds = t.motion == "restitution" && x == "speed";
  out.x.log = speeds;
  if (speeds && y == "restitution") out.y.lo = 0.0, out.y.hi = 1.0;
  out.height = 440;
  for (const LawLoop& l : t.loops) {
    const auto &xs = l.columns[sx->column], &ys = l.columns[sy->column];
    plot::Series s{.label = l.label, .mark = plot::Mark::line};
    const bool loop = t.motion != "restitution" && x != "time";
    s.arrows = loop ? 6 : 0;
    s.filled = loop && t.loops.size() <= 3 && closed(xs);
    const std::size_t every = 1 + xs.size() / kMostPoints;
    for (std::size_t k = 0; k < xs.size(); ++k)
      if (k % every == 0 || k + 1 == xs.size())
        s.x.push_back(sx->factor * xs[k]), s.y.push_back(sy->factor * ys[k]);
    out.series.push_back(std::move(s));
  }
  return out;
}

}  // namespace scree::run
