// Coarse-grained fields on a grid: density, momentum, stress (Goldhirsch 2010).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "measure/catalog_params.hpp"
#include "measure/extent.hpp"
#include "measure/field_sums.hpp"
#include "measure/table_measure.hpp"

namespace scree::measures {
namespace {

constexpr double kMostPoints = 500000;

constexpr ParamInfo kFieldParams[] = {
    {.name = "width",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "w of the kernel, which ends at 2 w; about a grain's diameter or more",
     .example = "10 mm"},
    {.name = "points",
     .kind = ParamKind::integer,
     .fallback = "2",
     .range = {1, 8},
     .doc = "of the grid, per width"},
    region_params::min_corner(
        "first point of the grid; without it one period, and along other directions all that the "
        "kernels of the grains reach"),
    region_params::max_corner("the last point of the grid is here or just beyond"),
    {.name = "across",
     .kind = ParamKind::choice,
     .fallback = "none",
     .choices = "none|x|y|z",
     .doc = "give the mean along this direction, one point thick"},
    {.name = "stress",
     .kind = ParamKind::boolean,
     .fallback = "true",
     .doc = "give stress and force of walls; needs the contacts"},
};

class Field final : public TableMeasure {
 public:
  explicit Field(const ParamSet& p)
      : p_(p), stress_(p.boolean("stress")), across_(p.text("across")) {}

  std::vector<ColumnInfo> table_columns() const override { return field_columns(stress_); }
  std::size_t rows() const override { return 0; }  // the grid follows the grains

  std::optional<Error> check(const MeasureInput& in) const override {
    if (stress_ && !in.contacts_known) {
      Error e = *measure_params::need_contacts(in);
      e.hint = "`stress = false` gives the rest; or " + e.hint;
      return e;
    }
    if (auto flat = measure_params::need_space(in)) return flat;
    if (auto tilted = need_upright(in.box)) return tilted;
    const Vec3 n = counts(in);
    if (!(n.x * n.y * n.z <= kMostPoints))
      return Error{"E0674",
                   fmt::format("the grid would have {:.0f} x {:.0f} x {:.0f} = {:.2g} points, more "
                               "than {:.0g}",
                               n.x, n.y, n.z, n.x * n.y * n.z, kMostPoints),
                   "",
                   "take a greater `width`, fewer `points`, or a smaller part by `min` and `max`",
                   Subject::of_key("width")};
    const Vec3 size = spacing(in);
    return too_many_images(in.box, {n.x * size.x, n.y * size.y, n.z * size.z});
  }

  MeasureTable table(const MeasureInput& in) override {
    TableGrid g = grid(in);
    // Grains that flew far away while the run lasted: a table without rows.
    const Vec3 n = counts(in);
    if (!(n.x * n.y * n.z <= kMostPoints)) g.count = {0, 0, 0};
    const Vec3 w = static_cast<double>(p_.integer("points")) * g.spacing;
    MeasureTable t = field_values(in, g, w, stress_ && in.contacts_known);
    return across_ == "none" ? t : mean_across(t, across_[0] - 'x');
  }

 private:
  // Points per width along each axis: along a period a whole number of points must fit, and the
  // width is that of the points.
  Vec3 spacing(const MeasureInput& in) const {
    const double h = p_.number("width") / static_cast<double>(p_.integer("points"));
    Vec3 out{h, h, h};
    for (int a = 0; a < 3; ++a)
      if (in.box.periodic[a])
        out[a] = in.box.length(a) / std::max(1.0, std::round(in.box.length(a) / h));
    return out;
  }
  bool one_period(const MeasureInput& in, int a) const {
    return !p_.has("min") && in.box.periodic[a];
  }
  SpaceExtent extent(const MeasureInput& in) const {
    if (p_.has("min")) return {p_.vector("min"), p_.vector("max")};
    SpaceExtent e = space_extent(in);
    const double reach = 2 * p_.number("width");
    for (int a = 0; a < 3; ++a)
      if (!in.box.periodic[a]) e.low[a] -= reach, e.high[a] += reach;
    return e;
  }
  Vec3 counts(const MeasureInput& in) const {
    const SpaceExtent e = extent(in);
    const Vec3 h = spacing(in);
    Vec3 n;
    for (int a = 0; a < 3; ++a)
      n[a] = one_period(in, a) ? std::round(in.box.length(a) / h[a])
                               : std::ceil((e.high[a] - e.low[a]) / h[a] - 1e-9) + 1;
    return n;
  }
  TableGrid grid(const MeasureInput& in) const {
    TableGrid g{.origin = extent(in).low, .spacing = spacing(in), .points = true};
    const Vec3 n = counts(in);
    for (int a = 0; a < 3; ++a)
      g.count[static_cast<std::size_t>(a)] =
          static_cast<std::size_t>(std::clamp(n[a], 1.0, kMostPoints));
    return g;
  }

  ParamSet p_;
  bool stress_;
  std::string across_;
};

Result<std::unique_ptr<Measure>> make_field(const ParamSet& p) {
  if (p.has("min") != p.has("max"))
    return Error{"E0102", "a grid needs both `min` and `max`, its corners", "", "",
                 Subject::of_key(p.has("min") ? "min" : "max")};
  if (p.has("min")) {
    const Vec3 lo = p.vector("min"), hi = p.vector("max");
    if (!(lo.x <= hi.x) || !(lo.y <= hi.y) || !(lo.z <= hi.z))
      return Error{"E0104", "`min` must not be above `max` in any direction", "", "",
                   Subject::of_key("max")};
  }
  return std::unique_ptr<Measure>(new Field(p));
}

}  // namespace

extern const MeasureEntry field_entry;
const MeasureEntry field_entry{
    .info = {"field", "table: coarse-grained density, velocity, temperature and stress on a grid",
             "Goldhirsch 2010", kFieldParams},
    .example = "width = 40 cm; points = 1",
    .make = make_field};

}  // namespace scree::measures
