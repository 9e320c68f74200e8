// How two convex polygons lie to each other: their distance, or the polygon in which they overlap.
//
// Closest features (Schinner 1999, section 4; Lin & Canny): from the pair of features that was
// closest before, the walk goes to neighbours until the closest points lie in each other's Voronoi
// regions; from the pair of sides that crossed before, to the pair that crosses now. Few steps,
// whatever the number of corners. All decisions are exact, so the answer has the same bits whatever
// the walk started from, and the mirrored ones where a and b change places. docs/theory/polygons.md
#pragma once

#include <cstdint>

#include "geometry/polygon/polygon.hpp"

namespace scree::geometry {

// What an earlier answer was found with. It makes the next one faster and never another.
struct FeatureHint {
  enum class Kind : std::uint8_t { none, side_of_a, side_of_b, crossing };
  Kind kind = Kind::none;
  std::uint32_t a = 0, b = 0;  // sides or corners
};

// An overlap that is bounded by one stretch of each border: from side `enter_a`, on which a comes
// into b, over `inside_a` corners of a, and from side `enter_b` over `inside_b` corners of b.
struct OverlapForm {
  bool known = false;
  std::uint32_t enter_a = 0, inside_a = 0, enter_b = 0, inside_b = 0;
};

struct PolygonGap {
  bool overlap = false;  // with an area; two that touch only do not
  double distance = 0;   // 0 where they touch or overlap
  Vec2 normal;           // unit, from a to b; of an overlap: across the contact line
  Vec2 on_a, on_b;       // ends of the shortest link, or of the overlap's extent along the normal
  double depth = 0;      // extent of the overlap along the normal
  double area = 0;
  Vec2 centroid;       // of the overlap; half way along the link where there is none
  double length = 0;   // of the contact line: the overlap's extent across the normal, as a load
                       // sees it: |integral of the outward normal over the border of a inside b|
  Vec2 line[2];        // its ends: the two crossing points, where there are two
  int crossings = 0;   // of the borders; 0: one polygon lies in the other, or no overlap
  int iterations = 0;  // pairs of features that were looked at
  OverlapForm form;    // where there are two crossings
};

PolygonGap polygon_gap(const PlacedPolygon& a, const PlacedPolygon& b, FeatureHint& hint);
PolygonGap polygon_gap(const PlacedPolygon& a, const PlacedPolygon& b);

}  // namespace scree::geometry
