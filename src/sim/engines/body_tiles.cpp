#include "sim/engines/body_tiles.hpp"

namespace scree {
namespace {

// The tile of all rows of a body; tiles.count where they have several.
std::uint32_t tile_of(const World& w, const Body& b, const Tiles& tiles) {
  const auto& row_of = w.particles.row_of();
  const std::uint32_t tile = row_of[b.first_id] / Tiles::kRows;
  for (std::uint32_t k = 1; k < b.count; ++k)
    if (row_of[b.first_id + k] / Tiles::kRows != tile) return tiles.count;
  return tile;
}

}  // namespace

void plan_bodies(const World& w, const Tiles& tiles, BodyTiles& plan) {
  const std::vector<Body>& bodies = w.bodies.body;
  plan.begin.assign(std::size_t{tiles.count} + 2, 0);
  plan.body.resize(bodies.size());
  std::vector<std::uint32_t> tile(bodies.size());
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    tile[k] = tile_of(w, bodies[k], tiles);
    ++plan.begin[tile[k] + 1];
  }
  for (std::size_t t = 1; t < plan.begin.size(); ++t) plan.begin[t] += plan.begin[t - 1];
  std::vector<std::uint32_t> next(plan.begin.begin(), plan.begin.end() - 1);
  for (std::size_t k = 0; k < bodies.size(); ++k)
    plan.body[next[tile[k]]++] = static_cast<std::uint32_t>(k);
}

}  // namespace scree
