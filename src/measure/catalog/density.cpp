// Average density of a packing in a vessel of constant cross-section.
#include <algorithm>

#include "measure/ball_volume.hpp"
#include "measure/catalog_params.hpp"
#include "measure/order.hpp"

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
     .doc = "of the filled part; without it the top of the highest grain"},
};

class Density final : public Measure {
 public:
  Density(const ParamSet& p, measure_params::CrossSection section)
      : axis_(p.text("axis")),
        section_(section),
        bottom_(p.number("bottom")),
        fixed_height_(p.number_or("height", 0)) {}

  std::vector<std::string> columns() const override { return {"density", "height"}; }

  std::optional<Error> check(const MeasureInput& in) const override {
    return section_.check(in, measure_params::axis_of(axis_, in));
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    const Vec3 axis = measure_params::axis_of(axis_, in);
    double volume = 0, height = 0;
    for_each_grain(in.particles, [&](std::uint32_t s) {
      const PositionRadius& g = in.particles.xr[s];
      volume += ball_volume(g.r);
      height = std::max(height, dot(g.x, axis) + g.r - bottom_);
    });
    if (fixed_height_ > 0) height = fixed_height_;
    const double space = section_.area(in, axis) * height;
    out[0] = space > 0 ? volume / space : 0;  // Ferrez (4.3)
    out[1] = height;
  }

 private:
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
    .info = {"density", "volume of the grains over base times height of the highest grain",
             "Ferrez (4.3)", kDensityParams},
    .make = make_density};

}  // namespace scree::measures
