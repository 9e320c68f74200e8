// Tiles: runs of rows whose contacts are computed, gathered and corrected while they are in the
// cache.
//
// Contacts are stored with their lower row, so after the contacts of tiles 0 .. t everything that
// acts on the rows of tile t is known: it is gathered at once, and from then on nobody reads its
// positions any more in this step, so it may even be predicted for the next one.
//
// Every thread has a run of tiles. A tile that contacts of another run act on waits until all
// threads are through.
//
// A record is needed from its contact until the gather of its higher row, mostly a few tiles later
// (sim/rows.hpp). Such records are used again and again, tile by tile, like a ring:
// they stay in the cache and never travel to memory. A record that is needed longer has a record of
// its own, because its rows are far apart or one of them is in a tile that waits.
//
// Grains much larger than most have the last rows: their many contacts are stored with their small
// partners, which lie anywhere. Their records come last, and such a record is empty
// while its pair does not touch: the gather of a large grain takes all its links.
//
//   records  | empty | ring, own of run 0 | ring, own of run 1 | ... | large grains
#pragma once

#include <cstdint>
#include <vector>

#include "sim/near_list.hpp"

namespace scree {

struct TileRun {
  std::uint32_t begin = 0, end = 0;  // tiles of one thread
};

struct Tiles {
  static constexpr std::uint32_t kRows = 512;

  std::uint32_t count = 0;
  std::vector<TileRun> runs;             // one per thread
  std::vector<std::uint8_t> waits;       // of a tile: contacts of another run act on it
  RawVector<std::uint32_t> record_of;    // of a contact; 0 is the empty one
  std::uint32_t large = 0;               // row of the first large grain
  std::uint32_t first_large_record = 1;  // the first record of a contact with one
  std::uint32_t records = 1;

  std::uint32_t last_row(std::uint32_t tile, std::size_t rows) const {
    return tile + 1 < count ? (tile + 1) * kRows : static_cast<std::uint32_t>(rows);
  }
};

// `large`: row from which on grains are large.
void plan_tiles(const NearList& list, std::size_t rows, std::uint32_t large, int threads,
                Tiles& tiles);

// The links of the list: the contacts of every row by their records. `back`: and
// where the links of every contact are, for a gather by hits.
void link_rows(const Tiles& tiles, const Particles& p, bool back, NearList& list);

}  // namespace scree
