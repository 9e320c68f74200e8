// Sites that would invert tetrahedra stay behind at first; the others go.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/triangulation/motion.hpp"

namespace scree::geometry {

// Of the cells given, those that this round would invert are listed in `inverted` if one flip fixes
// them; else sites of theirs are held back where they were, which may invert others, and so on. At
// the end nothing moves, at the latest. Writes the positions of held sites, and the motion. False:
// a cell is inverted and nothing moves (the rounding of a frame can do that).
bool hold_back(Mesh& mesh, Motion& motion, std::vector<std::uint32_t> cells,
               std::vector<std::uint32_t>& inverted);

// Could the hull facet of an infinite cell have swept over the core? Only then can a motion change
// how often the hull goes round it; flips, insertions and removals do not.
bool may_pass_core(const Mesh& mesh, const Motion& motion, const std::array<Vertex, 4>& v);

}  // namespace scree::geometry
