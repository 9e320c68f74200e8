// The Laguerre cells of a frame's grains as lines, for the page (packed_arrays.hpp):
//
//   cell_ends     f32 x 6   an edge of a face, relative to the origin of the frame
//   cell_of       u32 x 2   the rows of the two grains that share the face; 0xffffffff: a wall
//   cell_row      u32       rows with a cell, and of each
//   cell_volume   f32       its volume
//   cell_faces    u32       its faces
//
// Cells end at the walls where these close, else at the box around the grains.
#pragma once

#include <string>

#include "base/result.hpp"
#include "io/frame.hpp"

namespace scree::view {

inline constexpr std::size_t kMostCells = 20'000;

// E0698: too many grains, or grains that cannot be divided.
Result<std::string> cell_bytes(const Frame& frame);

}  // namespace scree::view
