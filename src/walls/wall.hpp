// Walls: a shape in its own frame, carried by a motion.
//
// A shape answers one question: where does a ball at x with a given reach touch it? It returns up
// to max_contacts() contact points, each with a feature number that stays the same while the ball
// rolls on the same smooth piece (one face of a box, one planar patch of a mesh): the history of
// the contact is kept under that number. Where a primitive of another shape touches follows from
// that, unless the wall knows better.
//
// The rule behind every shape: a ball touches a wall at each local minimum of the distance from its
// centre to the surface. So a ball in a corner of a box has three contacts, at a convex edge
// exactly one, and the normal turns without a jump when it rolls around a rim. In
// shallow concave parts of a mesh minima merge, and count as one touch with their common energy.
// docs/theory/walls.md
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/cloned.hpp"
#include "base/id.hpp"
#include "base/macros.hpp"
#include "base/params.hpp"
#include "base/result.hpp"
#include "base/space_part.hpp"
#include "shapes/shape.hpp"
#include "walls/surface_motion.hpp"

namespace scree {

struct WallTouch {
  Vec3 normal;          // unit, from the wall's surface to the ball's centre
  double distance = 0;  // of the centre from the surface; negative behind a one-sided surface
  std::uint32_t feature = 0;
  // Change of `distance` for a unit step along the normal: 1, except for a piece of a mesh that the
  // ball touches at several points at once. The force of the law acts times this, so that it is the
  // gradient of the law's energy.
  double slope = 1;
  Vec3 shift{};  // from the wall to the image that is touched (walls/images.hpp); shapes leave it 0
};

// Contact points of one ball with one wall; at most kMax are kept, the deepest.
struct WallTouches {
  static constexpr int kMax = 8;
  std::array<WallTouch, kMax>
      touch;  // the first `count` are valid: reuse one of these, it is large
  int count = 0;
  // Set by the caller that computes forces: the law's elastic energy grows as this power of the
  // overlap (2 linear, 2.5 Hertz), and touches that merge add up their energies. 0: plain geometry,
  // every local minimum of the distance.
  double power = 0;
  HD void add(const WallTouch& t) {
    if (count < kMax) {
      touch[static_cast<std::size_t>(count++)] = t;
      return;
    }
    WallTouch* farthest = &touch[0];
    for (std::size_t k = 1; k < kMax; ++k)
      if (touch[k].distance > farthest->distance) farthest = &touch[k];
    if (t.distance < farthest->distance) *farthest = t;
  }
  // The first of the nearest; null: none.
  const WallTouch* nearest() const;
};

// Where a primitive that is not a ball touches: with the ball of a corner, or with one that lies on
// an edge between two.
struct ShapeTouch {
  Vec3 x;  // of that ball, in the frame in which was asked
  double radius = 0;
  std::uint32_t piece = 0;  // corner, or the number of corners + edge, or that of both + face
  WallTouch at;
  double share = 1;  // of the law that acts here: points that come together become one
  double gap() const { return at.distance - radius; }
};
struct ShapeTouches {
  static constexpr int kMax = ContactPoints::kMax;
  std::array<ShapeTouch, kMax> touch;  // the first `count` are valid
  int count = 0;
  // Where there are more than kMax, the deepest are kept.
  void add(const ShapeTouch& t);
};

// A place of a wall that can poke into the middle of a flat face: a corner of a plate, a vertex of
// a mesh, a whole ball.
struct WallTip {
  Vec3 x;
  double radius = 0;
  std::uint32_t feature = 0;
  std::uint32_t vertex = 0;  // as the shape counts them
  Vec3 shift{};              // as that of WallTouch
};

// A straight piece of a wall over which an edge of a body can lie: an edge of a box or of a mesh, a
// piece of a round rim, a line along the side of a cylinder.
struct WallRidge {
  Vec3 a, b;
  Vec3 shift{};  // as that of WallTouch
};

// Triangles that draw a wall (export, pictures), in the wall's own frame.
struct WallMesh {
  std::vector<Vec3> points;
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

struct Bounds {
  Vec3 lo{-1e300, -1e300, -1e300}, hi{1e300, 1e300, 1e300};  // infinite by default
};

// Between which two planes a surface lies, along a direction.
struct WallExtent {
  double lo = 0, hi = 0;
  bool ends() const { return hi - lo < 1e100; }
  double length() const { return hi - lo; }
};

class PlainSurface;

class WallShape {
 public:
  virtual ~WallShape() = default;
  // Adds every contact point with distance < reach. Pure and thread-safe.
  virtual void touch(const Vec3& x, double reach, WallTouches& out) const = 0;
  // The nearest of these, put into `room`; of several the first that touch() adds to an empty
  // answer. Null: none.
  virtual const WallTouch* nearest(const Vec3& x, double reach, WallTouches& room) const;
  // Whether touch() adds any.
  virtual bool is_near(const Vec3& x, double reach) const;
  // The same for a primitive of any shape, at a pose in the wall's frame: adds every touch with a
  // gap below `reach`. By the balls of its corners and edges unless the wall knows better.
  virtual void touch_shape(const Shape& shape, const Pose& at, double reach,
                           ShapeTouches& out) const;
  virtual int max_contacts() const { return 1; }
  // The surface as a value, where it is one of those (walls/plain_surface.hpp).
  virtual std::optional<PlainSurface> plain() const;
  // touch() adds nothing at an x with normal . x - offset >= reach: who asks for many points may
  // leave those out. Nothing: only touch() tells.
  struct Front {
    Vec3 normal;
    double offset = 0;
  };
  virtual std::optional<Front> front() const { return std::nullopt; }
  // Adds the tips whose surface is nearer to x than `reach`.
  virtual void tips(const Vec3& /*x*/, double /*reach*/, std::vector<WallTip>&) const {}
  // Adds the ridges that may be nearer to x than `reach`. Curved walls are cut into pieces that do
  // not depend on x, only on `reach`.
  virtual void ridges(const Vec3& /*x*/, double /*reach*/, std::vector<WallRidge>&) const {}
  // For audits: the same as touch(), tips() and ridges(), found without a tree and without a search
  // for what is near. There may be more tips and ridges than these, farther away.
  virtual void all_touches(const Vec3& x, double reach, WallTouches& out) const {
    touch(x, reach, out);
  }
  virtual void all_tips(const Vec3& x, double reach, std::vector<WallTip>& out) const {
    tips(x, reach, out);
  }
  virtual void all_ridges(const Vec3& x, double reach, std::vector<WallRidge>& out) const {
    ridges(x, reach, out);
  }
  // No edge at the tip runs towards -n, steeper than 30 degrees: the surface is behind the tip for
  // one who comes along n, and not around it.
  virtual bool pokes(const WallTip&, const Vec3& /*n*/) const { return true; }
  // Whether the surface lies between the two points; nothing: the shape does not know.
  virtual std::optional<bool> lies_between(const Vec3&, const Vec3&) const { return std::nullopt; }
  // Of the surface itself. A ball farther from it than its reach has no contact.
  virtual Bounds bounds() const { return {}; }
  // Along the unit vector u; of the box of bounds() unless the shape knows better.
  virtual WallExtent extent(const Vec3& u) const;
  // The shape is the same after any shift along the unit vector u (a plane along itself).
  virtual bool endless_along(const Vec3&) const { return false; }
  // The shape and its copies at these shifts as one surface, without the triangles that `keep` does
  // not want; null where a shape needs none or cannot (walls/images.hpp).
  using Keep = std::function<bool(const Vec3& a, const Vec3& b, const Vec3& c)>;
  virtual std::unique_ptr<WallShape> united(std::span<const Vec3> /*shifts*/, double /*weld*/,
                                            const Keep&) const {
    return nullptr;
  }
  // Of one side of the surface; 0 when it is infinite. For the pressure on the wall.
  virtual double area() const { return 0; }
  // What was repaired in the input (a mesh with degenerate triangles), one sentence each.
  virtual std::vector<std::string> warnings() const { return {}; }
  // For the check of starting positions: -1 a ball's centre here is on the forbidden side
  // (outside a container, behind a plane), +1 fine, 0 the shape has no forbidden side.
  virtual int side(const Vec3& x) const = 0;
  // x lies in the space that the shape holds, an open end counted as closed: where fills may put
  // grains. An open beaker has no forbidden side, but it has an inside.
  virtual bool encloses(const Vec3& x) const { return side(x) >= 0; }
  // The ends of an edge at which a surface without a side of its own does not close: it has no
  // inside then, and encloses() says nothing.
  virtual std::optional<std::array<Vec3, 2>> open_edge() const { return std::nullopt; }
  // The space that the shape leaves for grains whose centres are these (in the wall's frame), where
  // it is convex: for cells of grains that walls cut. `beside`: it is an obstacle or a piece that
  // bounds nothing; `not_convex`: it holds most of the grains in a space that cannot be divided.
  struct Space {
    enum class Kind { beside, parts, not_convex } kind = Kind::beside;
    std::vector<SpacePart> parts = {};
  };
  virtual Space space(std::span<const Vec3> /*centres*/) const { return {}; }
  // The two features belong to one smooth piece or meet at an edge: history may pass from one to
  // the other when a ball rolls over, that is when one contact ends and the other begins. Where
  // both last (the corner of a box) each keeps its own.
  virtual bool adjacent(std::uint32_t a, std::uint32_t b) const { return a == b; }
  // Clipped to `view` where the shape is infinite.
  virtual WallMesh mesh(const Bounds& view) const = 0;
};

// Pose and velocity of a wall's frame. The shape's own frame has its origin at `x`, turned by `q`.
struct WallPose {
  Vec3 x{};
  Quat q{};
  Vec3 v{};
  Vec3 omega{};
};

// What a motion may see of the wall that it moves.
struct WallLoad {
  Vec3 force{};   // of the grains on the wall, at the end of the last step
  Vec3 torque{};  // about the wall's pose.x
  Vec3 gravity{};
  double area = 0;  // for a servo on pressure; 0 when the shape has none
  // Of a member of a group: force of the grains on all of it, torque about the world's origin.
  Vec3 group_force{}, group_torque{};
};

// What drives a wall that grains can hold, for the forecast of the load on them.
struct WallDrive {
  double pressure = 0;  // kept by a servo
  double force = 0;     // its own weight included
  double max_speed = 0;
  double area = 0;  // that the servo was given; 0: that of the wall
};

class WallMotion {
 public:
  virtual ~WallMotion() = default;
  // A motion with the same state that goes on by itself: copies of a wall are independent.
  //   return std::make_unique<MyMotion>(*this);
  virtual std::unique_ptr<WallMotion> clone() const = 0;
  // Pose at time t. Prescribed motions ignore load and dt and depend on t only; a free wall
  // integrates its own state from t - dt to t. advance(t, 0, {}) is the pose at t without a step:
  // for the start and after restore().
  virtual WallPose advance(double t, double dt, const WallLoad& load) = 0;
  virtual bool moves() const { return true; }
  virtual bool needs_load() const { return false; }
  // Of a wall that grains can push; 0: its motion is prescribed.
  virtual double mass() const { return 0; }
  // Unit; the only direction in which a wall with a mass can go. Zero: it is free in more.
  virtual Vec3 direction() const { return {}; }
  // By how much a unit push along the unit vector n at `point` moves the wall there, along n. Only
  // asked of a wall with a mass.
  virtual double response(const Vec3& n, const Vec3& /*point*/) const {
    const double along = dot(n, direction());
    return along * along / mass();
  }
  // The least mass that a push feels no farther than `reach` from the wall's origin.
  virtual double least_mass(double /*reach*/) const { return mass(); }
  virtual WallDrive drive(const Vec3& /*gravity*/) const { return {}; }
  // Unit, in the world; zero when the motion never rotates the wall, or about no axis that stays.
  // A motion that rotates about one axis must return it.
  virtual Vec3 rotation_axis() const { return {}; }
  virtual bool turns_freely() const { return false; }  // about no axis that stays
  virtual bool needs_area() const { return false; }    // WallLoad::area must be positive
  // Walls whose motions name the same group are told the load of all of them. 0: a wall by itself.
  virtual std::uint32_t group() const { return 0; }
  // Greatest speed of the frame over [t, t + dt] is not asked for: the certificate uses the real
  // displacement of the pose after advance().
  // Internal state for hash and checkpoint (empty for prescribed motions).
  virtual std::vector<double> state() const { return {}; }
  virtual void restore(std::span<const double>) {}
};

struct WallShapeEntry {
  CatalogInfo info;
  Result<std::unique_ptr<WallShape>> (*make)(const ParamSet&);
};
struct WallMotionEntry {
  CatalogInfo info;
  Result<std::unique_ptr<WallMotion>> (*make)(const ParamSet&);
};

std::span<const WallShapeEntry* const> wall_shape_catalog();
std::span<const WallMotionEntry* const> wall_motion_catalog();
const WallShapeEntry* find_wall_shape(std::string_view name);
const WallMotionEntry* find_wall_motion(std::string_view name);

// A wall of a world.
struct Wall {
  std::string name;
  MaterialId material{};
  std::shared_ptr<const WallShape> shape;
  Cloned<WallMotion> motion;  // null: fixed
  WallPose pose{};            // now
  double area = 0;            // for pressure (0: unknown)
  SurfaceMotion surface{};    // of a belt
};

// More than half of them fulfil the condition: one that was lost must not decide.
template <class Condition>
bool most(std::span<const Vec3> centres, Condition&& condition) {
  std::size_t yes = 0;
  for (const Vec3& x : centres) yes += condition(x) ? 1 : 0;
  return 2 * yes > centres.size();
}

// A wall that is not turned skips the rotation: the same bits, less work.
HD Vec3 to_wall(const WallPose& pose, const Vec3& x) {
  return pose.q == Quat{} ? x - pose.x : rotate_back(pose.q, x - pose.x);
}
HD Vec3 from_wall(const WallPose& pose, const Vec3& direction) {
  return pose.q == Quat{} ? direction : rotate(pose.q, direction);
}

// What the motion of the surface adds to the wall's own at a point of it, in the plane of the
// contact with the normal n.
inline Vec3 belt_velocity(const Wall& wall, const Vec3& point, const Vec3& n) {
  const Vec3 v = from_wall(wall.pose, wall.surface.at(to_wall(wall.pose, point)));
  return v - dot(v, n) * n;
}
inline Vec3 belt_spin(const Wall& wall) {
  return from_wall(wall.pose, wall.surface.now * wall.surface.spin);
}

// A contact with a wall whose surface moves; `arm` from the wall's origin to the point.
inline void add_belt(const Wall& wall, const Vec3& arm, Touch& t) {
  t.v_t += belt_velocity(wall, wall.pose.x + arm, t.n);
  t.w_rel -= belt_spin(wall);
}

// Equivalent mass of a grain and a wall in contact at `point`, along the unit vector n.
inline double equivalent_mass(double inverse_mass, const Wall& wall, const Vec3& n,
                              const Vec3& point) {
  const double mass = wall.motion ? wall.motion->mass() : 0;
  if (!(mass > 0)) return 1.0 / inverse_mass;
  return 1.0 / (inverse_mass + wall.motion->response(n, point));
}

}  // namespace scree
