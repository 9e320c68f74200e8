// Two bodies as the first of them sees them: its corners as they are, those of the other turned
// once. Differences of far places are taken here and nowhere else, so that an answer does not lose
// digits far from the origin of the world.
#pragma once

#include "geometry/convex/gap.hpp"

namespace scree::geometry {

struct PairFrame {
  const Polyhedron &a, &b;
  double size_a, size_b;
  Turn turn;     // from b's frame to a's
  Vec3 x;        // of b's origin
  double radii;  // of both bodies together
  double size;   // of the coordinates that occur: what rounding is measured by

  PairFrame(const PlacedBody& pa, const PlacedBody& pb)
      : a(*pa.body), b(*pb.body), size_a(pa.size), size_b(pb.size), x(pa.turn.back(pb.x - pa.x)) {
    const Turn &s = pa.turn, &t = pb.turn;
    // Rows of the product of the first turned back and the second.
    turn.x = s.x.x * t.x + s.y.x * t.y + s.z.x * t.z;
    turn.y = s.x.y * t.x + s.y.y * t.y + s.z.y * t.z;
    turn.z = s.x.z * t.x + s.y.z * t.y + s.z.z * t.z;
    radii = pa.radius() + pb.radius();
    size = radii + norm(x);
  }

  Vec3 corner_a(std::uint32_t k) const { return size_a * a.corners()[k]; }
  Vec3 corner_b(std::uint32_t k) const { return x + turn * (size_b * b.corners()[k]); }
  Vec3 normal_b(std::uint32_t face) const { return turn * b.plane(face).normal; }

  // The bodies in this frame.
  PlacedBody first() const { return placed(a, size_a, {}, {}); }
  PlacedBody second() const { return placed(b, size_b, x, turn); }
  static PlacedBody placed(const Polyhedron& body, double size, const Vec3& x, const Turn& turn) {
    PlacedBody out;
    out.body = &body;
    out.x = x;
    out.turn = turn;
    out.size = size;
    return out;
  }

  static Gap in_world(const PlacedBody& pa, Gap g) {
    g.normal = pa.turn * g.normal;
    g.on_a = pa.x + pa.turn * g.on_a;
    g.on_b = pa.x + pa.turn * g.on_b;
    return g;
  }
};

// The link between two features, where it is beyond doubt the shortest: its ends lie well inside
// the features, and every other corner well behind the plane across it. At most one pair of
// features passes for a pose, so the answer, computed from that pair alone, has the same bits
// however it was found. Corner with corner, edge or face; edges that cross.
bool certain_link(const PairFrame& f, std::uint32_t feature_a, std::uint32_t feature_b, Gap& out);

// The facet of the difference that two features make, where it is beyond doubt the widest plane of
// bodies that overlap: the bits of widest_plane(), without its search. A face and a corner; edges
// that cross.
bool certain_overlap(const PairFrame& f, std::uint32_t feature_a, std::uint32_t feature_b,
                     Gap& out);
inline bool certain_gap(const PairFrame& f, std::uint32_t feature_a, std::uint32_t feature_b,
                        Gap& out) {
  return certain_link(f, feature_a, feature_b, out) ||
         certain_overlap(f, feature_a, feature_b, out);
}

// Every step depends on the poses alone: the answer where no features are beyond doubt.
Gap careful_gap(const PlacedBody& a, const PlacedBody& b, GapHint& hint);

// The features that hold the shortest link, by the distance algorithm of Gilbert, Johnson and
// Keerthi from `axis` (a direction of A's frame): coarse, for certain_link() to prove. False where
// the bodies seem to overlap or the search did not end.
struct LinkFeatures {
  std::uint32_t a = 0, b = 0;
  Vec3 axis{};
  int iterations = 0;
};
bool search_link(const PairFrame& f, const Vec3& axis, LinkFeatures& out);

}  // namespace scree::geometry
