// The predicates again, in integers without limit (GMP) and by other formulas: homogeneous
// determinants by elimination, no translation, no filter.
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "geometry/predicates/predicates.hpp"

namespace scree::geometry::reference {

using Matrix = std::vector<std::vector<mpz_class>>;

// Bareiss' elimination: every division is exact.
inline mpz_class determinant(Matrix m) {
  const std::size_t n = m.size();
  mpz_class before = 1;
  int sign = 1;
  for (std::size_t k = 0; k + 1 < n; ++k) {
    std::size_t pivot = k;
    while (pivot < n && m[pivot][k] == 0) ++pivot;
    if (pivot == n) return 0;
    if (pivot != k) std::swap(m[pivot], m[k]), sign = -sign;
    for (std::size_t i = k + 1; i < n; ++i)
      for (std::size_t j = k + 1; j < n; ++j) {
        m[i][j] = m[i][j] * m[k][k] - m[i][k] * m[k][j];
        mpz_divexact(m[i][j].get_mpz_t(), m[i][j].get_mpz_t(), before.get_mpz_t());
      }
    before = m[k][k];
  }
  return sign * m[n - 1][n - 1];
}

inline int exponent_of_last_bit(double v) {
  if (v == 0) return INT_MAX;
  int e;
  std::frexp(v, &e);
  return e - 53;
}

inline mpz_class scaled(double v, int exponent) {
  if (v == 0) return 0;
  int e;
  const double f = std::frexp(v, &e);
  mpz_class z = static_cast<long>(std::ldexp(f, 53));
  return z << (e - 53 - exponent);
}

// The sites as integer rows x, y, z, |x|^2 - w, 1: coordinates times 2^-unit, heights times
// 2^(-2 unit), with one unit for all sites.
inline Matrix lifted(const std::vector<Site>& sites) {
  int unit = INT_MAX;
  for (const Site& s : sites) {
    for (int k = 0; k < 3; ++k) unit = std::min(unit, exponent_of_last_bit(s.x[k]));
    const int w = exponent_of_last_bit(s.w);
    if (w != INT_MAX) unit = std::min(unit, static_cast<int>(std::floor(w / 2.0)));
  }
  if (unit == INT_MAX) unit = 0;
  Matrix m;
  for (const Site& s : sites) {
    const mpz_class x = scaled(s.x.x, unit), y = scaled(s.x.y, unit), z = scaled(s.x.z, unit);
    m.push_back({x, y, z, mpz_class(x * x + y * y + z * z - scaled(s.w, 2 * unit)), mpz_class(1)});
  }
  return m;
}

inline Matrix columns(const Matrix& m, const std::vector<std::size_t>& chosen, std::size_t rows) {
  Matrix out(rows);
  for (std::size_t r = 0; r < rows; ++r)
    for (const std::size_t c : chosen) out[r].push_back(m[r][c]);
  return out;
}

// |x y z 1| of rows a, b, c, d is -det(b - a, c - a, d - a).
inline int orient3d(const Matrix& m) { return -sgn(determinant(columns(m, {0, 1, 2, 4}, 4))); }

inline int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  return orient3d(lifted({{a}, {b}, {c}, {d}}));
}

// Geometric definition, free of the simplex's orientation: raise p until it meets the hyperplane.
// m: rows of the simplex, then p.
inline int power_side_of_rows(const Matrix& m) {
  const std::vector<std::vector<std::size_t>> axes =
      m.size() == 5   ? std::vector<std::vector<std::size_t>>{{0, 1, 2}}
      : m.size() == 4 ? std::vector<std::vector<std::size_t>>{{0, 1}, {0, 2}, {1, 2}}
      : m.size() == 3 ? std::vector<std::vector<std::size_t>>{{0}, {1}, {2}}
                      : std::vector<std::vector<std::size_t>>{{}};
  for (std::vector<std::size_t> chosen : axes) {
    chosen.push_back(4);
    const int base = sgn(determinant(columns(m, chosen, m.size() - 1)));
    if (base == 0) continue;
    chosen.insert(chosen.end() - 1, 3);
    // d(det)/d(height of p) = -base (h is the column before the last): below means det * base > 0.
    return base * sgn(determinant(columns(m, chosen, m.size())));
  }
  return 0;
}

inline int power_test(const std::vector<Site>& sites) { return power_side_of_rows(lifted(sites)); }

}  // namespace scree::geometry::reference
