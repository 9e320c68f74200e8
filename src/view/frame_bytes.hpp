// A frame as the page reads it: a short JSON head, then arrays of 32-bit numbers that a browser
// hands to the graphics processor as they are (packed_arrays.hpp).
//
// Positions are relative to `origin` (in the head, with all digits), so that 32 bits are enough far
// from zero.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "io/frame.hpp"

namespace scree::view {

struct FrameChoice {
  std::string color = "speed";  // as render::coloring() names it
  // Further ones, for a page that cannot ask again; those that the frame does not know are left
  // out.
  std::vector<std::string> more_colors = {};
  bool walls = true;
  bool contacts = false;  // the force network, and bonds
  std::size_t every = 1;  // only grains whose place in the frame is a multiple: a coarser level
  std::size_t most_contacts = 200'000;  // of more, the strongest

  // Differs where the bytes of a frame would.
  std::string text() const;
};

// The middle of the grains, else of the walls.
Vec3 frame_origin(const Frame& frame);

// E0721: no such colour.
Result<std::string> frame_bytes(const Frame& frame, const FrameChoice& choice);

}  // namespace scree::view
