// Sizes of grains: means, and quantiles by number and by mass.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "measure/size_list.hpp"

namespace scree::measures {
namespace {

// The least size that so much of all is not larger than.
double quantile(const std::vector<SizedGrain>& sizes, double share, bool by_mass) {
  double whole = 0, sum = 0;
  for (const SizedGrain& s : sizes) whole += by_mass ? s.mass : 1;
  for (const SizedGrain& s : sizes) {
    sum += by_mass ? s.mass : 1;
    if (sum >= share * whole * (1 - 1e-12)) return s.diameter;
  }
  return sizes.empty() ? 0 : sizes.back().diameter;
}

class Sizes final : public Measure {
 public:
  std::vector<ColumnInfo> columns() const override {
    std::vector<ColumnInfo> out{{"grains", "", "number of grains"},
                                {"smallest", "m", "smallest diameter"},
                                {"largest", "m", "largest diameter"},
                                {"mean", "m", "mean diameter"},
                                {"sauter", "m", "Sauter mean: sum of cubes over sum of squares"}};
    for (const char* by : {"number", "mass"})
      for (const char* share : {"10", "50", "90"})
        out.push_back({fmt::format("{}_d{}", by, share), "m",
                       fmt::format("{} % of the {} are not larger", share,
                                   by == std::string_view("number") ? "grains" : "mass")});
    out.push_back({"uniformity", "", "Hazen's coefficient: d60 over d10, by mass"});
    return out;
  }
  void evaluate(const MeasureInput& in, std::span<double> out) override {
    std::fill(out.begin(), out.end(), 0.0);
    const std::vector<SizedGrain> all = sorted_sizes(in);
    if (all.empty()) return;
    double d1 = 0, d2 = 0, d3 = 0;
    for (const SizedGrain& s : all) {
      d1 += s.diameter, d2 += s.diameter * s.diameter;
      d3 += s.diameter * s.diameter * s.diameter;
    }
    const double n = static_cast<double>(all.size());
    out[0] = n, out[1] = all.front().diameter, out[2] = all.back().diameter;
    out[3] = d1 / n, out[4] = d2 > 0 ? d3 / d2 : 0;
    std::size_t k = 5;
    for (const bool by_mass : {false, true})
      for (const double share : {0.1, 0.5, 0.9}) out[k++] = quantile(all, share, by_mass);
    // Hazen's coefficient.
    const double d60 = quantile(all, 0.6, true);
    out[k] = out[8] > 0 ? d60 / out[8] : 0;
  }
};

Result<std::unique_ptr<Measure>> make_sizes(const ParamSet&) {
  return std::unique_ptr<Measure>(new Sizes);
}

}  // namespace

extern const MeasureEntry sizes_entry;
const MeasureEntry sizes_entry{
    .info = {"sizes", "diameters of the grains: mean, Sauter mean, d10, d50 and d90", "", {}},
    .make = make_sizes};

}  // namespace scree::measures
