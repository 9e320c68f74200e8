// A wall that follows a table of times: given in the scene, or read from a CSV file.
//
// The table has one kind of translation (a displacement or a speed along `direction`, or vectors)
// and one kind of turn (an angle or its rate about `axis` through `centre`); both may be there.
// Closed form in t: nothing adds up from step to step.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <optional>
#include <sstream>

#include "base/csv.hpp"
#include "base/words.hpp"
#include "walls/frame.hpp"
#include "walls/keyed_track.hpp"
#include "walls/schedule.hpp"

namespace scree::wall_motions {
namespace {

struct TablePath {
  Vec3 direction{}, axis{}, centre{};
  KeyedTrack along;                 // the direction
  std::array<KeyedTrack, 3> space;  // or x, y, z
  KeyedTrack angle;
  double start = 0;
  bool repeat = false;
};

class Table final : public WallMotion {
 public:
  explicit Table(TablePath path) : p_(std::move(path)) {}
  std::unique_ptr<WallMotion> clone() const override { return std::make_unique<Table>(*this); }
  WallPose advance(double t, double, const WallLoad&) override {
    const double tau = t - p_.start;
    const KeyedTrack::At turn = at(p_.angle, tau), along = at(p_.along, tau);
    WallPose out;
    if (!p_.angle.empty()) out = turned_about(p_.centre, p_.axis, turn.value, turn.rate);
    if (!p_.along.empty()) {
      out.x += along.value * p_.direction;
      out.v += along.rate * p_.direction;
    }
    for (int k = 0; k < 3; ++k) {
      const KeyedTrack::At s = at(p_.space[static_cast<std::size_t>(k)], tau);
      out.x[k] += s.value;
      out.v[k] += s.rate;
    }
    return out;
  }
  Vec3 rotation_axis() const override { return p_.angle.empty() ? Vec3{} : p_.axis; }

 private:
  KeyedTrack::At at(const KeyedTrack& track, double t) const {
    return p_.repeat ? track.repeated(t) : track.at(t);
  }
  TablePath p_;
};

constexpr ParamInfo kTableParams[] = {
    {.name = "time", .kind = ParamKind::numbers, .dim = dim::time, .doc = "of the rows, rising"},
    {.name = "displacement",
     .kind = ParamKind::numbers,
     .dim = dim::length,
     .doc = "along `direction`, from the wall's position, one per row"},
    {.name = "speed",
     .kind = ParamKind::numbers,
     .dim = dim::velocity,
     .doc = "along `direction`, instead"},
    {.name = "displacements",
     .kind = ParamKind::matrix,
     .dim = dim::length,
     .doc = "[x, y, z] from the wall's position, instead"},
    {.name = "velocities",
     .kind = ParamKind::matrix,
     .dim = dim::velocity,
     .doc = "[x, y, z], instead"},
    {.name = "direction",
     .kind = ParamKind::vector,
     .fallback = "[0, 1, 0]",
     .doc = "of `displacement` and `speed`; need not be a unit vector"},
    {.name = "angle",
     .kind = ParamKind::numbers,
     .dim = dim::angle,
     .doc = "about `axis` through `centre`, one per row"},
    {.name = "angular_velocity",
     .kind = ParamKind::numbers,
     .dim = dim::angular_velocity,
     .doc = "the same as a rate"},
    {.name = "axis",
     .kind = ParamKind::vector,
     .fallback = "[0, 0, 1]",
     .doc = "of the turn; need not be a unit vector"},
    motion_params::turn_centre,
    {.name = "file",
     .kind = ParamKind::path,
     .doc =
         "CSV with a header instead of the lists, in SI units and radians: time and displacement "
         "or speed, or x, y, z or vx, vy, vz; angle or angular_velocity"},
    {.name = "interpolation",
     .kind = ParamKind::choice,
     .fallback = "linear",
     .choices = "steps|linear|smooth",
     .doc = "between rows: straight, smooth (the velocity has no jump, and displacements never "
            "overshoot), or, for speeds, held until the next row"},
    {.name = "repeat",
     .kind = ParamKind::boolean,
     .fallback = "false",
     .doc = "begin again after the last row, from where the wall is then"},
    motion_params::start,
};

constexpr std::string_view kTableLists[] = {
    "time", "displacement", "speed", "displacements", "velocities", "angle", "angular_velocity"};

Error table_error(std::string message, std::string hint = {}) {
  return Error{"E0630", std::move(message), "", std::move(hint)};
}

// Columns by name, from the file or from the lists of the scene.
struct TableColumns {
  std::vector<std::pair<std::string, std::vector<double>>> all;
  const std::vector<double>* find(std::string_view name) const {
    for (const auto& [key, values] : all)
      if (key == name) return &values;
    return nullptr;
  }
};

constexpr std::string_view kTableColumns[] = {
    "time", "displacement", "speed", "x", "y", "z", "vx", "vy", "vz", "angle", "angular_velocity"};

Result<TableColumns> columns_of_file(const std::string& path) {
  const auto wrong = [&](std::string message, std::string hint = {}) {
    return Error{"E0631", fmt::format("{}: {}", path, message), "", std::move(hint),
                 Subject::of_key("file")};
  };
  std::ifstream in(path, std::ios::binary);
  if (!in) return wrong("cannot be read");
  TableColumns out;
  std::string line;
  std::vector<CsvField> fields;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    if (number == 1) line = without_byte_order_mark(line);
    split_csv(line, fields);
    if (fields.empty() || (fields.size() == 1 && fields[0].text.empty()) ||
        fields[0].text.starts_with('#'))
      continue;
    if (out.all.empty()) {
      const std::vector<std::string> known(std::begin(kTableColumns), std::end(kTableColumns));
      for (const CsvField& f : fields) {
        const std::string name(f.text);
        if (std::find(known.begin(), known.end(), name) == known.end()) {
          const std::string near = nearest_word(name, known);
          return wrong(fmt::format("line {}: unknown column `{}`", number, name),
                       near.empty() ? "the first line names the columns: " + list_words(known, 40)
                                    : fmt::format("did you mean `{}`?", near));
        }
        if (out.find(name) != nullptr)
          return wrong(fmt::format("line {}: column `{}` comes twice", number, name));
        out.all.push_back({name, {}});
      }
      continue;
    }
    if (fields.size() != out.all.size())
      return wrong(fmt::format("line {} has {} fields, the header {}", number, fields.size(),
                               out.all.size()));
    for (std::size_t k = 0; k < fields.size(); ++k) {
      const auto v = csv_number(fields[k].text);
      if (!v || !std::isfinite(*v))
        return wrong(fmt::format("line {}: `{}` is not a number", number, fields[k].text));
      out.all[k].second.push_back(*v);
    }
  }
  if (out.all.empty()) return wrong("is empty", "the first line names the columns: time,x,y,z");
  return out;
}

Result<TableColumns> columns_of_scene(const ParamSet& p) {
  TableColumns out;
  for (const std::string_view name : {"time", "displacement", "speed", "angle", "angular_velocity"})
    if (p.has(name)) out.all.push_back({std::string(name), p.numbers(name)});
  for (const auto& [name, prefix] :
       {std::pair<std::string_view, std::string>("displacements", ""), {"velocities", "v"}}) {
    if (!p.has(name)) continue;
    std::array<std::vector<double>, 3> axes;
    for (const std::vector<double>& row : p.matrix(name)) {
      if (row.size() != 3)
        return table_error(fmt::format("a row of `{}` has {} numbers, not 3", name, row.size()));
      for (std::size_t k = 0; k < 3; ++k) axes[k].push_back(row[k]);
    }
    for (std::size_t k = 0; k < 3; ++k) out.all.push_back({prefix + "xyz"[k], std::move(axes[k])});
  }
  return out;
}

Result<TableColumns> table_columns(const ParamSet& p) {
  if (!p.has("file")) return columns_of_scene(p);
  for (const std::string_view name : kTableLists)
    if (p.has(name))
      return table_error(fmt::format("`file` and `{}` are both given", name), "one of them");
  return columns_of_file(p.text("file"));
}

std::optional<Error> wrong_table(const TableColumns& c) {
  const std::vector<double>* time = c.find("time");
  if (time == nullptr)
    return table_error("a table of motion lacks `time`",
                       "time = [0, \"1 s\"], displacement = [0, \"5 mm\"]");
  if (time->size() < 2) return table_error("a table of motion needs at least two rows");
  for (std::size_t k = 1; k < time->size(); ++k)
    if (!((*time)[k] > (*time)[k - 1]))
      return table_error(fmt::format("`time` must rise: row {} is at {:g} s, row {} at {:g} s", k,
                                     (*time)[k - 1], k + 1, (*time)[k]),
                         "two values at one time would be a jump; let a little time pass");
  for (const auto& [name, values] : c.all)
    if (values.size() != time->size())
      return table_error(
          fmt::format("`time` has {} rows, `{}` has {}", time->size(), name, values.size()));
  const auto some = [&](std::string_view prefix) {
    for (const char axis : {'x', 'y', 'z'})
      if (c.find(std::string(prefix) + axis) != nullptr) return true;
    return false;
  };
  const bool along = c.find("displacement") != nullptr, speed = c.find("speed") != nullptr;
  const int ways = along + speed + some("") + some("v");
  if (ways > 1)
    return table_error("a table of motion has more than one kind of translation",
                       "displacement or speed along `direction`, or vectors");
  if (c.find("angle") != nullptr && c.find("angular_velocity") != nullptr)
    return table_error("a table of motion has both `angle` and `angular_velocity`");
  if (ways == 0 && c.find("angle") == nullptr && c.find("angular_velocity") == nullptr)
    return table_error("a table of motion has nothing but `time`",
                       "add displacement, speed, displacements, velocities, angle or "
                       "angular_velocity");
  return std::nullopt;
}

Result<std::unique_ptr<WallMotion>> make_table(const ParamSet& p) {
  const Result<Vec3> direction = unit_vector(p, "direction"), axis = unit_vector(p, "axis");
  if (!direction) return direction.errors();
  if (!axis) return axis.errors();
  const Result<TableColumns> columns = table_columns(p);
  if (!columns) return columns.errors();
  if (auto error = wrong_table(*columns)) return *error;
  const std::string word = p.text("interpolation");
  const Interpolation how = word == "steps"    ? Interpolation::steps
                            : word == "smooth" ? Interpolation::smooth
                                               : Interpolation::linear;
  const std::vector<double>& time = *columns->find("time");
  TablePath path;
  path.direction = *direction, path.axis = *axis, path.centre = p.vector("centre");
  path.start = p.number("start");
  path.repeat = p.boolean("repeat");
  bool jumps = false;
  const auto values = [&](std::string_view name, KeyedTrack& to) {
    if (const auto* rows = columns->find(name)) {
      to = KeyedTrack::of_values(time, *rows, how);
      jumps = jumps || how == Interpolation::steps;
    }
  };
  const auto rates = [&](std::string_view name, KeyedTrack& to) {
    if (const auto* rows = columns->find(name)) to = KeyedTrack::of_rates(time, *rows, how);
  };
  values("displacement", path.along);
  rates("speed", path.along);
  values("angle", path.angle);
  rates("angular_velocity", path.angle);
  for (std::size_t k = 0; k < 3; ++k) {
    values(std::string(1, "xyz"[k]), path.space[k]);
    rates(std::string("v") + "xyz"[k], path.space[k]);
  }
  if (jumps)
    return table_error("a wall cannot jump from row to row",
                       "interpolation = \"linear\" or \"smooth\"; \"steps\" is for speeds");
  return std::unique_ptr<WallMotion>(new Table(std::move(path)));
}

}  // namespace

extern const WallMotionEntry table_entry;
const WallMotionEntry table_entry{
    .info = {"table", "follows a table of displacements, speeds or angles over time",
             "theory/walls.md", kTableParams},
    .make = make_table};

}  // namespace scree::wall_motions
