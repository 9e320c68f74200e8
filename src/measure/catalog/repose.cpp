// Angle of repose: a straight line through the free surface of a heap.
//
// How far a heap reaches is told by the grains above its lowest layer, without the outermost of
// them: single grains that rolled away lie on the floor, at any distance, and are not a flank.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/exact_math.hpp"
#include "measure/catalog_params.hpp"
#include "measure/totals.hpp"

namespace scree::measures {
namespace {

constexpr ParamInfo kReposeParams[] = {
    {.name = "form",
     .kind = ParamKind::choice,
     .fallback = "cone",
     .choices = "cone|slope",
     .doc = "cone: height over the distance from a vertical axis; slope: over one direction"},
    {.name = "along",
     .kind = ParamKind::choice,
     .fallback = "longest",
     .choices = "longest|x|y|z",
     .doc = "direction of a slope; longest: the level one in which the grains reach farthest"},
    {.name = "centre",
     .kind = ParamKind::vector,
     .dim = dim::length,
     .doc = "a point of the axis of a cone; without it the centre of mass"},
    {.name = "from",
     .fallback = "0.2",
     .range = {0, 1},
     .doc = "where the fit begins, as a part of the heap's radius or length (`length`): the top is "
            "round"},
    {.name = "to", .fallback = "0.8", .range = {0, 1}, .doc = "where it ends: the foot is thin"},
    {.name = "bins",
     .kind = ParamKind::integer,
     .fallback = "10",
     .range = {2, 1000},
     .doc = "parts of the radius or length, at most; each at least as wide as a grain; in each the "
            "highest grain counts"},
    {.name = "sectors",
     .kind = ParamKind::integer,
     .fallback = "8",
     .range = {1, 1000},
     .doc = "parts of the circle at the outer end of the fit, or of the width of a slope, at most; "
            "farther in there are fewer, so that all have one size"},
    {.name = "slower",
     .dim = {1, 0, -1},
     .range = range::positive,
     .doc = "only grains slower than this: a stream that still falls is not a surface",
     .example = "0.1 m/s"},
};

// The highest grain of each bin; of two equally high ones that with the lower id.
struct Tops {
  struct Top {
    double height = -range::inf, place = 0;
    std::uint32_t id = 0xffffffff;
  };
  std::vector<Top> top;
  void include(std::size_t bin, const Top& t) {
    Top& mine = top[bin];
    if (t.height > mine.height || (t.height == mine.height && t.id < mine.id)) mine = t;
  }
  void operator+=(const Tops& o) {
    for (std::size_t k = 0; k < top.size(); ++k) include(k, o.top[k]);
  }
};

constexpr double kLowest = 0.02;     // share of the grains that may lie below the floor of the heap
constexpr double kOutermost = 0.02;  // share of the grains of a heap that its reach leaves out

// The value that a share q of them does not exceed.
double quantile(std::vector<double> values, double q) {
  if (values.empty()) return 0;
  const auto n = static_cast<std::size_t>(std::lround(q * static_cast<double>(values.size() - 1)));
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(n), values.end());
  return values[n];
}

// A straight line through points, by least squares.
struct StraightLine {
  double n = 0, slope = 0, xx = 0, rest = 0;  // rest: sum of squares off the line

  explicit StraightLine(std::span<const Vec3> points) {  // x, y
    double x = 0, y = 0, xy = 0, yy = 0;
    for (const Vec3& p : points) ++n, x += p.x, y += p.y;
    if (n < 2) return;
    x /= n, y /= n;
    for (const Vec3& p : points)
      xx += (p.x - x) * (p.x - x), xy += (p.x - x) * (p.y - y), yy += (p.y - y) * (p.y - y);
    if (!(xx > 0)) return;
    slope = xy / xx, rest = std::max(0.0, yy - slope * xy);
  }
};

class Repose final : public Measure {
 public:
  explicit Repose(const ParamSet& p)
      : p_(p),
        cone_(p.text("form") == "cone"),
        bins_(static_cast<std::size_t>(p.integer("bins"))),
        sectors_(static_cast<std::size_t>(p.integer("sectors"))) {}

  std::vector<ColumnInfo> columns() const override {
    return {{"angle_degrees", "°", "angle of the flank with the horizontal"},
            {"error_degrees", "°", "standard error of this angle, and how much the flank bends"},
            {"height", "m", "from the lowest to the highest grain"},
            {"length", "m", "radius of a cone, length of a slope"},
            {"points", "", "grains of the surface that the line goes through"}};
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    std::fill(out.begin(), out.end(), 0.0);
    const Surface s = surface(in);
    if (!(s.length > 0)) return;
    const Cells cells = cells_of(s);
    struct Highest {
      Tops tops;
      double low = range::inf, high = -range::inf;
      void operator+=(const Highest& o) {
        tops += o.tops, low = std::min(low, o.low), high = std::max(high, o.high);
      }
    };
    Highest empty;
    empty.tops.top.resize(cells.count());
    const auto all = grain_totals(in, empty, [&](std::uint32_t row, Highest& h) {
      const PositionRadius& g = in.particles.xr[row];
      if (!counts(in, row)) return;
      const double y = dot(g.x, in.up), place = s.place(g.x);
      h.low = std::min(h.low, y - g.r), h.high = std::max(h.high, y + g.r);
      if (place >= cells.from && place <= cells.to)
        h.tops.include(cells.at(place, s.side(g.x)), {y + g.r, place, in.particles.id[row].value});
    });
    fit(all.tops, 0.5 * (cells.from + cells.to), out);
    out[2] = all.high > all.low ? all.high - all.low : 0;
    out[3] = s.length;
  }

 private:
  struct Surface {
    bool cone = true;
    Vec3 centre{}, up{}, along{}, across{};
    double start = 0, length = 0, left = 0, width = 1;
    double grain = 0;  // diameter

    double place(const Vec3& x) const {
      if (!cone) return dot(x, along) - start;
      const Vec3 d = x - centre;
      return norm(d - dot(d, up) * up);
    }
    // From 0 to 1: the angle about the axis, or where across the slope. In the plane there are the
    // angles 0 and pi only: the ends of the range lie between them.
    double side(const Vec3& x) const {
      if (!cone) return (dot(x, across) - left) / width;
      const Vec3 d = x - centre;
      const double turn = exact::atan2(dot(d, across), dot(d, along)) / (2 * std::numbers::pi);
      return turn < -0.25 ? 1.25 + turn : 0.25 + turn;
    }
  };

  // Parts of the surface, all of one size, none smaller than a grain: of more grains the highest is
  // higher, and in less than a grain's width there may be none of the surface.
  struct Cells {
    double from = 0, to = 0;
    std::size_t bins = 1;
    std::vector<std::size_t> first;  // of each bin, and behind the last

    std::size_t count() const { return first.back(); }
    static std::size_t part(double share, std::size_t n) {
      return static_cast<std::size_t>(
          std::clamp(std::floor(share * static_cast<double>(n)), 0.0, static_cast<double>(n - 1)));
    }
    std::size_t at(double place, double side) const {
      const std::size_t bin = part((place - from) / (to - from), bins);
      return first[bin] + part(side, first[bin + 1] - first[bin]);
    }
  };

  static std::size_t whole(double parts, std::size_t least, std::size_t most) {
    return static_cast<std::size_t>(std::clamp(
        std::floor(parts), static_cast<double>(std::min(least, most)), static_cast<double>(most)));
  }

  Cells cells_of(const Surface& s) const {
    Cells c{.from = p_.number("from") * s.length, .to = p_.number("to") * s.length};
    c.bins = whole((c.to - c.from) / s.grain, 2, bins_);
    c.first = {0};
    constexpr double circle = 2 * std::numbers::pi;
    const double arc = std::max(circle * c.to / static_cast<double>(sectors_), s.grain);
    for (std::size_t k = 0; k < c.bins; ++k) {
      const double middle =
          c.from + (static_cast<double>(k) + 0.5) * (c.to - c.from) / static_cast<double>(c.bins);
      const std::size_t parts = s.cone ? whole(circle * middle / arc + 0.5, 2, sectors_)
                                       : whole(s.width / s.grain, 1, sectors_);
      c.first.push_back(c.first.back() + parts);
    }
    return c;
  }

  bool counts(const MeasureInput& in, std::uint32_t row) const {
    return !p_.has("slower") || norm(in.particles.vm[row].v) < p_.number("slower");
  }

  Surface surface(const MeasureInput& in) const {
    Surface s{.cone = cone_, .up = in.up};
    const std::vector<std::uint32_t> heap = heap_grains(in, s.grain);
    if (heap.empty()) return s;
    Vec3 direction;
    direction[along_axis(in, heap)] = 1;
    s.along = normalized(direction - dot(direction, in.up) * in.up);
    s.across = cross(in.up, s.along);
    if (!cone_) return sloping(in, heap, s);
    s.centre = p_.has("centre") ? p_.vector("centre") : centre_of(in, heap);
    s.length = values_quantile(
        in, heap, [&s](const Vec3& x) { return s.place(x); }, 1 - kOutermost);
    return s;
  }

  int along_axis(const MeasureInput& in, const std::vector<std::uint32_t>& heap) const {
    if (const std::string& given = p_.text("along"); given != "longest") return given[0] - 'x';
    int along = -1;
    double longest = 0;
    for (int a = 0; a < 3; ++a) {
      if (!(std::abs(in.up[a]) < 0.7)) continue;  // not level
      const auto end = [&](double q) {
        return values_quantile(
            in, heap, [a](const Vec3& x) { return x[a]; }, q);
      };
      const double extent = end(1 - 0.5 * kOutermost) - end(0.5 * kOutermost);
      if (along < 0 || extent > longest) along = a, longest = extent;
    }
    return along;
  }

  // The grains that lie higher than the layer on the floor, or all where these are too few to tell.
  std::vector<std::uint32_t> heap_grains(const MeasureInput& in, double& diameter) const {
    std::vector<std::uint32_t> all, heap;
    std::vector<double> bottoms;
    BulkSum volume, area;
    for (std::uint32_t row = 0; row < in.particles.size(); ++row) {
      if (!is_grain(in.particles, row) || !counts(in, row)) continue;
      const PositionRadius& g = in.particles.xr[row];
      all.push_back(row), bottoms.push_back(dot(g.x, in.up) - g.r);
      volume += g.r * g.r * g.r, area += g.r * g.r;
    }
    if (all.empty()) return all;
    diameter = 2 * volume.value() / area.value();
    const double layer = quantile(bottoms, kLowest) + 0.5 * diameter;
    for (std::size_t k = 0; k < all.size(); ++k)
      if (bottoms[k] > layer) heap.push_back(all[k]);
    return heap.size() < 10 ? all : heap;
  }

  template <class F>
  static double values_quantile(const MeasureInput& in, const std::vector<std::uint32_t>& rows, F f,
                                double q) {
    std::vector<double> values;
    values.reserve(rows.size());
    for (const std::uint32_t row : rows) values.push_back(f(in.particles.xr[row].x));
    return quantile(std::move(values), q);
  }

  static Surface sloping(const MeasureInput& in, const std::vector<std::uint32_t>& heap,
                         Surface s) {
    const auto at = [&](const Vec3& axis, double q) {
      return values_quantile(
          in, heap, [&axis](const Vec3& x) { return dot(x, axis); }, q);
    };
    const double half = 0.5 * kOutermost;  // of each end
    s.start = at(s.along, half), s.length = at(s.along, 1 - half) - s.start;
    s.left = at(s.across, half);
    const double width = at(s.across, 1 - half) - s.left;
    s.width = width > 0 ? width : s.grain;
    return s;
  }

  static Vec3 centre_of(const MeasureInput& in, const std::vector<std::uint32_t>& heap) {
    BulkSum mass, sum[3];
    for (const std::uint32_t row : heap) {
      const double m = in.mass(row);
      mass += m;
      for (int a = 0; a < 3; ++a) sum[a] += m * in.particles.xr[row].x[a];
    }
    const double m = mass.value();
    return m > 0 ? Vec3{sum[0].value(), sum[1].value(), sum[2].value()} / m : Vec3{};
  }

  // The error has two parts: that of the slope, from how far the points lie off the line; and half
  // the difference between the slopes of the inner and the outer half, as far as it is more than
  // chance: a flank that is not straight has no single angle.
  static void fit(const Tops& tops, double middle, std::span<double> out) {
    std::vector<Vec3> all, half[2];
    for (const Tops::Top& t : tops.top) {
      if (!std::isfinite(t.height)) continue;
      all.push_back({t.place, t.height, 0});
      half[t.place > middle].push_back(all.back());
    }
    const StraightLine line(all), inner(half[0]), outer(half[1]);
    out[4] = line.n;
    if (!(line.xx > 0)) return;
    const double variance = line.n > 2 ? line.rest / (line.n - 2) : 0;
    double error2 = variance / line.xx;
    if (inner.n > 2 && outer.n > 2 && inner.xx > 0 && outer.xx > 0) {
      const double bend = inner.slope - outer.slope;
      const double chance = variance * (1 / inner.xx + 1 / outer.xx);
      error2 += std::max(0.0, 0.25 * (bend * bend - chance));
    }
    constexpr double degrees = 180 / std::numbers::pi;
    out[0] = exact::atan2(std::abs(line.slope), 1) * degrees;
    out[1] = std::sqrt(error2) / (1 + line.slope * line.slope) * degrees;
  }

  ParamSet p_;
  bool cone_;
  std::size_t bins_, sectors_;
};

Result<std::unique_ptr<Measure>> make_repose(const ParamSet& p) {
  if (!(p.number("from") < p.number("to")))
    return Error{"E0104", "`from` must be smaller than `to`", "", "", Subject::of_key("from")};
  return std::unique_ptr<Measure>(new Repose(p));
}

}  // namespace

extern const MeasureEntry repose_entry;
const MeasureEntry repose_entry{
    .info = {"repose", "angle of repose of a heap, with the error of the fit", "", kReposeParams},
    .make = make_repose};

}  // namespace scree::measures
