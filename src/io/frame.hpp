// A frame: everything that an exporter or a picture shows of one instant, as plain data in SI.
//
// Grains are in id order, so that a file does not depend on how the rows of a run are sorted. All
// grain arrays have the same length; `check()` says what is wrong where they have not.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/space_part.hpp"
#include "base/vec3.hpp"
#include "state/box.hpp"
#include "state/fields.hpp"

namespace scree {

// Triangles in world coordinates.
struct FrameWall {
  std::string name;
  std::vector<Vec3> points;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  Vec3 force{}, torque{};  // of the grains on the wall; the torque about the wall's origin
};

struct FrameContact {
  std::uint32_t i = 0;     // id of the grain on which `force` acts
  std::uint32_t j = 0;     // id of its partner, when wall < 0
  std::int32_t wall = -1;  // number of the wall that is the partner, or -1
  Vec3 point{};
  Vec3 normal{};  // unit, from i to the partner
  Vec3 force{};   // on i
  double overlap = 0;
  Vec3 tangential{};      // on i, part of force
  bool friction = false;  // whether the law of the two materials has friction
};

// An intact bond.
struct FrameBond {
  std::uint32_t i = 0, j = 0;  // ids, i < j
  std::uint32_t type = 0;
  Vec3 line{};        // from its end on i to that on j; of balls these are the centres
  Vec3 force{};       // on i
  double strain = 0;  // (distance - length at rest)/length at rest
  Vec3 from{};        // of a shape: from the centre of i to the end
};

// A shape that grains have, in its own frame. The field "shape" of a grain is 0 for a ball and k +
// 1 for shape k of the frame; the grain is radius / FrameShape::radius times as large, turned by q.
struct FrameShape {
  double radius = 0;  // of the ball around it
  std::vector<Vec3> points;
  std::vector<std::vector<std::uint32_t>> faces;  // counter-clockwise from outside
};
inline constexpr std::string_view kShapeField = "shape";

// What else is shown of each grain, for colouring and for files: a number, a vector or a quaternion
// (w x y z).
struct FrameField {
  std::string name;
  std::string unit;
  std::vector<double> values;  // width per grain
  std::size_t width = 1;
};

// ARRAY(type, array, unit, heads of its columns): one line per array of the grains; the array's
// name is its name in files. Where a grain's field is shown under the name of an array
// (state/fields.hpp) it is put there, all others become FrameFields.
// clang-format off
#define SCREE_FRAME_ARRAYS(ARRAY)                                \
  ARRAY(std::uint32_t, id, "", "id")                             \
  ARRAY(std::uint32_t, type, "", "type")                         \
  ARRAY(std::uint32_t, body, "", "body")                         \
  ARRAY(double, radius, "m", "radius")                           \
  ARRAY(double, mass, "kg", "mass")                              \
  ARRAY(Vec3, x, "m", "x,y,z")                                   \
  ARRAY(Vec3, v, "m/s", "vx,vy,vz")                              \
  ARRAY(Vec3, omega, "rad/s", "omegax,omegay,omegaz")            \
  ARRAY(Vec3, f, "N", "fx,fy,fz")                                \
  ARRAY(Vec3, tq, "N m", "tqx,tqy,tqz")                          \
  ARRAY(Quat, q, "", "qw,qx,qy,qz")                              \
  ARRAY(std::uint8_t, fixed, "", "fixed")
// clang-format on

struct Frame {
  std::string title;
  double time = 0;
  std::uint64_t step = 0;
  Vec3 up{0, 1, 0};             // unit, against gravity at t = 0: the picture's vertical
  std::optional<Vec3> gravity;  // now; files of before have none
  PeriodicBox box{};
  int dimensions = 3;  // 2: grains are discs or prisms of unit depth in the plane z = 0

  // type: number of the material; fixed: 1 is a ball of a wall, and pictures leave out those that
  // hide grains.
#define SCREE_DECLARE_ARRAY(type, array, ...) std::vector<type> array;
  SCREE_FRAME_ARRAYS(SCREE_DECLARE_ARRAY)
#undef SCREE_DECLARE_ARRAY

  std::vector<FrameWall> walls;
  std::optional<std::vector<SpacePart>> space;  // that the walls leave, where it can be divided
  std::vector<FrameContact> contacts;
  std::vector<FrameBond> bonds;
  std::vector<FrameShape> shapes;
  bool contacts_known = false;  // else an empty list says nothing about who touches
  std::vector<FrameField> fields;

  std::size_t size() const { return x.size(); }

  // Grains at rest, at the origin, without size.
  void resize(std::size_t n) {
#define SCREE_RESIZE_ARRAY(type, array, ...) array.resize(n);
    SCREE_FRAME_ARRAYS(SCREE_RESIZE_ARRAY)
#undef SCREE_RESIZE_ARRAY
  }
  // Appends a grain at rest; further arrays are filled in by the caller.
  void add(std::uint32_t grain_id, const Vec3& position, double r, double m = 0) {
    resize(size() + 1);
    id.back() = grain_id, x.back() = position, radius.back() = r, mass.back() = m;
  }
};

struct FrameArray {
  std::string_view name, unit;
  std::string_view columns;  // empty: the name, and for a vector the name with _x, _y, _z

  std::vector<std::string> column_names(std::size_t width) const;
  // In tables balls of walls are grains like the others.
  bool is_tabled() const { return name != "fixed"; }
};

// visit(FrameArray, FieldSpan) for every array of the grains.
template <class F, class Visitor>
requires std::is_same_v<std::remove_const_t<F>, Frame>
void for_each_array(F& frame, Visitor&& visit) {
#define SCREE_VISIT_ARRAY(type, array, unit, columns) \
  visit(FrameArray{#array, unit, columns}, field::span_of(frame.array.data(), frame.array.size()));
  SCREE_FRAME_ARRAYS(SCREE_VISIT_ARRAY)
#undef SCREE_VISIT_ARRAY
}
// The same, and then for its fields.
template <class Visitor>
void for_each_field(const Frame& frame, Visitor&& visit) {
  for_each_array(frame, visit);
  for (const FrameField& field : frame.fields)
    visit(FrameArray{field.name, field.unit, ""},
          FieldSpan(field.values.data(), field.values.size() / field.width, field.width,
                    field.width * sizeof(double)));
}

// The shape of each grain, null for balls; empty where all are balls.
std::vector<const FrameShape*> shapes_of(const Frame& frame);
// A point of the shape of grain k in the world.
Vec3 shape_point(const Frame& frame, std::size_t k, const FrameShape& shape, const Vec3& x);

// Empty, or what contradicts itself: arrays of different lengths, a triangle without its points.
std::string check(const Frame& frame);

// Bounds of finite grains (with their radii) and walls; lo > hi when there are none.
struct FrameBounds {
  Vec3 lo{1e300, 1e300, 1e300}, hi{-1e300, -1e300, -1e300};
  bool empty() const { return !(lo.x <= hi.x); }
  void include(const Vec3& p, double r = 0);
};
FrameBounds grain_bounds(const Frame& frame);
FrameBounds wall_bounds(const Frame& frame);

}  // namespace scree
