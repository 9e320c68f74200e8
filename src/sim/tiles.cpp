#include "sim/tiles.hpp"

#include <algorithm>

namespace scree {

void index_tiles(const NearList& list, std::size_t rows, Tiles& tiles) {
  tiles.count = static_cast<std::uint32_t>((rows + Tiles::kRows - 1) / Tiles::kRows);
  tiles.first_owner.resize(tiles.count);
  std::vector<std::uint32_t> last_owner(tiles.count);
  for (std::uint32_t t = 0; t < tiles.count; ++t) tiles.first_owner[t] = last_owner[t] = t;
  for (std::size_t c = 0; c < list.size(); ++c) {
    const std::uint32_t owner = list.owner[c] / Tiles::kRows, t = list.other[c] / Tiles::kRows;
    tiles.first_owner[t] = std::min(tiles.first_owner[t], owner);
    last_owner[t] = std::max(last_owner[t], owner);
  }
  tiles.ready_begin.assign(tiles.count + 1, 0);
  for (const std::uint32_t t : last_owner) ++tiles.ready_begin[t + 1];
  for (std::uint32_t t = 0; t < tiles.count; ++t) tiles.ready_begin[t + 1] += tiles.ready_begin[t];
  tiles.ready.resize(tiles.count);
  std::vector<std::uint32_t> next(tiles.ready_begin.begin(), tiles.ready_begin.end() - 1);
  for (std::uint32_t t = 0; t < tiles.count; ++t) tiles.ready[next[last_owner[t]]++] = t;
}

}  // namespace scree
