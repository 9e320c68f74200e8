// Mean and spread of a few values, and how far the true mean may be (Student's t).
#pragma once

#include <cstddef>
#include <vector>

namespace scree::run {

// The 97.5 % point of Student's t for this many degrees of freedom: 95 % of all values lie within
// +- this. Of none it is 0.
double student_t_95(std::size_t freedom);

struct Statistic {
  std::size_t number = 0;  // of values
  double mean = 0;
  double deviation = 0;   // of the sample (n - 1); 0 for one value
  double confidence = 0;  // half the 95 % interval of the mean, by Student's t; 0 for one value
};
// Values that are not finite are left out.
Statistic statistic_of(const std::vector<double>& values);

}  // namespace scree::run
