// Where two convex bodies press on each other: a polygon in their common plane.
//
//        a  \________/            corner k of the patch; depth k = how far the two surfaces
//      ------+------+------       overlap there, along the normal
//        b  /--------\  .
//
// Each body is cut by a plane across the normal, a little below its outermost point: half of the
// overlap and a `layer` more. The patch is what the two cuts have in common, seen along the normal.
// Two faces give the polygon that they share, a face and an edge a strip, two crossing edges a
// parallelogram, a corner a small copy of its solid angle. With a layer above 0 area, centroid and
// depths are continuous functions of the poses, through touching as well; without one, those of two
// parallel faces begin with a jump when they meet (their product with the depth does not).
#pragma once

#include <array>

#include "geometry/convex/gap.hpp"

namespace scree::geometry {

struct ContactPatch {
  static constexpr int kMaxCorners = 16;
  int count = 0;                         // 0: the cuts have nothing in common
  std::array<Vec3, kMaxCorners> corner;  // counter-clockwise about the normal
  // > 0: the surfaces overlap there. Sides steeper than 60 degrees count as upright.
  std::array<double, kMaxCorners> depth;
  double area = 0;
  Vec3 centroid;            // of the area; between the ends of the link where there is none
  double mean_depth = 0;    // of what overlaps, over the area
  Vec3 centre_of_pressure;  // of a pressure that grows with the depth; the centroid if none does
  double extent = 0;        // of the farthest corner from the centroid
};

struct PatchRule {
  double rounding_a = 0, rounding_b = 0;  // of bodies that are rounded: grown by balls
  double layer = 0;  // of both bodies; less than 1e-9 of their size is raised to it
};

// `gap` is that of the bodies without their rounding. Allocates nothing; a cut of more than 64
// corners is thinned out, a patch of more than kMaxCorners loses the corners that add least.
ContactPatch contact_patch(const PlacedBody& a, const PlacedBody& b, const Gap& gap,
                           const PatchRule& rule);

}  // namespace scree::geometry
