#include "shapes/disc_union.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "base/exact_math.hpp"

namespace scree {
namespace {

struct ArcSpan {
  double from = 0, to = 0;
};

constexpr double kWholeTurn = 2 * std::numbers::pi;

// Adds the part of a circle that another disc covers; false: all of it.
bool cover(const SolidBall& a, const SolidBall& b, bool b_first, std::vector<ArcSpan>& covered) {
  const double dx = b.x.x - a.x.x, dy = b.x.y - a.x.y, d = std::sqrt(dx * dx + dy * dy);
  if (!(d < a.r + b.r)) return true;
  if (d <= b.r - a.r) return d == 0 && a.r == b.r && !b_first;  // of two equal ones one counts
  if (d <= a.r - b.r) return true;
  const double c = std::clamp((d * d + (a.r - b.r) * (a.r + b.r)) / (2 * d * a.r), -1.0, 1.0);
  const double half = exact::atan2(std::sqrt((1 - c) * (1 + c)), c);
  double from = exact::atan2(dy, dx) - half;
  if (from < 0) from += kWholeTurn;
  const double to = from + 2 * half;
  covered.push_back({from, std::min(to, kWholeTurn)});
  if (to > kWholeTurn) covered.push_back({0, to - kWholeTurn});
  return true;
}

std::vector<ArcSpan> exposed(std::span<const SolidBall> discs, std::size_t k) {
  std::vector<ArcSpan> covered, out;
  for (std::size_t j = 0; j < discs.size(); ++j)
    if (j != k && !cover(discs[k], discs[j], j < k, covered)) return {};
  std::sort(covered.begin(), covered.end(),
            [](const ArcSpan& a, const ArcSpan& b) { return a.from < b.from; });
  double at = 0;
  for (const ArcSpan& c : covered) {
    if (c.from > at) out.push_back({at, c.from});
    at = std::max(at, c.to);
  }
  if (at < kWholeTurn) out.push_back({at, kWholeTurn});
  return out;
}

// Integrals over the area: of 1, x, y and x^2 + y^2.
struct PlaneMoments {
  double area = 0, x = 0, y = 0, square = 0;

  void add_arc(const SolidBall& b, const ArcSpan& arc) {
    const auto [sa, ca] = exact::sin_cos(arc.from);
    const auto [sb, cb] = exact::sin_cos(arc.to);
    const double width = arc.to - arc.from, s = sb - sa, c = cb - ca;
    const double twice = 2 * (sb * cb - sa * ca);  // sin 2b - sin 2a
    const double cc = width / 2 + twice / 4, ss = width / 2 - twice / 4,
                 cs = 0.5 * (sb * sb - sa * sa);
    const double r = b.r, p = b.x.x, q = b.x.y, k = p * p + q * q + r * r;
    const double u = p * s - q * c, u2 = p * p * cc + q * q * ss + 2 * p * q * cs;
    area += 0.5 * r * (u + r * width);
    x += 0.5 * r * (k * s + 2 * r * (p * cc + q * cs));
    y += 0.5 * r * (-k * c + 2 * r * (p * cs + q * ss));
    square += 0.25 * r * (k * r * width + (k + 2 * r * r) * u + 2 * r * u2);
  }
};

PlaneMoments moments_of(std::span<const SolidBall> discs) {
  PlaneMoments m;
  for (std::size_t k = 0; k < discs.size(); ++k)
    for (const ArcSpan& arc : exposed(discs, k)) m.add_arc(discs[k], arc);
  return m;
}

MassProperties properties(const PlaneMoments& m) {
  if (!(m.area > 0)) return {};
  const Vec3 centre{m.x / m.area, m.y / m.area, 0};
  const double i = m.square - m.area * norm2(centre);
  return {m.area, centre, {.xx = i, .yy = i, .zz = i}};
}

}  // namespace

MassProperties union_of_discs(std::span<const SolidBall> discs) {
  return properties(moments_of(discs));
}

// The densest count in full; each level below adds what its discs cover more, at its density.
MassProperties union_of_discs(std::span<const SolidBall> discs, std::span<const double> density) {
  std::vector<double> levels(density.begin(), density.end());
  std::sort(levels.begin(), levels.end(), std::greater<>());
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  PlaneMoments all;
  for (std::size_t l = 0; l < levels.size(); ++l) {
    std::vector<SolidBall> of_level;
    for (std::size_t k = 0; k < discs.size(); ++k)
      if (density[k] >= levels[l]) of_level.push_back(discs[k]);
    const PlaneMoments m = moments_of(of_level);
    const double step = levels[l] - (l + 1 < levels.size() ? levels[l + 1] : 0);
    all.area += step * m.area, all.x += step * m.x, all.y += step * m.y;
    all.square += step * m.square;
  }
  return properties(all);
}

}  // namespace scree
