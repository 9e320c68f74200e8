// What is measured, and the numbers that are wanted.
#include <algorithm>
#include <cmath>

#include "compare.hpp"

namespace scree::bench::compare {
namespace {

const std::vector<double> kRest = {0.02, 0.05, 0.1}, kMixed = {0.1, 0.3, 1}, kFast = {0.2, 0.5, 1};

Case at_rest(const char* kind, std::size_t grains, const std::vector<double>& skins, double bar) {
  Case c;
  c.bed.kind = kind;
  c.bed.grains = grains;
  c.skins = skins;
  c.bar = bar;
  return c;
}

Case in_motion(const BedName& bed, const std::vector<double>& skins, double bar, long steps) {
  Case c;
  c.bed = bed;
  c.moving = true;
  c.least_steps = steps;
  c.skins = skins;
  c.bar = bar;
  return c;
}

bool begins(const std::string& name, const std::vector<std::string>& beginnings) {
  return beginnings.empty() ||
         std::any_of(beginnings.begin(), beginnings.end(),
                     [&](const std::string& b) { return name.starts_with(b); });
}

}  // namespace

std::vector<Case> all_cases(bool quick) {
  if (quick)
    return {at_rest("mono", 3000, {0.1}, 2.5),
            at_rest("poly", 12500, {0.3}, 2.5),
            in_motion({"poly", 12500, true}, {0.3}, 4, 300),
            in_motion({"wide", 12000, true}, {0.3}, 6, 300),
            in_motion({"flow", 3000, false}, {0.2}, 0, 300),
            in_motion({"gas", 3000, false}, {0.5}, 0, 300)};
  return {at_rest("mono", 10000, kRest, 2.5),
          at_rest("mono", 100000, kRest, 2.5),
          at_rest("poly", 50000, kMixed, 2.5),
          in_motion({"poly", 50000, true}, kMixed, 4, 1000),
          at_rest("poly", 500000, kMixed, 2.5),
          in_motion({"poly", 500000, true}, kMixed, 4, 400),
          at_rest("wide", 100000, kMixed, 0),
          in_motion({"wide", 100000, true}, kMixed, 6, 1000),
          in_motion({"flow", 100000, false}, kRest, 0, 1000),
          in_motion({"gas", 100000, false}, kFast, 0, 1000)};
}

std::vector<Case> chosen_cases(const Options& o) {
  if (o.mono > 0) {
    Case c = at_rest("mono", o.mono, kRest, 0);
    c.least_steps = 40;
    return {c};
  }
  std::vector<Case> chosen;
  for (Case& c : all_cases(o.quick))
    if (begins(to_string(c.bed), o.cases)) chosen.push_back(std::move(c));
  return chosen;
}

std::vector<Case> growth_cases(bool quick) {
  std::vector<Case> cases;
  for (const std::size_t n : quick ? std::vector<std::size_t>{3000, 24000}
                                   : std::vector<std::size_t>{10000, 100000, 1000000})
    cases.push_back(at_rest("mono", n, kRest, 0));
  return cases;
}

long timed_steps(const Options& o, const Case& c) {
  return std::max(c.least_steps, std::lround(o.grain_steps / static_cast<double>(c.bed.grains)));
}

// At rest the springs of the contacts, which no code is given, form at first; in motion only the
// first lists.
long warm_up_steps(const Case& c, long steps) {
  return c.moving ? std::max(20L, steps / 20) : std::max(c.least_steps * 3 / 4, steps / 4);
}

}  // namespace scree::bench::compare
