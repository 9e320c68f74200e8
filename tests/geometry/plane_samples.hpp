// Convex polygons for tests: random ones, ones on a small lattice, and what plain loops say of
// them.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "base/random.hpp"
#include "geometry/polygon/gap.hpp"

namespace scree::geometry::plane_samples {

class PlaneDraw {
 public:
  explicit PlaneDraw(std::uint64_t seed) : random_(seed, 17) {}
  double uniform(double lo, double hi) { return lo + (hi - lo) * random_.uniform(next_++); }
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(uniform(0, n)); }

 private:
  CounterRandom random_;
  std::uint64_t next_ = 0;
};

inline std::vector<Vec2> hull_of(std::vector<Vec2> p) {
  const auto before = [](const Vec2& a, const Vec2& b) {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
  };
  std::sort(p.begin(), p.end(), before);
  std::vector<Vec2> out;
  const auto half = [&](auto from, auto to) {
    const std::size_t base = out.size();
    for (auto k = from; k != to; ++k) {
      while (out.size() >= base + 2 &&
             cross(out.back() - out[out.size() - 2], *k - out.back()) <= 0)
        out.pop_back();
      out.push_back(*k);
    }
    out.pop_back();
  };
  half(p.begin(), p.end());
  half(p.rbegin(), p.rend());
  return out;
}

// Corners at random places of an ellipse.
inline std::optional<Polygon> on_ellipse(PlaneDraw& draw, int corners, double a, double b) {
  std::vector<double> angle;
  for (int k = 0; k < corners; ++k) angle.push_back(draw.uniform(0, 6.283185307));
  std::sort(angle.begin(), angle.end());
  std::vector<Vec2> p;
  for (const double t : angle) p.push_back({a * std::cos(t), b * std::sin(t)});
  auto made = Polygon::make(p);
  if (!made) return {};
  return made->centred();
}

// Corners with small whole coordinates: most pairs share a corner, a line or a side.
inline std::optional<Polygon> on_lattice(PlaneDraw& draw, int points, int width) {
  std::vector<Vec2> p;
  for (int k = 0; k < points; ++k)
    p.push_back({static_cast<double>(draw.below(static_cast<std::uint32_t>(width))),
                 static_cast<double>(draw.below(static_cast<std::uint32_t>(width)))});
  auto made = Polygon::make(hull_of(p));
  if (!made) return {};
  return *made;
}

inline std::vector<Vec2> corners_of(const PlacedPolygon& p) {
  std::vector<Vec2> out;
  for (std::uint32_t k = 0; k < p.body->size(); ++k) out.push_back(p.corner(k));
  return out;
}

// What is left of polygon a within all sides of b (Sutherland & Hodgman 1974).
inline std::vector<Vec2> common_part(std::vector<Vec2> a, const std::vector<Vec2>& b) {
  for (std::size_t k = 0; k < b.size() && !a.empty(); ++k) {
    const Vec2 p = b[k], q = b[(k + 1) % b.size()];
    std::vector<Vec2> kept;
    for (std::size_t m = 0; m < a.size(); ++m) {
      const Vec2 &u = a[m], &v = a[(m + 1) % a.size()];
      const double h = cross(q - p, u - p), g = cross(q - p, v - p);
      if (h >= 0) kept.push_back(u);
      if ((h > 0 && g < 0) || (h < 0 && g > 0)) kept.push_back(u + (h / (h - g)) * (v - u));
    }
    a = kept;
  }
  return a;
}

inline double area_of(const std::vector<Vec2>& p) {
  double twice = 0;
  for (std::size_t k = 1; k + 1 < p.size(); ++k) twice += cross(p[k] - p[0], p[k + 1] - p[0]);
  return 0.5 * twice;
}

inline double distance_to_side(const Vec2& x, const Vec2& p, const Vec2& q) {
  const double t = std::clamp(dot(x - p, q - p) / norm2(q - p), 0.0, 1.0);
  return norm(x - (p + t * (q - p)));
}

// Of polygons that do not overlap.
inline double least_distance(const std::vector<Vec2>& a, const std::vector<Vec2>& b) {
  double best = 1e300;
  for (const auto& [from, to] : {std::pair{&a, &b}, std::pair{&b, &a}})
    for (const Vec2& x : *from)
      for (std::size_t k = 0; k < to->size(); ++k)
        best = std::min(best, distance_to_side(x, (*to)[k], (*to)[(k + 1) % to->size()]));
  return best;
}

}  // namespace scree::geometry::plane_samples
