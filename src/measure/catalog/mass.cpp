// Mass, number and density of grains in a region.
#include "measure/region.hpp"
#include "measure/totals.hpp"

namespace scree::measures {
namespace {

const std::vector<ParamInfo>& params() {
  static const std::vector<ParamInfo> all = [] {
    std::vector<ParamInfo> v(Region::params().begin(), Region::params().end());
    v.push_back({.name = "share",
                 .kind = ParamKind::choice,
                 .fallback = "centre",
                 .choices = "centre|volume",
                 .doc = "centre: a grain is in or out; volume: the part of it that is in, exact "
                        "but for polyhedra in "
                        "cylinders and spheres (1e-4 of a grain)"});
    return v;
  }();
  return all;
}

struct MassTotals {
  BulkSum mass, number, volume;
  void operator+=(const MassTotals& o) { mass += o.mass, number += o.number, volume += o.volume; }
};

class Mass final : public Measure {
 public:
  Mass(const Region& region, bool by_volume) : region_(region), by_volume_(by_volume) {}

  std::vector<ColumnInfo> columns() const override {
    return {{"mass", "kg", "of the grains in the region"},
            {"number", "", "of the grains in the region"},
            {"solid_fraction", "", "share of the region that grains fill; 0 where it has no end"}};
  }

  std::optional<Error> check(const MeasureInput& in) const override {
    return region_.check(in.box, in.particles.dimensions());
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    const Particles& p = in.particles;
    const Dimensions d = p.dimensions();
    const Region::Placed region(region_, in.box, d);
    const auto add = [&](std::uint32_t s, MassTotals& total) {
      const PositionRadius& g = p.xr[s];
      const double whole = ball_measure(g.r, d);
      const auto solid = in.solid_at(s);
      const double share = !by_volume_    ? region.images(g.x)
                           : !(whole > 0) ? 0
                           : solid        ? region.share_inside(g.x, g.r, *solid)
                                          : region.volume_inside(g.x, g.r) / whole;
      total.mass += share * in.mass(s), total.number += share * in.body_fraction(s);
      total.volume += share * whole * in.solid(s);
    };
    const MassTotals t = grain_totals(in, MassTotals{}, add);
    out[0] = t.mass.value(), out[1] = t.number.value();
    const double space = region_.volume(in.box, d);
    out[2] = space > 0 ? t.volume.value() / space : 0;
  }

 private:
  Region region_;
  bool by_volume_;
};

Result<std::unique_ptr<Measure>> make_mass(const ParamSet& p) {
  const auto region = Region::read(p);
  if (!region) return region.errors();
  return std::unique_ptr<Measure>(new Mass(*region, p.text("share") == "volume"));
}

}  // namespace

extern const MeasureEntry mass_entry;
const MeasureEntry mass_entry{
    .info = {"mass", "mass, number and volume fraction of the grains in a region", "Ferrez 4.6",
             params()},
    .make = make_mass};

}  // namespace scree::measures
