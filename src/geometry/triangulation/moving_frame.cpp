#include "geometry/triangulation/moving_frame.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace scree::geometry {
namespace {

// The rotation vector that takes the pairs (r, r + u) best along, to first order.
Vec3 rotation_of(std::span<const Vec3> r, std::span<const Vec3> u) {
  Vec3 moment{}, row[3]{};
  for (std::size_t i = 0; i < r.size(); ++i) {
    moment += cross(r[i], u[i]);
    for (int k = 0; k < 3; ++k) {
      row[k] -= r[i][k] * r[i];
      row[k][k] += norm2(r[i]);
    }
  }
  const double det = dot(row[0], cross(row[1], row[2]));
  if (!(std::abs(det) > 0)) return {};
  const Vec3 w = (moment.x * cross(row[1], row[2]) + moment.y * cross(row[2], row[0]) +
                  moment.z * cross(row[0], row[1])) /
                 det;
  return is_finite(w) && norm(w) < 1 ? w : Vec3{};
}

}  // namespace

Frame frame_of(std::span<const Site> old, std::span<const Vec3> now) {
  std::vector<Vec3> a, b;
  const std::size_t step = std::max<std::size_t>(1, now.size() / 512);
  for (std::size_t i = 0; i < now.size(); i += step)
    if (is_finite(now[i])) a.push_back(old[i].x), b.push_back(now[i]);  // not so in removed rows
  if (a.empty()) return {};
  Frame f{false, {}, {}, {}};
  const double share = 1.0 / static_cast<double>(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) f.from += share * a[i], f.to += share * b[i];
  for (int round = 0; round < 2; ++round) {
    std::vector<Vec3> r, u;
    for (std::size_t i = 0; i < a.size(); ++i) {
      r.push_back(f(a[i]) - f.to);
      u.push_back(b[i] - f(a[i]));
    }
    f.turn = turned(f.turn, rotation_of(r, u));
  }
  double before = 0, after = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    before += norm(b[i] - a[i]);
    after += norm(b[i] - f(a[i]));
  }
  return after < 0.5 * before ? f : Frame{};
}

}  // namespace scree::geometry
