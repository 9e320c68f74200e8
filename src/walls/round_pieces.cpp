#include "walls/round_pieces.hpp"

#include <array>
#include <numbers>
#include <vector>

#include "base/exact_math.hpp"

namespace scree {
namespace {

constexpr int kFewest = 6, kMost = 12;  // powers of two
constexpr double kPieceOfReach = 0.125;

std::vector<CircleDirection> make_directions(int power) {
  const std::size_t n = std::size_t{1} << power;
  std::vector<CircleDirection> out(n);
  for (std::size_t k = 0; k < n; ++k) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n);
    out[k] = {exact::cos(angle), exact::sin(angle)};
  }
  return out;
}

}  // namespace

std::span<const CircleDirection> circle_directions(double radius, double reach) {
  static const auto tables = [] {
    std::array<std::vector<CircleDirection>, kMost - kFewest + 1> out;
    for (int k = kFewest; k <= kMost; ++k)
      out[static_cast<std::size_t>(k - kFewest)] = make_directions(k);
    return out;
  }();
  const double wanted = 2 * std::numbers::pi * radius;
  int power = kFewest;
  while (power < kMost && wanted > kPieceOfReach * reach * static_cast<double>(1 << power)) ++power;
  return tables[static_cast<std::size_t>(power - kFewest)];
}

// The product with a direction falls from the nearest to both sides: from a coarse choice downhill.
std::size_t nearest_direction(std::span<const CircleDirection> all, double x, double y) {
  const std::size_t n = all.size();
  const auto along = [&](std::size_t k) { return all[k % n].cos * x + all[k % n].sin * y; };
  std::size_t best = 0;
  for (std::size_t k = 0; k < n; k += n / 16)
    if (along(k) > along(best)) best = k;
  for (std::size_t step = n / 32; step > 0; step /= 2)
    for (const std::size_t k : {best + step, best + n - step})
      if (along(k) > along(best)) best = k % n;
  return best;
}

}  // namespace scree
