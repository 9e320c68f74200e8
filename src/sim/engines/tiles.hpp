// Tiles: runs of rows whose contacts are computed, gathered and corrected while they are in the
// cache.
//
// Contacts are stored with their lower row, so after the contacts of tiles 0 .. t everything that
// acts on the rows of tile t is known: it is gathered at once, and from then on nothing reads its
// positions any more in this step, so it may even be predicted for the next one.
//
// Every thread has a run of tiles. A tile that contacts of another run act on waits until all
// threads are through.
//
// A record is needed from its contact until the gather of its higher row, mostly a few tiles later
// (sim/lists/row_order.hpp). Such records are used again and again, tile by tile, like a ring:
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

#include "sim/contacts/near_list.hpp"

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

// The links of row s, link[begin[s] .. begin[s+1]), name all its contacts in the order of the
// neighbours' ids, which is the order of every sum: 2 p where s is the owner of the contact with
// record p, 2 p + 1 where it is the partner, filled up to a multiple of kLinks with the empty
// record 0. Where few near pairs touch, the step sets a bit for each link of a contact that does,
// and the gather looks for bits.
struct TileLinks {
  std::vector<std::uint32_t> begin;
  RawVector<std::uint32_t> link;
  // Of a contact: its links at both of its rows; made when a step gathers by hits.
  bool back = false;
  RawVector<kernel::LinkPositions> at;
  std::vector<std::uint8_t> hit;       // a bit per link; all zero between steps
  std::vector<std::uint16_t> hit_row;  // of a byte: its row, modulo 2^16

  std::size_t memory_bytes() const;
};

// The contacts of every row by their records. `back`: and where the links of every contact are, for
// a gather by hits.
void link_rows(const Tiles& tiles, const NearList& list, const Particles& p, bool back,
               TileLinks& links);

}  // namespace scree
