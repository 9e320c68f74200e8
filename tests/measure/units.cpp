// Columns say their units: a state in other units of length, mass and time gives the same values,
// converted by them.
#include "base/units.hpp"

#include <fmt/format.h>

#include <optional>
#include <set>

#include "piles.hpp"

namespace scree {
namespace {

using test::lines;

// Metre, kilogram and second of the second state, in those of the first. Powers of two convert
// without rounding; no unit of a measure but that of a number or an angle is 1.
struct UnitScale {
  double m = 1, kg = 1, s = 1;
  double of(const Dimension& d) const {
    return std::pow(m, d.m) * std::pow(kg, d.kg) * std::pow(s, d.s);
  }
};
constexpr UnitScale kOther{.m = 2, .kg = 32, .s = 0.25};

// The dimension of a unit as a scene would read it; nothing where it reads none.
std::optional<Dimension> find_dimension(const std::string& unit) {
  for (int m = -3; m <= 3; ++m)
    for (int kg = -1; kg <= 1; ++kg)
      for (int s = -3; s <= 1; ++s)
        for (int angle = 0; angle <= 1; ++angle) {
          const Dimension d{static_cast<std::int8_t>(m), static_cast<std::int8_t>(kg),
                            static_cast<std::int8_t>(s), static_cast<std::int8_t>(angle)};
          if (parse_quantity("1 " + unit, d)) return d;
        }
  return std::nullopt;
}

std::optional<Dimension> dimension_of(const std::string& unit) {
  static std::map<std::string, std::optional<Dimension>> known;
  const auto [at, is_new] = known.try_emplace(unit);
  if (is_new) at->second = find_dimension(unit);
  return at->second;
}

std::vector<std::string> pieces_of(const std::string& line) {
  std::vector<std::string> out{""};
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (c == ';' && !quoted)
      out.emplace_back();
    else
      out.back() += c;
  }
  return out;
}
std::string trim(const std::string& s) {
  const std::size_t from = s.find_first_not_of(" \""), to = s.find_last_not_of(" \"");
  return from == std::string::npos ? "" : s.substr(from, to - from + 1);
}

// The same line with every parameter in the other units.
std::string converted(const std::string& line) {
  const std::vector<std::string> pieces = pieces_of(line);
  const MeasureEntry* entry = find_measure(trim(pieces[0]));
  std::string out = pieces[0];
  for (std::size_t k = 1; k < pieces.size(); ++k) {
    const std::size_t equals = pieces[k].find('=');
    const std::string name = trim(pieces[k].substr(0, equals));
    std::string text = pieces[k].substr(equals + 1);
    for (const ParamInfo& p : entry->info.params) {
      if (!p.is_called(name)) continue;
      const double factor = kOther.of(p.dim);
      const auto value = *parse_param(p, trim(text));
      if (p.kind == ParamKind::number)
        text = fmt::format("{:.17g}", factor * std::get<double>(value));
      if (p.kind == ParamKind::vector) {
        const Vec3 v = factor * std::get<Vec3>(value);
        text = fmt::format("[{:.17g}, {:.17g}, {:.17g}]", v.x, v.y, v.z);
      }
      if (name == "of") text = "\"" + converted(trim(text)) + "\"";
    }
    out += "; " + name + " = " + text;
  }
  return out;
}

// A state in which every column of every measure has a value.
struct WholeState {
  test::Pile pile = test::pile(24);
  MeasureCell cell{{1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 5, 6}, 7, 1};
  PeriodicBox box{};
  double time = 0;

  enum class Box { none, periodic, tilted };
  explicit WholeState(Box kind) {
    pile.walls[1] = {"side", {2, 1, 3}, {1, 2, 3}, {1, 2, 3}, {4, 5, 6}, 7};
    for (const EnergyChannel& c : kEnergyChannels) c.of(pile.energy) = 1;
    if (kind != Box::none) box = {{-1, -1, -1}, {1, 1, 1}, {true, true, true}};
    if (kind == Box::tilted) box.tilt = {0.1, 0.2, 0.3};
  }
  MeasureInput input() const {
    MeasureInput in = pile.input(time);
    in.box = box, in.cell = &cell;
    return in;
  }
  void move() {
    time += 1;
    for (PositionRadius& g : pile.p.xr) g.x += Vec3{0.3, -0.4, 0.5};
  }
  void convert(const UnitScale& u) {
    const double v = u.m / u.s, f = u.kg * u.m / (u.s * u.s), j = f * u.m;
    Particles& p = pile.p;
    for (std::size_t k = 0; k < p.size(); ++k) {
      p.xr[k].x = u.m * p.xr[k].x, p.xr[k].r *= u.m;
      p.vm[k].v = v * p.vm[k].v, p.vm[k].inv_mass /= u.kg;
      p.ws[k].omega = (1 / u.s) * p.ws[k].omega;
      p.inv_inertia[k] /= u.kg * u.m * u.m;
    }
    for (MeasureContact& c : pile.contacts) {
      c.point = u.m * c.point, c.overlap *= u.m;
      c.force = f * c.force, c.tangential = f * c.tangential;
    }
    for (MeasureWall& w : pile.walls) {
      w.force = f * w.force, w.torque = j * w.torque, w.area *= u.m * u.m;
      w.position = u.m * w.position, w.velocity = v * w.velocity;
    }
    for (const EnergyChannel& c : kEnergyChannels) c.of(pile.energy) *= j;
    pile.energy.start *= j;
    for (double& x : cell.rate) x /= u.s;
    for (double& x : cell.stress) x *= f / (u.m * u.m);
    cell.work *= j, time *= u.s;
    box.lo = u.m * box.lo, box.hi = u.m * box.hi, box.tilt = u.m * box.tilt;
  }
};

// Two instants, so that what counts and what has a rate has both; the values of the second.
std::vector<double> values_of(Measure& m, const WholeState& first, const WholeState& second) {
  test::values(m, first.input());
  if (!m.is_table()) return test::values(m, second.input());
  return m.table(second.input()).values;
}

TEST(MeasureUnits, every_column_says_what_it_is_in_a_unit_that_scenes_know) {
  for (const std::string& line : lines()) {
    const auto m = test::measure(line);
    auto all = m->columns();
    const auto table = m->table_columns();
    all.insert(all.end(), table.begin(), table.end());
    EXPECT_FALSE(all.empty()) << line;
    for (const ColumnInfo& c : all) {
      EXPECT_FALSE(c.name.empty()) << line;
      EXPECT_FALSE(c.meaning.empty()) << line << ": " << c.name;
      EXPECT_TRUE(c.unit.empty() || dimension_of(c.unit)) << line << ": " << c.name << c.unit;
    }
  }
}

// What a value of each column is in the other units.
std::vector<double> factors_of(const std::vector<ColumnInfo>& columns) {
  std::vector<double> out;
  for (const ColumnInfo& c : columns)
    out.push_back(c.unit.empty() ? 1 : kOther.of(*dimension_of(c.unit)));
  return out;
}

// Compares all values; adds the columns that had one other than 0 to `tried`, the others to `idle`.
void compare(const std::string& line, const std::vector<ColumnInfo>& columns,
             const std::vector<double>& a, const std::vector<double>& b,
             std::set<std::string>& tried, std::set<std::string>& idle) {
  const std::vector<double> factors = factors_of(columns);
  std::vector<bool> any(columns.size(), false);
  for (std::size_t k = 0; k < a.size(); ++k) {
    const std::size_t c = k % columns.size();
    const double wanted = factors[c] * a[k];
    // Roots and powers round; what cancels to almost nothing is of the order of its terms.
    if (!(std::abs(b[k] - wanted) <= 1e-9 * (std::abs(wanted) + 1e-3 * factors[c])))
      ADD_FAILURE() << line << ": " << columns[c].name << " in `" << columns[c].unit
                    << "`: " << b[k] << " is not " << wanted;
    any[c] = any[c] || a[k] != 0;
  }
  for (std::size_t c = 0; c < columns.size(); ++c)
    (any[c] ? tried : idle).insert(line.substr(0, line.find(';')) + "." + columns[c].name);
}

TEST(MeasureUnits, values_convert_by_the_units_of_their_columns) {
  std::set<std::string> tried, idle;
  using enum WholeState::Box;
  for (const auto box : {none, periodic, tilted})
    for (const std::string& line : lines()) {
      WholeState before(box);
      const auto m = test::measure(line), other = test::measure(converted(line));
      if (m->check(before.input())) continue;
      WholeState after = before;
      after.move();
      const std::vector<double> a = values_of(*m, before, after);
      before.convert(kOther), after.convert(kOther);
      const std::vector<double> b = values_of(*other, before, after);
      ASSERT_EQ(a.size(), b.size()) << line;
      compare(line, m->is_table() ? m->table_columns() : m->columns(), a, b, tried, idle);
    }
  for (const std::string& name : tried) idle.erase(name);
  // Classes and bins that stay empty.
  std::erase_if(idle, [](const std::string& name) {
    return name.starts_with("fragments.size_") || name.find(".share_") != std::string::npos ||
           name == "voronoi.without_cell";
  });
  EXPECT_EQ(idle, std::set<std::string>{}) << "their units were not tried";
}

}  // namespace
}  // namespace scree
