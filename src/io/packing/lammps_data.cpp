// LAMMPS data files: what `write_data` writes and `read_data` reads. Atom styles with balls: sphere
// (in LIGGGHTS also called granular), bpm/sphere, and atomic with the diameter of the request.
#include <algorithm>
#include <cctype>
#include <unordered_map>

#include "io/packing/packing_rows.hpp"

namespace scree {
namespace {

struct Style {
  std::string_view name;
  std::size_t columns;  // without image flags
  int type, diameter, density, x;
};
constexpr Style kStyles[] = {
    {"sphere", 7, 1, 2, 3, 4},
    {"granular", 7, 1, 2, 3, 4},
    {"bpm/sphere", 8, 2, 3, 4, 5},
    {"atomic", 5, 1, -1, -1, 2},
};

constexpr std::string_view kSections[] = {
    "Atoms",           "Velocities",      "Masses",          "Atom Type Labels",
    "Ellipsoids",      "Bodies",          "Bonds",           "Angles",
    "Lines",           "Triangles",       "Bond Coeffs",     "Pair Coeffs",
    "PairIJ Coeffs",   "Dihedrals",       "Impropers",       "Angle Coeffs",
    "Dihedral Coeffs", "Improper Coeffs", "Bond Type Labels"};

class DataFile {
 public:
  DataFile(PackingRows& rows, const PackingRequest& request, Packing& out)
      : rows_(rows), request_(request), out_(out) {}

  void read() {
    if (!rows_.next()) return;  // the first line is a comment, whatever it says
    read_title();
    if (!units_) return;
    // A line that has no keyword of the header begins the body.
    bool more = rows_.next_fields();
    for (; more && !rows_.hopeless() && !is_section(); more = rows_.next_fields())
      if (!read_header()) return;
    if (!has_count_ && rows_.ok())
      return rows_.mistake_of_all("there is no line `N atoms` before the first section");
    while (more && !rows_.hopeless()) more = read_section();
    if (!rows_.ok()) return;
    if (!has_atoms_)
      return rows_.mistake_of_all("there is no section `Atoms`",
                                  "`write_data FILE` writes the atoms");
    types_.number(out_);
    sort_by_ids(out_, rows_);
  }

 private:
  void read_title() {
    const std::string_view title = rows_.row();
    const auto after = [&](std::string_view key) -> std::string_view {
      const std::size_t at = title.find(key);
      if (at == std::string_view::npos) return {};
      const std::string_view rest = title.substr(at + key.size());
      return rest.substr(0, rest.find_first_of(", \t"));
    };
    units_ = packing_units(request_, after("units = "), rows_);
    if (units_) out_.units = units_->name;
    std::uint64_t step = 0;
    const std::string_view told = after("timestep = ");
    if (!told.empty() &&
        std::from_chars(told.data(), told.data() + told.size(), step).ec == std::errc{})
      out_.step = step;
  }

  // All other lines begin with a number.
  bool is_section() const {
    return !rows_.row().empty() && std::isalpha(static_cast<unsigned char>(rows_.row().front()));
  }
  std::optional<std::string_view> section_name() const {
    std::string_view row = rows_.row().substr(0, rows_.row().find('#'));
    while (!row.empty() && (row.back() == ' ' || row.back() == '\t')) row.remove_suffix(1);
    for (const std::string_view s : kSections)
      if (row == s) return s;
    return std::nullopt;
  }

  // False: nothing more can be read.
  bool read_header() {
    const auto& f = rows_.fields();
    const auto is = [&](std::initializer_list<std::string_view> words) {
      return f.size() >= words.size() &&
             std::equal(words.begin(), words.end(),
                        f.end() - static_cast<std::ptrdiff_t>(words.size()),
                        [](std::string_view w, const CsvField& x) { return w == x.text; });
    };
    if (is({"avec"}) || is({"bvec"}) || is({"cvec"})) {
      rows_.mistake("a cell whose edges point anywhere cannot be read",
                    "`write_data FILE` without `triclinic/general` writes xlo xhi ... xy xz yz");
      return false;
    }
    if (f.size() == 2 && is({"atoms"})) {
      count_ = rows_.count(f[0], "the number of atoms");
      has_count_ = true;
    }
    for (int k = 0; k < 3; ++k) {
      const std::string lo{static_cast<char>('x' + k), 'l', 'o'},
          hi{static_cast<char>('x' + k), 'h', 'i'};
      if (f.size() != 4 || !is({lo, hi})) continue;
      PackingBox& box = the_box();
      box.lo[k] = units_->length * rows_.number(f[0], lo);
      box.hi[k] = units_->length * rows_.number(f[1], hi);
      if (box.hi[k] <= box.lo[k])
        rows_.mistake(f[1], fmt::format("{} must be greater than {}", hi, lo));
    }
    if (f.size() == 6 && is({"xy", "xz", "yz"}))
      for (int k = 0; k < 3; ++k)
        the_box().tilt[k] = units_->length * rows_.number(f[static_cast<std::size_t>(k)], "a tilt");
    return true;
  }
  PackingBox& the_box() {
    if (!out_.box) out_.box.emplace().periodic_known = false;
    return *out_.box;
  }

  // From its heading to the first line of the next section; false: the file ends.
  bool read_section() {
    const auto name = section_name();
    if (!name) {
      rows_.mistake(fmt::format("`{}` is no section of a data file", rows_.row()),
                    "Atoms, Velocities, Masses, ...");
      return false;
    }
    if (*name == "Atoms") return read_atoms();
    if (*name == "Ellipsoids" || *name == "Bodies" || *name == "Lines" || *name == "Triangles")
      rows_.mistake(fmt::format("`{}` are no balls", *name), "only balls are read");
    else if (*name == "Bonds")
      out_.notes.push_back(
          "bonds of the file are not read: `bond` of the fill glues grains that "
          "touch");
    bool more = rows_.next_fields();
    for (; more && !rows_.hopeless() && !is_section(); more = rows_.next_fields()) {
      if (*name == "Velocities") read_velocity();
      if (*name == "Atom Type Labels") read_label();
    }
    return more;
  }

  void read_label() {
    const auto& f = rows_.fields();
    if (f.size() == 2) labels_.emplace(f[0].text, f[1].text);
  }

  // By the comment behind `Atoms`, else by the number of columns.
  const Style* style_of(std::string_view heading, std::size_t columns) {
    const std::size_t hash = heading.find('#');
    std::vector<CsvField> words;
    if (hash != std::string_view::npos) split_csv(heading.substr(hash + 1), words);
    for (const Style& s : kStyles)
      if (!words.empty() ? words[0].text == s.name
                         : columns == s.columns || columns == s.columns + 3)
        return &s;
    return nullptr;
  }

  bool read_atoms() {
    const std::string heading(rows_.row());
    has_atoms_ = true;
    bool more = rows_.next_fields();
    if (!more || is_section()) return no_more_atoms(), more;
    const Style* style = style_of(heading, rows_.fields().size());
    if (!style) {
      rows_.mistake(
          heading.find('#') != std::string::npos
              ? fmt::format("the atoms have style `{}`", heading.substr(heading.find('#') + 1))
              : fmt::format("atoms with {} columns are of no style that can be read",
                            rows_.fields().size()),
          "balls have `Atoms # sphere`: id type diameter density x y z");
      return false;
    }
    if (style->diameter < 0 && !(request_.diameter > 0)) {
      rows_.mistake("atoms of style `atomic` have no diameter", "give `diameter`");
      return false;
    }
    for (; more && !rows_.hopeless() && !is_section(); more = rows_.next_fields())
      read_atom(*style);
    if (rows_.ok()) no_more_atoms();
    return more;
  }
  void no_more_atoms() {
    if (out_.grains.size() != count_)
      rows_.mistake_of_all(
          fmt::format("the header says {} atoms, but {} are listed", count_, out_.grains.size()),
          "was the file cut short?");
  }

  void read_atom(const Style& s) {
    const auto& f = rows_.fields();
    if (f.size() != s.columns && f.size() != s.columns + 3)
      return rows_.mistake(
          fmt::format("this row has {} columns; style `{}` has {}, or {} with "
                      "image flags",
                      f.size(), s.name, s.columns, s.columns + 3));
    const auto at = [&](int column) -> const CsvField& {
      return f[static_cast<std::size_t>(column)];
    };
    PackedGrain g{.line = rows_.line()};
    g.id = rows_.count(f[0], "the id");
    for (int k = 0; k < 3; ++k) g.x[k] = units_->length * rows_.number(at(s.x + k), "a coordinate");
    g.radius = 0.5 * request_.diameter;
    if (s.diameter >= 0) {
      const double d = rows_.number(at(s.diameter), "the diameter");
      if (d <= 0)
        rows_.mistake(at(s.diameter), fmt::format("the diameter must be greater than 0, not {}", d),
                      d == 0 ? "LAMMPS writes 0 for points without a size" : "");
      g.radius = 0.5 * d * units_->length;
      const double density = rows_.number(at(s.density), "the density");
      if (density <= 0)
        rows_.mistake(at(s.density),
                      fmt::format("the density must be greater than 0, not {}", density));
      g.density = density * units_->density();
      out_.has_densities = true;
    }
    types_.add(label_of(at(s.type).text));
    const auto [known, is_new] = row_of_.emplace(g.id, out_.grains.size());
    if (!is_new)
      rows_.mistake(f[0], fmt::format("id {} is there twice, first in line {}", g.id,
                                      out_.grains[known->second].line));
    out_.grains.push_back(g);
  }
  std::string_view label_of(std::string_view type) const {
    const auto known = labels_.find(std::string(type));
    return known == labels_.end() ? type : std::string_view(known->second);
  }

  void read_velocity() {
    const auto& f = rows_.fields();
    if (f.size() != 4 && f.size() != 7)
      return rows_.mistake(
          fmt::format("a velocity has 4 columns, or 7 with the spin, not {}", f.size()),
          "id vx vy vz, wx wy wz");
    const std::uint64_t id = rows_.count(f[0], "the id");
    const auto row = row_of_.find(id);
    if (row == row_of_.end())
      return rows_.mistake(f[0], fmt::format("there is no atom {} before this line", f[0].text));
    PackedGrain& g = out_.grains[row->second];
    out_.has_velocities = true;
    out_.has_spins = out_.has_spins || f.size() == 7;
    for (std::size_t k = 0; k < 3; ++k) {
      const int axis = static_cast<int>(k);
      g.v[axis] = units_->velocity * rows_.number(f[1 + k], "a velocity");
      if (f.size() == 7) g.omega[axis] = units_->spin * rows_.number(f[4 + k], "a spin");
    }
  }

  PackingRows& rows_;
  const PackingRequest& request_;
  Packing& out_;
  const PackingUnits* units_ = nullptr;
  std::uint64_t count_ = 0;
  bool has_count_ = false, has_atoms_ = false;
  PackingTypes types_;
  std::unordered_map<std::string, std::string> labels_;
  std::unordered_map<std::uint64_t, std::size_t> row_of_;
};

}  // namespace

void read_lammps_data(PackingRows& rows, const PackingRequest& request, Packing& out) {
  DataFile(rows, request, out).read();
}

}  // namespace scree
