// Tiles: runs of rows whose contacts are computed, gathered and corrected while they are in the
// cache.
//
// Contacts are stored with their lower row, so after the contacts of tiles 0 .. t everything that
// acts on the rows of tile t is known: it is gathered at once, and from then on nobody reads its
// positions any more in this step, so it may even be predicted for the next one.
//
// A record is needed from its contact until the gather of its higher row, a few tiles later. The
// places of the records are used again and again, tile by tile, like a ring: they stay in the cache
// and never travel to memory.
//
// Every thread has a run of tiles. Its first tiles may have contacts stored with the tiles of the
// thread before: they are deferred until all threads are through. What they need, the first tiles
// of a run (head) and the last ones of the run before (tail), have places of their own.
//
// Grains much larger than most have the last rows (sim/rows.hpp): their many contacts are stored
// with their small partners, which lie anywhere, and live until the last tiles. Their records have
// places of their own, or no ring would be short. These places are not used again, so a record is
// empty while its pair does not touch, and the gather of a large grain takes all its links.
//
//   places   | empty | head, ring, tail of run 0 | head, ring, tail of run 1 | ... | large grains
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/near_list.hpp"

namespace scree {

struct TileRun {
  std::uint32_t begin = 0, end = 0;            // tiles of one thread
  std::uint32_t ring_begin = 0, ring_end = 0;  // those between head and tail
};

struct Tiles {
  static constexpr std::uint32_t kRows = 512;

  std::uint32_t count = 0;
  std::vector<std::uint32_t> first_owner;  // lowest tile that stores a contact with this one
  std::vector<std::uint32_t> place;        // of the first contact of a tile; others follow
  std::uint32_t large = 0;                 // row of the first large grain
  std::vector<std::uint32_t> place_of;     // of a contact; empty when no grain is large
  std::uint32_t large_places = 1;          // the first place of a contact with one
  std::vector<TileRun> runs;               // one a thread
  std::uint32_t places = 1;                // 0 is the empty record

  std::uint32_t place_of_contact(const NearList& list, std::uint32_t c) const {
    if (!place_of.empty()) return place_of[c];
    const std::uint32_t tile = std::min(list.owner[c], list.other[c]) / kRows;
    return place[tile] + (c - list.begin[tile * kRows]);
  }
  std::uint32_t last_row(std::uint32_t tile, std::size_t rows) const {
    return tile + 1 < count ? (tile + 1) * kRows : static_cast<std::uint32_t>(rows);
  }
};

// `large`: row from which on grains are large.
void plan_tiles(const NearList& list, std::size_t rows, std::uint32_t large, int threads,
                Tiles& tiles);

// The links of the list: the contacts of every row by the places of their records. `back`: and
// where the links of every contact are, for a gather by hits.
void link_rows(const Tiles& tiles, const Particles& p, bool back, NearList& list);

}  // namespace scree
