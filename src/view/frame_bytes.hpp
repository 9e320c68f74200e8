// A frame as the page reads it: a short JSON head, then arrays of 32-bit numbers that a browser
// hands to the graphics processor as they are.
//
//   "SCR1"   bytes of the head (u32)   the head, padded with blanks to a multiple of 4   the arrays
//
// Everything little endian. The head lists the arrays: {"name", "type": "f32" or "u32", "width",
// "count", "offset"}, the offset in bytes from the end of the head. Positions are relative to
// `origin` (in the head, with all digits), so that 32 bits are enough far from zero.
#pragma once

#include <string>

#include "base/result.hpp"
#include "io/frame.hpp"

namespace scree::view {

struct FrameChoice {
  std::string color = "speed";  // as render::coloring() names it
  bool walls = true;
  bool contacts = false;  // the force network
  std::size_t every = 1;  // only grains whose place in the frame is a multiple: a coarser level
};

// E0721: no such colour.
Result<std::string> frame_bytes(const Frame& frame, const FrameChoice& choice);

}  // namespace scree::view
