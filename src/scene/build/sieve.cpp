#include "scene/build/sieve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "base/csv.hpp"
#include "base/words.hpp"
#include "sim/world/inlet.hpp"
#include "state/particles.hpp"

namespace scree {
namespace {

constexpr Dimension kSieveColumns[] = {dim::length, dim::none};
constexpr ParamInfo kSieve[] = {
    {.name = "passing",
     .kind = ParamKind::matrix,
     .range = range::non_negative,
     .doc = "rows of an opening and the share of the mass that passes it, 0 to 1, from fine to "
            "coarse or from coarse to fine; or give `file`",
     .example = R"([["1 mm", 0], ["2 mm", 0.3], ["4 mm", 1]])",
     .columns = kSieveColumns},
    {.name = "file",
     .kind = ParamKind::path,
     .doc = "the same rows as CSV: opening, passing; units in the cells (\"2 mm\", \"30 %\") or in "
            "the header (\"opening [mm],passing [%]\"), else SI"},
    {.name = "smallest",
     .dim = dim::length,
     .range = range::positive,
     .doc = "smallest diameter, where some of the mass passes the finest sieve; default: half of "
            "its opening"},
};

struct CurvePoint {
  double opening = 0, passing = 0;
  TextSpan at;
};

// Rows of a CSV file, each with its place.
class CurveFile {
 public:
  CurveFile(const Branch& size, Messages& messages) : size_(size), messages_(messages) {}

  std::optional<std::vector<CurvePoint>> read() {
    const std::string& path = size_.entry_params.text("file");
    constexpr std::size_t kLargest = 1u << 20;
    std::ifstream in(path, std::ios::binary);
    std::string text(kLargest + 1, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
    if (text.size() > kLargest || in.bad() || text.find('\0') != std::string::npos) {
      messages_.error("E0709", size_.where("file"),
                      fmt::format("\"{}\" is no sieve curve: a table of text, at most 1 MB", path),
                      "two columns: opening, passing");
      return std::nullopt;
    }
    source_ = messages_.add_source(path, text);
    const std::size_t before = messages_.error_count();
    rows(without_byte_order_mark(messages_.text(source_)));
    if (messages_.error_count() != before) return std::nullopt;
    return std::move(points_);
  }

 private:
  void rows(std::string_view text) {
    std::vector<CsvField> fields;
    for (line_ = 1; !text.empty(); ++line_) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      std::string_view row = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      row = row.substr(0, row.find('#'));
      split_csv(row, fields);
      while (!fields.empty() && fields.back().text.empty()) fields.pop_back();
      if (fields.empty()) continue;
      if (const bool first = !seen_; first) {
        seen_ = true;
        if (is_header(fields)) continue;
      }
      read_row(fields);
    }
  }

  TextSpan span(const CsvField& f) const {
    return {source_, line_, f.column, line_,
            f.column + static_cast<std::uint32_t>(std::max<std::size_t>(1, f.text.size()))};
  }
  void fail(const CsvField& f, std::string message, std::string hint = {}) {
    messages_.error("E0709", span(f), std::move(message), std::move(hint));
  }

  static std::string_view bare(std::string_view cell) {
    if (cell.size() > 1 && cell.front() == '"' && cell.back() == '"')
      cell = cell.substr(1, cell.size() - 2);
    return trimmed(cell);
  }

  // A first row that begins with a word; takes the units in brackets from it.
  bool is_header(const std::vector<CsvField>& fields) {
    const std::string_view first = bare(fields[0].text);
    const bool number = !first.empty() && (std::isdigit(static_cast<unsigned char>(first[0])) ||
                                           first[0] == '.' || first[0] == '-' || first[0] == '+');
    if (number) return false;
    if (fields.size() != 2) {
      fail(fields[0], fmt::format("a sieve curve has 2 columns, not {}", fields.size()),
           "opening, passing");
      return true;
    }
    for (std::size_t k = 0; k < 2; ++k) {
      const std::string_view name = bare(fields[k].text);
      const std::size_t open = name.find_first_of("[("), close = name.find_last_of("])");
      if (open == std::string_view::npos || close == std::string_view::npos || close < open)
        continue;
      unit_[k] = trimmed(name.substr(open + 1, close - open - 1));
      if (unit_[k].empty()) continue;
      const auto q = parse_quantity("1 " + unit_[k], kSieveColumns[k]);
      if (!q) fail(fields[k], q.error().message, q.error().hint);
    }
    return true;
  }

  void read_row(const std::vector<CsvField>& fields) {
    if (fields.size() != 2)
      return fail(
          fields[0], fmt::format("a row of a sieve curve has 2 values, not {}", fields.size()),
          fields.size() == 4 ? "a decimal comma? write a point: 0.5, not 0,5" : "opening, passing");
    double v[2] = {0, 0};
    for (std::size_t k = 0; k < 2; ++k) {
      const std::string cell(bare(fields[k].text));
      const auto number = csv_number(cell);
      const std::string text = number && !unit_[k].empty() ? cell + " " + unit_[k] : cell;
      const auto q = number && unit_[k].empty() ? Result<double>(*number)
                                                : parse_quantity(text, kSieveColumns[k]);
      if (!q) return fail(fields[k], q.error().message, q.error().hint);
      if (!std::isfinite(*q) || *q < 0)
        return fail(fields[k], fmt::format("\"{}\" is not at least 0", cell));
      v[k] = *q;
    }
    points_.push_back({v[0], v[1], span(fields[0])});
    if (v[0] > 1 && unit_[0].empty() && csv_number(bare(fields[0].text)))
      fail(fields[0], fmt::format("an opening of {:g} m is no sieve", v[0]),
           "give its unit: \"2 mm\", or in the header: opening [mm]");
  }

  const Branch& size_;
  Messages& messages_;
  int source_ = -1;
  std::uint32_t line_ = 0;
  bool seen_ = false;
  std::string unit_[2];
  std::vector<CurvePoint> points_;
};

std::string percent(double share) { return fmt::format("{:g} %", 100 * share); }

// The first rule that the points break, from fine to coarse.
bool is_curve(const std::vector<CurvePoint>& points, Messages& messages) {
  const auto fail = [&](const CurvePoint& p, std::string message, std::string hint = {}) {
    messages.error("E0708", p.at, "`size`: " + std::move(message), std::move(hint));
    return false;
  };
  for (std::size_t k = 0; k < points.size(); ++k) {
    const CurvePoint& p = points[k];
    const std::string row = fmt::format("{:g} mm", 1000 * p.opening);
    if (!(p.opening > 0)) return fail(p, "the opening of a sieve must be greater than 0");
    if (p.passing > 1)
      return fail(
          p, fmt::format("a share of {:g} passes {}: more than all", p.passing, row),
          fmt::format("shares go from 0 to 1; per cent with their sign: \"{:g} %\"", p.passing));
    if (k == 0) continue;
    if (!(p.opening > points[k - 1].opening))
      return fail(p,
                  fmt::format("the openings do not rise: {:g} mm, then {}",
                              1000 * points[k - 1].opening, row),
                  "each sieve once, from fine to coarse or from coarse to fine");
    if (p.passing < points[k - 1].passing)
      return fail(p,
                  fmt::format("less passes {} ({}) than {:g} mm ({})", row, percent(p.passing),
                              1000 * points[k - 1].opening, percent(points[k - 1].passing)),
                  "what passes a finer sieve passes the coarser ones: are these shares of what is "
                  "retained?");
  }
  const CurvePoint& last = points.back();
  if (last.passing < 1)
    return fail(last,
                fmt::format("{} of the mass is coarser than the last sieve, {:g} mm",
                            percent(1 - last.passing), 1000 * last.opening),
                "add the opening that all of it passes: [\"8 mm\", 1]");
  return true;
}

}  // namespace

std::span<const ParamInfo> sieve_params() { return kSieve; }

std::optional<SizeDistribution> sieve_of(const Branch& size, Messages& messages) {
  if (size.broken) return std::nullopt;
  const ParamSet& p = size.entry_params;
  if (p.has("passing") == p.has("file")) {
    const bool both = p.has("file");
    messages.error(
        "E0708", both ? size.where("file") : size.span,
        both ? "`size` has both `passing` and `file`" : "`size` lacks `passing` or `file`",
        both ? "keep one of them"
             : "add passing = [[\"1 mm\", 0], [\"2 mm\", 0.3], [\"4 mm\", 1]]");
    return std::nullopt;
  }
  std::vector<CurvePoint> points;
  if (p.has("file")) {
    auto read = CurveFile(size, messages).read();
    if (!read) return std::nullopt;
    points = std::move(*read);
  } else {
    for (const auto& row : p.matrix("passing"))
      points.push_back({row[0], row[1], size.where("passing")});
  }
  const std::string_view where = p.has("file") ? "file" : "passing";
  if (points.size() > 1 && points.front().opening > points.back().opening)
    std::reverse(points.begin(), points.end());
  if (points.empty()) {
    messages.error("E0708", size.where(where), "`size`: the sieve curve has no rows",
                   "at least two: [[\"1 mm\", 0], [\"2 mm\", 1]]");
    return std::nullopt;
  }
  if (!is_curve(points, messages)) return std::nullopt;

  SizeDistribution s{.kind = SizeDistribution::Kind::sieve};
  const CurvePoint& finest = points.front();
  if (finest.passing > 0) {
    const double smallest = p.number_or("smallest", 0.5 * finest.opening);
    if (!(smallest < finest.opening)) {
      messages.error("E0708", size.where("smallest"),
                     fmt::format("`smallest` must be below the finest opening, {:g} mm",
                                 1000 * finest.opening));
      return std::nullopt;
    }
    if (!p.has("smallest"))
      messages.note_once(fmt::format(
          "{} of the mass passes the finest sieve, {:g} mm: taken from {:g} mm on; `smallest` of "
          "the sieve curve says otherwise",
          percent(finest.passing), 1000 * finest.opening, 1000 * smallest));
    s.sieves.push_back({smallest, finest.opening, finest.passing});
  } else if (p.has("smallest")) {
    messages.error(
        "E0708", size.where("smallest"),
        fmt::format("nothing passes the finest sieve, {:g} mm: `smallest` has no meaning",
                    1000 * finest.opening),
        "leave it out");
    return std::nullopt;
  }
  for (std::size_t k = 1; k < points.size(); ++k)
    s.sieves.push_back(
        {points[k - 1].opening, points[k].opening, points[k].passing - points[k - 1].passing});
  if (const std::string wrong = s.valid(); !wrong.empty()) {
    messages.error("E0708", size.where(where), fmt::format("`size`: {}", wrong),
                   "one sieve that nothing passes, and a coarser one that all passes");
    return std::nullopt;
  }
  return s;
}

std::vector<double> SieveRecord::openings() const {
  std::vector<double> out{sizes.sieves.front().lo};
  for (const SieveClass& c : sizes.sieves) out.push_back(c.hi);
  return out;
}
std::vector<double> SieveRecord::asked_passing() const {
  std::vector<double> shares;
  for (const SieveClass& c : sizes.sieves) shares.push_back(c.share);
  return passing(shares);
}
std::vector<double> SieveRecord::passing(const std::vector<double>& mass) {
  double total = 0, sum = 0;
  for (const double m : mass) total += m;
  std::vector<double> out{0};
  for (const double m : mass) out.push_back(total > 0 ? (sum += m) / total : 0);
  return out;
}

std::vector<double> sieved(const SizeDistribution& curve, const std::vector<double>& diameters) {
  std::vector<double> mass(curve.sieves.size(), 0);
  for (const double d : diameters) {
    std::size_t k = 0;
    while (k + 1 < mass.size() && d > curve.sieves[k].hi) ++k;
    mass[k] += power_of(d, curve.dimensions);
  }
  return mass;
}

std::vector<double> sieved_grains(const SizeDistribution& curve, const Particles& p,
                                  std::size_t first) {
  std::vector<double> diameters;
  for (std::size_t k = first; k < p.size(); ++k) diameters.push_back(2 * p.xr[k].r);
  return sieved(curve, diameters);
}

std::vector<double> sieved_inlet(const SizeDistribution& curve, const Inlet& inlet) {
  std::vector<double> diameters;
  for (std::uint64_t k = 0; k < inlet.placed; ++k)
    diameters.push_back(curve.sample(inlet.size_random(), k));
  return sieved(curve, diameters);
}

}  // namespace scree
