// The numbers that are wanted, from what was measured.
#include <fmt/core.h>

#include <algorithm>

#include "compare.hpp"

namespace scree::bench::compare {
namespace {

double cost_ns(const CaseResult& c, int cores) {
  const Series* s = find(c, "scree", cores);
  return s == nullptr || s->samples.empty() ? 0 : 1e9 / grain_steps_per_s(c, *s);
}

// What a bed of equal grains would cost with `contacts` a grain: the stages that go over contacts
// grow with them, the others do not.
double cost_with(const CaseResult& mono, double contacts) {
  const auto at = mono.inside.find(1);
  if (at == mono.inside.end() || !(at->second.contacts > 0)) return 0;
  double each = 0, all = 0;
  for (const auto& [stage, ns] : at->second.stage_ns) {
    all += ns;
    if (stage == "touch" || stage == "apply law" || stage == "gather") each += ns;
  }
  if (!(all > 0)) return 0;
  const double share = each / all, more = contacts / at->second.contacts;
  return cost_ns(mono, 1) * (1 - share + share * more);
}

const CaseResult* largest(const std::vector<CaseResult>& cases, const std::string& kind,
                          bool shaken) {
  const CaseResult* found = nullptr;
  for (const CaseResult& c : cases)
    if (c.what.bed.kind == kind && c.what.bed.shaken == shaken &&
        (found == nullptr || c.grains > found->grains))
      found = &c;
  return found;
}

void add_ratios(const std::vector<CaseResult>& cases, std::vector<Bar>& bars) {
  for (const CaseResult& c : cases)
    for (const Series& s : c.series)
      if (s.code == "scree" && c.what.bar > 0 && ratio_to_fastest(c, s) > 0)
        bars.push_back({fmt::format("{} on {}: Scree over {}", to_string(c.what.bed), s.cores,
                                    fastest_peer(c, s.cores)->code),
                        ratio_to_fastest(c, s), c.what.bar});
}

void add_two_cores(const std::vector<CaseResult>& cases, std::vector<Bar>& bars) {
  for (const CaseResult& c : cases)
    for (const Series& s : c.series)
      if (s.code == "scree" && s.cores == 2 && speed_over_one(c, s) > 0)
        bars.push_back({fmt::format("{}: two cores over one", to_string(c.what.bed)),
                        speed_over_one(c, s), 1.8});
}

}  // namespace

std::vector<Bar> bars(const Everything& all) {
  std::vector<Bar> out;
  add_ratios(all.cases, out);
  const CaseResult* mono = largest(all.cases, "mono", false);
  const CaseResult* poly = largest(all.cases, "poly", false);
  if (mono != nullptr && poly != nullptr && poly->inside.contains(1)) {
    const double equal = cost_with(*mono, poly->inside.at(1).contacts);
    if (equal > 0)
      out.push_back({fmt::format("cost of a grain-step, {} over {} at as many contacts",
                                 to_string(poly->what.bed), to_string(mono->what.bed)),
                     cost_ns(*poly, 1) / equal, 1.3, true});
  }
  if (all.growth.size() > 1 && cost_ns(all.growth.front(), 1) > 0)
    out.push_back(
        {fmt::format("cost of a grain-step, {} over {}", to_string(all.growth.back().what.bed),
                     to_string(all.growth.front().what.bed)),
         cost_ns(all.growth.back(), 1) / cost_ns(all.growth.front(), 1), 1.3, true});
  add_two_cores(all.cases, out);
  return out;
}

}  // namespace scree::bench::compare
