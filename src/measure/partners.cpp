#include "measure/partners.hpp"

#include <algorithm>
#include <tuple>

namespace scree {

void join_points(std::vector<MeasureContact>& points) {
  const auto partner = [](const MeasureContact& c) {
    return std::tuple(c.i.value, c.wall, c.wall < 0 ? c.j.value : 0u);
  };
  // One order, so that sums have one way of rounding.
  const auto key = [&](const MeasureContact& c) {
    return std::tuple(partner(c), c.normal.x, c.normal.y, c.normal.z, c.point.x, c.point.y,
                      c.point.z);
  };
  std::sort(points.begin(), points.end(),
            [&](const MeasureContact& a, const MeasureContact& b) { return key(a) < key(b); });
  std::size_t kept = 0, first = 0;  // of the partner at hand
  std::vector<double> weight;       // of the kept ones: sums of the sizes of their forces
  for (const MeasureContact& c : std::vector<MeasureContact>(std::move(points))) {
    if (kept == 0 || partner(points[kept - 1]) != partner(c)) first = kept;
    std::size_t k = first;
    while (k < kept && c.wall >= 0 && !(dot(points[k].normal, c.normal) > kSameSide)) ++k;
    if (k == kept) {
      points.resize(kept + 1);
      points[kept++] = c;
      weight.push_back(norm(c.force));
      continue;
    }
    MeasureContact* same = &points[k];
    if (c.overlap > same->overlap) same->overlap = c.overlap;
    const double w = norm(c.force);
    weight[k] += w;
    if (weight[k] > 0) same->point += (w / weight[k]) * (c.point - same->point);
    same->force += c.force, same->tangential += c.tangential;
    same->friction = same->friction || c.friction;
  }
  points.resize(kept);
}

}  // namespace scree
