#include "scene/tables/csv_grains.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <unordered_set>

#include "base/csv.hpp"
#include "base/words.hpp"
#include "scene/text/reader.hpp"

namespace scree {
namespace {

const std::vector<std::string> kColumns{
    "x",    "y",       "z",  "r",        "radius", "diameter", "vx",      "vy", "vz",
    "wx",   "wy",      "wz", "material", "fixed",  "qw",       "qx",      "qy", "qz",
    "body", "density", "id", "mass",     "type",   "shape",    "fragment"};
// Of tables that `scree export` writes: what follows from the rest, or is of no use to a start.
constexpr std::string_view kOtherColumn = "(other)";
bool is_passed_over(std::string_view column) {
  if (column == kOtherColumn) return true;
  for (const std::string_view c :
       {"fx", "fy", "fz", "tqx", "tqy", "tqz", "solid", "start height", "arm_x", "arm_y", "arm_z"})
    if (column == c) return true;
  return false;
}

using Field = CsvField;

class CsvFill {
 public:
  CsvFill(FillContext& context, int source, std::string name, const std::set<std::uint32_t>& bonded)
      : context_(context),
        source_(source),
        text_(context.messages.text(source)),
        name_(std::move(name)),
        bonded_(bonded) {
    for (std::uint32_t k = 0; k < context.world.materials.size(); ++k)
      material_of_.emplace(context.world.materials[k].name, k);  // of equal names the first
  }

  // Answers with the ids of the rows: those of an exported table, else their numbers.
  std::vector<std::uint32_t> read() {
    std::size_t from = 0;
    std::vector<Field> fields;
    for (line_ = 1; from < text_.size() && !hopeless_; ++line_) {
      const std::size_t to = std::min(text_.find('\n', from), text_.size());
      std::string_view row = text_.substr(from, to - from);
      row = row.substr(0, row.find('#'));
      from = to + 1;
      split_csv(row, fields);
      const bool empty =
          std::all_of(fields.begin(), fields.end(), [](const Field& f) { return f.text.empty(); });
      if (empty) continue;
      if (columns_.empty() && !columns_from(fields)) continue;
      read_row(fields);
    }
    add_clump();
    if (!hopeless_ && rows_ == 0 && problems_ == 0)
      context_.fail("E0705", "file", fmt::format("\"{}\" has no grains", name_));
    return std::move(ids_);
  }

 private:
  TextSpan span_of(const Field& f) const {
    const auto width = static_cast<std::uint32_t>(std::max<std::size_t>(1, f.text.size()));
    return {source_, line_, f.column, line_, f.column + width};
  }
  void problem(const Field& f, std::string_view code, std::string message, std::string hint = {}) {
    context_.messages.error(code, span_of(f), std::move(message), std::move(hint));
    ++problems_;
  }

  // Sets the columns from the first row. True when that row is data.
  bool columns_from(const std::vector<Field>& first) {
    if (csv_number(first[0].text)) {
      static const std::vector<std::string> kPlain{"x",  "y",  "z",        "r",    "vx",
                                                   "vy", "vz", "material", "fixed"};
      const std::size_t n = first.size();
      if (n == 4 || (n >= 7 && n <= 9)) {
        columns_.assign(kPlain.begin(), kPlain.begin() + static_cast<std::ptrdiff_t>(n));
        return true;
      }
      problem(first[0], "E0705",
              fmt::format("a row without a header must have 4, 7, 8 or 9 columns, not {}", n),
              "x y z r, vx vy vz, material, fixed; or name the columns in a first row");
      hopeless_ = true;
      return false;
    }
    const auto names = [&first](std::string_view wanted) {
      return std::any_of(first.begin(), first.end(),
                         [wanted](const Field& f) { return f.text == wanted; });
    };
    exported_ = names("id") && names("tqx");
    std::unordered_set<std::string> before;
    for (const Field& f : first) {
      std::string name(f.text);
      for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      if (name == "d") name = "diameter";
      if (name.starts_with("omega") && name.size() == 6) name = {'w', name[5]};
      // A field that an integrator or a program added to the grains.
      const bool other =
          exported_ && std::find(kColumns.begin(), kColumns.end(), name) == kColumns.end();
      if (other && !is_passed_over(name)) name = kOtherColumn;
      const bool known = other || is_passed_over(name) ||
                         std::find(kColumns.begin(), kColumns.end(), name) != kColumns.end();
      const bool twice = !before.insert(name).second && !other;
      if ((!known || twice) && context_.messages.full()) {
        context_.messages.count_one();
        ++problems_;
        hopeless_ = true;
      } else if (!known || twice) {
        const std::string near = nearest_word(name, kColumns);
        problem(f, "E0705",
                known ? fmt::format("column `{}` appears twice", f.text)
                      : fmt::format("unknown column `{}`", f.text),
                known          ? ""
                : near.empty() ? "known: " + list_words(kColumns, 20)
                               : fmt::format("did you mean `{}`?", near));
        hopeless_ = true;
      }
      columns_.push_back(name);
    }
    const auto has = [this](const char* c) {
      return std::find(columns_.begin(), columns_.end(), c) != columns_.end();
    };
    shaped_ = has("shape");
    const int sizes = has("r") + has("radius") + has("diameter");
    own_size_ = !context_.mix.empty() && sizes == 0;
    if (!hopeless_ &&
        (!has("x") || !has("y") || !(has("z") || context_.two_d()) || (sizes != 1 && !own_size_))) {
      problem(first[0], "E0705",
              "the columns must include x, y, z and one of r, radius and diameter");
      hopeless_ = true;
    }
    const int turns = has("qw") + has("qx") + has("qy") + has("qz");
    if (!hopeless_ && turns != 0 && turns != 4) {
      problem(first[0], "E0705", "an orientation needs all of qw, qx, qy, qz");
      hopeless_ = true;
    }
    turned_ = turns == 4;
    if (!hopeless_ && has("density") && (has("body") || !context_.mix.empty())) {
      problem(first[0], "E0705", "the column `density` is for balls alone",
              "clumps and clusters have the density of their material");
      hopeless_ = true;
    }
    if (!hopeless_ && context_.world.materials.size() > 1 && !has("material") && !has("type") &&
        !context_.fill.spans.contains("material")) {
      problem(first[0], "E0102", "of which material are the grains?",
              "a column `material` with names, or `material` of the fill for all of them");
      hopeless_ = true;
    }
    if (!hopeless_ && has("body") && !context_.mix.empty() && !shaped_) {
      problem(first[0], "E0705", "the column `body` makes clumps of balls, this fill has clusters",
              "leave out one of them");
      hopeless_ = true;
    }
    return false;
  }

  void read_row(const std::vector<Field>& fields) {
    if (fields.size() != columns_.size())
      return problem(
          fields[0], "E0705",
          fmt::format("this row has {} columns, not {}", fields.size(), columns_.size()));
    Grain g{.material = context_.material,
            .v = context_.fill.params.vector("velocity"),
            .fixed = context_.fill.entry_params.boolean("fixed")};
    const std::size_t before = problems_;
    row_ = {};
    for (std::size_t k = 0; k < fields.size(); ++k) read_field(columns_[k], fields[k], g);
    if (problems_ != before) return;
    ids_.push_back(row_.id ? *row_.id : static_cast<std::uint32_t>(ids_.size()));
    // An exported table says with a mass of 0 that a ball is of a wall.
    if (exported_ && row_.mass && *row_.mass == 0) g.fixed = true;
    // Of bonded balls `body` names the fragment, unless that is named apart: then rigid bodies are
    // in it, and `body` is theirs.
    const bool of_fragment = row_.id && bonded_.contains(*row_.id) && row_.fragment == 0;
    if (row_.shape > 0 || of_fragment) g.body = 0;
    if (g.body == 0 || g.body != clump_number_) add_clump();
    if (g.body != 0) {
      ++rows_;
      clump_number_ = g.body;
      if (context_.check_given(g, fmt::format("grain {}", rows_ - 1), span_of(fields[0])))
        clump_.push_back(g), clump_mass_ += row_.mass.value_or(0);
      else
        ++problems_;
      return;
    }
    context_.mix.own_size = own_size_;
    if (own_size_ && !context_.has_own_sizes("a table without sizes", span_of(fields[0]))) {
      hopeless_ = true;
      return;
    }
    if (shaped_ && !known_shape(fields[0])) return;
    Piece piece = !shaped_          ? context_.piece(rows_, 2 * g.radius)
                  : row_.shape == 0 ? Piece{g.radius, {}}
                                    : shape_piece(g.radius);
    if (turned_ && !is_unit(g.q))
      return problem(fields[0], "E0705", "qw, qx, qy, qz must be a unit quaternion");
    if (turned_ && piece.cluster) piece.cluster->q = normalized(g.q);
    piece.density = row_.density > 0 ? row_.density : own_density(g);
    if (context_.check_given(piece, g, fmt::format("grain {}", rows_), span_of(fields[0])))
      context_.add(piece, g);
    else
      ++problems_;
    ++rows_;
  }

  // The balls of one number, one after the other in the file, are a rigid clump. Its motion is that
  // of its first ball.
  void add_clump() {
    if (clump_.empty()) return;
    BodySpec spec;
    // Bonds that are not new remember directions in the frames of the balls.
    const bool frames = turned_ && context_.fill.entry_params.has("bonds");
    for (const Grain& g : clump_)
      spec.primitives.push_back({.x = nearest(g.x),
                                 .q = frames && is_unit(g.q) ? normalized(g.q) : Quat{},
                                 .material = g.material,
                                 .radius = g.radius});
    const Grain& first = clump_.front();
    spec.x = first.x;
    spec.omega = first.omega;
    spec.fixed = first.fixed;
    const Result<MassProperties> mass = body_mass(context_.world, spec);
    if (mass) {
      const bool given = clump_mass_ > 0 && keeps_masses();
      spec.mass = given ? scaled(*mass, clump_mass_ / mass->mass) : *mass;
      spec.v = first.v + cross(first.omega, mass->centre);
      context_.add_clump(spec);
    }
    clump_.clear();
    clump_number_ = 0;
    clump_mass_ = 0;
  }
  // Masses of the table hold while sizes and materials are its own.
  bool keeps_masses() const {
    return context_.fill.entry_params.number("scale") == 1 &&
           !context_.fill.spans.contains("material");
  }
  // Of a ball that weighs something else than its material says; else 0.
  double own_density(const Grain& g) const {
    if (!row_.mass || !(*row_.mass > 0) || !keeps_masses()) return 0;
    const double volume = ball_measure(g.radius, context_.world.particles.dimensions());
    const double usual = context_.world.materials[g.material.value].density;
    const double own = *row_.mass / volume;
    return std::abs(own - usual) > 1e-9 * usual ? own : 0;
  }
  // Number k of an exported table is the k-th shape that the fill names.
  bool known_shape(const Field& f) {
    if (row_.shape <= context_.mix.parts.size()) return true;
    problem(f, "E0705",
            fmt::format("this grain is of shape {}, but the fill names {}", row_.shape,
                        context_.mix.parts.empty() ? std::string("no shapes")
                                                   : fmt::format("{}", context_.mix.parts.size())),
            "give `shape`, or a `mixture` with the shapes in the order of the numbers in the "
            "table: 1 is the first");
    hopeless_ = true;
    return false;
  }
  Piece shape_piece(double radius) const {
    const auto& cluster = context_.mix.parts[row_.shape - 1].cluster;
    return {radius, TurnedCluster{cluster.get(), radius / cluster->radius, Quat{}}};
  }
  // From the first ball of the clump, across a seam of the periodic box.
  Vec3 nearest(const Vec3& x) const {
    const PeriodicBox& box = context_.world.box;
    return nearest_image(x - clump_.front().x, box.lengths(), box.inverse_lengths());
  }

  void read_field(const std::string& column, const Field& f, Grain& g) {
    if (is_passed_over(column)) return;
    if (column == "material") return read_material(f, g);
    if (column == "fixed") {
      if (f.text != "0" && f.text != "1" && f.text != "true" && f.text != "false")
        return problem(f, "E0705", fmt::format("`fixed` must be 0 or 1, not `{}`", f.text));
      g.fixed = f.text == "1" || f.text == "true";
      return;
    }
    const auto v = csv_number(f.text);
    if (!v)
      return problem(f, "E0705", fmt::format("`{}` must be a number, not `{}`", column, f.text));
    if (!std::isfinite(*v))
      return problem(f, "E0705",
                     fmt::format("`{}` must be a finite number, not {}", column, f.text));
    const double scale = context_.fill.entry_params.number("scale");
    if (column == "r" || column == "radius" || column == "diameter") {
      if (!(*v > 0))
        return problem(f, "E0705",
                       fmt::format("`{}` must be greater than 0, not {}", column, f.text));
      g.radius = (column == "diameter" ? 0.5 : 1.0) * scale * *v;
      if (!(g.radius >= kSmallestLength && g.radius <= kLargestLength)) absurd(f, column, g.radius);
      return;
    }
    if (column == "body") {
      if (!(*v >= 0 && *v < 4294967296.0) || *v != std::floor(*v))
        return problem(f, "E0705", fmt::format("`body` must be a whole number, not {}", f.text));
      g.body = static_cast<std::uint32_t>(*v);
      return;
    }
    if (column == "density") {
      if (!(*v > 0))
        return problem(f, "E0705", fmt::format("`density` must be greater than 0, not {}", f.text));
      row_.density = *v;
      return;
    }
    if (column == "mass") {
      if (!(*v >= 0))
        return problem(f, "E0705", fmt::format("`mass` must be at least 0, not {}", f.text));
      row_.mass = *v;
      return;
    }
    if (column == "id" || column == "type" || column == "shape" || column == "fragment")
      return read_number(column, f, *v, g);
    if (column[0] == 'q') {
      (column == "qw" ? g.q.w : column == "qx" ? g.q.x : column == "qy" ? g.q.y : g.q.z) = *v;
      return;
    }
    const int axis = column.back() - 'x';
    if (column.size() == 1)
      g.x[axis] = checked(scale * *v, f, column);
    else if (column[0] == 'v')
      g.v[axis] = *v;
    else
      g.omega[axis] = *v;
  }

  // Of a table that `scree export` wrote: numbers instead of names.
  void read_number(const std::string& column, const Field& f, double v, Grain& g) {
    if (!(v >= 0 && v < 4294967296.0) || v != std::floor(v))
      return problem(f, "E0705",
                     fmt::format("`{}` must be a whole number, not {}", column, f.text));
    const auto number = static_cast<std::uint32_t>(v);
    if (column == "id") {
      row_.id = number;
    } else if (column == "shape") {
      row_.shape = number;
    } else if (column == "fragment") {
      row_.fragment = number;
    } else if (!context_.fill.spans.contains("material")) {
      if (number >= context_.world.materials.size())
        return problem(f, "E0201",
                       fmt::format("this grain is of material number {}, but the scene has {}",
                                   number, context_.world.materials.size()),
                       "numbers count the [material.NAME] of the scene from 0; `material` of the "
                       "fill gives all grains one");
      g.material = MaterialId{number};
    }
  }

  void absurd(const Field& f, const std::string& column, double m) {
    problem(f, "E0705",
            fmt::format("`{}` is {:g} m; sizes must be between {:g} m and {:g} m", column, m,
                        kSmallestLength, kLargestLength),
            "is `scale` right?");
  }
  double checked(double m, const Field& f, const std::string& column) {
    if (!(std::abs(m) <= kLargestLength)) absurd(f, column, m);
    return m;
  }

  void read_material(const Field& f, Grain& g) {
    if (const auto known = material_of_.find(f.text); known != material_of_.end()) {
      g.material = MaterialId{known->second};
      return;
    }
    if (context_.messages.full()) {
      context_.messages.count_one();
      ++problems_;
      return;
    }
    std::vector<std::string> names;
    for (const MaterialSpec& m : context_.world.materials) names.push_back(m.name);
    const std::string near = nearest_word(f.text, names);
    problem(f, "E0201", fmt::format("unknown material `{}`", f.text),
            near.empty() ? "known: " + list_words(names) : fmt::format("did you mean `{}`?", near));
  }

  FillContext& context_;
  const int source_;
  std::string_view text_;
  std::string name_;
  std::map<std::string, std::uint32_t, std::less<>> material_of_;
  std::vector<std::string> columns_;
  std::uint32_t line_ = 0;
  std::size_t rows_ = 0, problems_ = 0;
  std::vector<Grain> clump_;  // of clump_number_, so far
  std::uint32_t clump_number_ = 0;
  double clump_mass_ = 0;  // of its rows, where the table has masses
  struct Row {
    std::optional<std::uint32_t> id;
    std::optional<double> mass;
    std::uint32_t shape = 0, fragment = 0;
    double density = 0;  // 0: that of its material
  };
  Row row_;
  std::vector<std::uint32_t> ids_;         // of the rows, for bonds
  const std::set<std::uint32_t>& bonded_;  // ids: their `body` is a fragment, not a clump
  bool hopeless_ = false, own_size_ = false, turned_ = false, shaped_ = false, exported_ = false;
};

}  // namespace

std::vector<std::uint32_t> add_csv_grains(FillContext& context, std::string text,
                                          const std::string& name,
                                          const std::set<std::uint32_t>& bonded) {
  if (text.find('\0') != std::string::npos) {
    context.fail("E0003", "file",
                 fmt::format("\"{}\" is a binary file, not a table of numbers", name));
    return {};
  }
  return CsvFill(context, context.messages.add_source(name, std::move(text)), name, bonded).read();
}

}  // namespace scree
