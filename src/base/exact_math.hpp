// Elementary functions that are correctly rounded: the double nearest to the true value, ties to
// even. IEEE 754 asks that of + - * / and sqrt only; sin(x) of two C libraries may differ in the
// last bit, and with it every digit of a chaotic run. Whatever a result depends on is computed with
// these. tools/check_math.py finds calls of the C library. docs/decisions/0017
//
// NaN, infinities and zeros as in the C library. Thread-safe. Nanoseconds per call (AMD EPYC, in
// brackets the C library): sin, cos and exp 70 (15), sin_cos 110 (20), log 90 (4); tan, pow, hypot
// and atan2, by MPFR alone, 1400 to 3600.
#pragma once

namespace scree::exact {

double sin(double x);
double cos(double x);
struct SinCos {
  double sin, cos;
};
SinCos sin_cos(double x);  // both in the time of one
double tan(double x);
double exp(double x);
double log(double x);
double log1p(double x);  // log(1 + x)
double pow(double x, double y);
double hypot(double x, double y);  // sqrt(x^2 + y^2)
double atan2(double y, double x);  // angle of (x, y), in [-pi, pi]

}  // namespace scree::exact
