// The polygon that two overlapping convex polygons have in common.
#pragma once

#include <vector>

#include "geometry/polygon/crossing.hpp"
#include "geometry/polygon/gap.hpp"

namespace scree::geometry {

// A corner of the overlap; its border goes on along side `side` of polygon `owner` (0: a, 1: b).
struct OverlapCorner {
  Vec2 x;
  int owner = 0;
  std::uint32_t side = 0;
};

struct OverlapBorder {
  std::vector<OverlapCorner> corners;  // counter-clockwise; about the pair's origin
  std::vector<Vec2> crossings;
  bool tie = false;  // a corner lies on a side: sides may coincide
};

// From one crossing along the border of a inside b, along that of b inside a, and so on until the
// first crossing comes again. False: the polygons are not quite convex, and there was no way.
bool walk_overlap(const PolygonPair& pair, const SideCrossing& from, OverlapBorder& out,
                  int& iterations);
// One polygon lies in the other.
void whole_polygon(const PolygonPair& pair, int which, OverlapBorder& out);

// Area, centroid, contact line, normal and depth; everything but `iterations`.
void measure_overlap(const PolygonPair& pair, OverlapBorder& border, PolygonGap& out);

// The normal along which the least displacement parts the polygons.
Vec2 parting_normal(const PolygonPair& pair);

}  // namespace scree::geometry
