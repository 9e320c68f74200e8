// Correctly rounded functions by MPFR at the precision of a double: slow (microseconds), and right
// for every argument. Call those of base/exact_math.hpp, which come here where they must.
#pragma once

namespace scree::mpfr_math {

double sin(double x);
double cos(double x);
double tan(double x);
double exp(double x);
double log(double x);
double log1p(double x);
double pow(double x, double y);
double hypot(double x, double y);
double atan2(double y, double x);

}  // namespace scree::mpfr_math
