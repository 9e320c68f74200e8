// Local packing fractions: each grain's volume over that of its Laguerre cell.
#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

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

constexpr ParamInfo kTolerance{
    .name = "tolerance",
    .fallback = "0",
    .range = {0, 0.2},
    .doc =
        "share of its radius that a grain may go before its cell is found again, volumes are "
        "linear in between: for lines at every step; 0: exact"};

constexpr std::size_t kFixedColumns = 7;

// A body of several balls is one grain, with the cells of its balls together: inside a clump a ball
// has a small cell and yet its part of the volume, so that it alone would say nothing.
std::vector<GrainCell> cells_of_wholes(const Particles& p, const std::vector<GrainCell>& balls) {
  std::vector<GrainCell> out;
  std::unordered_map<std::uint32_t, std::size_t> place;  // by body
  for (const GrainCell& c : balls) {
    const std::uint32_t body = p.ws[c.row].body;
    const auto [at, is_new] =
        body == 0 ? std::pair(place.end(), true) : place.emplace(body, out.size());
    if (is_new) {
      out.push_back(c);
      continue;
    }
    GrainCell& whole = out[at->second];
    whole.solid += c.solid, whole.volume += c.volume;
  }
  return out;
}

class Voronoi final : public Measure {
 public:
  Voronoi(const ParamSet& p, CellSpace space)
      : space_(std::move(space)),
        along_(p.text("along")),
        bins_(static_cast<std::size_t>(p.integer("bins"))),
        layers_(static_cast<std::size_t>(p.integer("layers"))),
        from_(p.number("from")),
        thickness_(p.number_or("thickness", 1)),
        tolerance_(p.number("tolerance")) {}

  std::vector<ColumnInfo> columns() const override {
    std::vector<ColumnInfo> out{{"fraction", "", "mean of the local packing fractions"},
                                {"deviation", "", "their standard deviation"},
                                {"least", "", "the least of them"},
                                {"greatest", "", "the greatest of them"},
                                {"porosity", "", "share of all cells that grains leave free"},
                                {"volume", "m³", "of all cells"},
                                {"without_cell", "", "number of grains that have no cell"}};
    measure_params::add_numbered({"share", "", "share of the grains in this bin of fractions"},
                                 bins_, out);
    measure_params::add_numbered({"porosity", "", "porosity of this layer"}, layers_, out);
    if (tolerance_ > 0)
      out.push_back({"updates", "", "how often references followed since the start", true});
    return out;
  }

  std::optional<Error> check(const MeasureInput& in) const override {
    if (auto wrong = measure_params::need_space(in)) return wrong;
    return space_.check(in);
  }

  // Sums are exact, and the cells come in the order of the ids: no thread changes a bit.
  void evaluate(const MeasureInput& in, std::span<double> out) override {
    std::fill(out.begin(), out.end(), 0.0);
    const std::vector<GrainCell> cells =
        cells_of_wholes(in.particles, tolerance_ > 0 ? followed_cells(in, space_, tolerance_, kept_)
                                                     : grain_cells(in, space_));
    if (tolerance_ > 0) out.back() = static_cast<double>(kept_.updates);
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
      const Vec3 centre = in.particles.xr[c.row].x - in.arm(c.row);
      const double layer = std::floor((dot(centre, axis) - from_) / thickness_);
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

  bool has_grain_columns() const override { return true; }
  std::vector<GrainColumn> grain_columns(const MeasureInput& in) const override {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const std::size_t n = in.particles.size();
    GrainColumn volume{"cell volume", "m^3", std::vector<double>(n, none)};
    GrainColumn fraction{"solid fraction", "", std::vector<double>(n, none)};
    FollowedCells fresh;
    const std::vector<GrainCell> balls =
        tolerance_ > 0 ? followed_cells(in, space_, tolerance_, fresh) : grain_cells(in, space_);
    std::unordered_map<std::uint32_t, double> of_body;
    for (const GrainCell& c : cells_of_wholes(in.particles, balls))
      if (const std::uint32_t body = in.particles.ws[c.row].body; body != 0 && c.volume > 0)
        of_body[body] = c.solid / c.volume;
    for (const GrainCell& c : balls) {
      if (!(c.volume > 0)) continue;
      const auto whole = of_body.find(in.particles.ws[c.row].body);
      volume.values[c.row] = c.volume;
      fraction.values[c.row] = whole != of_body.end() ? whole->second : c.solid / c.volume;
    }
    return {volume, fraction};
  }

  // What was found is a matter of time, but how often references followed is told: ids and
  // references, by which the next updates are counted.
  bool has_memory() const override { return tolerance_ > 0; }
  std::vector<double> state() const override {
    if (!has_memory()) return {};
    std::vector<double> out{static_cast<double>(kept_.updates)};
    for (std::size_t k = 0; k < kept_.ids.size(); ++k) {
      const Vec3& x = kept_.reference[k];
      out.insert(out.end(), {static_cast<double>(kept_.ids[k]), x.x, x.y, x.z});
    }
    return out;
  }
  bool restore(std::span<const double> s) override {
    if (!has_memory()) return s.empty();
    if (s.size() % 4 != 1 || !(s[0] >= 0 && s[0] < 1e18)) return false;
    FollowedCells from;
    from.updates = static_cast<std::uint64_t>(s[0]);
    for (std::size_t k = 1; k < s.size(); k += 4) {
      const bool ascends = from.ids.empty() || s[k] > from.ids.back();
      if (!(s[k] >= 0 && s[k] < 4294967295.0) || !ascends) return false;
      from.ids.push_back(static_cast<std::uint32_t>(s[k]));
      from.reference.push_back({s[k + 1], s[k + 2], s[k + 3]});
    }
    kept_ = std::move(from);
    return true;
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
  double from_, thickness_, tolerance_;
  FollowedCells kept_;
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
    v.push_back(kTolerance);
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
