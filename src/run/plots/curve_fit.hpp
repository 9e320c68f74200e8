// Fits a curve to points by least squares (Levenberg 1944, Marquardt 1963).
//
// Minimises the sum of (f(x_k; p) - y_k)^2 over the parameters p, all points with one weight. With
// J the derivatives of f by the parameters, each step solves
//
//   (J^T J + lambda diag(J^T J)) step = J^T (y - f)
//
// and lambda falls by 10 where the sum became smaller, else rises by 10. The intervals of the
// parameters are those of scipy.optimize.curve_fit with a Student's t for n - p degrees of freedom:
// t * sqrt(diag((J^T J)^-1) * sum / (n - p)).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace scree::run {

// The curve at all x for these parameters.
using FitFunction = std::function<std::vector<double>(const std::vector<double>& parameters)>;

struct CurveFit {
  std::vector<double> parameters;
  std::vector<double> intervals;  // half of 95 %; NaN: as many parameters as points
  double sum_of_squares = 0;
  double r_squared = 0;  // share of the scatter about the mean that the curve explains
  std::size_t points = 0;
};

// E0497: no finite value at the start, too few points, or points that do not determine the
// parameters. `names`: of the parameters, for messages.
Result<CurveFit> fit_curve(const FitFunction& f, const std::vector<double>& y,
                           const std::vector<double>& start, const std::vector<std::string>& names);

}  // namespace scree::run
