#include "base/quantity_algebra.hpp"

#include <cmath>
#include <cstdlib>

namespace scree {
namespace {

constexpr int kLargestPower = 30;

Quantity joined(const Quantity& a, const Quantity& b, int sign) {
  const auto sum = [sign](std::int8_t p, std::int8_t q) {
    return static_cast<std::int8_t>(p + sign * q);
  };
  return {a.value,
          {sum(a.dim.m, b.dim.m), sum(a.dim.kg, b.dim.kg), sum(a.dim.s, b.dim.s),
           sum(a.dim.angle, b.dim.angle)},
          a.cycles + sign * b.cycles};
}

}  // namespace

bool is_plain(const Quantity& q) { return q.dim.m == 0 && q.dim.kg == 0 && q.dim.s == 0; }
bool same_measure(const Quantity& a, const Quantity& b) {
  return a.dim.m == b.dim.m && a.dim.kg == b.dim.kg && a.dim.s == b.dim.s;
}
bool differ_as_rates(const Quantity& a, const Quantity& b) {
  return same_measure(a, b) &&
         ((a.dim.angle != 0 && b.cycles != 0) || (a.cycles != 0 && b.dim.angle != 0));
}
std::string measure_word(const Quantity& q) {
  Dimension d = q.dim;
  if (!(d == dim::angular_velocity) && !(d == dim::angle)) d.angle = 0;
  return dimension_word(d);
}

Quantity times_dimension(const Quantity& a, const Quantity& b) { return joined(a, b, 1); }
Quantity over_dimension(const Quantity& a, const Quantity& b) { return joined(a, b, -1); }

std::optional<Quantity> powered(const Quantity& q, double p) {
  Quantity out = q;
  bool good = true;
  const auto scaled = [&](int from) {
    const double v = from * p;
    good = good && v == std::floor(v) && std::abs(v) <= kLargestPower;
    return good ? static_cast<int>(v) : 0;
  };
  out.dim.m = static_cast<std::int8_t>(scaled(q.dim.m));
  out.dim.kg = static_cast<std::int8_t>(scaled(q.dim.kg));
  out.dim.s = static_cast<std::int8_t>(scaled(q.dim.s));
  if (!good) return std::nullopt;
  // Angles and cycles are no dimensions: a root of them is none.
  const bool whole = q.dim.angle * p == std::floor(q.dim.angle * p) &&
                     q.cycles * p == std::floor(q.cycles * p) && std::abs(p) <= kLargestPower;
  out.dim.angle = whole ? static_cast<std::int8_t>(scaled(q.dim.angle)) : std::int8_t{0};
  out.cycles = whole ? scaled(q.cycles) : 0;
  return out;
}

Quantity with_cycles_cancelled(Quantity q) {
  while (q.dim.angle > 0 && q.cycles > 0) --q.cycles;
  while (q.dim.angle < 0 && q.cycles < 0) ++q.cycles;
  return q;
}

bool too_large(const Quantity& q) {
  const auto large = [](int p) { return std::abs(p) > kLargestPower; };
  return large(q.dim.m) || large(q.dim.kg) || large(q.dim.s) || large(q.dim.angle) ||
         large(q.cycles);
}

}  // namespace scree
