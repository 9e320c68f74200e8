// Measures by a line, packings with known answers, and an independent numerical integral.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "measure/measure.hpp"

namespace scree::test {

inline std::unique_ptr<Measure> measure(const std::string& line) {
  auto made = make_measure(line);
  if (made) return std::move(*made);
  ADD_FAILURE() << line << ": " << to_string(made.error());
  return nullptr;
}

inline std::vector<double> values(Measure& m, const MeasureInput& in) {
  std::vector<double> out(m.size(), -77.0);
  m.evaluate(in, out);
  return out;
}
inline std::vector<double> values(const std::string& line, const MeasureInput& in) {
  return values(*measure(line), in);
}

// The value of one column.
inline double value(Measure& m, const MeasureInput& in, const std::string& column) {
  const auto names = names_of(m.columns());
  const auto v = values(m, in);
  for (std::size_t k = 0; k < names.size(); ++k)
    if (names[k] == column) return v[k];
  ADD_FAILURE() << "no column " << column;
  return 0;
}
inline double value(const std::string& line, const MeasureInput& in, const std::string& column) {
  return value(*measure(line), in, column);
}

inline constexpr double kDensity = 2500;

inline ParticleId add(Particles& p, const Vec3& x, double r, const Vec3& v = {},
                      const Vec3& omega = {}) {
  return p.add({.x = x, .radius = r, .v = v, .omega = omega}, kDensity);
}

// Integral of f over [a, b] in long double: Gauss' 10-point rule on halves until they agree with
// the whole to `tolerance`. Slow and plain: nothing in common with src/measure/quadrature.hpp.
template <class F>
long double gauss10(F&& f, long double a, long double b) {
  static const long double x[5] = {0.14887433898163121089L, 0.43339539412924719080L,
                                   0.67940956829902440623L, 0.86506336668898451073L,
                                   0.97390652851717172008L};
  static const long double w[5] = {0.29552422471475287017L, 0.26926671930999635509L,
                                   0.21908636251598204400L, 0.14945134915058059315L,
                                   0.06667134430868813759L};
  const long double c = 0.5L * (a + b), h = 0.5L * (b - a);
  long double s = 0;
  for (int k = 0; k < 5; ++k) s += w[k] * (f(c - h * x[k]) + f(c + h * x[k]));
  return s * h;
}
template <class F>
long double adaptive(F&& f, long double a, long double b, long double tolerance, int depth = 12) {
  if (!(b > a)) return 0;
  const long double m = 0.5L * (a + b), whole = gauss10(f, a, b);
  const long double halves = gauss10(f, a, m) + gauss10(f, m, b);
  if (depth == 0 || std::abs(whole - halves) <= tolerance) return halves;
  return adaptive(f, a, m, tolerance, depth - 1) + adaptive(f, m, b, tolerance, depth - 1);
}

}  // namespace scree::test
