// Which walls may stand in a periodic box.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/exact_math.hpp"
#include "walls/images.hpp"

namespace scree {
namespace {

constexpr int kAngles = 90;  // of a whole turn: an extent between two of them differs by 1e-3

// The world's axis k in the frame of the wall turned by `angle`.
Vec3 axis_in_wall_frame(const Wall& wall, int k, double angle) {
  Vec3 e{};
  e[k] = 1;
  const Vec3 axis = wall.motion ? wall.motion->rotation_axis() : Vec3{};
  if (axis != Vec3{} && angle != 0) {
    const auto [s, c] = exact::sin_cos(0.5 * angle);
    e = rotate_back(Quat{c, s * axis.x, s * axis.y, s * axis.z}, e);
  }
  return wall.pose.q == Quat{} ? e : rotate_back(wall.pose.q, e);
}

struct Extents {
  bool always_endless = true, ends = true, holds_grains = false;
  double longest = 0;
};

// Over a whole turn if the wall turns, else as it stands.
Extents extents_along(const Wall& wall, int k) {
  const bool turns = wall.motion && wall.motion->rotation_axis() != Vec3{};
  Extents extents;
  for (int i = 0; i < (turns ? kAngles : 1); ++i) {
    const Vec3 u = axis_in_wall_frame(wall, k, 2 * 3.14159265358979323846 * i / kAngles);
    const WallExtent e = wall.shape->extent(u);
    extents.always_endless = extents.always_endless && wall.shape->endless_along(u);
    extents.ends = extents.ends && e.ends();
    extents.longest = std::max(extents.longest, e.length());
  }
  const Vec3 u = axis_in_wall_frame(wall, k, 0);
  const double far = 1e3 * extents.longest;
  extents.holds_grains =
      extents.ends && wall.shape->side(far * u) < 0 && wall.shape->side(-far * u) < 0;
  return extents;
}

}  // namespace

std::optional<Error> image_error(const Wall& wall, const PeriodicBox& box) {
  const std::string location = "wall '" + wall.name + "'";
  if (box.any() && wall.motion && wall.motion->turns_freely())
    return Error{"E0768", "a wall that turns about any axis cannot stand in a periodic box",
                 location, "let it turn about one axis (`rotation = \"axis\"`), or close the box"};
  for (int k = 0; k < 3; ++k) {
    if (!box.periodic[k]) continue;
    const Extents extents = extents_along(wall, k);
    const char name = "xyz"[k];
    if (extents.always_endless) continue;
    const bool turns = wall.motion && wall.motion->rotation_axis() != Vec3{};
    if (!extents.ends)
      return Error{
          "E0766",
          fmt::format("the wall has no end and is not the same wall one box length further "
                      "in {}{}: its images would fill the box",
                      name, turns ? " while it turns" : ""),
          location,
          "an endless wall must lie along every periodic direction (and turn about it); "
          "take a rectangle, a box or a cylinder with a height, or close the box there"};
    const double most = (extents.holds_grains ? 1 : 2) * box.length(k);
    if (extents.longest > most * (1 + 1e-9))
      return Error{"E0767",
                   fmt::format("the wall is {:g} m long in {}, the periodic box {:g} m: its images "
                               "would {}",
                               extents.longest, name, box.length(k),
                               extents.holds_grains ? "lie inside each other" : "lie four deep"),
                   location,
                   extents.holds_grains
                       ? "a closed container may be as long as the box; for one that goes through, "
                         "take planes or a cylinder without a height"
                       : "cut the wall to one box length: its images carry it on"};
  }
  return std::nullopt;
}

}  // namespace scree
