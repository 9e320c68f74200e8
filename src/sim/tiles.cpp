#include "sim/tiles.hpp"

#include <algorithm>
#include <bit>

namespace scree {
namespace {

// Lowest tile whose rows have contacts stored with tile t, and the highest one that t reaches.
void find_reach(const NearList& list, Tiles& tiles, std::vector<std::uint32_t>& reach) {
  for (std::uint32_t t = 0; t < tiles.count; ++t) tiles.first_owner[t] = reach[t] = t;
  for (std::size_t c = 0; c < list.size(); ++c) {
    const std::uint32_t low = std::min(list.owner[c], list.other[c]) / Tiles::kRows;
    const std::uint32_t high = std::max(list.owner[c], list.other[c]) / Tiles::kRows;
    tiles.first_owner[high] = std::min(tiles.first_owner[high], low);
    reach[low] = std::max(reach[low], high);
  }
}

TileRun plan_run(const Tiles& tiles, const std::vector<std::uint32_t>& reach, std::uint32_t begin,
                 std::uint32_t end) {
  TileRun run{begin, end, begin, end};
  for (std::uint32_t t = begin; t < end; ++t)
    if (tiles.first_owner[t] < begin) run.ring_begin = t + 1;
  for (std::uint32_t t = end; t-- > begin;)
    if (reach[t] >= end) run.ring_end = t;
  run.ring_end = std::max(run.ring_end, run.ring_begin);
  return run;
}

// Records that are alive at once while the ring tiles of a run pass.
std::uint32_t most_alive(const NearList& list, std::size_t rows, const Tiles& tiles,
                         const std::vector<std::uint32_t>& reach, const TileRun& run) {
  std::uint32_t most = 0, oldest = run.ring_begin;
  for (std::uint32_t t = run.ring_begin; t < run.end; ++t) {
    while (oldest < t && reach[oldest] < t) ++oldest;
    const std::uint32_t last = std::min(t, run.ring_end - 1);
    if (run.ring_end == run.ring_begin || oldest > last) continue;
    most = std::max(most,
                    list.begin[tiles.last_row(last, rows)] - list.begin[oldest * Tiles::kRows]);
  }
  return most;
}

}  // namespace

void plan_tiles(const NearList& list, std::size_t rows, int threads, Tiles& tiles) {
  tiles.count = static_cast<std::uint32_t>((rows + Tiles::kRows - 1) / Tiles::kRows);
  tiles.first_owner.resize(tiles.count);
  std::vector<std::uint32_t> reach(tiles.count);
  find_reach(list, tiles, reach);
  tiles.runs.clear();
  const auto team = static_cast<std::uint32_t>(threads);
  std::uint32_t most = 0;
  for (std::uint32_t k = 0; k < team; ++k) {
    tiles.runs.push_back(plan_run(tiles, reach, tiles.count * k / team, tiles.count * (k + 1) / team));
    most = std::max(most, most_alive(list, rows, tiles, reach, tiles.runs.back()));
  }
  tiles.ring_size = most > 0 ? std::bit_ceil(most) : 0;
  if (tiles.ring_size > list.size() / 2) tiles.ring_size = 0;  // nothing to be gained
}

}  // namespace scree
