// Where an axis has its ticks, and what is written beside them.
#pragma once

#include <string>
#include <vector>

namespace scree::plot {

struct Tick {
  double at = 0;
  std::string label;  // empty: a small tick between two labels
};

// Round numbers (1, 2 or 5 times a power of ten) in [lo, hi], about `wanted` of them. lo < hi.
std::vector<Tick> linear_ticks(double lo, double hi, int wanted);

// Powers of ten in [lo, hi], 0 < lo < hi, thinned out to at most `most` labels; small ticks at 2 to
// 9 where there are few decades. Less than one decade: the round numbers of a linear axis.
std::vector<Tick> log_ticks(double lo, double hi, int most);

}  // namespace scree::plot
