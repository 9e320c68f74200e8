// One grid a size class: which classes there are, and that no pair of two classes is lost.
#include <omp.h>
#include <rapidcheck.h>

#include <cmath>

#include "cloud.hpp"

namespace scree::detect {
namespace {

constexpr int kLevels = 24;

std::size_t level_count(const Cloud& c, bool merge = true) {
  SortedCells d(kLevels);
  d.merge_levels = merge;
  EXPECT_EQ(pairs_of(d, c), brute_pairs(c));
  return d.levels().size();
}

// n grains of each radius, apart as in a packing.
Cloud mixture(std::initializer_list<std::pair<double, std::uint32_t>> sizes, double side) {
  Cloud c;
  std::uint64_t seed = 40;
  for (const auto& [r, n] : sizes)
    for (const auto& g : random_cloud(n, {0, 0, 0}, {side, side, side}, r, r, ++seed).xr)
      c.add(g.x, g.r);
  return c;
}

TEST(Levels, take_grains_of_nearly_one_size_as_one_level_whatever_that_size) {
  for (double size = 1e-6; size < 1e6; size *= 3.7) {
    Cloud c =
        random_cloud(300, {0, 0, 0}, {9 * size, 9 * size, 9 * size}, 0.8 * size, 1.2 * size, 41);
    c.reach = 0.1 * size;
    EXPECT_EQ(level_count(c), 1u) << size;
    EXPECT_EQ(level_count(c, false), 1u) << size;
  }
}

TEST(Levels, make_a_level_for_each_of_three_far_sizes) {
  EXPECT_EQ(level_count(mixture({{35, 2}, {5, 60}, {1, 4000}}, 110)), 3u);
}

TEST(Levels, merge_neighbouring_sizes_that_cost_less_as_one) {
  const Cloud c = random_cloud(2000, {0, 0, 0}, {50, 50, 50}, 1, 3, 42);
  EXPECT_EQ(level_count(c), 1u);
  EXPECT_EQ(level_count(c, false), 2u);
}

TEST(Levels, do_not_tell_sizes_apart_that_are_small_beside_the_reach) {
  Cloud c = mixture({{0.5, 100}, {0.001, 100}}, 10);
  c.reach = 5;
  EXPECT_EQ(level_count(c, false), 1u);
}

TEST(Levels, are_as_few_as_asked_for) {
  Cloud c = mixture({{64, 2}, {16, 2}, {4, 20}, {1, 200}, {0.1, 300}, {0, 20}}, 100);
  c.reach = 0;
  for (const int most : {1, 2, 3, 5}) {
    SortedCells d(most);
    d.merge_levels = false;
    EXPECT_EQ(pairs_of(d, c), brute_pairs(c)) << most;
    EXPECT_EQ(d.levels().size(), static_cast<std::size_t>(most));
  }
}

TEST(Levels, keep_few_cells_for_a_cluster_in_a_huge_period) {
  Cloud c = mixture({{8, 3}, {1, 300}, {0.05, 1500}}, 30);
  for (int k = 0; k < 3; ++k) c.period(k, -1e6, 1.1e6);
  SortedCells d(kLevels);
  EXPECT_EQ(pairs_of(d, c), brute_pairs(c));
  std::size_t cells = 0;
  for (const LevelGrid& g : d.levels()) cells += g.cells;
  EXPECT_LE(cells, 6 * c.xr.size() + 512 * d.levels().size());  // the budget of empty cells
}

Cloud draw_mixture() {
  Cloud c;
  const double at = *rc::gen::element(0.0, 0.0, -3e6, 1e12);
  const double ratio = *rc::gen::element(2.0, 7.0, 35.0, 100.0, 1000.0);
  const double side = *rc::gen::element(3.0, 10.0, 30.0);
  const int grains = *rc::gen::inRange(0, 150);
  for (int i = 0; i < grains; ++i) {
    Vec3 x{};
    for (int k = 0; k < 3; ++k) x[k] = at + side * 1e-3 * *rc::gen::inRange(0, 1000);
    c.add(x, 4 * std::pow(ratio, -1e-2 * *rc::gen::inRange(0, 101)), *rc::gen::inRange(0, 5) == 0);
  }
  c.reach = *rc::gen::element(0.0, 0.1, 0.4) * 4 / ratio;
  for (int k = 0; k < 3; ++k)
    if (*rc::gen::inRange(0, 2)) c.period(k, at, at + side * *rc::gen::element(1.0, 0.6, 2.5));
  return c;
}

TEST(Levels, agree_with_brute_for_size_ratios_up_to_a_thousand) {
  auto detectors = all_detectors();
  std::uint64_t version = 0;
  EXPECT_TRUE(rc::check([&] {
    Cloud c = draw_mixture();
    c.fixed_version = ++version;
    const std::string difference = first_difference(c, detectors);
    if (!difference.empty()) RC_FAIL(difference);
  }));
}

TEST(Levels, list_pairs_in_the_same_order_for_any_number_of_threads) {
  const int before = omp_get_max_threads();
  Cloud c = mixture({{20, 8}, {4, 300}, {1, 6000}}, 90);
  for (int k = 0; k < 2; ++k) c.period(k, 0, 90);
  SortedCells d(kLevels);
  std::vector<RowPair> first, again;
  omp_set_num_threads(1);
  d.find(c.input(), first);
  ASSERT_EQ(d.levels().size(), 3u);
  ASSERT_GT(first.size(), 2000u);
  for (const int threads : {2, 3, 7}) {
    omp_set_num_threads(threads);
    d.find(c.input(), again);
    EXPECT_EQ(again, first) << threads << " threads";
  }
  omp_set_num_threads(before);
}

}  // namespace
}  // namespace scree::detect
