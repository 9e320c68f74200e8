// Which row a grain has, and where the record of a contact lies: neighbours are close, and no row
// overwrites a record that is still needed.
#include "sim/engines/tiles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "base/random.hpp"
#include "sim/lists/row_order.hpp"

namespace scree::test {
namespace {

struct TileCase {
  const char* name;
  std::size_t rows, large;  // the last rows are large grains
  std::uint32_t near;       // most contacts are with one of so many rows behind
  double far;               // share of those with any row behind
};

// Contacts of every row with higher ones; owners and partners as it comes.
NearList random_list(const TileCase& c, std::uint64_t seed) {
  const CounterRandom random(seed, 5);
  NearList list;
  std::uint64_t n = 0;
  const auto rows = static_cast<std::uint32_t>(c.rows);
  for (std::uint32_t s = 0; s < rows; ++s) {
    list.begin.push_back(static_cast<std::uint32_t>(list.size()));
    std::vector<std::uint32_t> partners;
    for (int k = 0; k < 3 && s + 1 < rows; ++k, n += 3) {
      const bool far = random.uniform(n) < c.far;
      const std::uint32_t range = far ? rows - s - 1 : std::min(c.near, rows - s - 1);
      partners.push_back(s + 1 + static_cast<std::uint32_t>(random.uniform(n + 1) * range));
    }
    for (const std::uint32_t partner : partners) {
      const bool turned = random.uniform(n++) < 0.5;
      list.owner.push_back(turned ? partner : s);
      list.other.push_back(turned ? s : partner);
    }
  }
  list.begin.push_back(static_cast<std::uint32_t>(list.size()));
  list.last.resize(list.size());
  return list;
}

// Goes through a step as sim/tile_step.cpp does, with the number of the contact for its record.
// Runs are taken one after the other: no two may use the same place, whatever the threads do.
void step_through(const NearList& list, const Tiles& tiles, std::size_t rows) {
  constexpr std::uint32_t kNobody = 0xffffffffu;
  std::vector<std::uint32_t> record(tiles.records, kNobody), run_of(tiles.records, kNobody);
  std::vector<std::vector<std::uint32_t>> acting(rows);
  for (std::uint32_t c = 0; c < list.size(); ++c) {
    acting[list.owner[c]].push_back(c);
    acting[list.other[c]].push_back(c);
  }
  std::size_t gathered = 0;
  const auto gather = [&](std::uint32_t tile) {
    for (std::uint32_t s = tile * Tiles::kRows; s < tiles.last_row(tile, rows); ++s)
      for (const std::uint32_t c : acting[s]) {
        ASSERT_EQ(record[tiles.record_of[c]], c) << "tile " << tile << " row " << s;
        ++gathered;
      }
  };
  std::uint32_t next_tile = 0;
  for (std::uint32_t r = 0; r < tiles.runs.size(); ++r) {
    ASSERT_EQ(tiles.runs[r].begin, next_tile);
    for (std::uint32_t t = next_tile; t < tiles.runs[r].end; ++t) {
      for (std::uint32_t c = list.begin[t * Tiles::kRows]; c < list.begin[tiles.last_row(t, rows)];
           ++c) {
        const std::uint32_t place = tiles.record_of[c];
        ASSERT_GT(place, 0u);
        ASSERT_LT(place, tiles.records);
        ASSERT_TRUE(run_of[place] == kNobody || run_of[place] == r);
        ASSERT_EQ(place >= tiles.first_large_record,
                  std::max(list.owner[c], list.other[c]) >= tiles.large);
        if (place >= tiles.first_large_record) {
          ASSERT_EQ(record[place], kNobody);
        }
        record[place] = c, run_of[place] = r;
      }
      if (!tiles.waits[t]) gather(t);
    }
    next_tile = tiles.runs[r].end;
  }
  ASSERT_EQ(next_tile, tiles.count);
  for (std::uint32_t t = 0; t < tiles.count; ++t)
    if (tiles.waits[t]) gather(t);
  EXPECT_EQ(gathered, 2 * list.size());
}

class TilePlans : public testing::TestWithParam<TileCase> {};

TEST_P(TilePlans, keep_every_record_until_both_of_its_rows_have_it) {
  const TileCase c = GetParam();
  for (const int threads : {1, 2, 3, 7, 40}) {
    const NearList list = random_list(c, static_cast<std::uint64_t>(threads));
    Tiles tiles;
    plan_tiles(list, c.rows, static_cast<std::uint32_t>(c.rows - c.large), threads, tiles);
    SCOPED_TRACE(threads);
    step_through(list, tiles, c.rows);
    if (HasFatalFailure()) return;
    // A tile waits only if it must.
    for (std::uint32_t r = 0; r < tiles.runs.size(); ++r)
      for (std::uint32_t t = tiles.runs[r].begin; t < tiles.runs[r].end; ++t) {
        bool foreign = false;
        for (std::uint32_t k = 0; k < list.size() && !foreign; ++k) {
          const auto [low, high] = std::minmax(list.owner[k], list.other[k]);
          foreign = high / Tiles::kRows == t && low / Tiles::kRows < tiles.runs[r].begin;
        }
        ASSERT_EQ(tiles.waits[t] != 0, foreign) << "tile " << t;
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Lists, TilePlans,
                         testing::Values(TileCase{"empty", 0, 0, 1, 0}, TileCase{"one", 1, 0, 1, 0},
                                         TileCase{"one_tile", 512, 0, 40, 0.1},
                                         TileCase{"near_only", 8000, 0, 700, 0},
                                         TileCase{"some_far", 8000, 0, 700, 0.03},
                                         TileCase{"far_only", 5000, 0, 1, 1},
                                         TileCase{"large", 6000, 300, 700, 0.05},
                                         TileCase{"all_large", 1500, 1500, 300, 0.2}),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(TilePlans, reuse_the_places_of_records_that_are_needed_for_a_short_time) {
  const TileCase c{"", 60000, 0, 900, 0.02};
  const NearList list = random_list(c, 3);
  Tiles tiles;
  plan_tiles(list, c.rows, static_cast<std::uint32_t>(c.rows), 1, tiles);
  // Three or four tiles of 1536 records, and one in fifty by itself.
  EXPECT_LT(tiles.records, list.size() / 10);
}

// Contacts in the first fifth of the rows only, as in a bed that others fall upon.
TEST(TilePlans, give_every_thread_as_much_work) {
  const TileCase c{"", 100000, 0, 900, 0};
  NearList list = random_list(c, 4);
  for (std::uint32_t k = 0; k < list.begin[c.rows / 5]; ++k) list.last[k].touching = 1;
  const std::vector<float> work = work_of_rows(list, c.rows);
  const double all = std::accumulate(work.begin(), work.end(), 0.0);
  for (const int threads : {2, 3, 16}) {
    Tiles tiles;
    plan_tiles(list, c.rows, static_cast<std::uint32_t>(c.rows), threads, tiles);
    ASSERT_EQ(tiles.runs.size(), static_cast<std::size_t>(threads));
    for (const TileRun& run : tiles.runs) {
      const double mine = std::accumulate(
          work.begin() + run.begin * Tiles::kRows,
          work.begin() + (run.end == tiles.count ? work.size() : run.end * Tiles::kRows), 0.0);
      EXPECT_NEAR(mine, all / threads, 512 * (20 + 3 * 33)) << threads;  // a tile of contacts
    }
  }
}

// A cube of n^3 grains on a lattice, ids at random.
Particles cube(int n) {
  Particles p;
  const CounterRandom random(8, 1);
  std::vector<int> at(static_cast<std::size_t>(n) * n * n);
  std::iota(at.begin(), at.end(), 0);
  for (std::size_t k = at.size(); k > 1; --k)
    std::swap(at[k - 1], at[static_cast<std::size_t>(random.uniform(k) * k)]);
  for (const int k : at)
    p.add({.x = {1.0 * (k % n), 1.0 * (k / n % n), 1.0 * (k / n / n)}, .radius = 0.5}, 2500);
  return p;
}

class RowOrder : public testing::TestWithParam<int> {};  // threads

TEST_P(RowOrder, is_a_permutation_that_brings_neighbours_together) {
  constexpr int n = 70;  // two strips across
  Particles p = cube(n);
  const std::vector<std::uint32_t> order =
      curve_order(p, std::vector<float>(p.size(), 1), GetParam());
  std::vector<std::uint32_t> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (std::uint32_t r = 0; r < sorted.size(); ++r) ASSERT_EQ(sorted[r], r);
  p.permute(order);
  std::map<std::array<int, 3>, int> row_at;
  for (std::size_t r = 0; r < p.size(); ++r)
    row_at[{static_cast<int>(p.xr[r].x.x), static_cast<int>(p.xr[r].x.y),
            static_cast<int>(p.xr[r].x.z)}] = static_cast<int>(r);
  std::size_t pairs = 0, far = 0;
  for (const auto& [at, row] : row_at)
    for (int k = 0; k < 3; ++k) {
      std::array<int, 3> other = at;
      ++other[static_cast<std::size_t>(k)];
      const auto found = row_at.find(other);
      if (found == row_at.end()) continue;
      ++pairs;
      far += std::abs(found->second - row) > 2 * 35 * 35 * 2;  // two slices of a block
    }
  // Planes between two strips across, and between slabs along: each is crossed by one pair in 3
  // * 69.
  EXPECT_EQ(pairs, 3u * 69 * 70 * 70);
  EXPECT_LE(far, pairs * static_cast<std::size_t>(GetParam() + 1) / (3 * 69));
}
INSTANTIATE_TEST_SUITE_P(Threads, RowOrder, testing::Values(1, 2, 5, 16));

TEST(RowOrders, take_any_grains) {
  EXPECT_TRUE(curve_order(Particles{}, {}, 2).empty());
  Particles p;
  const double inf = 1e308;
  for (const double x : {0.0, 0.0, -inf, inf, 1e-300})
    p.add({.x = {x, 0, -x / 2}, .radius = 1e-3}, 2500);
  p.xr[1].x.y = std::nan("");
  std::vector<std::uint32_t> order = curve_order(p, std::vector<float>(p.size(), 1), 3);
  std::sort(order.begin(), order.end());
  EXPECT_EQ(order, (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
}

}  // namespace
}  // namespace scree::test
