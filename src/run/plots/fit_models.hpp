// Which curve is fitted to points, and what a legend says of it.
//
//   linear     y = a x + b
//   power      y = a x^n
//   beverloo   y = A (x - x0)^2.5, 0 below x0: Beverloo's C rho sqrt(g) and k d where y is a mass
//              flow and x the diameter of a round outlet
//   any text   "c + a * exp(-x / tau)": of x, functions and numbers with units; every other word is
//              a parameter
//
// x and y are in SI units, and so are the parameters. Least squares of y itself, also where an axis
// is logarithmic. docs/decisions/0098
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "run/plots/curve_fit.hpp"

namespace scree::run {

struct FitRequest {
  std::string model;
  std::vector<std::pair<std::string, double>> start = {};  // of parameters, where it is known
};

// Points that are not finite are left out.
struct FitPoints {
  std::vector<double> x, y;
  std::string x_unit, y_unit;
  std::string name;         // what is fitted, for messages
  std::string x_name = {};  // "time"
};

struct FittedCurve {
  std::vector<std::string> names;
  std::vector<std::string> units;  // empty: not known, in SI
  CurveFit fit;
  std::function<std::vector<double>(const std::vector<double>& x)> at;
  std::string formula;  // "y = a x + b"

  // "y = a x + b: a = 2.00 ± 0.13 N/m, b = ..."
  std::string legend() const;
};

// E0488: not an expression. E0497: no such fit.
Result<FittedCurve> fit_model(const FitRequest& request, const FitPoints& points);

// "2.346 ± 0.012", with two digits of the half interval; "2.346" without one.
std::string with_interval(double value, double half);

// "tau=0.1" or "tau=5 ms". E0497 otherwise.
Result<std::pair<std::string, double>> start_value(const std::string& text);

}  // namespace scree::run
