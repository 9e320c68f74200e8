// A layer of the 3D view: what it draws beside the grains, as arrays of a frame for the page.
//
// A layer is two files: src/view/layers/NAME.cpp, which says what goes with a frame, and
// web/src/layers/NAME.ts, which draws it and says what its box on the page is called.
#pragma once

#include <span>
#include <string_view>

#include "io/frame.hpp"
#include "view/frame_bytes.hpp"
#include "view/packed_arrays.hpp"

namespace scree::view {

struct FrameLayer {
  std::string_view name;
  // Puts the arrays that `choice` asks for to `arrays`, and to `head` what the page has to know in
  // any case: whether there is such a thing. Positions count from `origin`.
  void (*add)(const Frame& frame, const FrameChoice& choice, const Vec3& origin,
              PackedArrays& arrays, run::Json& head);
};

}  // namespace scree::view

namespace scree {
std::span<const view::FrameLayer* const> frame_layers();
}  // namespace scree
