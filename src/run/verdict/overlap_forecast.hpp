// The greatest overlap that a run will see, told before it: docs/theory/overlap.md.
//
//   impact   the fastest collision that speeds, drops, inlets and walls can make, under the law
//   load     the weight of the bed and the pressure of pistons, under the law
//
// Right within a factor of 3 where one of them decides; the page says what is left out.
#pragma once

#include <string>

#include "run/folder/json.hpp"
#include "run/verdict/overlap_limit.hpp"
#include "sim/simulation.hpp"

namespace scree::run {

struct OverlapForecast {
  double impact = 0, load = 0;  // shares of the smaller radius
  double speed = 0;             // of the impact, m/s
  double pressure = 0;          // of the load, Pa
  std::string pair;             // "glass-steel (wall)"
  std::string cause;            // of the speed: "a fall of 0.1 m"
  std::string proposal;         // `contact_time = "0.2 ms"`; empty when there is nothing to change
  double total() const { return impact + load; }
};

OverlapForecast forecast_overlap(const Simulation& sim, const Scene& scene);

std::string forecast_text(const OverlapForecast& f, const OverlapLimit& limit);
Json forecast_json(const OverlapForecast& f, const OverlapLimit& limit);

}  // namespace scree::run
