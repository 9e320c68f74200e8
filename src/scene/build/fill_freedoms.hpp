// `freedoms = "x y rz"` of a fill: along which axes its grains may move, and about which turn.
#pragma once

#include "scene/text/schema.hpp"
#include "sim/world/world.hpp"

namespace scree {

// Takes the others from all grains of a fill: rows from `first` on, or what its inlet pours.
// E0657: they start with a velocity there; E0658: no such freedom; E0659: clusters and two axes.
void take_freedoms(const Branch& fill, std::size_t first, bool pours, World& world,
                   Messages& messages);

}  // namespace scree
