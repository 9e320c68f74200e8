// How well two kinds of grains are mixed: Lacey's index and Danckwerts' intensity of segregation.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "measure/body_list.hpp"
#include "measure/catalog_params.hpp"
#include "measure/extent.hpp"

namespace scree::measures {
namespace {

constexpr ParamInfo kMixingParams[] = {
    {.name = "by",
     .kind = ParamKind::choice,
     .fallback = "material",
     .choices = "material|size|start",
     .doc = "what tells the two kinds apart; start: which half of the grains they were in when the "
            "measure began"},
    {.name = "material",
     .kind = ParamKind::integer,
     .fallback = "0",
     .range = {0, 65535},
     .doc = "number of the material of the first kind, in the order of the scene"},
    {.name = "above",
     .dim = dim::length,
     .range = range::positive,
     .doc = "diameter from which on a grain is of the first kind; without it half-way between the "
            "smallest and the largest"},
    measure_params::axis,
    {.name = "cell",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "edge of the cubes that are compared",
     .example = "20 mm"},
    {.name = "least",
     .kind = ParamKind::integer,
     .fallback = "5",
     .range = {1, 1000000},
     .doc = "grains that a cube must hold to count"},
};

struct CellCount {
  double grains = 0, first = 0;
};

class Mixing final : public Measure {
 public:
  explicit Mixing(const ParamSet& p) : p_(p), by_(p.text("by")) {}

  std::vector<ColumnInfo> columns() const override {
    return {{"lacey", "", "Lacey's index: 0 segregated, 1 mixed at random"},
            {"intensity", "", "Danckwerts' intensity of segregation: 1 segregated"},
            {"variance", "", "of the share of the first kind between cubes"},
            {"variance_mixed", "", "what it would be at random"},
            {"variance_segregated", "", "what it would be without any mixing"},
            {"share", "", "share of the first kind in all"},
            {"cells", "", "number of cubes that count"},
            {"grains", "", "number of grains in them"},
            {"offset", "", "mean height of the first kind above the second, in whole heights"}};
  }
  bool has_memory() const override { return by_ == "start"; }
  // Ids of the first kind, then how many there are.
  std::vector<double> state() const override {
    if (!has_memory()) return {};
    std::vector<double> out(started_.begin(), started_.end());
    out.insert(out.end(), {seen_, static_cast<double>(started_.size())});
    return out;
  }
  bool restore(std::span<const double> v) override {
    if (!has_memory()) return v.empty();
    if (v.size() < 2 || v.back() != static_cast<double>(v.size() - 2)) return false;
    started_.assign(v.begin(), v.end() - 2);
    seen_ = v[v.size() - 2];
    return true;
  }

  std::optional<Error> check(const MeasureInput& in) const override {
    if (auto tilted = need_upright(in.box)) return tilted;
    const SpaceExtent e = space_extent(in);
    const double cell = p_.number("cell");
    double cells = 1;
    for (int a = 0; a < 3; ++a) cells *= (e.high[a] - e.low[a]) / cell + 1;
    if (cells <= 1e9 || in.particles.empty()) return std::nullopt;
    return Error{"E0104", fmt::format("{:.2g} cubes are more than one can fill with grains", cells),
                 "", "take several diameters of a grain", Subject::of_key("cell")};
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    std::fill(out.begin(), out.end(), 0.0);
    const std::vector<WholeGrain> all = whole_grains(in);
    const Vec3 axis = measure_params::axis_of(p_.text("axis"), in);
    if (by_ == "start" && seen_ == 0) remember(all, axis);
    const double limit = by_ == "size" ? size_limit(all, in.particles.dimensions()) : 0;
    std::map<std::array<std::int64_t, 3>, CellCount> cells;
    const SpaceExtent e = space_extent(in);
    double low = range::inf, high = -range::inf;
    ExactSum height[2];
    double count[2] = {};
    for (const WholeGrain& g : all) {
      if (by_ == "start" && static_cast<double>(g.name) > seen_) continue;  // came later
      const bool first = is_first(in, g, limit);
      CellCount& c = cells[cell_of(g.x, e, in.box)];
      ++c.grains, c.first += first ? 1 : 0;
      const double y = dot(g.x, axis);
      height[first ? 0 : 1] += y, ++count[first ? 0 : 1];
      low = std::min(low, y), high = std::max(high, y);
    }
    write(cells, out);
    // Mean height of the first kind above the second, in heights of the whole.
    if (count[0] > 0 && count[1] > 0 && high > low)
      out[8] = (height[0].value() / count[0] - height[1].value() / count[1]) / (high - low);
  }

 private:
  void remember(const std::vector<WholeGrain>& all, const Vec3& axis) {
    std::vector<std::pair<double, std::uint32_t>> order;
    for (const WholeGrain& g : all) order.emplace_back(dot(g.x, axis), g.name);
    std::sort(order.begin(), order.end());
    for (const auto& [y, name] : order) seen_ = std::max(seen_, static_cast<double>(name));
    order.resize(order.size() / 2);
    for (const auto& [y, name] : order) started_.push_back(name);
    std::sort(started_.begin(), started_.end());
  }

  double size_limit(const std::vector<WholeGrain>& all, Dimensions d) const {
    if (p_.has("above")) return p_.number("above") * (1 - 1e-12);
    double low = range::inf, high = 0;
    for (const WholeGrain& g : all) {
      const double size = diameter_of(g.volume, d);
      low = std::min(low, size), high = std::max(high, size);
    }
    return 0.5 * (low + high);
  }
  bool is_first(const MeasureInput& in, const WholeGrain& g, double limit) const {
    if (by_ == "size") return diameter_of(g.volume, in.particles.dimensions()) >= limit;
    if (by_ == "start")
      return std::binary_search(started_.begin(), started_.end(), static_cast<double>(g.name));
    return static_cast<std::int64_t>(in.particles.ws[g.row].material) == p_.integer("material");
  }

  // Along a period a whole number of cubes fits: they are stretched a little.
  std::array<std::int64_t, 3> cell_of(const Vec3& x, const SpaceExtent& e,
                                      const PeriodicBox& box) const {
    std::array<std::int64_t, 3> out{};
    const double cell = p_.number("cell");
    for (int a = 0; a < 3; ++a) {
      const double length = box.length(a);
      if (!box.periodic[a]) {
        out[static_cast<std::size_t>(a)] =
            static_cast<std::int64_t>(std::floor((x[a] - e.low[a]) / cell));
        continue;
      }
      const double n = std::max(1.0, std::round(length / cell));
      const double k = std::floor(fold(x[a], box.lo[a], length).offset / length * n);
      out[static_cast<std::size_t>(a)] = static_cast<std::int64_t>(std::min(k, n - 1));
    }
    return out;
  }

  void write(const std::map<std::array<std::int64_t, 3>, CellCount>& cells,
             std::span<double> out) const {
    double used = 0, grains = 0, first = 0;
    const auto least = static_cast<double>(p_.integer("least"));
    for (const auto& [at, c] : cells)
      if (c.grains >= least) ++used, grains += c.grains, first += c.first;
    if (!(grains > 0)) return;
    const double p = first / grains;
    double sum = 0;
    for (const auto& [at, c] : cells)
      if (c.grains >= least) sum += c.grains * (c.first / c.grains - p) * (c.first / c.grains - p);
    const double variance = sum / grains, apart = p * (1 - p), mixed = apart * used / grains;
    out[0] = apart > mixed ? (apart - variance) / (apart - mixed) : 0;
    out[1] = apart > 0 ? variance / apart : 0;
    out[2] = variance, out[3] = mixed, out[4] = apart;
    out[5] = p, out[6] = used, out[7] = grains;
  }

  ParamSet p_;
  std::string by_;
  std::vector<double> started_;  // names, ascending
  double seen_ = 0;              // greatest name at the start; 0: not begun
};

Result<std::unique_ptr<Measure>> make_mixing(const ParamSet& p) {
  return std::unique_ptr<Measure>(new Mixing(p));
}

}  // namespace

extern const MeasureEntry mixing_entry;
const MeasureEntry mixing_entry{
    .info = {"mixing", "how well two kinds of grains are mixed: Lacey index, segregation",
             "Lacey 1954; Danckwerts 1952", kMixingParams},
    .example = "cell = 70 cm",
    .make = make_mixing};

}  // namespace scree::measures
