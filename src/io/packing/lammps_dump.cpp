// Text dumps of LAMMPS and LIGGGHTS (`dump custom`), one or several frames. Columns go by their
// names; those that a packing has no use for are passed over.
#include <algorithm>
#include <array>

#include "io/packing/packing_rows.hpp"

namespace scree {
namespace {

// A stretch of the file below a line `ITEM: ...`.
struct Section {
  std::string_view name;  // without "ITEM: "
  std::size_t body = 0, end = 0;
  std::uint32_t lines_before = 0;  // of the body
};

std::vector<Section> sections_of(std::string_view text) {
  constexpr std::string_view kItem = "ITEM:";
  std::vector<Section> out;
  std::uint32_t lines = 0;
  for (std::size_t from = 0, counted = 0; from < text.size();) {
    std::size_t at = text.substr(from).starts_with(kItem) ? from : text.find("\nITEM:", from);
    if (at == std::string_view::npos) break;
    at += text[at] == '\n';
    if (!out.empty()) out.back().end = at;
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines += static_cast<std::uint32_t>(
        std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                   text.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    counted = end;
    std::string_view name = text.substr(at + kItem.size(), end - at - kItem.size());
    while (!name.empty() && name.front() == ' ') name.remove_prefix(1);
    while (!name.empty() && (name.back() == ' ' || name.back() == '\r')) name.remove_suffix(1);
    out.push_back({name, std::min(end + 1, text.size()), text.size(), lines + 1});
    from = std::min(end + 1, text.size());
  }
  return out;
}

// Frames begin at TIMESTEP, or at the UNITS and TIME right before it.
struct DumpFrame {
  std::size_t first = 0, end = 0;  // of its sections
};
std::vector<DumpFrame> frames_of(const std::vector<Section>& sections) {
  std::vector<DumpFrame> out;
  for (std::size_t k = 0; k < sections.size(); ++k) {
    if (sections[k].name != "TIMESTEP") continue;
    std::size_t first = k;
    while (first > 0 && (sections[first - 1].name == "TIME" || sections[first - 1].name == "UNITS"))
      --first;
    if (!out.empty()) out.back().end = first;
    out.push_back({first, sections.size()});
  }
  return out;
}

// What a column means for a grain.
enum class Meaning {
  nothing,
  id,
  type,
  x,
  scaled,
  unwrapped,
  radius,
  diameter,
  density,
  mass,
  v,
  spin
};
struct ColumnMeaning {
  Meaning meaning = Meaning::nothing;
  int axis = 0;
  bool wraps = false;  // of `scaled`: unwrapped as well
};
ColumnMeaning meaning_of(std::string_view name) {
  struct Known {
    std::string_view name;
    ColumnMeaning means;
  };
  static constexpr Known kKnown[] = {
      {"id", {Meaning::id}},
      {"type", {Meaning::type}},
      {"x", {Meaning::x, 0}},
      {"y", {Meaning::x, 1}},
      {"z", {Meaning::x, 2}},
      {"xs", {Meaning::scaled, 0}},
      {"ys", {Meaning::scaled, 1}},
      {"zs", {Meaning::scaled, 2}},
      {"xu", {Meaning::unwrapped, 0}},
      {"yu", {Meaning::unwrapped, 1}},
      {"zu", {Meaning::unwrapped, 2}},
      {"xsu", {Meaning::scaled, 0, true}},
      {"ysu", {Meaning::scaled, 1, true}},
      {"zsu", {Meaning::scaled, 2, true}},
      {"radius", {Meaning::radius}},
      {"diameter", {Meaning::diameter}},
      {"density", {Meaning::density}},
      {"mass", {Meaning::mass}},
      {"vx", {Meaning::v, 0}},
      {"vy", {Meaning::v, 1}},
      {"vz", {Meaning::v, 2}},
      {"omegax", {Meaning::spin, 0}},
      {"omegay", {Meaning::spin, 1}},
      {"omegaz", {Meaning::spin, 2}},
  };
  for (const Known& k : kKnown)
    if (k.name == name) return k.means;
  return {};
}

class Dump {
 public:
  Dump(std::string_view text, PackingRows& rows, const PackingRequest& request, Packing& out)
      : text_(text), rows_(rows), request_(request), out_(out), sections_(sections_of(text)) {}

  void read() {
    const std::vector<DumpFrame> frames = frames_of(sections_);
    if (frames.empty()) return rows_.mistake_of_all("there is no line `ITEM: TIMESTEP`");
    read_units();
    if (!units_) return;
    out_.frames = frames.size();
    const auto chosen = choose(frames);
    if (!chosen) return;
    out_.frame = *chosen;
    const DumpFrame& f = frames[*chosen];
    for (std::size_t k = f.first; k < f.end && rows_.ok(); ++k)
      if (!sections_[k].name.starts_with("ATOMS")) read_head(sections_[k]);
    for (std::size_t k = f.first; k < f.end && rows_.ok(); ++k)
      if (sections_[k].name.starts_with("ATOMS")) read_atoms(sections_[k]);
    if (rows_.ok() && !has_atoms_)
      rows_.mistake_of_all(fmt::format("frame {} has no section `ITEM: ATOMS`", *chosen));
  }

 private:
  void enter(const Section& s) { rows_.go_to(s.body, s.lines_before); }
  // The next line of a section.
  bool next_of(const Section& s) { return rows_.next_fields() && rows_.line() <= last_line(s); }
  std::uint32_t last_line(const Section& s) const {
    return s.lines_before +
           static_cast<std::uint32_t>(
               std::count(text_.begin() + static_cast<std::ptrdiff_t>(s.body),
                          text_.begin() + static_cast<std::ptrdiff_t>(s.end), '\n') +
               (s.end == text_.size() ? 1 : 0));
  }

  void read_units() {
    std::string_view told;
    for (const Section& s : sections_)
      if (s.name == "UNITS") {
        enter(s);
        if (next_of(s)) told = rows_.fields()[0].text;
        break;
      }
    units_ = packing_units(request_, told, rows_);
    if (units_) out_.units = units_->name;
  }

  std::optional<std::uint64_t> step_of(const DumpFrame& f) {
    for (std::size_t k = f.first; k < f.end; ++k)
      if (sections_[k].name == "TIMESTEP") {
        enter(sections_[k]);
        if (next_of(sections_[k])) return rows_.count(rows_.fields()[0], "the step");
      }
    return std::nullopt;
  }

  std::optional<std::size_t> choose(const std::vector<DumpFrame>& frames) {
    const std::string& wanted = request_.frame;
    if (wanted == "last") return frames.size() - 1;
    if (wanted == "first") return 0;
    const std::string hint = "first, last, a number from 0, or \"step 5000\"";
    const bool by_step = wanted.starts_with("step ");
    const auto number = csv_number(std::string_view(wanted).substr(by_step ? 5 : 0));
    if (!number || !(*number >= 0) || *number != std::floor(*number) || *number > 1e18) {
      rows_.mistake_of_all(fmt::format("`{}` is no frame", wanted), hint);
      return std::nullopt;
    }
    const auto n = static_cast<std::uint64_t>(*number);
    if (!by_step && n < frames.size()) return static_cast<std::size_t>(n);
    if (by_step)
      for (std::size_t k = 0; k < frames.size(); ++k)
        if (step_of(frames[k]) == n) return k;
    if (rows_.ok())
      rows_.mistake_of_all(
          by_step ? fmt::format("there is no frame of step {}", n)
                  : fmt::format("there is no frame {}: the file has {}", n, frames.size()),
          hint);
    return std::nullopt;
  }

  void read_head(const Section& s) {
    enter(s);
    if (s.name == "TIMESTEP" && next_of(s)) out_.step = rows_.count(rows_.fields()[0], "the step");
    if (s.name == "TIME" && next_of(s))
      out_.time = units_->time * rows_.number(rows_.fields()[0], "the time");
    if (s.name == "NUMBER OF ATOMS" && next_of(s)) {
      count_ = rows_.count(rows_.fields()[0], "the number of atoms");
      has_count_ = true;
    }
    if (s.name.starts_with("BOX BOUNDS")) read_box(s);
  }

  void read_box(const Section& s) {
    std::vector<CsvField> words;
    split_csv(s.name, words);
    const bool tilted = words.size() >= 5 && words[2].text == "xy";
    if (words.size() >= 3 && words[2].text == "abc")
      return rows_.mistake_of_all("a cell whose edges point anywhere cannot be read",
                                  "dump without `triclinic/general`");
    PackingBox box;
    const std::size_t first = tilted ? 5 : 2;  // of pp pp ff
    box.periodic_known = words.size() >= first + 3;
    for (std::size_t k = 0; k < 3; ++k) {
      const int axis = static_cast<int>(k);
      if (!next_of(s)) return rows_.mistake_of_all("the box has fewer than three lines");
      const auto& f = rows_.fields();
      if (f.size() != (tilted ? 3u : 2u))
        return rows_.mistake(
            fmt::format("this line of the box has {} numbers, not {}", f.size(), tilted ? 3 : 2));
      box.lo[axis] = units_->length * rows_.number(f[0], "a bound of the box");
      box.hi[axis] = units_->length * rows_.number(f[1], "a bound of the box");
      if (tilted) box.tilt[axis] = units_->length * rows_.number(f[2], "a tilt");
      if (box.hi[axis] < box.lo[axis])
        rows_.mistake("the upper bound of the box is below the lower one");
      box.periodic[axis] = box.periodic_known && words[first + k].text == "pp";
    }
    if (tilted) take_tilt_off(box);
    out_.box = box;
  }
  // The bounds of a tilted cell are those of its corners.
  static void take_tilt_off(PackingBox& box) {
    const Vec3 t = box.tilt;
    box.lo.x -= std::min({0.0, t.x, t.y, t.x + t.y});
    box.hi.x -= std::max({0.0, t.x, t.y, t.x + t.y});
    box.lo.y -= std::min(0.0, t.z);
    box.hi.y -= std::max(0.0, t.z);
  }

  bool has(Meaning m, int axis = 0) const {
    return std::any_of(columns_.begin(), columns_.end(),
                       [&](const ColumnMeaning& c) { return c.meaning == m && c.axis == axis; });
  }

  bool read_columns(const Section& s) {
    std::vector<CsvField> names;
    split_csv(s.name, names);
    for (std::size_t k = 1; k < names.size(); ++k) {
      ColumnMeaning c = meaning_of(names[k].text);
      if (has(c.meaning, c.axis)) c = {};  // `id type type x y z` is common: the first holds
      columns_.push_back(c);
      if (names[k].text == "id_multisphere" || names[k].text == "body")
        out_.notes.push_back("clumps of the file are not read: their balls are single grains");
    }
    const auto sought = [&](const char* what, const char* hint) {
      rows_.go_to(s.body, s.lines_before);
      rows_.mistake_of_all(fmt::format("line {}: the columns have no {}", s.lines_before, what),
                           hint);
      return false;
    };
    for (int k = 0; k < 3; ++k)
      if (!has(Meaning::x, k) && !has(Meaning::scaled, k) && !has(Meaning::unwrapped, k))
        return sought("coordinates", "x y z, or xs ys zs, or xu yu zu");
    if (!has(Meaning::radius) && !has(Meaning::diameter) && !(request_.diameter > 0))
      return sought("size", "dump `radius`, or give `diameter`");
    if ((has(Meaning::scaled, 0) || has(Meaning::scaled, 1) || has(Meaning::scaled, 2)) &&
        !out_.box)
      return sought("box", "scaled coordinates need `ITEM: BOX BOUNDS`");
    out_.has_velocities = has(Meaning::v, 0) && has(Meaning::v, 1) && has(Meaning::v, 2);
    out_.has_spins = has(Meaning::spin, 0) && has(Meaning::spin, 1) && has(Meaning::spin, 2);
    out_.has_densities = has(Meaning::density) || has(Meaning::mass);
    return true;
  }

  void read_atoms(const Section& s) {
    has_atoms_ = true;
    if (!read_columns(s)) return;
    enter(s);
    const std::uint32_t last = last_line(s);
    while (rows_.next_fields() && rows_.line() <= last && !rows_.hopeless()) read_atom();
    if (!rows_.ok()) return;
    if (!has_count_ || out_.grains.size() != count_)
      return rows_.mistake_of_all(
          has_count_ ? fmt::format("frame {} says {} atoms, but {} are listed", out_.frame, count_,
                                   out_.grains.size())
                     : fmt::format("frame {} has no line `ITEM: NUMBER OF ATOMS`", out_.frame),
          out_.frame > 0 ? fmt::format("was the file cut short? frame = \"{}\" is the one before",
                                       out_.frame - 1)
                         : "was the file cut short?");
    types_.number(out_);
    if (has(Meaning::id)) sort_by_ids(out_, rows_);
  }

  void read_atom() {
    const auto& f = rows_.fields();
    if (f.size() != columns_.size())
      return rows_.mistake(
          fmt::format("this row has {} columns, not {}", f.size(), columns_.size()));
    PackedGrain g{.id = out_.grains.size(), .line = rows_.line()};
    g.radius = 0.5 * request_.diameter;
    std::string_view type = "1";
    double mass = 0;
    Place at[3];
    for (std::size_t k = 0; k < f.size(); ++k) {
      const ColumnMeaning& c = columns_[k];
      if (c.meaning == Meaning::nothing) continue;
      if (c.meaning == Meaning::id) {
        g.id = rows_.count(f[k], "the id");
      } else if (c.meaning == Meaning::type) {
        type = f[k].text;
      } else {
        read_number(c, f[k], g, at[c.axis], mass);
      }
    }
    if (!rows_.ok()) return;
    place(g, at);
    if (mass > 0 && !(g.density > 0))
      g.density = mass / (4.0 / 3.0 * 3.14159265358979323846 * g.radius * g.radius * g.radius);
    types_.add(type);
    out_.grains.push_back(g);
  }

  struct Place {
    double value = 0;
    bool scaled = false, unwrapped = false, known = false;
  };
  void read_number(const ColumnMeaning& c, const CsvField& f, PackedGrain& g, Place& at,
                   double& mass) {
    const double v = rows_.number(f, "a value");
    const auto positive = [&](const char* what) {
      if (v <= 0) rows_.mistake(f, fmt::format("{} must be greater than 0, not {}", what, f.text));
      return v;
    };
    switch (c.meaning) {
      case Meaning::x:
        at = {units_->length * v, false, false, true};  // the plainest of several wins
        break;
      case Meaning::unwrapped:
        if (!at.known) at = {units_->length * v, false, true, true};
        break;
      case Meaning::scaled:
        if (!at.known) at = {v, true, c.wraps, true};
        break;
      case Meaning::radius:
        g.radius = units_->length * positive("the radius");
        break;
      case Meaning::diameter:
        if (!has(Meaning::radius)) g.radius = 0.5 * units_->length * positive("the diameter");
        break;
      case Meaning::density:
        g.density = units_->density() * positive("the density");
        break;
      case Meaning::mass:
        mass = units_->mass * positive("the mass");
        break;
      case Meaning::v:
        g.v[c.axis] = units_->velocity * v;
        break;
      case Meaning::spin:
        g.omega[c.axis] = units_->spin * v;
        break;
      default:
        break;
    }
  }

  // Scaled coordinates are shares of the edges, which lean in a tilted cell.
  void place(PackedGrain& g, const Place at[3]) const {
    bool unwrapped = false;
    for (int k = 2; k >= 0; --k) {
      unwrapped = unwrapped || at[k].unwrapped;
      g.x[k] = at[k].value;
      if (!at[k].scaled) continue;
      const PackingBox& b = *out_.box;
      g.x[k] = b.lo[k] + at[k].value * (b.hi[k] - b.lo[k]);
      if (k < 2 && at[2].scaled) g.x[k] += at[2].value * (k == 0 ? b.tilt.y : b.tilt.z);
      if (k < 1 && at[1].scaled) g.x[k] += at[1].value * b.tilt.x;
    }
    if (unwrapped && out_.box) g.x = wrapped_into(*out_.box, g.x);
  }

  std::string_view text_;
  PackingRows& rows_;
  const PackingRequest& request_;
  Packing& out_;
  const std::vector<Section> sections_;
  const PackingUnits* units_ = nullptr;
  std::vector<ColumnMeaning> columns_;
  PackingTypes types_;
  std::uint64_t count_ = 0;
  bool has_count_ = false, has_atoms_ = false;
};

}  // namespace

void read_lammps_dump(std::string_view text, PackingRows& rows, const PackingRequest& request,
                      Packing& out) {
  Dump(text, rows, request, out).read();
}

}  // namespace scree
