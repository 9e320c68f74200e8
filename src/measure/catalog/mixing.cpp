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
     .choices = "material|size|start|start_radius",
     .doc = "what tells the two kinds apart; start: which half of the grains they were in when the "
            "measure began, along `axis`; start_radius: the inner or the outer half about it"},
    {.name = "bins",
     .kind = ParamKind::choice,
     .fallback = "cubes",
     .choices = "cubes|depth|radius",
     .doc = "what is compared: cubes, layers across `axis`, or rings about it"},
    {.name = "weight",
     .kind = ParamKind::choice,
     .fallback = "number",
     .choices = "number|mass",
     .doc = "what shares are shares of"},
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
    {.name = "centre",
     .kind = ParamKind::vector,
     .dim = dim::length,
     .doc = "a point of the axis of the rings; without it the centre of mass"},
    {.name = "cell",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "edge of the cubes, thickness of the layers or rings that are compared",
     .example = "20 mm"},
    {.name = "least",
     .kind = ParamKind::integer,
     .fallback = "5",
     .range = {1, 1000000},
     .doc = "grains that a cube, layer or ring must hold to count"},
};

// By number or by mass.
struct CellCount {
  double number = 0, all = 0, first = 0, squares = 0;
};

// About an axis through a point; along it, where it begins.
struct MixingAxis {
  Vec3 direction{}, centre{};
  double radius(const Vec3& x, const PeriodicBox& box) const {
    Vec3 d = box.nearest(x - centre);
    d -= dot(d, direction) * direction;
    return norm(d);
  }
};

class Mixing final : public Measure {
  enum class Bins { cubes, depth, radius };

 public:
  explicit Mixing(const ParamSet& p)
      : p_(p),
        by_(p.text("by")),
        by_mass_(p.text("weight") == "mass"),
        bins_(p.text("bins") == "depth"    ? Bins::depth
              : p.text("bins") == "radius" ? Bins::radius
                                           : Bins::cubes) {}

  std::vector<ColumnInfo> columns() const override {
    return {{"lacey", "", "Lacey's index: 0 segregated, 1 mixed at random"},
            {"intensity", "", "Danckwerts' intensity of segregation: 1 segregated"},
            {"variance", "", "of the share of the first kind between the bins"},
            {"variance_mixed", "", "what it would be at random"},
            {"variance_segregated", "", "what it would be without any mixing"},
            {"share", "", "share of the first kind in all"},
            {"cells", "", "number of bins that count"},
            {"grains", "", "number of grains in them"},
            {"offset", "", "mean height of the first kind above the second, in whole heights"}};
  }
  bool has_memory() const override { return by_ == "start" || by_ == "start_radius"; }
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
    for (int a = 0; a < 3; ++a)
      if (bins_ == Bins::cubes || a == 0) cells *= (e.high[a] - e.low[a]) / cell + 1;
    if (cells <= 1e9 || in.particles.empty()) return std::nullopt;
    return Error{"E0104", fmt::format("{:.2g} cubes are more than one can fill with grains", cells),
                 "", "take several diameters of a grain", Subject::of_key("cell")};
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    std::fill(out.begin(), out.end(), 0.0);
    const std::vector<WholeGrain> all = whole_grains(in);
    const Vec3 axis = measure_params::axis_of(p_.text("axis"), in);
    const MixingAxis about{axis, centre_of(all)};
    if (has_memory() && seen_ == 0) remember(in, all, about);
    const double limit = by_ == "size" ? size_limit(all, in.particles.dimensions()) : 0;
    std::map<std::array<std::int64_t, 3>, CellCount> cells;
    const SpaceExtent e = space_extent(in);
    double low = range::inf, high = -range::inf;
    ExactSum height[2];
    double count[2] = {};
    for (const WholeGrain& g : all) {
      if (has_memory() && static_cast<double>(g.name) > seen_) continue;  // came later
      const bool first = is_first(in, g, limit);
      CellCount& c = cells[bin_of(g.x, e, in, about)];
      const double w = by_mass_ ? g.mass : 1;
      ++c.number, c.all += w, c.first += first ? w : 0, c.squares += w * w;
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
  Vec3 centre_of(const std::vector<WholeGrain>& all) const {
    if (p_.has("centre")) return p_.vector("centre");
    ExactSum mass, sum[3];
    for (const WholeGrain& g : all) {
      mass += g.mass;
      for (int a = 0; a < 3; ++a) sum[a] += g.mass * g.x[a];
    }
    const double m = mass.value();
    return m > 0 ? Vec3{sum[0].value(), sum[1].value(), sum[2].value()} / m : Vec3{};
  }

  std::array<std::int64_t, 3> bin_of(const Vec3& x, const SpaceExtent& e, const MeasureInput& in,
                                     const MixingAxis& about) const {
    if (bins_ == Bins::cubes) return cell_of(x, e, in.box);
    double at = about.radius(x, in.box);
    if (bins_ == Bins::depth) {
      // From the lowest corner of the extent, in the direction of the axis.
      double low = 0;
      for (int a = 0; a < 3; ++a)
        low += std::min(about.direction[a] * e.low[a], about.direction[a] * e.high[a]);
      at = dot(x, about.direction) - low;
    }
    return {static_cast<std::int64_t>(std::floor(at / p_.number("cell"))), 0, 0};
  }

  void remember(const MeasureInput& in, const std::vector<WholeGrain>& all,
                const MixingAxis& about) {
    std::vector<std::pair<double, std::uint32_t>> order;
    for (const WholeGrain& g : all)
      order.emplace_back(by_ == "start" ? dot(g.x, about.direction) : about.radius(g.x, in.box),
                         g.name);
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
    if (has_memory())
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
    double used = 0, grains = 0, whole = 0, first = 0, random = 0;
    const auto least = static_cast<double>(p_.integer("least"));
    for (const auto& [at, c] : cells)
      if (c.number >= least)
        ++used, grains += c.number, whole += c.all, first += c.first, random += c.squares / c.all;
    if (!(whole > 0)) return;
    const double p = first / whole;
    double sum = 0;
    for (const auto& [at, c] : cells)
      if (c.number >= least) sum += c.all * (c.first / c.all - p) * (c.first / c.all - p);
    // At random the share of a bin scatters by p (1 - p) / n, and of unequal weights by
    // p (1 - p) (sum of w^2) / (sum of w)^2.
    const double variance = sum / whole, apart = p * (1 - p), mixed = apart * random / whole;
    out[0] = apart > mixed ? (apart - variance) / (apart - mixed) : 0;
    out[1] = apart > 0 ? variance / apart : 0;
    out[2] = variance, out[3] = mixed, out[4] = apart;
    out[5] = p, out[6] = used, out[7] = grains;
  }

  ParamSet p_;
  std::string by_;
  bool by_mass_;
  Bins bins_;
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
