// How deep a body is pressed into a wall, the slow way: for audits (shapes/exact_press.hpp).
#include <cmath>

#include "shapes/exact_press.hpp"
#include "walls/image_query.hpp"

namespace scree {
namespace {

// As body_on_wall.hpp has it: how deep a corner may be in a thin wall, of the way to the middle.
constexpr double kThroughThinWall = 0.5;

}  // namespace

// All tips and ridges of a wall and its images, in the world; and what the wall answers for a ball,
// found without a tree.
struct WallImages::AllFeatures {
  const ShapeQuery query;
  Vec3 x;  // middle of the body
  double reach;

  const WallImages& images() const { return query.images; }
  const Wall& wall() const { return query.wall; }
  template <class Visit>
  void visit(const Visit& see) const {
    const Vec3 at = query.home(x);
    images().visit(images().united_ ? Range{} : images().images_around(wall(), at),
                   [&](const Vec3& shift) { see(at - shift, shift + (x - at)); });
  }
  std::vector<Vec3> moved(std::vector<Vec3> points, const Vec3& shift) const {
    for (Vec3& p : points) p = wall().pose.x + from_wall(wall().pose, p) + shift;
    return points;
  }

  // Images that are not a united mesh decide together what a ball touches: they are asked as ever.
  void touch(const Vec3& corner, double range, WallTouches& out) const {
    if (images().any_ && !images().united_) return query.touch(corner, range, out);
    out.count = 0;
    query.shape().all_touches(to_wall(wall().pose, query.home(corner)), range, out);
    for (int k = 0; k < out.count; ++k) {
      Vec3& n = out.touch[static_cast<std::size_t>(k)].normal;
      n = from_wall(wall().pose, n);
    }
  }
  std::vector<WallTip> tips() const {
    std::vector<WallTip> all;
    visit([&](const Vec3& at, const Vec3& shift) {
      std::vector<WallTip> here;
      query.shape().all_tips(to_wall(wall().pose, at), reach, here);
      for (WallTip& t : here) t.x = moved({t.x}, shift)[0], all.push_back(t);
    });
    return all;
  }
  std::vector<ExactCore::Segment> ridges() const {
    std::vector<ExactCore::Segment> all;
    visit([&](const Vec3& at, const Vec3& shift) {
      std::vector<WallRidge> here;
      query.shape().all_ridges(to_wall(wall().pose, at), reach, here);
      for (const WallRidge& r : here) {
        const std::vector<Vec3> ends = moved({r.a, r.b}, shift);
        all.push_back({ends[0], ends[1]});
      }
    });
    return all;
  }
  // Of a corner that was pushed through a thin wall, minus the way back.
  double distance(const Vec3& corner, const Vec3& middle, const WallTouch& t) const {
    const Vec3 inwards = middle - corner;
    const bool through =
        t.distance > 0 && dot(t.normal, inwards) + t.distance < 0 &&
        query.lies_between(corner, corner + kThroughThinWall * inwards).value_or(false);
    return through ? -t.distance : t.distance;
  }
};

ExactDepth WallImages::exact_depth(const Wall& wall, const RoundedCore& rounded, const Pose& at,
                                   double radius) const {
  const ExactCore core(rounded, at);
  const double range = core.radius();
  const AllFeatures all{{*this, wall}, at.x, radius};
  DepthNorm norm(range);
  WallTouches touches;
  all.touch(at.x, radius, touches);
  if (touches.count == 0) return {0, kExactPress * range};
  for (const Vec3& corner : core.corners()) {
    touches.power = 2;
    all.touch(corner, range, touches);
    for (int k = 0; k < touches.count; ++k)
      norm.add(range -
               all.distance(corner, core.centre(), touches.touch[static_cast<std::size_t>(k)]));
  }
  for (const WallTip& tip : all.tips()) norm.add(range + tip.radius - core.distance(tip.x));
  if (!core.flat())
    for (const ExactCore::Segment& ridge : all.ridges())
      for (const ExactCore::Segment& edge : core.edges())
        // Where the two cross they have no direction, and press by their ends alone.
        if (const double d = exact_distance(edge, ridge); d > 0)
          norm.add(range - d, edge_weight(edge, ridge));
  return {norm.depth(), kExactPress * range};
}

}  // namespace scree
