#include "base/bulk_sum.hpp"

namespace scree {
namespace {

// The unit of a mantissa, as a power of two above the smallest double.
int unit_of(std::size_t exponent) { return exponent > 0 ? static_cast<int>(exponent) - 1 : 0; }

}  // namespace

void BulkSum::empty(std::size_t exponent) {
  rest_.add_multiple(mantissas_[exponent], unit_of(exponent));
  mantissas_[exponent] = 0;
  room_[exponent] = kMostAddends;
}

ExactSum BulkSum::total() const {
  ExactSum sum = rest_;
  for (std::size_t e = 0; e < kExponents; ++e)
    if (mantissas_[e] != 0) sum.add_multiple(mantissas_[e], unit_of(e));
  return sum;
}

}  // namespace scree
