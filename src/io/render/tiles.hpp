// Drawing: the picture is cut into square tiles; each collects the grains, triangles and edges that
// may touch it and is finished by one thread, from depth test to final pixels. A pixel depends on
// the stage alone, so any number of threads gives the same picture.
#pragma once

#include <vector>

#include "io/render/image.hpp"
#include "io/render/stage.hpp"

namespace scree::render {

// `samples`: squared number of rays a pixel, 1 to 4.
void draw_tiles(const Stage& stage, int samples, Image& image);

}  // namespace scree::render
