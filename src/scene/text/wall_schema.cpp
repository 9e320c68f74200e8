// The keys of [[wall]], [group.NAME] and their motions.
#include "scene/text/schema.hpp"
#include "walls/wall.hpp"

namespace scree {
namespace {

constexpr ParamInfo kWall[] = {
    {.name = "name",
     .kind = ParamKind::text,
     .doc = "for messages, reports and `--set wall.NAME.key`"},
    {.name = "material", .kind = ParamKind::text, .doc = "may be left out while there is only one"},
    {.name = "position",
     .kind = ParamKind::vector,
     .dim = dim::length,
     .fallback = "[0, 0, 0]",
     .doc = "moves the shape's own origin there"},
    {.name = "rotation",
     .kind = ParamKind::vector,
     .dim = dim::angle,
     .fallback = "[0, 0, 0]",
     .doc = "turns the shape about its origin: axis times angle"},
    {.name = "area",
     .dim = dim::area,
     .fallback = "0",
     .range = range::non_negative,
     .doc = "loaded area, for a servo on pressure; 0: that of the shape"},
    {.name = "group",
     .kind = ParamKind::text,
     .doc = "moves along with all walls of this [group.NAME]; a `motion` of its own is then "
            "relative to the group"},
};
constexpr ParamInfo kSurface[] = {
    {.name = "velocity",
     .kind = ParamKind::vector,
     .dim = dim::velocity,
     .fallback = "[0, 0, 0]",
     .doc = "of the surface, in the wall's own axes; what is normal to the surface does not count"},
    {.name = "angular_velocity",
     .dim = dim::angular_velocity,
     .fallback = "0",
     .doc = "of the surface about `axis` through `centre`"},
    {.name = "axis",
     .kind = ParamKind::vector,
     .fallback = "[0, 0, 1]",
     .doc = "need not be a unit vector"},
    {.name = "centre",
     .kind = ParamKind::vector,
     .dim = dim::length,
     .fallback = "[0, 0, 0]",
     .doc = "a point of the axis, from the wall's position"},
    {.name = "start", .dim = dim::time, .fallback = "0", .doc = "time at which it begins"},
    {.name = "stop", .dim = dim::time, .doc = "time at which it ends; without it, never"},
    {.name = "ramp",
     .dim = dim::time,
     .fallback = "0",
     .range = range::non_negative,
     .doc = "time over which the speed rises smoothly from zero, and falls to it before `stop`"},
};
constexpr ParamInfo kGroup[] = {
    {.name = "position",
     .kind = ParamKind::vector,
     .dim = dim::length,
     .fallback = "[0, 0, 0]",
     .doc = "the point that the group's motion starts from: turns and loads are about it"},
};

std::vector<CatalogItem> wall_shapes() {
  std::vector<CatalogItem> out;
  for (const WallShapeEntry* e : wall_shape_catalog()) out.push_back({e->info});
  return out;
}
std::vector<CatalogItem> wall_motions() {
  std::vector<CatalogItem> out;
  for (const WallMotionEntry* e : wall_motion_catalog()) out.push_back({e->info});
  return out;
}

}  // namespace

const Section& motion_section() {
  static const Section motion{
      .title = "`motion`",
      .doc =
          "How a wall moves. In a list of motions displacements add up and turns follow one "
          "another; with `start` and `stop` they follow in time.",
      .shorthand = "kind",
      .selector = "kind",
      .selector_default = "fixed",
      .entry_word = "wall motion",
      .catalog = wall_motions};
  return motion;
}
const Section& surface_section() {
  static const Section surface{.title = "`surface`",
                               .doc =
                                   "A surface that moves while its wall stands: grains on it "
                                   "feel the velocity in the plane of their contact.",
                               .params = kSurface,
                               .shorthand = "velocity"};
  return surface;
}

const Section& group_section() {
  static const Section group{
      .title = "[group.NAME]",
      .doc =
          "Walls that move as one rigid body: those that name it as their `group`. What drives "
          "it feels the grains on all of them.",
      .params = kGroup,
      .tables = {
          {"motion", &motion_section(), Repeat::some, "", "how it moves; a list acts together"}}};
  return group;
}

const Section& wall_section() {
  static const Section wall{
      .title = "[[wall]]",
      .doc = "A wall: a shape at a position, of a material, perhaps moving.",
      .params = kWall,
      .tables = {{"motion", &motion_section(), Repeat::some, "",
                  "how it moves; default: not. A list of motions acts together"},
                 {"surface", &surface_section(), Repeat::one, "",
                  "a surface that moves while the wall stands: a belt"}},
      .selector = "shape",
      .entry_word = "wall shape",
      .catalog = wall_shapes};
  return wall;
}

}  // namespace scree
