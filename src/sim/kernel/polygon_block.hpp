// Eight pairs of sharp convex polygons that overlapped a step ago, as columns.
//
//   a comes into b on side enter_a (crossing 1) and leaves it on side enter_a + inside_a (crossing
//   2); b comes into a at crossing 2 and leaves it at crossing 1. What they have in common:
//
//       crossing 1, corners of a, crossing 2, corners of b        counter-clockwise
//
// Corners are given in the frames of the polygons:
//
//   a: start and end of the side with crossing 1, of the side with crossing 2, a corner between
//   them
//      on the far side, start and end of the side that faced b; b likewise
#pragma once

namespace scree::kernel {

inline constexpr int kPolygonLanes = 8;

struct alignas(64) PolygonBlock {
  using Lanes = double[kPolygonLanes];
  enum Corner { from1, to1, from2, to2, far, side_from, side_to, corners };

  // Of a and b.
  Lanes x[2][2];     // where their frames are
  Lanes turn[2][2];  // cosine and sine
  Lanes corner[2][corners][2];
  Lanes outward[2][3][2];  // normals of the side that faced the other, of the next, of the previous
  Lanes inside[2];         // corners inside the other: 0, 1 or 2
  Lanes no_far[2];         // 1: `far` is from1, all corners of a are named

  // Answers
  Lanes ok;  // 1: the pair overlaps as it did; else the rest means nothing
  Lanes normal[2];
  Lanes count;        // of points
  Lanes first;        // 1: the first point is end 1 of the line, not end 0
  Lanes point[2][2];  // of the ends; of a contact without a line: end 0 alone
  Lanes depth[2], share[2];
  Lanes mass_share;
};

}  // namespace scree::kernel
