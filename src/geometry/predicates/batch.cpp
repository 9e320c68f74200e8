#include "geometry/predicates/batch.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/kernel/kernel.hpp"
#include "geometry/rounding.hpp"

namespace scree::geometry {
namespace {

using rounding::u;
constexpr std::size_t block = 128;  // queries that share a bound

const kernel::Kernels& kernels(const BatchOptions& options) {
  const kernel::Kernels* k = kernel::choose_kernels(options.instruction_set);
  return k != nullptr ? *k : kernel::plain_kernels;
}

// With S the greatest |x|^2 no coordinate exceeds sqrt(S), and S is at most lift + weight. The sum
// of the 24 absolute terms of the power test is then at most 24 S^(3/2) (S + weight); k = 17
// roundings on a term, fewer where they are fused. As in filtered_power_test, 20 covers the
// rounding of the bound itself.
double power_bound(const kernel::Spread& s) {
  const double square = s.value[0] + s.value[1];
  return 24 * 20 * u * square * std::sqrt(square) * (square + s.value[1]);
}

// 6 terms, k = 8: filtered_orient3d.
double orient_bound(const kernel::Spread& s) {
  return 6 * 10 * u * (s.value[0] * s.value[1] * s.value[2]);
}

template <class Query, class Kernel, class Signs, class Bound, class OneByOne>
std::size_t tests(std::span<const Site> sites, std::span<const Query> queries,
                  std::span<std::int8_t> signs, Kernel kernel, Signs signs_of, Bound bound_of,
                  OneByOne one) {
  std::size_t undecided = 0;
  double det[block];
  for (std::size_t from = 0; from < queries.size(); from += block) {
    const std::size_t n = std::min(block, queries.size() - from);
    kernel::Spread spread;
    kernel(sites.data(), queries.data() + from, static_cast<int>(n), det, spread);
    const double bound = bound_of(spread);
    std::size_t open = signs_of(det, static_cast<int>(n), bound, signs.data() + from);
    undecided += open;
    for (std::size_t k = 0; k < n && open > 0; ++k)
      if (signs[from + k] == 0)
        signs[from + k] = static_cast<std::int8_t>(one(queries[from + k])), --open;
  }
  return undecided;
}

}  // namespace

std::size_t power_tests(std::span<const Site> s, std::span<const PowerQuery> queries,
                        std::span<std::int8_t> signs, const BatchOptions& options) {
  const kernel::Kernels& k = kernels(options);
  return tests(s, queries, signs, k.power, k.signs, power_bound, [s](const PowerQuery& q) {
    return power_test(s[q[0]], s[q[1]], s[q[2]], s[q[3]], s[q[4]]);
  });
}

std::size_t orient3d_tests(std::span<const Site> s, std::span<const OrientQuery> queries,
                           std::span<std::int8_t> signs, const BatchOptions& options) {
  const kernel::Kernels& k = kernels(options);
  return tests(s, queries, signs, k.orient, k.signs, orient_bound, [s](const OrientQuery& q) {
    return orient3d(s[q[0]].x, s[q[1]].x, s[q[2]].x, s[q[3]].x);
  });
}

double power_determinants(std::span<const Site> s, std::span<const PowerQuery> queries,
                          std::span<double> det) {
  static const kernel::Kernels& k = kernels({});
  kernel::Spread spread{};
  k.power(s.data(), queries.data(), static_cast<int>(queries.size()), det.data(), spread);
  return power_bound(spread);
}

}  // namespace scree::geometry
