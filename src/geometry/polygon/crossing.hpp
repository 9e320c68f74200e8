// Two sides that cross: the proof that polygons overlap, and the place where the overlap begins.
#pragma once

#include <optional>

#include "geometry/polygon/pair.hpp"

namespace scree::geometry {

struct SideCrossing {
  std::uint32_t a = 0, b = 0;  // sides
  bool tie = false;            // a corner lies on a side: the polygons may only touch
};

// This pair or one of its neighbours.
std::optional<SideCrossing> crossing_near(const PolygonPair& pair, std::uint32_t a, std::uint32_t b,
                                          int& iterations);
// Any, by chasing one border with the other (O'Rourke et al. 1982): at most 2 (n + m) steps from
// wherever it starts.
std::optional<SideCrossing> chase_crossing(const PolygonPair& pair, std::uint32_t a,
                                           std::uint32_t b, int& iterations);
// Any, by trying all pairs: for polygons that rounding has left not quite convex.
std::optional<SideCrossing> any_crossing(const PolygonPair& pair);

// Does a polygon hold all corners of the other?
bool holds(const PolygonPair& pair, int which);

}  // namespace scree::geometry
