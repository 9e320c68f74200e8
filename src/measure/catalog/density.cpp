// Average density of a packing in a vessel of constant cross-section.
#include <algorithm>

#include "measure/catalog_params.hpp"
#include "measure/disc_area.hpp"
#include "measure/totals.hpp"

namespace scree::measures {
namespace {

constexpr ParamInfo kDensityParams[] = {
    measure_params::axis,
    measure_params::area,
    measure_params::radius,
    {.name = "bottom",
     .dim = dim::length,
     .fallback = "0",
     .doc = "height of the base along the axis"},
    {.name = "height",
     .dim = dim::length,
     .range = range::positive,
     .doc = "of the part above the base; without it up to the top of the highest grain, or one "
            "period"},
};

struct DensityTotals {
  BulkSum volume;
  double top = 0;
  void operator+=(const DensityTotals& o) { volume += o.volume, top = std::max(top, o.top); }
};

class Density final : public Measure {
 public:
  Density(const ParamSet& p, measure_params::CrossSection section)
      : axis_(p.text("axis")),
        section_(section),
        bottom_(p.number("bottom")),
        fixed_height_(p.number_or("height", 0)) {}

  std::vector<ColumnInfo> columns() const override {
    return {{"solid_fraction", "", "share of the space that grains fill"},
            {"height", "m", "of that space above its base"}};
  }

  std::optional<Error> check(const MeasureInput& in) const override {
    if (auto e = measure_params::check_height(fixed_height_, in)) return e;
    return section_.check(in, measure_params::axis_of(axis_, in));
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    const Vec3 axis = measure_params::axis_of(axis_, in);
    const double height = height_of(in, axis);
    const Dimensions d = in.particles.dimensions();
    const auto add_grain = [&](std::uint32_t s, DensityTotals& total) {
      const PositionRadius& g = in.particles.xr[s];
      const auto solid = in.solid_at(s);
      const auto below = [&](double y, double h) {
        return solid ? ball_measure(g.r, d) * solid->share_below(axis, h - y)
                     : grain_below(g.r, y, h, d);
      };
      const auto add = [&](double y) {
        total.volume += in.solid(s) * (below(y, height) - below(y, 0));
      };
      measure_params::for_each_height(dot(g.x, axis) - bottom_, g.r, height, axis, in.box, add);
    };
    const double volume = grain_totals(in, DensityTotals{}, add_grain).volume.value();
    const double space = section_.area(in, axis) * height;
    out[0] = space > 0 ? volume / space : 0;  // Ferrez (4.3)
    out[1] = height;
  }

 private:
  // Given; else the period along the axis; else the top of the highest grain.
  double height_of(const MeasureInput& in, const Vec3& axis) const {
    if (fixed_height_ > 0) return fixed_height_;
    if (const double period = period_along(axis, in.box); period > 0) return period;
    const auto look_at = [&](std::uint32_t s, DensityTotals& total) {
      const PositionRadius& g = in.particles.xr[s];
      const auto solid = in.solid_at(s);
      const double reach = solid ? solid->top(axis) : g.r;
      total.top = std::max(total.top, dot(g.x, axis) + reach - bottom_);
    };
    return grain_totals(in, DensityTotals{}, look_at).top;
  }

  std::string axis_;
  measure_params::CrossSection section_;
  double bottom_, fixed_height_;
};

Result<std::unique_ptr<Measure>> make_density(const ParamSet& p) {
  const auto section = measure_params::CrossSection::read(p);
  if (!section) return section.errors();
  return std::unique_ptr<Measure>(new Density(p, *section));
}

}  // namespace

extern const MeasureEntry density_entry;
const MeasureEntry density_entry{
    .info = {"density", "solid fraction: volume of the grains above a base, over base times height",
             "Ferrez (4.3)", kDensityParams},
    .example = "area = 1 m^2",
    .make = make_density};

}  // namespace scree::measures
