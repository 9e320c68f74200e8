#include "scene/csv_grains.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/csv.hpp"
#include "base/words.hpp"
#include "scene/reader.hpp"

namespace scree {
namespace {

const std::vector<std::string> kColumns{"x",  "y",  "z",  "r",  "radius", "diameter", "vx",
                                        "vy", "vz", "wx", "wy", "wz",     "material", "fixed",
                                        "qw", "qx", "qy", "qz", "body",   "density"};

using Field = CsvField;

class CsvFill {
 public:
  CsvFill(FillContext& context, int source, std::string name)
      : context_(context),
        source_(source),
        text_(context.messages.text(source)),
        name_(std::move(name)) {}

  void read() {
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
    for (const Field& f : first) {
      std::string name(f.text);
      for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      if (name == "d") name = "diameter";
      const bool known = std::find(kColumns.begin(), kColumns.end(), name) != kColumns.end();
      const bool twice = std::find(columns_.begin(), columns_.end(), name) != columns_.end();
      if (!known || twice) {
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
    const int sizes = has("r") + has("radius") + has("diameter");
    own_size_ = !context_.mix.empty() && sizes == 0;
    if (!hopeless_ &&
        (!has("x") || !has("y") || !(has("z") || context_.plane()) || (sizes != 1 && !own_size_))) {
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
    if (!hopeless_ && has("body") && !context_.mix.empty()) {
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
    for (std::size_t k = 0; k < fields.size(); ++k) read_field(columns_[k], fields[k], g);
    if (problems_ != before) return;
    if (g.body == 0 || g.body != clump_number_) add_clump();
    if (g.body != 0) {
      ++rows_;
      clump_number_ = g.body;
      if (context_.check_given(g, fmt::format("grain {}", rows_ - 1), span_of(fields[0])))
        clump_.push_back(g);
      else
        ++problems_;
      return;
    }
    context_.mix.own_size = own_size_;
    if (own_size_ && !context_.has_own_sizes("a table without sizes", span_of(fields[0]))) {
      hopeless_ = true;
      return;
    }
    Piece piece = context_.piece(rows_, 2 * g.radius);
    if (turned_ && !is_unit(g.q))
      return problem(fields[0], "E0705", "qw, qx, qy, qz must be a unit quaternion");
    if (turned_ && piece.cluster) piece.cluster->q = normalized(g.q);
    piece.density = density_;
    density_ = 0;
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
    for (const Grain& g : clump_)
      spec.primitives.push_back({.x = nearest(g.x), .material = g.material, .radius = g.radius});
    const Grain& first = clump_.front();
    spec.x = first.x;
    spec.omega = first.omega;
    spec.fixed = first.fixed;
    const Result<MassProperties> mass = body_mass(context_.world, spec);
    if (mass) {
      spec.mass = *mass;
      spec.v = first.v + cross(first.omega, mass->centre);
      context_.add_clump(spec);
    }
    clump_.clear();
    clump_number_ = 0;
  }
  // From the first ball of the clump, across a seam of the periodic box.
  Vec3 nearest(const Vec3& x) const {
    const PeriodicBox& box = context_.world.box;
    return nearest_image(x - clump_.front().x, box.lengths(), box.inverse_lengths());
  }

  void read_field(const std::string& column, const Field& f, Grain& g) {
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
      density_ = *v;
      return;
    }
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
    std::vector<std::string> names;
    for (std::size_t k = 0; k < context_.world.materials.size(); ++k) {
      names.push_back(context_.world.materials[k].name);
      if (names.back() != f.text) continue;
      g.material = MaterialId{static_cast<std::uint32_t>(k)};
      return;
    }
    const std::string near = nearest_word(f.text, names);
    problem(f, "E0201", fmt::format("unknown material `{}`", f.text),
            near.empty() ? "known: " + list_words(names) : fmt::format("did you mean `{}`?", near));
  }

  FillContext& context_;
  const int source_;
  std::string_view text_;
  std::string name_;
  std::vector<std::string> columns_;
  std::uint32_t line_ = 0;
  std::size_t rows_ = 0, problems_ = 0;
  std::vector<Grain> clump_;  // of clump_number_, so far
  std::uint32_t clump_number_ = 0;
  double density_ = 0;  // of this row; 0: that of its material
  bool hopeless_ = false, own_size_ = false, turned_ = false;
};

}  // namespace

void add_csv_grains(FillContext& context, std::string text, const std::string& name) {
  if (text.find('\0') != std::string::npos)
    return context.fail("E0003", "file",
                        fmt::format("\"{}\" is a binary file, not a table of numbers", name));
  CsvFill(context, context.messages.add_source(name, std::move(text)), name).read();
}

}  // namespace scree
