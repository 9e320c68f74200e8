// The facet opposite slot k, ordered so that (its vertices, vertex k) has the cell's orientation.
#pragma once

namespace scree::geometry {

inline constexpr int facet_slots[4][3] = {{1, 3, 2}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}};

}  // namespace scree::geometry
