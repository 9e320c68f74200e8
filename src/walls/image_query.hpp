// A wall and its images as one surface that is asked in the world: for src/walls/images*.cpp.
#pragma once

#include <vector>

#include "walls/images.hpp"

namespace scree {

inline Vec3 into_frame(const WallPose& pose, const Vec3& direction) {
  return pose.q == Quat{} ? direction : rotate_back(pose.q, direction);
}

template <typename Visit>
void WallImages::visit(const Range& range, const Visit& visit) const {
  for (int i = range.first[0]; i <= range.last[0]; ++i)
    for (int j = range.first[1]; j <= range.last[1]; ++j)
      for (int k = range.first[2]; k <= range.last[2]; ++k)
        visit(Vec3{i * length_.x, j * length_.y, k * length_.z});
}

// A wall and its images, asked in the world.
struct WallImages::ShapeQuery {
  const WallImages& images;
  const Wall& wall;

  const WallShape& shape() const { return images.united_ ? *images.united_ : *wall.shape; }
  // Of the images that a ball may touch: a united mesh holds them all.
  Range near(const Vec3& x, double reach) const {
    return images.united_ ? Range{} : images.near_images(wall, x, reach);
  }
  Vec3 home(const Vec3& x) const { return images.united_ ? x - images.to_middle(wall, x) : x; }

  void touch(const Vec3& x, double reach, WallTouches& out) const {
    images.touch(wall, x, reach, out);
    for (int k = 0; k < out.count; ++k) {
      Vec3& n = out.touch[static_cast<std::size_t>(k)].normal;
      n = from_wall(wall.pose, n);
    }
  }
  // In the world.
  std::optional<WallShape::Front> front() const {
    const auto own = images.any_ ? std::nullopt : wall.shape->front();
    if (!own) return own;
    const Vec3 n = from_wall(wall.pose, own->normal);
    return WallShape::Front{n, own->offset + dot(n, wall.pose.x)};
  }
  const WallTouch* nearest(const Vec3& x, double reach, WallTouches& room) const {
    touch(x, reach, room);
    return room.nearest();
  }
  void tips(const Vec3& x, double reach, std::vector<WallTip>& out) const {
    const Vec3 at = home(x);
    images.visit(near(at, reach), [&](const Vec3& shift) {
      const std::size_t first = out.size();
      shape().tips(to_wall(wall.pose, at - shift), reach, out);
      for (std::size_t k = first; k < out.size(); ++k) {
        const Vec3 foot = from_wall(wall.pose, out[k].x), moved = shift + (x - at);
        out[k].x = wall.pose.x + foot + moved;
        out[k].shift = images.united_ ? moved + images.to_copy(foot) : moved;
      }
    });
  }
  void ridges(const Vec3& x, double reach, std::vector<WallRidge>& out) const {
    const Vec3 at = home(x);
    images.visit(near(at, reach), [&](const Vec3& shift) {
      const std::size_t first = out.size();
      shape().ridges(to_wall(wall.pose, at - shift), reach, out);
      for (std::size_t k = first; k < out.size(); ++k) {
        const Vec3 moved = shift + (x - at), foot = from_wall(wall.pose, out[k].a);
        out[k].a = wall.pose.x + foot + moved;
        out[k].b = wall.pose.x + from_wall(wall.pose, out[k].b) + moved;
        out[k].shift = images.united_ ? moved + images.to_copy(foot) : moved;
      }
    });
  }
  bool pokes(const WallTip& tip, const Vec3& n) const {
    return shape().pokes(tip, into_frame(wall.pose, n));
  }
  std::optional<bool> lies_between(const Vec3& a, const Vec3& b) const {
    const Vec3 at = home(a);
    std::optional<bool> found;
    images.visit(near(at, norm(b - a)), [&](const Vec3& shift) {
      const auto here = shape().lies_between(to_wall(wall.pose, at - shift),
                                             to_wall(wall.pose, at + (b - a) - shift));
      if (here) found = *here || found.value_or(false);
    });
    return found;
  }
};

}  // namespace scree
