// Cells that one side of the box cuts, from pieces: docs/theory/laguerre.md, "At a side of the
// box".
//
// The edges of such a cell run between power centres inside the box, or from one inside to one
// beyond the side S, or beyond S altogether. Only the second kind needs work: the edge leaves the
// box at q, in the plane of S, and
//
//   the edge itself  is what a tetrahedron with its power centre in q would give;
//   what closes it   in the faces and in the plane of S are pieces that end in q, too.
//
// So neither the star of a site nor the polygon of a face has to be put together, and where beyond
// S a centre lies does not matter: flat tetrahedra along a wall do no harm.
#pragma once

#include <array>
#include <cstdint>

#include "geometry/laguerre/laguerre.hpp"

namespace scree::geometry {

// Sides of the box as bits: 2 axis, + 1 at the high end. A set is that of a power centre, beyond
// all these sides beyond doubt; that of a site, what its centres outside the box have in common.
using Sides = std::uint8_t;
inline constexpr Sides no_side = 0, every_side = 0xff;

// The sides that the power centre of a tetrahedron is beyond; of an infinite one, those that the
// edge through its facet runs to. no_side also where rounding leaves it open.
Sides sides_beyond(const Triangulation& t, std::uint32_t cell, const ClipBox& box);

// An edge of cells that leaves the box: the sites of its facet, turning so that their normal points
// out, as facet_slots gives them in the cell outside.
using Crossing = std::array<Triangulation::Vertex, 3>;
Crossing crossing_into(const Triangulation& t, std::uint32_t cell, int slot);

// What each site of the facet gets from there on, where its cell ends at `side` (the number of the
// bit; negative: not requested).
struct CrossingPieces {
  std::array<double, 3> volume{};
  std::array<bool, 3> sound{};  // false: too near to parallel, or another side cuts, too
};
CrossingPieces crossing_pieces(const Triangulation& t, const Crossing& crossing,
                               const std::array<int, 3>& side, const ClipBox& box);

}  // namespace scree::geometry
