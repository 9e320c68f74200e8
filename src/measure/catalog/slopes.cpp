// The surface of a heap seen from above: its height and its slope, cell by cell.
//
// The plane through the highest grains of a cell and of the cells around it, by least squares, has
// the slope. Where they are fewer than three, or all on one line, there is none.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/exact_math.hpp"
#include "measure/extent.hpp"
#include "measure/table_measure.hpp"
#include "measure/unfolded.hpp"

namespace scree::measures {
namespace {

constexpr ParamInfo kSlopesParams[] = {
    {.name = "cell",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "side of the cells, seen from above; two to three diameters of a grain",
     .example = "10 mm"},
    {.name = "slower",
     .dim = {1, 0, -1},
     .range = range::positive,
     .doc = "only grains slower than this: a stream that still falls is not a surface",
     .example = "0.1 m/s"},
    {.name = "least",
     .kind = ParamKind::integer,
     .fallback = "2",
     .range = {1, 1000000},
     .doc = "grains that a cell must hold: one alone has rolled away"},
};

constexpr double kMostSlopeCells = 250000;

struct SurfaceTop {
  double height = -range::inf;
  double a = 0, b = 0;  // where, along the two level axes
  std::uint32_t id = 0xffffffff, grains = 0;

  bool exists() const { return grains > 0; }
  void include(const SurfaceTop& o) {
    grains += o.grains;
    if (o.height > height || (o.height == height && o.id < id))
      height = o.height, a = o.a, b = o.b, id = o.id;
  }
};
struct SurfaceTops {
  std::vector<SurfaceTop> cell;
  void operator+=(const SurfaceTops& o) {
    for (std::size_t k = 0; k < cell.size(); ++k) cell[k].include(o.cell[k]);
  }
};

class Slopes final : public TableMeasure {
 public:
  explicit Slopes(const ParamSet& p) : p_(p), cell_(p.number("cell")) {}

  std::vector<ColumnInfo> table_columns() const override {
    return {{"x", "m", "middle of the cell"},
            {"y", "m", "middle of the cell; along gravity the lowest grain"},
            {"z", "m", "middle of the cell"},
            {"height", "m", "top of the highest grain above the lowest of all; 0 without grains"},
            {"slope_degrees", "°", "steepest slope of the surface; 0 where there is none"},
            {"grains", "", "number of grains in the cell"}};
  }
  std::size_t rows() const override { return 0; }

  std::optional<Error> check(const MeasureInput& in) const override {
    if (auto tilted = need_upright(in.box)) return tilted;
    if (level_axes(in).up < 0)
      return Error{"E0672", "gravity is along none of x, y and z: there is no view from above", "",
                   ""};
    const Map m = map_of(in);
    if (m.cells() <= kMostSlopeCells) return std::nullopt;
    return Error{"E0674", "the map would have too many cells", "", "take a larger `cell`",
                 Subject::of_key("cell")};
  }

  MeasureTable table(const MeasureInput& in) override {
    MeasureTable t{.columns = table_columns(), .keys = 3};
    const Map m = map_of(in);
    if (m.axes.up < 0 || m.cells() > kMostSlopeCells) return t;
    SurfaceTops empty;
    empty.cell.resize(static_cast<std::size_t>(m.cells()));
    const SurfaceTops tops = grain_totals(in, empty, [&](std::uint32_t row, SurfaceTops& all) {
      if (p_.has("slower") && !(norm(in.particles.vm[row].v) < p_.number("slower"))) return;
      const PositionRadius& g = in.particles.xr[row];
      const double height = m.axes.sign * g.x[m.axes.up] + g.r - m.floor;
      all.cell[m.at(g.x)].include(
          {height, g.x[m.axes.a], g.x[m.axes.b], in.particles.id[row].value, 1});
    });
    std::vector<SurfaceTop> kept = tops.cell;
    for (SurfaceTop& c : kept)
      if (c.grains < static_cast<std::uint32_t>(p_.integer("least"))) c = {};
    t.grid = m.grid;
    for (std::size_t k = 0; k < m.grid.count[2]; ++k)
      for (std::size_t j = 0; j < m.grid.count[1]; ++j)
        for (std::size_t i = 0; i < m.grid.count[0]; ++i) {
          const Vec3 x = m.grid.place(i, j, k);
          const std::size_t place[3] = {i, j, k};
          const std::size_t a = place[m.axes.a], b = place[m.axes.b];
          const SurfaceTop& c = kept[b * m.grid.count[std::size_t(m.axes.a)] + a];
          t.values.insert(t.values.end(), {x.x, x.y, x.z, c.exists() ? c.height : 0,
                                           slope(m, kept, a, b), static_cast<double>(c.grains)});
        }
    return t;
  }

 private:
  struct Axes {
    int up = -1, a = 0, b = 0;
    double sign = 1;
  };
  struct Map {
    Axes axes;
    TableGrid grid;
    double floor = 0;

    double cells() const {
      return static_cast<double>(grid.count[0]) * static_cast<double>(grid.count[1]) *
             static_cast<double>(grid.count[2]);
    }
    std::size_t part(double x, int axis) const {
      const double k = std::floor((x - grid.origin[axis]) / grid.spacing[axis]);
      const double n = static_cast<double>(grid.count[static_cast<std::size_t>(axis)]);
      return static_cast<std::size_t>(std::clamp(k, 0.0, n - 1));
    }
    std::size_t at(const Vec3& x) const {
      return part(x[axes.b], axes.b) * grid.count[static_cast<std::size_t>(axes.a)] +
             part(x[axes.a], axes.a);
    }
  };

  static Axes level_axes(const MeasureInput& in) {
    for (int k = 0; k < 3; ++k)
      if (std::abs(in.up[k]) > 0.999)
        return {k, k == 0 ? 1 : 0, k == 2 ? 1 : 2, in.up[k] > 0 ? 1.0 : -1.0};
    return {};
  }

  Map map_of(const MeasureInput& in) const {
    Map m{.axes = level_axes(in), .grid = {}};
    const SpaceExtent e = space_extent(in), grains = grain_extent(in);
    for (int k = 0; k < 3; ++k) {
      const double length = e.high[k] - e.low[k];
      const double n = k == m.axes.up ? 1 : std::clamp(std::ceil(length / cell_ - 1e-9), 1.0, 1e6);
      m.grid.count[static_cast<std::size_t>(k)] = static_cast<std::size_t>(n);
      m.grid.origin[k] = e.low[k];
      m.grid.spacing[k] = in.box.periodic[k] || k == m.axes.up ? length / n : cell_;
    }
    if (m.axes.up >= 0) m.floor = m.axes.sign > 0 ? grains.low[m.axes.up] : -grains.high[m.axes.up];
    return m;
  }

  // Of the plane through the tops around a cell that has one itself, in degrees.
  static double slope(const Map& m, const std::vector<SurfaceTop>& tops, std::size_t a,
                      std::size_t b) {
    const std::size_t na = m.grid.count[static_cast<std::size_t>(m.axes.a)];
    const std::size_t nb = m.grid.count[static_cast<std::size_t>(m.axes.b)];
    if (!tops[b * na + a].exists()) return 0;
    double n = 0, x = 0, y = 0, h = 0;
    const auto around = [&](auto&& visit) {
      for (std::size_t j = b > 0 ? b - 1 : 0; j <= std::min(b + 1, nb - 1); ++j)
        for (std::size_t i = a > 0 ? a - 1 : 0; i <= std::min(a + 1, na - 1); ++i)
          if (tops[j * na + i].exists()) visit(tops[j * na + i]);
    };
    around([&](const SurfaceTop& t) { ++n, x += t.a, y += t.b, h += t.height; });
    x /= n, y /= n, h /= n;
    double xx = 0, yy = 0, xy = 0, xh = 0, yh = 0;
    around([&](const SurfaceTop& t) {
      const double dx = t.a - x, dy = t.b - y, dh = t.height - h;
      xx += dx * dx, yy += dy * dy, xy += dx * dy, xh += dx * dh, yh += dy * dh;
    });
    const double det = xx * yy - xy * xy, size = xx + yy;
    double ga = 0, gb = 0;
    if (det > 1e-6 * size * size) {
      ga = (xh * yy - yh * xy) / det, gb = (yh * xx - xh * xy) / det;
    } else if (size > 0 && (na == 1 || nb == 1)) {  // one row of cells: a line, in two dimensions
      (na == 1 ? gb : ga) = na == 1 ? (yy > 0 ? yh / yy : 0) : (xx > 0 ? xh / xx : 0);
    } else {
      return 0;
    }
    return exact::atan2(std::sqrt(ga * ga + gb * gb), 1) * 180 / std::numbers::pi;
  }

  ParamSet p_;
  double cell_;
};

Result<std::unique_ptr<Measure>> make_slopes(const ParamSet& p) {
  return std::unique_ptr<Measure>(new Slopes(p));
}

}  // namespace

extern const MeasureEntry slopes_entry;
const MeasureEntry slopes_entry{
    .info = {"slopes", "table: map of the surface from above: height and slope of each cell", "",
             kSlopesParams},
    .example = "cell = 50 cm",
    .make = make_slopes};

}  // namespace scree::measures
