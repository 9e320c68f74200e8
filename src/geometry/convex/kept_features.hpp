// The few corners and edges of two bodies that can press on each other while these move little
// against each other: found once and looked at in every step, until a bound of the motion is used
// up.
//
// A piece of one body and a piece of the other come nearer to each other by no more than the
// farthest that a point of the second has moved as the first sees it. What was farther apart than
// range + margin then stays out of the range until that motion exceeds the margin.
//
// Which corners are low enough, and so which end an edge begins at and which comes first, is asked
// again in every step: the features, their order and their bits are those of the search that starts
// from nothing.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "geometry/convex/feature_depths.hpp"

namespace scree::geometry {

class KeptFeatures {
 public:
  // The same bodies, and they have moved less than the margin since pieces were collected.
  bool holds(const PlacedBody& a, const PlacedBody& b, double range) const;
  void collect(const PlacedBody& a, const PlacedBody& b, double range, const Gap& gap);
  // Else there were too many pieces to keep.
  bool is_complete() const { return complete_; }
  // As feature_depths(), for bodies with a gap below the range. Preconditions: both of the above.
  void press(const PlacedBody& a, const PlacedBody& b, double range, const Gap& gap, bool apart,
             std::vector<FeatureDepth>& out) const;

 private:
  static constexpr std::size_t kCorners = 16, kEdges = 16;
  // Of one body.
  struct Pieces {
    std::array<std::uint16_t, kCorners> corner;  // ends of the edges and tested ones, ascending
    std::uint16_t tested = 0;                    // bits: those that are held against the other body
    std::uint8_t corners = 0, edges = 0;
    std::array<std::array<std::uint8_t, 2>, kEdges> edge;  // places in `corner`, ascending
  };
  struct Placed;
  struct Ordered;
  void remember(const PlacedBody& a, const PlacedBody& b, double range);
  static bool fill(Pieces& pieces, std::vector<std::uint32_t>& corners,
                   const std::vector<std::uint32_t>& tested,
                   const std::vector<std::array<std::uint32_t, 2>>& edges);

  const Polyhedron *a_ = nullptr, *b_ = nullptr;
  bool complete_ = false;
  double volume_a_ = 0, volume_b_ = 0;  // an address may have come to another body
  double size_a_ = 0, size_b_ = 0, range_ = 0;
  double motion2_ = 0;  // half of the square of the motion that is allowed
  double radius2_ = 0;  // square of the distance of b's farthest corner from its origin
  Turn turn_;           // of b in the frame of a, when pieces were collected
  Vec3 x_;
  Pieces of_a_, of_b_;
  std::array<std::uint16_t, kEdges> partners_;  // of an edge of a: bits, edges of b
};

}  // namespace scree::geometry
