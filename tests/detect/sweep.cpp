// Sort-and-update: the box part in two and three dimensions, and what the detector remembers.
#include "detect/sweep.hpp"

#include <omp.h>
#include <rapidcheck.h>

#include <cmath>
#include <set>

#include "cloud.hpp"

namespace scree::detect {
namespace {

using Keys = std::set<std::uint64_t>;

Keys keys_of(const PairSet& pairs) {
  Keys keys;
  for (const std::uint64_t key : pairs.keys()) keys.insert(key);
  EXPECT_EQ(keys.size(), pairs.size());
  return keys;
}

template <int D>
Keys all_overlaps(const std::vector<SweepBox<D>>& boxes, const std::vector<std::uint8_t>& alive) {
  Keys keys;
  for (std::uint32_t a = 0; a < boxes.size(); ++a) {
    for (std::uint32_t b = a + 1; b < boxes.size(); ++b) {
      bool overlap = alive[a] && alive[b];
      for (int k = 0; k < D; ++k)
        overlap &= boxes[a].lo[k] <= boxes[b].hi[k] && boxes[b].lo[k] <= boxes[a].hi[k];
      if (overlap) keys.insert(PairSet::key(a, b));
    }
  }
  return keys;
}

template <int D>
SweepBox<D> box_at(const double* centre, double half) {
  SweepBox<D> b{};
  for (int k = 0; k < D; ++k) b.lo[k] = centre[k] - half, b.hi[k] = centre[k] + half;
  return b;
}

TEST(PairSet, behaves_like_a_set) {
  EXPECT_TRUE(rc::check([] {
    PairSet pairs;
    Keys expected;
    const auto some = [] {
      std::vector<std::uint64_t> keys;
      for (int n = *rc::gen::inRange(0, 40); n > 0; --n)
        keys.push_back(PairSet::key(*rc::gen::inRange<std::uint32_t>(12, 24),
                                    *rc::gen::inRange<std::uint32_t>(0, 12)));
      return keys;
    };
    for (int steps = *rc::gen::inRange(0, 20); steps > 0; --steps) {
      auto removed = some(), added = some();
      for (const std::uint64_t key : removed) expected.erase(key);
      for (const std::uint64_t key : added) expected.insert(key);
      pairs.change(removed, added);
      RC_ASSERT(keys_of(pairs) == expected);
      RC_ASSERT(std::is_sorted(pairs.keys().begin(), pairs.keys().end()));
      for (const std::uint64_t key : some())
        RC_ASSERT(pairs.contains(key) == expected.contains(key));
    }
    pairs.erase_if([](std::uint64_t key) { return PairSet::lower(key) % 2 == 0; });
    std::erase_if(expected, [](std::uint64_t key) { return PairSet::lower(key) % 2 == 0; });
    RC_ASSERT(keys_of(pairs) == expected);
  }));
}

// The example of the paper: figure 4, table 2.
TEST(SweepBoxes, add_the_pair_whose_beginning_passes_an_end) {
  SweepBoxes<2> sweep;
  const std::vector<std::uint8_t> alive(3, 1);
  std::vector<SweepBox<2>> boxes{{{1, 0}, {4, 1}}, {{2, 0}, {6, 1}}, {{7, 0}, {9, 1}}};
  sweep.update(boxes, alive);
  EXPECT_EQ(keys_of(sweep.pairs()), Keys{PairSet::key(0, 1)});
  boxes = {{{2.5, 0}, {4.5, 1}}, {{2.2, 0}, {6.6, 1}}, {{6.3, 0}, {8.3, 1}}};
  sweep.update(boxes, alive);
  EXPECT_EQ(keys_of(sweep.pairs()), (Keys{PairSet::key(0, 1), PairSet::key(1, 2)}));
  EXPECT_EQ(sweep.exchanges(), 2u);  // b1 with b2, e2 with b3
  EXPECT_FALSE(sweep.sorted_anew());
}

TEST(SweepBoxes, report_boxes_that_share_a_face_an_edge_or_a_corner) {
  for (int axes = 1; axes < 8; ++axes) {
    SweepBoxes<3> sweep;
    std::vector<SweepBox<3>> boxes{{{0, 0, 0}, {1, 1, 1}}, {{0, 0, 0}, {1, 1, 1}}};
    for (int k = 0; k < 3; ++k)
      if (axes & (1 << k)) boxes[1].lo[k] = 1.5, boxes[1].hi[k] = 2.5;
    sweep.update(boxes, std::vector<std::uint8_t>(2, 1));
    EXPECT_EQ(sweep.pairs().size(), 0u);
    for (int k = 0; k < 3; ++k)
      if (axes & (1 << k)) boxes[1].lo[k] = 1, boxes[1].hi[k] = 2;
    sweep.update(boxes, std::vector<std::uint8_t>(2, 1));
    EXPECT_EQ(sweep.pairs().size(), 1u) << axes;
  }
}

template <int D>
void follow_random_boxes() {
  EXPECT_TRUE(rc::check([] {
    SweepBoxes<D> sweep;
    const int count = *rc::gen::inRange(0, 80);
    std::vector<SweepBox<D>> boxes(static_cast<std::size_t>(count));
    std::vector<std::uint8_t> alive(boxes.size(), 0);
    // A coarse lattice: many equal ends. Or sizes 1:1000.
    const bool lattice = *rc::gen::inRange(0, 2) == 0;
    for (int step = 0; step < 6; ++step) {
      for (std::size_t b = 0; b < boxes.size(); ++b) {
        double centre[D];
        for (int k = 0; k < D; ++k) {
          const double now = 0.5 * (boxes[b].lo[k] + boxes[b].hi[k]);
          centre[k] = alive[b] && *rc::gen::inRange(0, 8) != 0
                          ? now + 0.5 * *rc::gen::inRange(-1, 2)
                          : 0.5 * *rc::gen::inRange(-20, 20);
        }
        const double half =
            lattice ? 0.5 * *rc::gen::inRange(0, 4) : *rc::gen::element(0.01, 10.0, 0.7);
        boxes[b] = box_at<D>(centre, half);
        alive[b] = *rc::gen::inRange(0, 5) != 0;
      }
      sweep.update(boxes, alive);
      RC_ASSERT(keys_of(sweep.pairs()) == all_overlaps(boxes, alive));
    }
  }));
}

TEST(SweepBoxes, follow_boxes_that_move_come_and_go_in_two_dimensions) { follow_random_boxes<2>(); }
TEST(SweepBoxes, follow_boxes_that_move_come_and_go_in_three_dimensions) {
  follow_random_boxes<3>();
}

// Figure 6: a tower whose order is reversed.
TEST(SweepBoxes, sort_anew_when_the_order_is_lost_and_only_then) {
  constexpr int n = 3000;
  SweepBoxes<2> sweep;
  std::vector<SweepBox<2>> boxes(n);
  const std::vector<std::uint8_t> alive(n, 1);
  for (int i = 0; i < n; ++i) {
    const double centre[2] = {0.001 * i, 1.0 * i};
    boxes[static_cast<std::size_t>(i)] = box_at<2>(centre, 0.6);
  }
  sweep.update(boxes, alive);
  EXPECT_TRUE(sweep.sorted_anew());
  for (auto& b : boxes) b.lo[0] += 0.0005, b.hi[0] += 0.0005;
  sweep.update(boxes, alive);
  EXPECT_FALSE(sweep.sorted_anew());
  std::reverse(boxes.begin(), boxes.end());
  sweep.update(boxes, alive);
  EXPECT_TRUE(sweep.sorted_anew());
  EXPECT_EQ(keys_of(sweep.pairs()), all_overlaps(boxes, alive));
  EXPECT_LT(sweep.exchanges(), 2u * 2 * n * SweepBoxes<2>::kExchangesPerEnd + 20000);
}

// Blocks and their borders, which short lists do not have.
TEST(SweepBoxes, keep_the_same_pairs_for_any_number_of_threads) {
  const int before = omp_get_max_threads();
  for (const int threads : {1, 2, 7}) {
    omp_set_num_threads(threads);
    Cloud c = random_cloud(12000, {0, 0, 0}, {44, 44, 44}, 0.5, 1, 31);
    for (int k = 0; k < 2; ++k) c.period(k, 0, 44);
    Sweep sweep;
    const auto cubes = find_detector("cubes")->make();
    const CounterRandom random(32, 0);
    for (int step = 0; step < 4; ++step) {
      EXPECT_EQ(pairs_of(sweep, c), pairs_of(*cubes, c)) << threads << " threads, step " << step;
      EXPECT_EQ(sweep.boxes().sorted_anew(), step == 0);
      for (std::uint64_t i = 0; i < c.xr.size(); ++i)
        for (int k = 0; k < 3; ++k)
          c.xr[i].x[k] += 0.05 * (random.uniform(4 * (i + 12000 * step) + k) - 0.5);
    }
  }
  omp_set_num_threads(before);
}

TEST(Sweep, corrects_its_pairs_while_grains_cross_the_seam_of_a_period) {
  Cloud c = random_cloud(600, {0, 0, 0}, {9, 9, 30}, 0.4, 1, 33);
  for (int k = 0; k < 3; ++k) c.period(k, 0, k == 2 ? 30 : 9);
  Sweep sweep;
  for (int step = 0; step < 40; ++step) {
    EXPECT_EQ(pairs_of(sweep, c), brute_pairs(c)) << "step " << step;
    EXPECT_EQ(sweep.boxes().sorted_anew(), step == 0) << "step " << step;
    for (std::size_t i = 0; i < c.xr.size(); ++i) {
      c.xr[i].x += Vec3{0.02, -0.03, 0.01} * (i % 2 == 0 ? 1.0 : -2.0);
      for (int k = 0; k < 3; ++k) {  // wrapped back, or not, as the engine pleases
        const double period = c.box.length(k);
        if (step % 3 == 0) c.xr[i].x[k] -= period * std::floor(c.xr[i].x[k] / period);
      }
    }
  }
}

TEST(Sweep, follows_grains_that_are_added_removed_and_re_sorted) {
  EXPECT_TRUE(rc::check([] {
    Sweep kept;
    Cloud c = random_cloud(200, {0, 0, 0}, {9, 9, 9}, 0.01, 1, *rc::gen::inRange(0u, 1000u));
    if (*rc::gen::inRange(0, 2)) c.period(0, 0, 9);
    std::uint32_t next = 1000000;
    for (int step = 0; step < 8; ++step) {
      const int leave = *rc::gen::inRange(0, 4), come = *rc::gen::inRange(0, 40);
      for (int k = 0; k < leave && !c.xr.empty(); ++k) {
        const auto at = *rc::gen::inRange<std::ptrdiff_t>(0, static_cast<int>(c.xr.size()));
        c.xr.erase(c.xr.begin() + at), c.ws.erase(c.ws.begin() + at), c.id.erase(c.id.begin() + at);
      }
      for (int k = 0; k < come; ++k) {
        c.add({0.1 * *rc::gen::inRange(0, 90), 0.1 * *rc::gen::inRange(0, 90), 1.0 * k}, 0.5);
        c.id.back() = ParticleId{next++};
      }
      for (auto& g : c.xr) g.x += Vec3{0.02, 0.01 * step, -0.015};
      if (step % 2) {
        std::reverse(c.xr.begin(), c.xr.end());
        std::reverse(c.ws.begin(), c.ws.end());
        std::reverse(c.id.begin(), c.id.end());
      }
      c.reach = 0.1 + 0.02 * step;  // skins are tuned during a run
      Sweep fresh;
      const auto expected = brute_pairs(c);
      RC_ASSERT(pairs_of(kept, c) == expected);
      RC_ASSERT(pairs_of(fresh, c) == expected);
    }
  }));
}

TEST(Sweep, does_not_sort_anew_for_a_few_newcomers) {
  Cloud c = random_cloud(1000, {0, 0, 0}, {18, 18, 18}, 0.8, 1, 34);
  Sweep sweep;
  pairs_of(sweep, c);
  for (int k = 0; k < 30; ++k) c.add({0.6 * k, 9, 9}, k == 0 ? 6.0 : 0.9);
  EXPECT_EQ(pairs_of(sweep, c), brute_pairs(c));
  EXPECT_FALSE(sweep.boxes().sorted_anew());
}

}  // namespace
}  // namespace scree::detect
