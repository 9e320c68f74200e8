#include "base/exact_sum.hpp"

#include <bit>
#include <cmath>

namespace scree {
namespace {

constexpr int kDigitBits = 32;
constexpr std::int64_t kDigitMask = 0xffffffff;
constexpr std::uint64_t kMostAdditions = std::uint64_t{1} << 30;

void carry(ExactSum::Digits& d) {
  for (int k = 0; k + 1 < ExactSum::kDigits; ++k) {
    d[k + 1] += d[k] >> kDigitBits;
    d[k] &= kDigitMask;
  }
}

// Bit `at` of digits that are all in [0, 2^32).
bool bit_of(const ExactSum::Digits& d, int at) {
  return at >= 0 && ((d[at / kDigitBits] >> (at % kDigitBits)) & 1) != 0;
}

int highest_bit(const ExactSum::Digits& d) {
  for (int k = ExactSum::kDigits - 1; k >= 0; --k)
    if (d[k] != 0) return k * kDigitBits + std::bit_width(static_cast<std::uint64_t>(d[k])) - 1;
  return -1;
}

bool any_below(const ExactSum::Digits& d, int at) {
  for (int k = 0; k < at / kDigitBits; ++k)
    if (d[k] != 0) return true;
  const std::int64_t below = (std::int64_t{1} << (at % kDigitBits)) - 1;
  return at > 0 && (d[at / kDigitBits] & below) != 0;
}

}  // namespace

void ExactSum::add(double v) {
  const auto bits = std::bit_cast<std::uint64_t>(v);
  const auto biased = static_cast<int>((bits >> 52) & 0x7ff);
  if (biased == 0x7ff) {
    not_finite_ += v;
    return;
  }
  auto mantissa = static_cast<std::int64_t>(bits & 0xfffffffffffffULL);
  if (biased > 0) mantissa |= std::int64_t{1} << 52;
  if (mantissa == 0) return;
  add_multiple(v < 0 ? -mantissa : mantissa, biased > 0 ? biased - 1 : 0);
}

void ExactSum::add_multiple(std::int64_t count, int power) {
  const __int128 shifted = static_cast<__int128>(count) << (power % kDigitBits);
  const int k = power / kDigitBits;
  digit_[k] += static_cast<std::int64_t>(shifted & kDigitMask);
  digit_[k + 1] += static_cast<std::int64_t>((shifted >> kDigitBits) & kDigitMask);
  digit_[k + 2] += static_cast<std::int64_t>(shifted >> (2 * kDigitBits));
  if (++additions_ >= kMostAdditions) pass_carries();
}

void ExactSum::add(const ExactSum& other) {
  not_finite_ += other.not_finite_;
  if (other.additions_ == 0) return;
  for (int k = 0; k < kDigits; ++k) digit_[k] += other.digit_[k];
  additions_ += other.additions_;
  if (additions_ >= kMostAdditions) pass_carries();
}

void ExactSum::pass_carries() {
  carry(digit_);
  additions_ = 1;
}

ExactSum::Digits ExactSum::digits() const {
  Digits d = digit_;
  carry(d);
  return d;
}

ExactSum ExactSum::of(const Digits& digits) {
  ExactSum s;
  s.digit_ = digits;
  s.pass_carries();
  return s;
}

bool ExactSum::operator==(const ExactSum& other) const {
  return digits() == other.digits() &&
         std::isfinite(not_finite_) == std::isfinite(other.not_finite_);
}

double ExactSum::value() const {
  if (!std::isfinite(not_finite_)) return not_finite_;
  Digits d = digits();
  const bool negative = d[kDigits - 1] < 0;
  if (negative) {
    for (std::int64_t& digit : d) digit = -digit;
    carry(d);
  }
  const int top = highest_bit(d);
  if (top < 0) return 0;
  const int lowest = top > 52 ? top - 52 : 0;  // of the 53 bits that a double has
  std::uint64_t mantissa = 0;
  for (int at = top; at >= lowest; --at) mantissa = 2 * mantissa + (bit_of(d, at) ? 1 : 0);
  const bool half = bit_of(d, lowest - 1);
  if (half && (any_below(d, lowest - 1) || (mantissa & 1) != 0)) ++mantissa;
  const double magnitude = std::ldexp(static_cast<double>(mantissa), lowest - 1074);
  return negative ? -magnitude : magnitude;
}

}  // namespace scree
