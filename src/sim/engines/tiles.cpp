#include "sim/engines/tiles.hpp"

#include <omp.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace scree {
namespace {

// The ring is as long as fifteen of sixteen records need; up to twice that, if it then suffices for
// nearly all. (A record that is not reused comes from memory.)
constexpr std::uint64_t kRarely = 16, kHardlyEver = 512;

class Planner {
 public:
  Planner(const NearList& list, std::size_t rows, Tiles& tiles)
      : list_(list), rows_(rows), tiles_(tiles), run_begin_(tiles.count), found_(tiles.count) {
    for (const TileRun& run : tiles.runs)
      for (std::uint32_t t = run.begin; t < run.end; ++t) run_begin_[t] = run.begin;
  }

  void plan() {
    find_waiting();
    choose_ring();
    count_places();
    lay_out();
    place_all();
  }

 private:
  enum Kind { ring, own, large, kinds };
  using Count = std::array<std::uint32_t, kinds>;

  template <class F>
  void each_tile(const F& f) const {
#pragma omp parallel for schedule(static)
    for (std::uint32_t t = 0; t < tiles_.count; ++t) f(t);
  }
  template <class F>  // f(contact, its higher row)
  void each_contact(std::uint32_t tile, const F& f) const {
    const std::uint32_t end = list_.begin[tiles_.last_row(tile, rows_)];
    for (std::uint32_t c = list_.begin[tile * Tiles::kRows]; c < end; ++c)
      f(c, std::max(list_.owner[c], list_.other[c]));
  }

  void find_waiting() {
    std::vector<std::uint8_t>& waits = tiles_.waits;
    waits.assign(tiles_.count, 0);
    each_tile([&](std::uint32_t t) {
      each_contact(t, [&](std::uint32_t, std::uint32_t row) {
        const std::uint32_t high = row / Tiles::kRows;
        if (run_begin_[high] == run_begin_[t]) return;
#pragma omp atomic write
        waits[high] = 1;
      });
    });
  }

  void choose_ring() {
    std::vector<std::uint64_t> with_reach(tiles_.count + 1);
#pragma omp parallel
    {
      std::vector<std::uint64_t> mine(with_reach.size());
#pragma omp for schedule(static) nowait
      for (std::uint32_t t = 0; t < tiles_.count; ++t)
        each_contact(t, [&](std::uint32_t, std::uint32_t row) {
          const std::uint32_t high = row / Tiles::kRows;
          mine[high - t] += row < tiles_.large && !tiles_.waits[t] && !tiles_.waits[high];
        });
#pragma omp critical
      for (std::size_t k = 0; k < mine.size(); ++k) with_reach[k] += mine[k];
    }
    const std::uint64_t all = std::accumulate(with_reach.begin(), with_reach.end(), 0ull);
    std::uint64_t beyond = all;
    ring_ = 0;
    while (kRarely * beyond > all) beyond -= with_reach[ring_++];
    for (std::uint32_t most = 2 * ring_; ring_ < most && kHardlyEver * beyond > all;)
      beyond -= with_reach[ring_++];
  }

  Kind kind(std::uint32_t tile, std::uint32_t row) const {
    const std::uint32_t high = row / Tiles::kRows;
    if (row >= tiles_.large) return large;
    return high - tile >= ring_ || tiles_.waits[tile] || tiles_.waits[high] ? own : ring;
  }

  void count_places() {
    each_tile([&](std::uint32_t t) {
      found_[t] = {};
      each_contact(t, [&](std::uint32_t, std::uint32_t row) { ++found_[t][kind(t, row)]; });
    });
  }

  // found_ becomes the first records of a tile.
  void lay_out() {
    std::uint32_t next = 1;
    for (const TileRun& run : tiles_.runs) {
      std::uint32_t room = 0;  // records of the fullest tile
      for (std::uint32_t t = run.begin; t < run.end; ++t) room = std::max(room, found_[t][ring]);
      const std::uint32_t first = next;
      next += room * std::min(ring_, run.end - run.begin);
      for (std::uint32_t t = run.begin; t < run.end; ++t) {
        found_[t][ring] = first + (ring_ > 0 ? (t - run.begin) % ring_ * room : 0);
        next = placed(next, found_[t][own]);
      }
    }
    tiles_.first_large_record = next;
    for (Count& tile : found_) next = placed(next, tile[large]);
    tiles_.records = next;
  }
  static std::uint32_t placed(std::uint32_t next, std::uint32_t& count) {
    const std::uint32_t n = count;
    count = next;
    return next + n;
  }

  void place_all() {
    tiles_.record_of.resize(list_.size());
    each_tile([&](std::uint32_t t) {
      each_contact(t, [&](std::uint32_t c, std::uint32_t row) {
        tiles_.record_of[c] = found_[t][kind(t, row)]++;
      });
    });
  }

  const NearList& list_;
  const std::size_t rows_;
  Tiles& tiles_;
  std::vector<std::uint32_t> run_begin_;  // of a tile: the first one of its run
  std::vector<Count> found_;              // of a tile: its contacts by kind
  std::uint32_t ring_ = 0;                // tiles
};

// A run for each thread, with about as much work each.
std::vector<TileRun> equal_runs(const NearList& list, std::size_t rows, const Tiles& tiles,
                                std::uint32_t team) {
  const std::vector<float> work = work_of_rows(list, rows);
  std::vector<double> until(tiles.count + 1);  // of all tiles before this one
  for (std::uint32_t t = 0; t < tiles.count; ++t) {
    until[t + 1] = until[t];
    for (std::uint32_t s = t * Tiles::kRows; s < tiles.last_row(t, rows); ++s)
      until[t + 1] += work[s];
  }
  std::vector<TileRun> runs;
  for (std::uint32_t k = 0, begin = 0; k < team; ++k) {
    const double wanted = until.back() * (k + 1) / team;
    std::uint32_t end = k + 1 < team ? begin : tiles.count;
    // A tile goes to the run that has more of it.
    while (end < tiles.count && until[end] + until[end + 1] < 2 * wanted) ++end;
    runs.push_back({begin, end});
    begin = end;
  }
  return runs;
}

}  // namespace

void plan_tiles(const NearList& list, std::size_t rows, std::uint32_t large, int threads,
                Tiles& tiles) {
  tiles.count = static_cast<std::uint32_t>((rows + Tiles::kRows - 1) / Tiles::kRows);
  tiles.large = large;
  tiles.runs = equal_runs(list, rows, tiles, static_cast<std::uint32_t>(threads));
  Planner(list, rows, tiles).plan();
}

}  // namespace scree
