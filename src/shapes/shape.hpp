// Shapes of primitives, and the table that says where two of them touch.
//
// A body has a pose, velocities and a mass; it carries one or more primitives. A primitive has a
// location on its body, a shape, a material and a ball around it (bounding radius): detectors see
// that ball and nothing else. Two spheres are the fast path of the step and never come here; every
// other pair of primitives is asked of the table, which answers with 0 to k contact points.
//
// A new shape is one file: the class and its CollideEntry for each partner that it can meet.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/params.hpp"
#include "base/result.hpp"
#include "geometry/convex/kept_features.hpp"
#include "geometry/convex/placed_body.hpp"
#include "geometry/polygon/polygon.hpp"
#include "shapes/contact_point.hpp"
#include "shapes/mass.hpp"

namespace scree {

class PolygonShape;

struct Pose {
  Vec3 x{};
  Quat q{};
};
HD Vec3 to_world(const Pose& p, const Vec3& local) { return p.x + rotate(p.q, local); }

// A ball that stands for a piece of a shape's surface where it meets a wall.
struct Corner {
  Vec3 x;  // in the shape's frame
  double radius = 0;
};

// Between two corners: what lies between their balls as these grow into each other.
struct Edge {
  std::uint32_t a = 0, b = 0;
};

// The balls with which an edge meets a rim: those on the line from a to b.
struct EdgeAxis {
  Corner a, b;
};

// The face of a shape that is nearest to a point beside or inside the shape.
struct FaceBeside {
  std::uint32_t face = 0;
  Vec3 normal;        // out of the shape, in its frame
  double height = 0;  // of the point over the face, less the rounding; negative inside
};

// Everything within `radius` of a convex polyhedron, or of a polygon in two dimensions.
struct RoundedCore {
  const geometry::Polyhedron* body = nullptr;
  const geometry::Polygon* polygon = nullptr;  // instead
  double size = 1;                             // one unit of the polyhedron is so long
  double radius = 0;

  bool flat() const { return polygon != nullptr; }
  geometry::PlacedBody placed(const Pose& at) const { return {*body, at.x, at.q, size}; }
  geometry::PlacedPolygon placed_polygon(const Pose& at) const {
    return {polygon, {at.x.x, at.x.y}, turn_of(at.q)};
  }
  // Of a turn about z.
  static geometry::Turn2 turn_of(const Quat& q) { return {q.w * q.w - q.z * q.z, 2 * q.w * q.z}; }
};

// Edges and corners of a sharp body press as if they were rounded by this part of the ball that the
// body holds; faces stay where they are.
inline constexpr double kContactRounding = 0.05;

// Flat pieces that draw a shape, in its frame: corners of each, counter-clockwise from outside.
struct ShapeSurface {
  std::vector<Vec3> points;
  std::vector<std::vector<std::uint32_t>> faces;
};

// A shape is not asked which class it is, but what it can answer.
class Shape {
 public:
  virtual ~Shape() = default;
  // The name under which the catalogue and the table of pairs know shapes of this class.
  virtual std::string_view kind() const = 0;
  // "300 polyhedra"
  virtual std::string plural() const { return std::string(kind()) + "s"; }
  // Of a ball about the shape's origin that holds it.
  virtual double bounding_radius() const = 0;
  // Of density 1, in the shape's frame.
  virtual MassProperties mass_properties(Dimensions d) const = 0;
  // A wall meets a shape where it meets one of these balls. For a convex shape the corners with
  // the radius of its rounding are enough where the wall is flat or hollow; where it bulges, an
  // edge can touch while both of its ends are free (walls/shape_touch.hpp).
  virtual std::span<const Corner> corners() const = 0;
  virtual std::span<const Edge> edges() const { return {}; }
  // One for each edge, where its own corners will not do: a sharp edge has no thickness in which a
  // rim could be met. Empty: the edges as they are.
  virtual std::span<const EdgeAxis> edge_axes() const { return {}; }
  // The face over or under which the point (in the shape's frame) lies, where one is nearer to it
  // than every edge: what a tip of a wall pokes into.
  virtual std::optional<FaceBeside> face_beside(const Vec3& /*x*/) const { return std::nullopt; }
  // For contacts from a potential (shapes/contact_potential.hpp); nothing: by points.
  virtual std::optional<RoundedCore> rounded_core() const { return std::nullopt; }
  // Of a ball that the shape holds: what an overlap is compared with.
  virtual double inner_radius() const { return bounding_radius(); }
  // History may pass from one feature to the other, see WallShape::adjacent. Asked for features of
  // pairs, and at walls for pieces: corners, then edges from the number of corners on, then faces.
  virtual bool adjacent(std::uint32_t a, std::uint32_t b) const { return a == b; }
  // Of a ball about the origin that is all of the shape.
  virtual std::optional<double> ball_radius() const { return std::nullopt; }
  // The convex polygon in the plane z = 0 that is all of the shape. Two shapes that have one meet
  // as these polygons do, in a store of their own (sim/contacts/polygon_contacts.hpp), and walls
  // meet them as polygons; unless a program has an entry of its own for the two kinds.
  virtual const PolygonShape* polygon() const { return nullptr; }
  // What the entry of its kind makes the same shape from, and a scene: [shape.NAME]. Of size 1
  // and in the shape's own frame.
  virtual std::optional<ParamSet> parameters() const { return std::nullopt; }
  // The same shape with lengths times `by`; null: it has one size only.
  virtual std::shared_ptr<const Shape> scaled(double) const { return nullptr; }
  // Empty: it is drawn as the ball around it.
  virtual ShapeSurface surface() const { return {}; }
};

// What the last answer for a pair was found with. It makes the next one faster and never another.
struct PairHint {
  Vec3 axis{};
  std::uint32_t corner_a = 0, corner_b = 0, feature_a = 0, feature_b = 0;
  // Asked: the number of a geometry::GapMethod; whether to take the time.
  std::uint8_t method = 0;
  bool timed = false;
  // Answered: how the pair was searched (a geometry::FoundBy, 0: not at all), in how many rounds
  // and seconds.
  std::uint8_t found_by = 0;
  std::uint16_t iterations = 0;
  float seconds = 0;
  // The surfaces are at least so far apart; 0: they touch, or it is not known.
  double apart = 0;
  std::unique_ptr<geometry::KeptFeatures> features;  // of two polyhedra that press
};

// Adds the points where a and b are nearer than `reach` (0: where they overlap). Pure and
// thread-safe. The answer for exchanged partners is never asked for.
using Collide = void (*)(const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b,
                         double reach, ContactPoints& out);

using CollideHinted = void (*)(const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b,
                               double reach, PairHint& hint, ContactPoints& out);

struct CollideEntry {
  std::string_view a, b;  // kinds
  Collide collide = nullptr;
  CollideHinted hinted = nullptr;  // instead, where a hint is at hand
  // Where the surfaces share an area or a line, however the two press: the section of a bond. Null:
  // as `collide`.
  Collide section = nullptr;
};

class CollideTable {
 public:
  // The catalogue's pairs, and those that a program brings.
  static CollideTable with(std::span<const CollideEntry> own);
  // Replaces an entry of the same two kinds.
  void add(const CollideEntry& entry);
  bool knows(std::string_view a, std::string_view b) const;
  // In either order of the kinds; points and normals are those from a to b.
  // Precondition: knows(a.kind(), b.kind()).
  void collide(const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b, double reach,
               ContactPoints& out, PairHint* hint = nullptr) const;
  // The same, by CollideEntry::section.
  void section(const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b, double reach,
               ContactPoints& out) const;
  std::string known() const;  // "sphere-sphere, ..."

 private:
  struct Found {
    const CollideEntry* entry = nullptr;
    bool exchanged = false;
  };
  Found find(std::string_view a, std::string_view b) const;
  template <class Ask>
  void in_order(const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b,
                ContactPoints& out, const Ask& ask) const;
  std::vector<CollideEntry> entries_;
};

// Catalogue (src/shapes/catalog): one file per shape.
struct ShapeEntry {
  CatalogInfo info;
  Result<std::unique_ptr<Shape>> (*make)(const ParamSet&);
  std::span<const CollideEntry> pairs;
};
std::span<const ShapeEntry* const> shape_catalog();

}  // namespace scree
