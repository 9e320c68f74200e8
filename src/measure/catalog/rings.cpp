// Densities of concentric layers about an axis.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "measure/ball_volume.hpp"
#include "measure/catalog_params.hpp"
#include "measure/order.hpp"

namespace scree::measures {
namespace {

constexpr ParamInfo kRingsParams[] = {
    measure_params::centre,
    measure_params::direction,
    {.name = "radius",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "outer radius of the last ring"},
    {.name = "count",
     .kind = ParamKind::integer,
     .required = true,
     .range = {1, 10000},
     .doc = "number of rings, of equal thickness"},
    {.name = "height",
     .dim = dim::length,
     .range = range::positive,
     .doc = "of the rings, half of it on each side of the centre; without it they are endless and "
            "the volume of grains in each is given"},
};

class Rings final : public Measure {
 public:
  Rings(const ParamSet& p, const Vec3& axis)
      : centre_(p.vector("centre")),
        axis_(axis),
        thickness_(p.number("radius") / static_cast<double>(p.integer("count"))),
        count_(p.integer("count")),
        half_(0.5 * p.number_or("height", range::inf)) {}

  std::vector<std::string> columns() const override {
    return measure_params::numbered(std::isfinite(half_) ? "density" : "volume",
                                    static_cast<std::size_t>(count_));
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    const Vec3 length = in.box.lengths(), inverse = in.box.inverse_lengths();
    std::fill(out.begin(), out.end(), 0.0);
    for_each_grain(in.particles, [&](std::uint32_t s) {
      const PositionRadius& g = in.particles.xr[s];
      add(nearest_image(g.x - centre_, length, inverse), g.r, out);
    });
    if (!std::isfinite(half_)) return;
    for (std::size_t k = 0; k < out.size(); ++k) {
      const double inner = static_cast<double>(k) * thickness_, outer = inner + thickness_;
      out[k] /= std::numbers::pi * (outer - inner) * (outer + inner) * 2 * half_;
    }
  }

 private:
  // As (4.5), with the volume inside a cylinder (4.6) in place of that below a plane.
  void add(const Vec3& x, double r, std::span<double> out) const {
    const double z = dot(x, axis_), d = norm(x - z * axis_);
    const double first = std::max(0.0, std::floor((d - r) / thickness_));
    const double last = std::min(static_cast<double>(count_) - 1, std::floor((d + r) / thickness_));
    if (!(first <= last)) return;
    const auto within = [&](double k) {
      return ball_in_cylinder_piece(r, k * thickness_, d, -half_ - z, half_ - z);
    };
    double inside = first > 0 ? within(first) : 0;
    for (auto k = static_cast<std::int64_t>(first); k <= static_cast<std::int64_t>(last); ++k) {
      const double next = within(static_cast<double>(k + 1));
      out[static_cast<std::size_t>(k)] += std::max(0.0, next - inside);
      inside = next;
    }
  }

  Vec3 centre_, axis_;
  double thickness_;
  std::int64_t count_;
  double half_;
};

Result<std::unique_ptr<Measure>> make_rings(const ParamSet& p) {
  const auto axis = measure_params::unit_vector(p, "axis");
  if (!axis) return axis.errors();
  return std::unique_ptr<Measure>(new Rings(p, *axis));
}

}  // namespace

extern const MeasureEntry rings_entry;
const MeasureEntry rings_entry{
    .info = {"rings", "density of each concentric layer about an axis; volume without a height",
             "Ferrez (4.6); Lamarche & Leroy 1990", kRingsParams},
    .make = make_rings};

}  // namespace scree::measures
