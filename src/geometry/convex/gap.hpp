// The gap between two convex polyhedra: how far apart, where, and along which direction.
//
// Two bodies that are apart have a shortest link; its length is the distance, its direction the
// normal of their common plane (Nezami et al. 2006, section 3.3). Two that overlap have a least
// displacement that takes them apart; its length, negative, is the distance then. Both are one
// function of the poses, continuous through touching: the greatest gap that a plane can have
// between them, gap(n) = min over b of n.x - max over a of n.x.
#pragma once

#include <cstdint>
#include <optional>

#include "geometry/convex/placed_body.hpp"

namespace scree::geometry {

struct Gap {
  double distance = 0;  // below 0: they overlap by so much
  Vec3 normal;          // unit, from a to b
  Vec3 on_a, on_b;      // ends of the link, or of the displacement that parts them
  int iterations = 0;
};

// Who answered: what the hint had kept, the search of the method, or the careful way that asks all
// (parallel pieces, bodies that touch or overlap, a search that did not end).
enum class FoundBy : std::uint8_t { none, hint, search, fallback };

// What an earlier answer was found with. It makes the next one faster and never another.
struct GapHint {
  Vec3 axis{};  // of a plane that had the bodies apart; zero: none
  std::uint32_t corner_a = 0, corner_b = 0;
  std::uint32_t feature_a = 0, feature_b = 0;  // that held the link; 0: not known
  FoundBy found_by = FoundBy::none;            // the last answer; not asked
};

// Where two bodies are farther apart than `reach`, a bound of the distance from below may be
// answered with any plane that shows it; else the exact gap.
Gap convex_gap(const PlacedBody& a, const PlacedBody& b, double reach, GapHint& hint);
// The exact gap, without a hint.
Gap convex_gap(const PlacedBody& a, const PlacedBody& b);

// The link by the distance algorithm of Gilbert, Johnson and Keerthi; nothing where the bodies
// touch or overlap, or are nearer to it than rounding can tell.
std::optional<Gap> shortest_link(const PlacedBody& a, const PlacedBody& b, GapHint& hint);
// The plane with the greatest gap among those that faces and pairs of edges allow: exact where the
// bodies overlap, a lower bound of the distance where they are apart. Always ends.
Gap widest_plane(const PlacedBody& a, const PlacedBody& b);
// The same, and what it was found at goes into the hint.
Gap widest_plane(const PlacedBody& a, const PlacedBody& b, GapHint& hint);

}  // namespace scree::geometry
