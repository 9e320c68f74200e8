#include "io/contact_lines.hpp"

namespace scree {

std::pair<Vec3, Vec3> ContactLines::ends(const FrameContact& c) const {
  const auto a = row_.find(c.i);
  const Vec3 from = a != row_.end() ? frame_.x[a->second] : c.point;
  if (c.wall >= 0) return {from, c.point};
  const auto b = row_.find(c.j);
  if (b == row_.end()) return {from, c.point};
  const Vec3 far = frame_.x[b->second];
  if (a == row_.end()) return {from, far};
  // Across a periodic boundary the partner's centre is far away: mirror the near end instead.
  const double reach = 1.5 * (frame_.radius[a->second] + frame_.radius[b->second]);
  return {from, norm(far - from) < reach ? far : from + 2.0 * (c.point - from)};
}

}  // namespace scree
