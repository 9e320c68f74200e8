// Angle of repose: a straight line through the free surface of a heap.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/exact_math.hpp"
#include "measure/catalog_params.hpp"
#include "measure/extent.hpp"

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
     .doc = "where the fit begins, as a part of the heap's radius or length: the top is round"},
    {.name = "to", .fallback = "0.8", .range = {0, 1}, .doc = "where it ends: the foot is thin"},
    {.name = "bins",
     .kind = ParamKind::integer,
     .fallback = "10",
     .range = {2, 1000},
     .doc = "parts of the radius or length; in each the highest grain counts"},
    {.name = "sectors",
     .kind = ParamKind::integer,
     .fallback = "8",
     .range = {1, 1000},
     .doc = "parts of the circle, or of the width of a slope"},
    {.name = "slower",
     .dim = {1, 0, -1},
     .range = range::positive,
     .doc = "only grains slower than this: a stream that still falls is no surface",
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

struct MassCentre {
  BulkSum mass, x, y, z;
  void operator+=(const MassCentre& o) { mass += o.mass, x += o.x, y += o.y, z += o.z; }
};

struct HeapReach {
  double far = 0;
  void operator+=(const HeapReach& o) { far = std::max(far, o.far); }
};

class Repose final : public Measure {
 public:
  explicit Repose(const ParamSet& p)
      : p_(p),
        cone_(p.text("form") == "cone"),
        bins_(static_cast<std::size_t>(p.integer("bins"))),
        sectors_(static_cast<std::size_t>(p.integer("sectors"))) {}

  std::vector<std::string> columns() const override {
    return {"angle_degrees", "error_degrees", "height", "length", "points"};
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    std::fill(out.begin(), out.end(), 0.0);
    const Surface s = surface(in);
    if (!(s.length > 0)) return;
    const double from = p_.number("from") * s.length, to = p_.number("to") * s.length;
    Tops empty;
    empty.top.resize(bins_ * sectors_);
    struct Highest {
      Tops tops;
      double low = range::inf, high = -range::inf;
      void operator+=(const Highest& o) {
        tops += o.tops, low = std::min(low, o.low), high = std::max(high, o.high);
      }
    };
    const auto all = grain_totals(in, Highest{empty}, [&](std::uint32_t row, Highest& h) {
      const PositionRadius& g = in.particles.xr[row];
      if (!counts(in, row)) return;
      const double y = dot(g.x, in.up);
      h.low = std::min(h.low, y - g.r), h.high = std::max(h.high, y + g.r);
      const double place = s.place(g.x), side = s.side(g.x);
      if (place < from || place > to) return;
      const auto part = [](double share, std::size_t n) {
        return static_cast<std::size_t>(std::clamp(std::floor(share * static_cast<double>(n)), 0.0,
                                                   static_cast<double>(n - 1)));
      };
      h.tops.include(part((place - from) / (to - from), bins_) * sectors_ + part(side, sectors_),
                     {y + g.r, place, in.particles.id[row].value});
    });
    fit(all.tops, out);
    out[2] = all.high > all.low ? all.high - all.low : 0;
    out[3] = s.length;
  }

 private:
  struct Surface {
    bool cone = true;
    Vec3 centre{}, up{}, along{}, across{};
    double start = 0, length = 0, left = 0, width = 1;

    double place(const Vec3& x) const {
      if (!cone) return dot(x, along) - start;
      const Vec3 d = x - centre;
      return norm(d - dot(d, up) * up);
    }
    // From 0 to 1: the angle about the axis, or where across the slope.
    double side(const Vec3& x) const {
      if (!cone) return (dot(x, across) - left) / width;
      const Vec3 d = x - centre;
      return 0.5 + exact::atan2(dot(d, across), dot(d, along)) / (2 * std::numbers::pi);
    }
  };

  bool counts(const MeasureInput& in, std::uint32_t row) const {
    return !p_.has("slower") || norm(in.particles.vm[row].v) < p_.number("slower");
  }

  Surface surface(const MeasureInput& in) const {
    Surface s{.cone = cone_, .up = in.up};
    const SpaceExtent e = grain_extent(in);
    int along = -1;
    for (int a = 0; a < 3; ++a) {
      const bool level = std::abs(in.up[a]) < 0.7;
      if (level && (along < 0 || e.high[a] - e.low[a] > e.high[along] - e.low[along])) along = a;
    }
    if (const std::string& given = p_.text("along"); given != "longest") along = given[0] - 'x';
    Vec3 direction;
    direction[along] = 1;
    s.along = normalized(direction - dot(direction, in.up) * in.up);
    s.across = cross(in.up, s.along);
    if (!cone_) return sloping(in, s);
    s.centre = p_.has("centre") ? p_.vector("centre") : centre_of(in);
    s.length = grain_totals(in, HeapReach{}, [&](std::uint32_t row, HeapReach& h) {
                 if (counts(in, row)) h.far = std::max(h.far, s.place(in.particles.xr[row].x));
               }).far;
    return s;
  }

  Surface sloping(const MeasureInput& in, Surface s) const {
    struct Ends {
      double low = range::inf, high = -range::inf, left = range::inf, right = -range::inf;
      void operator+=(const Ends& o) {
        low = std::min(low, o.low), high = std::max(high, o.high);
        left = std::min(left, o.left), right = std::max(right, o.right);
      }
    };
    const Ends e = grain_totals(in, Ends{}, [&](std::uint32_t row, Ends& t) {
      if (!counts(in, row)) return;
      const double a = dot(in.particles.xr[row].x, s.along);
      const double b = dot(in.particles.xr[row].x, s.across);
      t += Ends{a, a, b, b};
    });
    if (!(e.high > e.low)) return s;
    s.start = e.low, s.length = e.high - e.low;
    s.left = e.left, s.width = e.right > e.left ? e.right - e.left : 1;
    return s;
  }

  Vec3 centre_of(const MeasureInput& in) const {
    const MassCentre c = grain_totals(in, MassCentre{}, [&](std::uint32_t row, MassCentre& t) {
      if (!counts(in, row)) return;
      const double m = in.mass(row);
      const Vec3 x = m * in.particles.xr[row].x;
      t.mass += m, t.x += x.x, t.y += x.y, t.z += x.z;
    });
    const double m = c.mass.value();
    return m > 0 ? Vec3{c.x.value(), c.y.value(), c.z.value()} / m : Vec3{};
  }

  // Least squares; the error is that of the slope, from how far the points lie off the line.
  static void fit(const Tops& tops, std::span<double> out) {
    double n = 0, x = 0, y = 0;
    for (const Tops::Top& t : tops.top)
      if (std::isfinite(t.height)) ++n, x += t.place, y += t.height;
    out[4] = n;
    if (n < 2) return;
    x /= n, y /= n;
    double xx = 0, xy = 0, yy = 0;
    for (const Tops::Top& t : tops.top) {
      if (!std::isfinite(t.height)) continue;
      xx += (t.place - x) * (t.place - x), xy += (t.place - x) * (t.height - y);
      yy += (t.height - y) * (t.height - y);
    }
    if (!(xx > 0)) return;
    const double slope = xy / xx, rest = std::max(0.0, yy - slope * xy);
    constexpr double degrees = 180 / std::numbers::pi;
    out[0] = exact::atan2(std::abs(slope), 1) * degrees;
    const double error = n > 2 ? std::sqrt(rest / (n - 2) / xx) : 0;
    out[1] = error / (1 + slope * slope) * degrees;
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
