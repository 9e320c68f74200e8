#include "walls/mesh/weld.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <unordered_map>

namespace scree {
namespace {

std::vector<std::uint32_t> weld_equal(std::span<const Vec3> p) {
  std::vector<std::uint32_t> order(p.size()), first(p.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    for (int k = 0; k < 3; ++k)
      if (p[a][k] != p[b][k]) return p[a][k] < p[b][k];
    return a < b;
  });
  for (std::size_t i = 0; i < order.size(); ++i)
    first[order[i]] = i > 0 && p[order[i]] == p[order[i - 1]] ? first[order[i - 1]] : order[i];
  return first;
}

struct CellHash {
  std::size_t operator()(const std::array<double, 3>& c) const {
    std::size_t h = 0;
    for (const double v : c) h = h * 0x9E3779B97F4A7C15ull + std::hash<double>{}(v);
    return h;
  }
};

}  // namespace

std::vector<std::uint32_t> weld_points(std::span<const Vec3> p, double tolerance) {
  if (!(tolerance > 0)) return weld_equal(p);
  const auto cell = [&](const Vec3& x, const std::array<int, 3>& shift) {
    std::array<double, 3> c;
    for (int k = 0; k < 3; ++k) c[k] = std::floor(x[k] / tolerance) + shift[k] + 0.0;
    return c;
  };
  std::unordered_map<std::array<double, 3>, std::vector<std::uint32_t>, CellHash> cells;
  std::vector<std::uint32_t> first(p.size());
  for (std::uint32_t i = 0; i < p.size(); ++i) {
    std::uint32_t found = i;
    for (int n = 0; n < 27; ++n) {
      const auto it = cells.find(cell(p[i], {n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1}));
      if (it == cells.end()) continue;
      for (const std::uint32_t j : it->second)
        if (norm(p[i] - p[j]) <= tolerance) found = std::min(found, j);
    }
    first[i] = found;
    if (found == i) cells[cell(p[i], {0, 0, 0})].push_back(i);
  }
  return first;
}

}  // namespace scree
