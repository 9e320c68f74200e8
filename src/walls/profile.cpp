#include "walls/profile.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree {

Profile::Profile(const std::vector<ProfilePoint>& points, Kind kind) : kind_(kind) {
  std::copy(points.begin(), points.end(), points_.begin());
  for (std::size_t k = 0; k + 1 < points.size(); ++k) {
    const ProfilePoint &a = points[k], &b = points[k + 1];
    const double dr = b.r - a.r, dh = b.h - a.h;
    const double length = std::sqrt(dr * dr + dh * dh);
    const double t_r = dr / length, t_h = dh / length;
    segments_[static_cast<std::size_t>(count_++)] = {a, b, t_r, t_h, 0.0 - t_h, t_r};
    slack_ = std::max({slack_, 1e-13 * b.r, 1e-13 * std::abs(b.h)});
  }
}

Profile Profile::endless(double radius, Kind kind) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  Profile p;
  p.points_[0] = {radius, -inf}, p.points_[1] = {radius, inf};
  p.segments_[0] = {{radius, 0}, {radius, 0}, 0, 1, -1, 0};
  p.count_ = 1;
  p.kind_ = kind;
  p.endless_ = true;
  return p;
}

}  // namespace scree
