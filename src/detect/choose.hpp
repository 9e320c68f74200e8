// Which detector `auto` takes. All give the same pairs, so the choice is one of speed only.
#pragma once

#include <cstddef>
#include <string>

namespace scree {

struct GrainSpread {
  std::size_t grains = 0;
  double r_min = 0, r_max = 0;  // of those that are there and those to come; 0, 0: none known

  void add(double r) {
    r_min = r_max == 0 || r < r_min ? r : r_min;
    r_max = r > r_max ? r : r_max;
  }
};

struct DetectorChoice {
  std::string name;
  std::string why;
};

DetectorChoice choose_detector(const GrainSpread& spread);

}  // namespace scree
