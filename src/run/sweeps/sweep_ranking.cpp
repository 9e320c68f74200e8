#include "run/sweeps/sweep_ranking.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "run/plots/statistic.hpp"

namespace scree::run {
namespace {

// Sum of squares about the means of the values of one parameter, over that about the whole mean.
double share_explained(const SweepResults& s, const std::string& result, std::size_t parameter) {
  std::map<std::string, std::vector<double>> by_value;
  std::vector<double> all;
  for (const SweepGroup& g : s.groups)
    for (const double v : s.values(g, result)) {
      if (!std::isfinite(v)) continue;
      by_value[g.values[parameter]].push_back(v);
      all.push_back(v);
    }
  const Statistic whole = statistic_of(all);
  double total = 0, within = 0;
  for (const double v : all) total += (v - whole.mean) * (v - whole.mean);
  for (const auto& [value, list] : by_value) {
    const double mean = statistic_of(list).mean;
    for (const double v : list) within += (v - mean) * (v - mean);
  }
  return total > 0 ? std::clamp(1 - within / total, 0.0, 1.0) : 0;
}

}  // namespace

std::vector<RankedResult> ranked_results(const SweepResults& s) {
  std::vector<RankedResult> out;
  for (const std::string& name : s.results) {
    RankedResult r{.result = name, .least = INFINITY, .greatest = -INFINITY};
    for (const SweepGroup& g : s.groups)
      if (const Statistic st = statistic_of(s.values(g, name)); st.number > 0)
        r.least = std::min(r.least, st.mean), r.greatest = std::max(r.greatest, st.mean);
    if (!(r.greatest >= r.least)) continue;
    const double size = std::max(std::abs(r.least), std::abs(r.greatest));
    r.change = size > 0 ? (r.greatest - r.least) / size : 0;
    for (std::size_t p = 0; p < s.varied.size(); ++p)
      if (const double share = share_explained(s, name, p); share > r.explained)
        r.explained = share, r.parameter = p;
    out.push_back(r);
  }
  std::stable_sort(out.begin(), out.end(), [](const RankedResult& a, const RankedResult& b) {
    return a.change * a.explained > b.change * b.explained;
  });
  return out;
}

}  // namespace scree::run
