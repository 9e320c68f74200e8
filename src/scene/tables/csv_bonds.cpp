#include "scene/tables/csv_bonds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_set>

#include "base/csv.hpp"
#include "base/words.hpp"
#include "sim/bonds/bond_joint.hpp"
#include "sim/bonds/bond_laws.hpp"

namespace scree {
namespace {

bool is_exported(const std::vector<CsvField>& head) {
  const auto has = [&head](std::string_view name) {
    return std::any_of(head.begin(), head.end(),
                       [name](const CsvField& f) { return f.text == name; });
  };
  return has("type") && has("strain");
}

class CsvBonds {
 public:
  CsvBonds(FillContext& context, int source, std::uint32_t first,
           const std::vector<std::uint32_t>& ids)
      : context_(context),
        source_(source),
        text_(context.messages.text(source)),
        first_(first),
        laws_(make_bond_laws(context.world.bond_types)) {
    for (std::uint32_t k = 0; k < ids.size(); ++k) row_of_id_[ids[k]] = k;
    for (std::uint32_t k = 0; k < context.world.bond_types.size(); ++k)
      type_of_.emplace(context.world.bond_types[k].name, k);  // of equal names the first
  }

  void read() {
    if (!laws_) return;  // told by the bond types
    std::size_t from = 0;
    std::vector<CsvField> fields;
    for (line_ = 1; from < text_.size() && problems_ < 20; ++line_) {
      const std::size_t to = std::min(text_.find('\n', from), text_.size());
      std::string_view row = text_.substr(from, to - from);
      row = row.substr(0, row.find('#'));
      from = to + 1;
      split_csv(row, fields);
      if (std::all_of(fields.begin(), fields.end(), [](const auto& f) { return f.text.empty(); }))
        continue;
      if (!columns_.empty())
        read_row(fields);
      else if (!columns_from(fields))
        return;
    }
    context_.world.bonds.sort();
  }

 private:
  struct Row {
    std::uint32_t i = 0, j = 0, type = 0, broken = 0;
    double length = 0, strain = 0;
    std::vector<double> history, joint;
  };

  bool problem(const CsvField& f, std::string message, std::string hint = {}) {
    const auto width = static_cast<std::uint32_t>(std::max<std::size_t>(1, f.text.size()));
    context_.messages.error("E0448", {source_, line_, f.column, line_, f.column + width},
                            std::move(message), std::move(hint));
    ++problems_;
    return false;
  }

  bool columns_from(const std::vector<CsvField>& head) {
    const std::vector<std::string> known{"i", "j", "bond", "length", "broken"},
        exported{"type", "strain", "pull", "fx", "fy", "fz"};
    exported_ = is_exported(head);
    std::size_t remembered = 0, joint = 0;
    std::unordered_set<std::string> before;
    for (const CsvField& f : head) {
      const std::string name(f.text);
      const bool of_joint = joint < kJointNumbers && name == fmt::format("j{}", joint + 1);
      const bool history = of_joint || name == fmt::format("h{}", remembered + 1);
      joint += of_joint;
      remembered += history && !of_joint;
      const bool twice = !before.insert(name).second;
      const bool ours =
          exported_ && std::find(exported.begin(), exported.end(), name) != exported.end();
      if (twice ||
          (!history && !ours && std::find(known.begin(), known.end(), name) == known.end()))
        return problem(f, fmt::format("column `{}` is unknown or comes twice", name),
                       "the first row names the columns: i, j, bond, length, broken, h1, h2, ...");
      columns_.push_back(name);
    }
    for (const char* needed : {"i", "j"})
      if (std::find(columns_.begin(), columns_.end(), needed) == columns_.end())
        return problem(head[0], fmt::format("there is no column `{}`", needed),
                       "the first row names the columns: i, j, bond, length, broken, h1, h2, ...");
    if (context_.world.bond_types.size() != 1 && !exported_ &&
        std::find(columns_.begin(), columns_.end(), "bond") == columns_.end())
      return problem(head[0], "which bond holds them?",
                     "a column `bond` with the name of a [bond.NAME]");
    return true;
  }

  void read_row(const std::vector<CsvField>& fields) {
    if (fields.size() != columns_.size()) {
      problem(fields[0],
              fmt::format("this row has {} columns, not {}", fields.size(), columns_.size()));
      return;
    }
    Row row;
    for (std::size_t k = 0; k < fields.size(); ++k)
      if (!read_field(columns_[k], fields[k], row)) return;
    const std::size_t wanted = (*laws_)[row.type]->history();
    if (exported_ && row.i != row.j) row.length = length_at_rest(row);
    if (row.i == row.j) {
      problem(fields[0], "a bond joins two grains");
    } else if (!row.history.empty() && (row.history.size() < wanted || !(row.length > 0))) {
      problem(fields[0],
              fmt::format("a bond of this kind that is not new has a length and {} numbers h1, "
                          "h2, ...",
                          wanted),
              "leave out all of them: the bond then begins at rest");
    } else {
      row.history.resize(row.history.empty() ? 0 : wanted);
      context_.world.bonds.add(ParticleId{row.i}, ParticleId{row.j}, row.type, row.length,
                               row.history);
      Bonds& bonds = context_.world.bonds;
      bonds[bonds.size() - 1].broken = row.broken;
      if (row.joint.size() == kJointNumbers && row.joint[kFirstRadius] > 0)
        bonds.set_joint(bonds.size() - 1, joint_from(row.joint));
    }
  }

  static constexpr std::size_t kFirstRadius = 6;  // of the numbers of a joint; 0: there is none
  static BondJoint joint_from(const std::vector<double>& n) {
    return {.end1 = {n[0], n[1], n[2]},
            .end2 = {n[3], n[4], n[5]},
            .r1 = n[kFirstRadius],
            .r2 = n[7],
            .area = n[8],
            .inertia = n[9],
            .half = n[10]};
  }

  double length_at_rest(const Row& row) const {
    const Particles& p = context_.world.particles;
    const PeriodicBox& box = context_.world.box;
    const auto [i, j] = std::minmax(row.i, row.j);
    if (has_joint(p, p.row_of()[i], p.row_of()[j])) {
      const auto joint =
          measure_joint(context_.world, CollideTable::with({}), p.row_of()[i], p.row_of()[j]);
      if (!joint) return 0;
      const std::uint32_t a = p.row_of()[i], b = p.row_of()[j];
      const Vec3 line = box.nearest(p.xr[b].x - p.xr[a].x) +
                        (rotate(p.q[b], joint->end2) - rotate(p.q[a], joint->end1));
      return norm(line) / (1 + row.strain);
    }
    const Vec3 d = box.nearest(p.xr[p.row_of()[row.j]].x - p.xr[p.row_of()[row.i]].x);
    return norm(d) / (1 + row.strain);
  }

  bool read_exported(const std::string& column, const CsvField& f, double v, Row& row) {
    if (column == "strain") return row.strain = v, v > -1 || problem(f, "`strain` is above -1");
    if (column != "type") return true;
    if (!(v >= 0 && v < static_cast<double>(context_.world.bond_types.size())) ||
        v != std::floor(v))
      return problem(f, fmt::format("bond number {} is not in the scene", f.text),
                     "numbers count the [bond.NAME] of the scene from 0");
    row.type = static_cast<std::uint32_t>(v);
    return true;
  }

  bool read_field(const std::string& column, const CsvField& f, Row& row) {
    if (column == "bond") {
      const auto known = type_of_.find(f.text);
      if (known != type_of_.end()) return row.type = known->second, true;
      std::vector<std::string> names;
      for (const auto& type : context_.world.bond_types) names.push_back(type.name);
      return problem(f, fmt::format("there is no bond `{}`", f.text),
                     names.empty() ? "" : "choose " + list_words(names, 40));
    }
    if (column == "broken") {
      for (std::uint32_t k = 0; k < static_cast<std::uint32_t>(BondMode::count); ++k)
        if (f.text == kBondModeNames[k]) return row.broken = k, true;
      return problem(f, fmt::format("`broken` cannot be `{}`", f.text),
                     "intact, tension, shear, energy or edit");
    }
    const auto v = csv_number(f.text);
    if (!v || !std::isfinite(*v))
      return problem(f, fmt::format("`{}` must be a number, not `{}`", column, f.text));
    if (column == "type" || column == "strain" || column == "pull" || column.front() == 'f')
      return read_exported(column, f, *v, row);
    if (column == "i" || column == "j") {
      const auto known = exported_ && *v >= 0 && *v < 4294967296.0
                             ? row_of_id_.find(static_cast<std::uint32_t>(*v))
                             : row_of_id_.end();
      if (known != row_of_id_.end())
        return (column == "i" ? row.i : row.j) = first_ + known->second, true;
      if (exported_) return problem(f, fmt::format("there is no grain {} in the table", f.text));
      const std::uint32_t there = context_.world.particles.next_id() - first_;
      if (!(*v >= 0 && *v < there) || *v != std::floor(*v))
        return problem(f, fmt::format("there is no grain {} in the table of {}", f.text, there),
                       "grains are numbered by their rows, from 0");
      (column == "i" ? row.i : row.j) = first_ + static_cast<std::uint32_t>(*v);
    } else if (column == "length") {
      row.length = context_.fill.entry_params.number("scale") * *v;
      if (!(row.length > 0)) return problem(f, "`length` must be greater than 0");
    } else {
      (column.front() == 'j' ? row.joint : row.history).push_back(*v);
    }
    return true;
  }

  FillContext& context_;
  const int source_;
  std::string_view text_;
  const std::uint32_t first_;
  const Result<BondLaws> laws_;
  std::map<std::uint32_t, std::uint32_t> row_of_id_;
  std::map<std::string, std::uint32_t, std::less<>> type_of_;
  bool exported_ = false;
  std::vector<std::string> columns_;
  std::uint32_t line_ = 0;
  std::size_t problems_ = 0;
};

}  // namespace

void add_csv_bonds(FillContext& context, std::string text, const std::string& name,
                   std::uint32_t first, const std::vector<std::uint32_t>& ids) {
  for (const ClusterMix::Part& part : context.mix.parts)
    if (TurnedCluster{part.cluster.get(), 1, {}}.rows() != 1)
      return context.fail("E0448", "bonds",
                          "a table of bonds joins grains of one piece, this fill has clusters",
                          "make the cluster itself a bonded one: kind = \"bonded\"");
  if (text.find('\0') != std::string::npos)
    return context.fail("E0003", "bonds",
                        fmt::format("\"{}\" is a binary file, not a table of numbers", name));
  CsvBonds(context, context.messages.add_source(name, std::move(text)), first, ids).read();
}

std::set<std::uint32_t> bonded_ids(const std::string& text) {
  std::set<std::uint32_t> out;
  std::vector<CsvField> fields;
  const std::string_view all = text;
  std::size_t from = std::min(all.find('\n'), all.size());
  split_csv(all.substr(0, from), fields);
  if (!is_exported(fields)) return out;
  while (++from < all.size()) {  // behind the line break
    const std::size_t to = std::min(all.find('\n', from), all.size());
    split_csv(all.substr(from, to - from), fields);
    for (std::size_t k = 0; k < 2 && k < fields.size(); ++k)
      if (const auto v = csv_number(fields[k].text); v && *v >= 0 && *v < 4294967296.0)
        out.insert(static_cast<std::uint32_t>(*v));
    from = to;
  }
  return out;
}

}  // namespace scree
