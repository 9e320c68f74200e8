// Densities of concentric layers about an axis.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "measure/ball_volume.hpp"
#include "measure/catalog_params.hpp"
#include "measure/totals.hpp"
#include "measure/unfolded.hpp"

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
        thickness_(p.number("radius") / static_cast<double>(p.integer("count"))),
        count_(p.integer("count")),
        outer_{axis, p.number("radius"), 0.5 * p.number_or("height", range::inf)} {}

  std::vector<ColumnInfo> columns() const override {
    return measure_params::filled_parts(std::isfinite(outer_.half_height),
                                        static_cast<std::size_t>(count_));
  }

  std::optional<Error> check(const MeasureInput& in) const override {
    if (auto wrong = measure_params::need_space(in)) return wrong;
    return outer_.check(in.box);
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    const auto add_grain = [&](std::uint32_t s, ColumnSums& rings) {
      const PositionRadius& g = in.particles.xr[s];
      const auto solid = in.solid_at(s);
      if (!solid)
        return outer_.for_each_image_of(g.x - centre_, g.r, in.box, [&](double z, double d) {
          add(d, g.r, in.solid(s), rings, [&](double radius) {
            return ball_in_cylinder_piece(g.r, radius, d, -outer_.half_height - z,
                                          outer_.half_height - z);
          });
        });
      outer_.for_each_place_of(g.x - centre_, g.r, in.box, [&](const Vec3& at) {
        const double z = dot(at, outer_.axis);
        add(norm(at - z * outer_.axis), g.r, in.solid(s), rings, [&](double radius) {
          return ball_volume(g.r) * solid->share_in_cylinder(-at, outer_.axis, radius,
                                                             -outer_.half_height,
                                                             outer_.half_height);
        });
      });
    };
    grain_totals(in, ColumnSums(out.size()), add_grain).write(out);
    if (!std::isfinite(outer_.half_height)) return;
    for (std::size_t k = 0; k < out.size(); ++k) {
      const double inner = static_cast<double>(k) * thickness_, outer = inner + thickness_;
      out[k] /= std::numbers::pi * (outer - inner) * (outer + inner) * 2 * outer_.half_height;
    }
  }

 private:
  // As (4.5), with the volume inside a cylinder (4.6) in place of that below a plane.
  template <class Inside>
  void add(double d, double r, double solid, ColumnSums& rings, const Inside& within) const {
    const double first = std::max(0.0, std::floor((d - r) / thickness_));
    const double last = std::min(static_cast<double>(count_) - 1, std::floor((d + r) / thickness_));
    if (!(first <= last)) return;
    double inside = first > 0 ? within(first * thickness_) : 0;
    for (auto k = static_cast<std::int64_t>(first); k <= static_cast<std::int64_t>(last); ++k) {
      const double next = within(static_cast<double>(k + 1) * thickness_);
      rings.column[static_cast<std::size_t>(k)] += solid * std::max(0.0, next - inside);
      inside = next;
    }
  }

  Vec3 centre_;
  double thickness_;
  std::int64_t count_;
  Cylinder outer_;  // the last ring with all in it
};

Result<std::unique_ptr<Measure>> make_rings(const ParamSet& p) {
  const auto axis = measure_params::unit_vector(p, "axis");
  if (!axis) return axis.errors();
  return std::unique_ptr<Measure>(new Rings(p, *axis));
}

}  // namespace

extern const MeasureEntry rings_entry;
const MeasureEntry rings_entry{
    .info = {"rings",
             "solid fraction of each concentric layer about an axis; volume without a height",
             "Ferrez (4.6); Lamarche & Leroy 1990", kRingsParams},
    .example = "radius = 1.2 m; count = 4",
    .make = make_rings};

}  // namespace scree::measures
