// A frame: everything that an exporter or a picture shows of one instant, as plain data in SI.
//
// Grains are in id order, so that a file does not depend on how the rows of a run are sorted. All
// grain arrays have the same length; `check()` says what is wrong where they have not.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/vec3.hpp"
#include "state/box.hpp"

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

// A scalar a grain, for colouring and for files.
struct FrameField {
  std::string name;
  std::string unit;
  std::vector<double> values;
};

struct Frame {
  std::string title;
  double time = 0;
  std::uint64_t step = 0;
  Vec3 up{0, 1, 0};             // unit, against gravity at t = 0: the picture's vertical
  std::optional<Vec3> gravity;  // now; files of before have none
  PeriodicBox box{};

  std::vector<std::uint32_t> id, type, body;  // type: number of the material
  std::vector<double> radius, mass;
  std::vector<Vec3> x, v, omega, f, tq;
  std::vector<Quat> q;
  std::vector<std::uint8_t>
      fixed;  // 1: a ball of a wall; pictures leave out those that hide grains

  std::vector<FrameWall> walls;
  std::vector<FrameContact> contacts;
  bool contacts_known = false;  // else an empty list says nothing about who touches
  std::vector<FrameField> fields;

  std::size_t size() const { return x.size(); }

  // Appends a grain at rest; further arrays are filled in by the caller.
  void add(std::uint32_t grain_id, const Vec3& position, double r, double m = 0) {
    id.push_back(grain_id), type.push_back(0), body.push_back(0);
    radius.push_back(r), mass.push_back(m);
    x.push_back(position), v.emplace_back(), omega.emplace_back(), f.emplace_back();
    tq.emplace_back(), q.emplace_back(), fixed.push_back(0);
  }
};

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
