// How deep two bodies press into each other by their potential (shapes/contact_potential.hpp), the
// slow way: every feature of both cores by its definition, without boxes, hints, or what an earlier
// answer was found with. For audits, which compare the fast way with it.
#pragma once

#include <optional>
#include <vector>

#include "base/vec3.hpp"
#include "shapes/shape.hpp"

namespace scree {

// d of d_i: (sum of w_i d_i^8)^(1/8) of the depths above 0. `unit`: as large as they are.
class DepthNorm {
 public:
  explicit DepthNorm(double unit) : unit_(unit) {}
  void add(double depth, double weight = 1);
  double depth() const;

 private:
  double unit_, sum_ = 0;
};

// The core of a body at its pose, polyhedron or polygon, as corners, edges and faces in space.
class ExactCore {
 public:
  ExactCore(const RoundedCore& core, const Pose& at);

  struct Segment {
    Vec3 from, to;
  };
  double radius() const { return core_.radius; }
  bool flat() const { return core_.flat(); }
  const std::vector<Vec3>& corners() const { return corners_; }
  const std::vector<Segment>& edges() const { return edges_; }
  Vec3 centre() const;
  // From the nearest point of all faces (of a polygon: of all sides); inside: minus the distance
  // from the nearest of their planes.
  double distance(const Vec3& x) const;
  const RoundedCore& core() const { return core_; }
  const Pose& pose() const { return at_; }

 private:
  double distance_of_face(std::size_t face, const Vec3& x) const;
  double outermost_plane(const Vec3& x) const;

  RoundedCore core_;
  Pose at_;
  std::vector<Vec3> corners_;
  std::vector<Segment> edges_;
};

double exact_distance(const Vec3& x, const ExactCore::Segment& s);
double exact_distance(const ExactCore::Segment& a, const ExactCore::Segment& b);
// sin^2 of the angle between them.
double edge_weight(const ExactCore::Segment& a, const ExactCore::Segment& b);

// What the fast way is expected to answer, and how far rounding may lead it away from that.
struct ExactDepth {
  double depth = 0;  // 0 where they do not touch
  double tolerance = 0;
  bool differs(double found) const;
};

// The link between two cores is exact within 1e-9 of a body (a search that ends), and a body is
// about a hundred roundings wide: 1e-7 of the rounding. Ten times that.
inline constexpr double kExactPress = 1e-6;

// Nothing where the two do not press by a potential, and where their cores just touch: there the
// features jump by rounding alone.
std::optional<ExactDepth> exact_depth(const Shape& a, const Pose& at_a, const Shape& b,
                                      const Pose& at_b);

}  // namespace scree
