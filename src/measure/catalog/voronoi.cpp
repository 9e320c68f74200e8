// Local packing fractions: each grain's volume over that of its Laguerre cell.
#include <algorithm>
#include <cmath>

#include "base/exact_sum.hpp"
#include "measure/catalog_params.hpp"
#include "measure/cell_volumes.hpp"

namespace scree::measures {
namespace {

constexpr ParamInfo kOwnParams[] = {
    {.name = "bins",
     .kind = ParamKind::integer,
     .fallback = "0",
     .range = {0, 10000},
     .doc = "of the histogram of local fractions from 0 to 1: the share of grains in each"},
    {.name = "layers",
     .kind = ParamKind::integer,
     .fallback = "0",
     .range = {0, 10000},
     .doc = "of the profile of porosity: a grain and its cell count where its centre is"},
    {.name = "along",
     .kind = ParamKind::choice,
     .fallback = "up",
     .choices = "up|x|y|z",
     .doc = "direction of the profile; up: against gravity"},
    {.name = "from",
     .dim = dim::length,
     .fallback = "0",
     .doc = "height where the first layer begins"},
    {.name = "thickness",
     .dim = dim::length,
     .range = range::positive,
     .doc = "of one layer; needed with `layers`"},
};

constexpr std::size_t kFixedColumns = 7;

class Voronoi final : public Measure {
 public:
  Voronoi(const ParamSet& p, CellSpace space)
      : space_(std::move(space)),
        along_(p.text("along")),
        bins_(static_cast<std::size_t>(p.integer("bins"))),
        layers_(static_cast<std::size_t>(p.integer("layers"))),
        from_(p.number("from")),
        thickness_(p.number_or("thickness", 1)) {}

  std::vector<std::string> columns() const override {
    std::vector<std::string> names = {"fraction", "deviation", "least",       "greatest",
                                      "porosity", "volume",    "without_cell"};
    for (const auto& more :
         {measure_params::numbered("share", bins_), measure_params::numbered("porosity", layers_)})
      names.insert(names.end(), more.begin(), more.end());
    return names;
  }

  std::optional<Error> check(const MeasureInput& in) const override {
    if (auto wrong = measure_params::need_space(in)) return wrong;
    return space_.check(in);
  }

  // Sums are exact, and the cells come in the order of the ids: no thread changes a bit.
  void evaluate(const MeasureInput& in, std::span<double> out) override {
    std::fill(out.begin(), out.end(), 0.0);
    const std::vector<GrainCell> cells = grain_cells(in, space_);
    ExactSum fractions, squares, solid, volume;
    std::vector<ExactSum> layer_solid(layers_), layer_volume(layers_);
    const Vec3 axis = measure_params::axis_of(along_, in);
    std::size_t counted = 0;
    for (const GrainCell& c : cells) {
      if (!(c.volume > 0)) continue;
      const double fraction = c.solid / c.volume;
      out[2] = counted > 0 ? std::min(out[2], fraction) : fraction;
      out[3] = std::max(out[3], fraction);
      ++counted;
      fractions += fraction, squares += fraction * fraction;
      solid += c.solid, volume += c.volume;
      if (bins_ > 0) out[kFixedColumns + bin_of(fraction)] += 1;
      const double layer = std::floor((dot(in.particles.xr[c.row].x, axis) - from_) / thickness_);
      if (!(layer >= 0 && layer < static_cast<double>(layers_))) continue;
      layer_solid[static_cast<std::size_t>(layer)] += c.solid;
      layer_volume[static_cast<std::size_t>(layer)] += c.volume;
    }
    out[6] = static_cast<double>(cells.size() - counted);
    if (counted == 0) return;
    const auto n = static_cast<double>(counted);
    out[0] = fractions.value() / n;
    out[1] = std::sqrt(std::max(0.0, squares.value() / n - out[0] * out[0]));
    out[4] = 1 - solid.value() / volume.value();
    out[5] = volume.value();
    for (std::size_t k = 0; k < bins_; ++k) out[kFixedColumns + k] /= n;
    for (std::size_t k = 0; k < layers_; ++k) {
      const double space = layer_volume[k].value();
      out[kFixedColumns + bins_ + k] = space > 0 ? 1 - layer_solid[k].value() / space : 0;
    }
  }

 private:
  // Overlapping grains can have more than 1: they are in the last bin.
  std::size_t bin_of(double fraction) const {
    const double bin = std::min(fraction * static_cast<double>(bins_), 1e9);
    return std::min(static_cast<std::size_t>(bin), bins_ - 1);
  }

  CellSpace space_;
  std::string along_;
  std::size_t bins_, layers_;
  double from_, thickness_;
};

Result<std::unique_ptr<Measure>> make_voronoi(const ParamSet& p) {
  auto space = CellSpace::read(p);
  if (!space) return space.errors();
  if (p.integer("layers") > 0 && !p.has("thickness"))
    return Error{"E0102", "`thickness` of the layers is missing", "", "thickness = 5 mm",
                 Subject::of_key("thickness")};
  return std::unique_ptr<Measure>(new Voronoi(p, std::move(*space)));
}

std::span<const ParamInfo> voronoi_params() {
  static const std::vector<ParamInfo> all = [] {
    std::vector<ParamInfo> v(CellSpace::params().begin(), CellSpace::params().end());
    v.insert(v.end(), std::begin(kOwnParams), std::end(kOwnParams));
    return v;
  }();
  return all;
}

}  // namespace

extern const MeasureEntry voronoi_entry;
const MeasureEntry voronoi_entry{
    .info = {"voronoi",
             "local packing fraction of each grain in its Laguerre cell, its spread and "
             "profile",
             "Frenning 2015", voronoi_params()},
    .make = make_voronoi};

}  // namespace scree::measures
