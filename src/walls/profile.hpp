// A polyline in the half plane (r, h) of a body of revolution, and where a ball around a
// point of that plane touches it. Cylinder, cone, disc, annulus and hourglass are this polyline
// turned about the axis.
//
//      h ^   (0,H) <--- (R,H)      The line runs with the inside on its left, so n points inwards.
//        |                ^        Ends on the axis close the body; an end off the axis is a rim.
//        |   (0,0) --->  (R,0)
//        +-----------------> r
#pragma once

#include <array>
#include <vector>

#include "walls/tessellate.hpp"

namespace scree {

// One contact point, in the half plane.
struct ProfileHit {
  double n_r = 0, n_h = 0;  // from the line to the point
  double distance = 0;
  double foot_r = 0;
  int feature = 0;  // segment k: k; vertex j: kVertex + j
};

struct ProfileHits {
  static constexpr int kMax = 16;
  std::array<ProfileHit, kMax> hit;
  int count = 0;
  void add(const ProfileHit& h) {
    if (count < kMax) hit[count++] = h;
  }
};

class Profile {
 public:
  static constexpr int kMaxSegments = 8;
  static constexpr int kVertex = kMaxSegments;
  // container: closed, grains inside. solid: closed and convex, grains outside. shell: open or
  // flat, no thickness, grains on both sides.
  enum class Kind { container, solid, shell };

  // Precondition: at most kMaxSegments + 1 points, consecutive ones distinct; a solid is convex.
  Profile(std::vector<ProfilePoint> points, Kind kind);
  // The line r = radius without ends (container or solid).
  static Profile endless(double radius, Kind kind);

  // Every local minimum of the distance below `reach`. `r` may be negative: the point seen from the
  // opposite side of the axis (`opposite` = true), where only concave parts can be touched.
  void collect(double r, double h, double reach, bool opposite, ProfileHits& out) const;

  bool inside(double r, double h) const;
  bool is_endless() const { return endless_; }
  Kind kind() const { return kind_; }
  const std::vector<ProfilePoint>& points() const { return points_; }
  int segments() const { return static_cast<int>(segments_.size()); }

 private:
  struct Segment {
    ProfilePoint a, b;
    double t_r, t_h;  // unit, from a to b
    double n_r, n_h;  // unit, to the left
    double distance(double r, double h) const { return n_r * (r - a.r) + n_h * (h - a.h); }
    double from_a(double r, double h) const { return t_r * (r - a.r) + t_h * (h - a.h); }
    double from_b(double r, double h) const { return t_r * (r - b.r) + t_h * (h - b.h); }
  };
  Profile() = default;
  ProfileHit at_vertex(int j, double r, double h) const;
  ProfileHit nearest(double r, double h) const;
  void collect_faces(double r, double h, double reach, bool opposite, ProfileHits& out) const;
  void collect_vertices(double r, double h, double reach, bool opposite, ProfileHits& out) const;
  void collect_escaped(double r, double h, double reach, ProfileHits& out) const;

  std::vector<ProfilePoint> points_;
  std::vector<Segment> segments_;
  Kind kind_ = Kind::shell;
  double slack_ = 0;  // by which inside() and the sign of a distance may disagree: rounding
  bool endless_ = false;
};

}  // namespace scree
