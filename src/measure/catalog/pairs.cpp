// Pair correlation g(r): how often two grains are so far apart, against grains at random.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/exact_math.hpp"
#include "measure/body_list.hpp"
#include "measure/catalog_params.hpp"
#include "measure/extent.hpp"
#include "measure/table_measure.hpp"
#include "measure/unfolded.hpp"

namespace scree::measures {
namespace {

constexpr ParamInfo kPairsParams[] = {
    {.name = "reach",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "greatest distance of two centres",
     .example = "30 mm"},
    {.name = "count",
     .kind = ParamKind::integer,
     .fallback = "50",
     .range = {1, 10000},
     .doc = "number of equal parts of it"},
    region_params::min_corner(
        "lowest corner of the box that holds the centres which count; without it one period, and "
        "along other directions the box around all centres"),
    measure_params::high,
};

class Pairs final : public TableMeasure {
 public:
  explicit Pairs(const ParamSet& p)
      : p_(p), reach_(p.number("reach")), count_(static_cast<std::size_t>(p.integer("count"))) {}

  std::vector<ColumnInfo> table_columns() const override {
    return {{"distance", "m", "middle of the interval of distances"},
            {"g", "", "pairs found over those of grains at random"},
            {"pairs", "", "number of pairs at this distance"},
            {"neighbours", "", "mean number of centres nearer than the end of the interval"}};
  }
  std::size_t rows() const override { return count_; }

  std::optional<Error> check(const MeasureInput& in) const override {
    if (auto flat = measure_params::need_space(in)) return flat;
    if (auto tilted = need_upright(in.box)) return tilted;
    for (int a = 0; a < 3; ++a)
      if (in.box.periodic[a] && 2 * reach_ > in.box.length(a) * (1 + 1e-12))
        return Error{"E0680",
                     fmt::format("`reach` is more than half of the period along {}: a pair would "
                                 "count twice",
                                 "xyz"[a]),
                     "", fmt::format("at most {:.4g} m", 0.5 * in.box.length(a)),
                     Subject::of_key("reach")};
    return std::nullopt;
  }

  MeasureTable table(const MeasureInput& in) override {
    MeasureTable t{.columns = table_columns()};
    const Place place = place_of(in);
    std::vector<double> pairs(count_, 0), expected(count_, 0);
    count_pairs(place, in.box, pairs);
    expect(place, in.box, expected);
    const double n = static_cast<double>(place.x.size());
    double size = 1;
    for (int a = 0; a < 3; ++a) size *= place.high[a] - place.low[a];
    double sum = 0;
    for (std::size_t k = 0; k < count_; ++k) {
      sum += pairs[k];
      // Ordered pairs of n grains thrown into the box at random.
      const double random = size > 0 ? (n - 1) / size * expected[k] : 0;
      t.values.insert(t.values.end(),
                      {(static_cast<double>(k) + 0.5) * width(),
                       random > 0 ? 2 * pairs[k] / random : 0, pairs[k], n > 0 ? 2 * sum / n : 0});
    }
    return t;
  }

 private:
  struct Place {
    std::vector<Vec3> x;
    Vec3 low{}, high{};
  };

  double width() const { return reach_ / static_cast<double>(count_); }

  Place place_of(const MeasureInput& in) const {
    Place out;
    for (const WholeGrain& g : whole_grains(in)) out.x.push_back(g.x);
    if (p_.has("min")) {
      out.low = p_.vector("min"), out.high = p_.vector("max");
    } else if (!out.x.empty()) {
      out.low = out.high = out.x.front();
      for (const Vec3& x : out.x)
        for (int a = 0; a < 3; ++a)
          out.low[a] = std::min(out.low[a], x[a]), out.high[a] = std::max(out.high[a], x[a]);
    }
    for (int a = 0; a < 3; ++a) {
      if (!in.box.periodic[a]) continue;
      out.low[a] = in.box.lo[a], out.high[a] = in.box.hi[a];
      for (Vec3& x : out.x) x[a] = in.box.lo[a] + fold(x[a], in.box.lo[a], in.box.length(a)).offset;
    }
    std::erase_if(out.x, [&](const Vec3& x) {
      for (int a = 0; a < 3; ++a)
        if (x[a] < out.low[a] || x[a] > out.high[a]) return true;
      return false;
    });
    return out;
  }

  // Centres sorted into cubes of the size of the reach; counts are whole numbers and need no order.
  void count_pairs(const Place& p, const PeriodicBox& box, std::vector<double>& pairs) const {
    std::array<std::int64_t, 3> n{};
    Vec3 cell;
    for (int a = 0; a < 3; ++a) {
      const double length = p.high[a] - p.low[a];
      const double most = exact::pow(static_cast<double>(p.x.size()), 1.0 / 3) + 1;
      n[static_cast<std::size_t>(a)] =
          static_cast<std::int64_t>(std::clamp(std::floor(length / reach_), 1.0, most));
      cell[a] = length / static_cast<double>(n[static_cast<std::size_t>(a)]);
    }
    const auto part = [&](const Vec3& x, int a) {
      const double k = cell[a] > 0 ? std::floor((x[a] - p.low[a]) / cell[a]) : 0;
      return static_cast<std::int64_t>(
          std::clamp(k, 0.0, static_cast<double>(n[static_cast<std::size_t>(a)] - 1)));
    };
    const auto index = [&](std::int64_t i, std::int64_t j, std::int64_t k) {
      return static_cast<std::size_t>((k * n[1] + j) * n[0] + i);
    };
    std::vector<std::vector<std::uint32_t>> cells(static_cast<std::size_t>(n[0] * n[1] * n[2]));
    for (std::uint32_t k = 0; k < p.x.size(); ++k)
      cells[index(part(p.x[k], 0), part(p.x[k], 1), part(p.x[k], 2))].push_back(k);
    // Neighbouring cubes along one axis, each once, also where there are only one or two.
    const auto near = [&](std::int64_t k, int a) {
      std::vector<std::int64_t> out;
      const std::int64_t m = n[static_cast<std::size_t>(a)];
      for (std::int64_t d = -1; d <= 1; ++d) {
        std::int64_t other = k + d;
        if (box.periodic[a]) other = (other + m) % m;
        if (other >= 0 && other < m && std::find(out.begin(), out.end(), other) == out.end())
          out.push_back(other);
      }
      return out;
    };
    for (std::uint32_t i = 0; i < p.x.size(); ++i) {
      const auto us = near(part(p.x[i], 0), 0), vs = near(part(p.x[i], 1), 1);
      for (const std::int64_t w : near(part(p.x[i], 2), 2))
        for (const std::int64_t v : vs)
          for (const std::int64_t u : us)
            for (const std::uint32_t j : cells[index(u, v, w)]) {
              if (j <= i) continue;
              const double d = norm(box.nearest(p.x[j] - p.x[i]));
              const double k = std::floor(d / width());
              if (k < static_cast<double>(count_)) ++pairs[static_cast<std::size_t>(k)];
            }
    }
  }

  // How much of each shell lies in the box, summed over the centres: shells that the box cuts off
  // hold fewer neighbours. Exact, so that grains at random have g = 1 up to the walls.
  void expect(const Place& p, const PeriodicBox& box, std::vector<double>& out) const {
    std::vector<ExactSum> sums(count_);
    for (const Vec3& x : p.x) {
      Vec3 low, high;
      double room = range::inf;
      for (int a = 0; a < 3; ++a) {
        low[a] = box.periodic[a] ? -2 * reach_ : p.low[a] - x[a];
        high[a] = box.periodic[a] ? 2 * reach_ : p.high[a] - x[a];
        room = std::min({room, -low[a], high[a]});
      }
      double inner = 0;
      for (std::size_t k = 0; k < count_; ++k) {
        const double r = static_cast<double>(k + 1) * width();
        const double outer = r <= room ? ball_volume(r) : ball_in_box(r, low, high);
        sums[k] += std::max(0.0, outer - inner);
        inner = outer;
      }
    }
    for (std::size_t k = 0; k < count_; ++k) out[k] = sums[k].value();
  }

  ParamSet p_;
  double reach_;
  std::size_t count_;
};

Result<std::unique_ptr<Measure>> make_pairs(const ParamSet& p) {
  if (p.has("min") != p.has("max"))
    return Error{"E0102", "a box needs both `min` and `max`, its corners", "", "",
                 Subject::of_key(p.has("min") ? "min" : "max")};
  return std::unique_ptr<Measure>(new Pairs(p));
}

}  // namespace

extern const MeasureEntry pairs_entry;
const MeasureEntry pairs_entry{
    .info = {"pairs", "table: pair correlation g(r) of the centres, corrected for the box", "",
             kPairsParams},
    .example = "reach = 20 cm",
    .make = make_pairs};

}  // namespace scree::measures
