// The corners and edges of two bodies that can be nearer to each other than a range.
//
// The gap gives two planes across its normal n with the bodies on either side. A corner or an edge
// can only press where its height over the plane of the other is below the range; seen along n it
// has to lie near what is low of the other body as well:
//
//     (height between the two pieces along n)^2 + (distance of their boxes across n)^2 < range^2
//
// Most pieces are left out by three products each; the rest is placed in the world and measured.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "geometry/convex/gap.hpp"

namespace scree::geometry {

// Seen along the normal.
struct PlaneBox {
  double lo_u = HUGE_VAL, hi_u = -HUGE_VAL, lo_v = HUGE_VAL, hi_v = -HUGE_VAL;
  void include(double u, double v) {
    lo_u = std::min(lo_u, u), hi_u = std::max(hi_u, u);
    lo_v = std::min(lo_v, v), hi_v = std::max(hi_v, v);
  }
  void include(const PlaneBox& b) { include(b.lo_u, b.lo_v), include(b.hi_u, b.hi_v); }
  // Square of the distance.
  double aside2(const PlaneBox& b) const {
    const double u = std::max({lo_u - b.hi_u, b.lo_u - hi_u, 0.0});
    const double v = std::max({lo_v - b.hi_v, b.lo_v - hi_v, 0.0});
    return u * u + v * v;
  }
};

struct NearCorner {
  std::uint32_t number;
  double height;  // over the plane of the other body
  PlaneBox box;
};

struct NearEdge {
  std::uint32_t from, to;  // corners, the first is a near one
  double height;           // of its lower end
  PlaneBox box;            // around the part that is low enough
  Vec3 start, along;       // in the world
};

// Of one body.
struct NearPart {
  std::vector<NearCorner> corners;  // in the order of their numbers
  std::vector<NearEdge> edges;      // by their near corners, in the order of neighbours()
  PlaneBox box;                     // around all that is near

 private:
  friend class NearParts;
  std::vector<double> height_;  // of all corners
};

class NearParts {
 public:
  // Precondition: the gap is below the range.
  void find(const PlacedBody& pa, const PlacedBody& pb, double range, const Gap& gap);
  // Leaves the edges that are near the other body, and places them in the world.
  void place_edges(const PlacedBody& pa, const PlacedBody& pb);

  bool is_near(const NearCorner& c, const PlaneBox& other) const {
    const double height = std::max(c.height, 0.0);
    return height * height + c.box.aside2(other) < reach2_;
  }
  // Of an edge of each body.
  bool are_near(const NearEdge& e, const NearEdge& g) const {
    const double apart = e.height + g.height - gap_;
    return apart * apart + e.box.aside2(g.box) < reach2_;
  }

  NearPart a, b;

 private:
  struct View;  // of a body along the normal
  void find_part(const PlacedBody& body, const View& view, NearPart& part) const;
  void place(const PlacedBody& body, const PlaneBox& other, NearPart& part) const;

  double range_ = 0, gap_ = 0;
  double reach2_ = 0;  // of the range and what rounding may be off
};

}  // namespace scree::geometry
