// Densities of flat layers along an axis.
#include <algorithm>
#include <cmath>

#include "measure/catalog_params.hpp"
#include "measure/disc_area.hpp"
#include "measure/totals.hpp"

namespace scree::measures {
namespace {

constexpr ParamInfo kLayersParams[] = {
    measure_params::axis,
    {.name = "from",
     .dim = dim::length,
     .fallback = "0",
     .doc = "height where the first layer begins"},
    {.name = "thickness",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "of one layer"},
    {.name = "count",
     .kind = ParamKind::integer,
     .required = true,
     .range = {1, 10000},
     .doc = "number of layers"},
    measure_params::area,
    measure_params::radius,
};

class Layers final : public Measure {
 public:
  Layers(const ParamSet& p, measure_params::CrossSection section)
      : axis_(p.text("axis")),
        section_(section),
        from_(p.number("from")),
        thickness_(p.number("thickness")),
        count_(p.integer("count")) {}

  std::vector<ColumnInfo> columns() const override {
    return measure_params::filled_parts(section_.given(), static_cast<std::size_t>(count_));
  }

  std::optional<Error> check(const MeasureInput& in) const override {
    return measure_params::check_height(height(), in);
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    const Vec3 axis = measure_params::axis_of(axis_, in);
    const Dimensions d = in.particles.dimensions();
    const auto add_grain = [&](std::uint32_t s, ColumnSums& layers) {
      const PositionRadius& g = in.particles.xr[s];
      const double y = dot(g.x, axis) - from_;
      const auto solid = in.solid_at(s);
      const auto below = [&](double at, double h) {
        return solid ? ball_measure(g.r, d) * solid->share_below(axis, h - at)
                     : grain_below(g.r, at, h, d);
      };
      measure_params::for_each_height(y, g.r, height(), axis, in.box,
                                      [&](double h) { add(h, g.r, in.solid(s), below, layers); });
    };
    grain_totals(in, ColumnSums(out.size()), add_grain).write(out);
    if (!section_.given()) return;
    const double space = section_.area(in, axis) * thickness_;
    for (double& v : out) v /= space;
  }

 private:
  double height() const { return thickness_ * static_cast<double>(count_); }

  // Ferrez (4.5) for the layers that one grain reaches.
  template <class Below>
  void add(double y, double r, double solid, const Below& volume_below, ColumnSums& layers) const {
    const double first = std::max(0.0, std::floor((y - r) / thickness_));
    const double last = std::min(static_cast<double>(count_) - 1, std::floor((y + r) / thickness_));
    if (!(first <= last)) return;
    double below = volume_below(y, first * thickness_);
    for (auto k = static_cast<std::int64_t>(first); k <= static_cast<std::int64_t>(last); ++k) {
      const double next = volume_below(y, static_cast<double>(k + 1) * thickness_);
      layers.column[static_cast<std::size_t>(k)] += solid * (next - below);
      below = next;
    }
  }

  std::string axis_;
  measure_params::CrossSection section_;
  double from_, thickness_;
  std::int64_t count_;
};

Result<std::unique_ptr<Measure>> make_layers(const ParamSet& p) {
  const auto section = measure_params::CrossSection::read(p);
  if (!section) return section.errors();
  return std::unique_ptr<Measure>(new Layers(p, *section));
}

}  // namespace

extern const MeasureEntry layers_entry;
const MeasureEntry layers_entry{
    .info = {"layers", "solid fraction of each flat layer; volume where no cross-section is given",
             "Ferrez (4.4), (4.5)", kLayersParams},
    .example = "thickness = 30 cm; count = 5; area = 1 m^2",
    .make = make_layers};

}  // namespace scree::measures
