// Which bodies the tile engine moves with which tile.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/engines/tiles.hpp"
#include "sim/world/world.hpp"

namespace scree {

// Bodies by the tile that all their rows are in.
struct BodyTiles {
  std::vector<std::uint32_t> body;      // places in Bodies::body: tile by tile, then the others
  std::vector<std::uint32_t> begin{0};  // of a tile, of the others, end

  // Number of tiles, 0 where there are no bodies.
  std::uint32_t tiles() const {
    return body.empty() ? 0 : static_cast<std::uint32_t>(begin.size() - 2);
  }
  std::uint32_t others() const { return begin[tiles()]; }
};
void plan_bodies(const World& world, const Tiles& tiles, BodyTiles& plan);

}  // namespace scree
