#include "detect/neighbor_list.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>

#include "base/random.hpp"

namespace scree {
namespace {

std::vector<ParticleId> shuffled_ids(std::uint32_t n, std::uint64_t seed) {
  std::vector<ParticleId> id;
  for (std::uint32_t i = 0; i < n; ++i)
    id.emplace_back(3 * i + 5);  // ids have holes after removals
  const CounterRandom random(seed, 1);
  for (std::uint32_t i = n; i > 1; --i) std::swap(id[i - 1], id[random.words(i)[0] % i]);
  return id;
}

// About `per_row` random pairs per row, each once, first the lower id; `hub` pairs with everyone.
std::vector<RowPair> random_pairs(const std::vector<ParticleId>& id, int per_row, bool hub) {
  std::vector<RowPair> pairs;
  const auto n = static_cast<std::uint32_t>(id.size());
  const CounterRandom random(7, 2);
  for (std::uint32_t a = 0; a < n; ++a) {
    for (int k = 0; k < per_row; ++k) {
      const std::uint32_t b = random.words(std::uint64_t{a} * 64 + k)[0] % n;
      if (a != b) pairs.push_back(id[a] < id[b] ? RowPair{a, b} : RowPair{b, a});
    }
    if (hub && a > 0) pairs.push_back(id[0] < id[a] ? RowPair{0, a} : RowPair{a, 0});
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  const CounterRandom order(8, 3);
  for (std::size_t i = pairs.size(); i > 1; --i)
    std::swap(pairs[i - 1], pairs[order.words(i)[0] % i]);
  return pairs;
}

void expect_rows(const std::vector<RowPair>& pairs, const std::vector<ParticleId>& id,
                 const NeighborList& list) {
  std::vector<std::vector<std::uint32_t>> rows(id.size());
  for (const RowPair& p : pairs) rows[p.first].push_back(p.second);
  ASSERT_EQ(list.begin.size(), id.size() + 1);
  ASSERT_EQ(list.other.size(), pairs.size());
  EXPECT_EQ(list.begin.front(), 0u);
  EXPECT_EQ(list.begin.back(), pairs.size());
  for (std::uint32_t s = 0; s < id.size(); ++s) {
    std::sort(rows[s].begin(), rows[s].end(),
              [&](std::uint32_t a, std::uint32_t b) { return id[a] < id[b]; });
    const auto row = list.row(s);
    ASSERT_TRUE(std::equal(row.begin(), row.end(), rows[s].begin(), rows[s].end())) << "row " << s;
  }
}

TEST(NeighborList, is_empty_for_no_grains) {
  NeighborList list;
  list.begin = {4, 5};
  list.other = {1};
  build({}, {}, list);
  EXPECT_EQ(list.begin, std::vector<std::uint32_t>{0});
  EXPECT_TRUE(list.other.empty());
}

TEST(NeighborList, has_empty_rows_for_grains_without_pairs) {
  const auto id = shuffled_ids(5, 1);
  NeighborList list;
  build({}, id, list);
  EXPECT_EQ(list.begin, std::vector<std::uint32_t>(6, 0));
}

TEST(NeighborList, sorts_rows_by_id_not_by_slot) {
  const std::vector<ParticleId> id{ParticleId{1}, ParticleId{9}, ParticleId{4}, ParticleId{6}};
  const std::vector<RowPair> pairs{{0, 1}, {0, 2}, {0, 3}, {2, 1}};
  NeighborList list;
  build(pairs, id, list);
  EXPECT_EQ(list.begin, (std::vector<std::uint32_t>{0, 3, 3, 4, 4}));
  EXPECT_EQ(list.other, (std::vector<std::uint32_t>{2, 3, 1, 1}));
}

TEST(NeighborList, holds_every_pair_in_its_row_for_any_number_of_threads) {
  const int before = omp_get_max_threads();
  for (const std::uint32_t n : {2u, 37u, 1000u, 9001u}) {
    for (const bool hub : {false, true}) {
      const auto id = shuffled_ids(n, n);
      const auto pairs = random_pairs(id, 6, hub);
      NeighborList list;
      for (const int threads : {1, 2, 3, 7}) {
        omp_set_num_threads(threads);
        build(pairs, id, list);
        expect_rows(pairs, id, list);
      }
    }
  }
  omp_set_num_threads(before);
}

TEST(NeighborList, can_be_rebuilt_in_place_when_it_shrinks_and_grows) {
  NeighborList list;
  for (const std::uint32_t n : {5000u, 10u, 0u, 6000u}) {
    const auto id = shuffled_ids(n, n);
    const auto pairs = random_pairs(id, 5, false);
    build(pairs, id, list);
    expect_rows(pairs, id, list);
  }
}

}  // namespace
}  // namespace scree
