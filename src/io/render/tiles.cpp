#include "io/render/tiles.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "io/render/tile.hpp"

namespace scree::render {
namespace {

// Numbers of the items of each tile, one array after another.
struct Bins {
  std::vector<std::uint32_t> first, item;
  std::span<const std::uint32_t> of(std::size_t tile) const {
    return std::span(item).subspan(first[tile], first[tile + 1] - first[tile]);
  }
};

struct Grid {
  int columns, rows, side;  // side: pixels

  // Counting sort; items keep their order within a tile.
  template <class BoxOf>
  Bins bin(std::size_t count, const BoxOf& box_of) const {
    Bins bins;
    bins.first.assign(std::size_t(columns) * rows + 1, 0);
    const auto visit = [&](auto&& f) {
      for (std::size_t k = 0; k < count; ++k) {
        const PixelBox b = box_of(k);
        if (!(b.x0 <= b.x1) || !(b.y0 <= b.y1)) continue;
        const int c0 = cell(b.x0, columns), c1 = cell(b.x1, columns);
        const int r0 = cell(b.y0, rows), r1 = cell(b.y1, rows);
        if (b.x1 < 0 || b.y1 < 0 || b.x0 >= float(columns * side) || b.y0 >= float(rows * side))
          continue;
        for (int r = r0; r <= r1; ++r)
          for (int c = c0; c <= c1; ++c) f(std::size_t(r) * columns + c, k);
      }
    };
    visit([&](std::size_t tile, std::size_t) { ++bins.first[tile + 1]; });
    for (std::size_t t = 1; t < bins.first.size(); ++t) bins.first[t] += bins.first[t - 1];
    bins.item.resize(bins.first.back());
    std::vector<std::uint32_t> next(bins.first.begin(), bins.first.end() - 1);
    visit([&](std::size_t tile, std::size_t k) {
      bins.item[next[tile]++] = static_cast<std::uint32_t>(k);
    });
    return bins;
  }
  int cell(float v, int n) const {
    return static_cast<int>(std::clamp(v / float(side), 0.0f, float(n - 1)));
  }
};

}  // namespace

void draw_tiles(const Stage& stage, int samples, Image& image) {
  const Grid grid{(image.width + Tile::kSide - 1) / Tile::kSide,
                  (image.height + Tile::kSide - 1) / Tile::kSide, Tile::kSide};
  const Camera& camera = stage.camera;
  const Bins balls =
      grid.bin(stage.balls.size(), [&](std::size_t k) { return box_of(camera, stage.balls[k]); });
  const Bins rods =
      grid.bin(stage.rods.size(), [&](std::size_t k) { return box_of(camera, stage.rods[k]); });
  const Bins triangles = grid.bin(stage.walls.triangles.size(), [&](std::size_t k) {
    return box_of(camera, stage.walls.triangles[k]);
  });
  const Bins edges = grid.bin(stage.walls.edges.size(),
                              [&](std::size_t k) { return box_of(camera, stage.walls.edges[k]); });
#pragma omp parallel for schedule(dynamic, 4)
  for (int t = 0; t < grid.columns * grid.rows; ++t) {
    Tile tile(stage, samples, t % grid.columns * grid.side, t / grid.columns * grid.side);
    tile.draw_balls(balls.of(t));
    tile.draw_rods(rods.of(t));
    tile.draw_floors(triangles.of(t));
    tile.draw_opaque(triangles.of(t));
    tile.shade(image.height);
    tile.draw_glass(triangles.of(t));
    tile.draw_edges(edges.of(t));
    tile.finish(image);
  }
}

}  // namespace scree::render
