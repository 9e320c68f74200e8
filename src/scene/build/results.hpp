// [[result]]: a number that a run ends with, taken from its series over a window.
//
//   [[result]]
//   name = "rate"
//   of   = "outlet.mass_out"
//   take = "slope"
//   from = "0.2 s"
//   to   = "0.8 s"
//
// It stands in summary.json, and as a column of its own in the results of a sweep.
#pragma once

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "scene/text/messages.hpp"
#include "scene/text/schema.hpp"

namespace scree {

struct ResultSpec {
  enum class Take { mean, slope, max, min, first, last, deviation };
  std::string name;
  std::string of;  // a column of the series, or arithmetic of columns
  Take take = Take::mean;
  double from = 0, to = std::numeric_limits<double>::infinity();  // s
  std::string where;  // a comparison that the rows must fulfil; empty: all
};

const Section& result_section();

// E0757: names that are taken or no names of columns, a window without length.
std::vector<ResultSpec> read_results(std::span<const Branch> list, Messages& messages);

}  // namespace scree
