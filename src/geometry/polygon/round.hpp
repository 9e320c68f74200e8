// Discs, and polygons whose border is rounded: a disc rolls around them.
//
// Where the polygons within are apart, the rounded ones meet along the shortest link; where these
// overlap as well, along the normal of their contact line. Depth and normal are continuous from one
// to the other where a corner meets a side.
#pragma once

#include "geometry/polygon/gap.hpp"

namespace scree::geometry {

struct Disc {
  Vec2 x;
  double radius = 0;
};

struct RoundGap {
  double distance = 0;  // 0 where they touch or overlap
  double depth = 0;     // 0 where they do not
  Vec2 normal;          // unit, from a to b
  Vec2 on_a, on_b;      // ends of the link, or of the overlap along the normal
  int iterations = 0;
};

// Discs of one centre: along y.
RoundGap disc_gap(const Disc& a, const Disc& b);
// The hint's `a` is a side of the polygon. Where the centre lies within the polygon: out through
// the nearest side.
RoundGap disc_gap(const PlacedPolygon& a, const Disc& b, FeatureHint& hint);
RoundGap rounded_gap(const PlacedPolygon& a, double radius_a, const PlacedPolygon& b,
                     double radius_b, FeatureHint& hint);

// What they have in common. With angles, which take microseconds: not for the step.
struct CommonArea {
  double area = 0;
  Vec2 centroid;  // means nothing without an area
};
CommonArea common_area(const Disc& a, const Disc& b);
CommonArea common_area(const PlacedPolygon& a, const Disc& b);

}  // namespace scree::geometry
