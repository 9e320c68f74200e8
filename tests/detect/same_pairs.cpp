// Every detector answers with the set of pairs of brute force, on ordinary and on nasty input.
#include <omp.h>

#include <limits>

#include "cloud.hpp"
#include "support/effort.hpp"

namespace scree {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(EveryDetector, finds_nothing_among_no_grains_and_one_grain) {
  Cloud c;
  EXPECT_EQ(first_difference(c), "");
  c.add({1, 2, 3});
  EXPECT_EQ(first_difference(c), "");
}

TEST(EveryDetector, agrees_on_random_clouds_of_any_density) {
  for (const double side : {2.0, 8.0, 20.0, 60.0, 400.0}) {
    const Cloud c = random_cloud(600, {-side / 2, -side / 3, 0}, {side / 2, side, side}, 0.7, 1, 3);
    EXPECT_EQ(first_difference(c), "") << "side " << side;
  }
}

TEST(EveryDetector, agrees_on_clusters) {
  Cloud c;
  for (std::uint64_t k = 0; k < 8; ++k) {
    const double at = 37.0 * static_cast<double>(k * k);
    const Cloud part = random_cloud(80, {at, -at, 0}, {at + 6, 6 - at, 6}, 0.5, 1, k);
    for (const auto& g : part.xr) c.add(g.x, g.r);
  }
  EXPECT_EQ(first_difference(c), "");
}

TEST(EveryDetector, agrees_when_grains_lie_exactly_on_faces_edges_and_corners_of_cubes) {
  // Lattices whose spacing divides or equals the cube sizes in use, with and without the margins.
  for (const double reach : {0.0, 0.125, 0.5}) {
    for (const double spacing :
         {(2 + reach), (2 + reach) * (1 + 0x1p-10), (2 + reach) * (1 + 0x1p-7), (2 + reach) / 2,
          (2 + reach) * (1 + 0x1p-10) / 3}) {
      Cloud c;
      c.reach = reach;
      for (int i = -4; i < 4; ++i)
        for (int j = -4; j < 4; ++j)
          for (int k = -4; k < 4; ++k) c.add({i * spacing, j * spacing, k * spacing});
      EXPECT_EQ(first_difference(c), "") << "spacing " << spacing << " reach " << reach;
    }
  }
}

TEST(EveryDetector, decides_on_grains_exactly_at_reach_like_brute) {
  for (const double gap : {std::nextafter(0.1, 0.0), 0.1, std::nextafter(0.1, 1.0)}) {
    Cloud c;
    for (int i = 0; i < 200; ++i) c.add({i * (2 + gap), 0.3, -5});
    EXPECT_EQ(first_difference(c), "");
  }
  Cloud touching;  // strictly closer than reach: exactly at it is not a pair
  touching.reach = 0.5;
  touching.add({0, 0, 0}), touching.add({2.5, 0, 0}), touching.add({0, 2.25, 0});
  EXPECT_EQ(brute_pairs(touching).size(), 1u);
  EXPECT_EQ(first_difference(touching), "");
}

TEST(EveryDetector, pairs_all_grains_with_the_same_centre) {
  Cloud c;
  for (int i = 0; i < 70; ++i) c.add({0.1, 0.2, 0.3}, i % 3 == 0 ? 0.0 : 1.0);
  c.reach = 1e-3;
  EXPECT_EQ(brute_pairs(c).size(), 70u * 69u / 2);
  EXPECT_EQ(first_difference(c), "");
}

TEST(EveryDetector, agrees_on_collinear_and_coplanar_grains) {
  for (int axis = 0; axis < 3; ++axis) {
    Cloud line, plane;
    const CounterRandom random(11, static_cast<std::uint64_t>(axis));
    for (std::uint32_t i = 0; i < 300; ++i) {
      Vec3 x{};
      x[axis] = 200 * random.uniform(i);
      line.add(x);
      x[(axis + 1) % 3] = 200 * random.uniform(1000 + i) / 10;
      x[axis] /= 10;
      plane.add(x);
    }
    EXPECT_EQ(first_difference(line), "") << "axis " << axis;
    EXPECT_EQ(first_difference(plane), "") << "axis " << axis;
  }
}

TEST(EveryDetector, agrees_on_a_sparse_diagonal) {
  Cloud c;
  for (int i = 0; i < 400; ++i) c.add({2.05 * i, -1.9 * i, 1.0 * i});
  EXPECT_EQ(first_difference(c), "");
}

TEST(EveryDetector, agrees_for_size_ratios_up_to_a_thousand) {
  for (const double ratio : {3.0, 30.0, 1000.0}) {
    Cloud c = random_cloud(500, {-20, -20, -20}, {20, 20, 20}, 8.0 / ratio, 8.0 / ratio, 5);
    for (int i = 0; i < 6; ++i) c.add({7.0 * i - 20, 3.0 * i, -i * 1.0}, 8);
    c.reach = 0.8 / ratio;
    EXPECT_EQ(first_difference(c), "") << "ratio " << ratio;
  }
}

TEST(EveryDetector, agrees_far_from_the_origin_and_at_negative_coordinates) {
  for (const double at : {2e6, -2e6, 1e12, -3e15}) {
    Cloud c = random_cloud(400, {at, -at, at}, {at + 14, -at + 14, at + 14}, 0.8, 1, 6);
    EXPECT_EQ(first_difference(c), "") << "at " << at;
  }
}

TEST(EveryDetector, agrees_with_two_clouds_and_single_grains_far_apart) {
  for (const double far : {2e6, 1e9, 1e15, 1e200}) {
    Cloud c = random_cloud(300, {0, 0, 0}, {12, 12, 12}, 0.8, 1, 8);
    const Cloud second =
        random_cloud(300, {far, far, -far}, {far + 12, far + 12, -far + 12}, 1, 1, 9);
    for (const auto& g : second.xr) c.add(g.x, g.r);
    c.add({-far, 0, far});
    EXPECT_EQ(first_difference(c), "") << "far " << far;
  }
}

TEST(EveryDetector, agrees_on_sparse_lattices_that_fold_onto_themselves) {
  for (const int step : {8, 16, 64}) {  // in reaches: powers of two are the worst for folded cells
    Cloud c;
    c.reach = 0.5;
    const double spacing = 2.5 * (1 + 0x1p-10) * step;
    for (int i = 0; i < 12; ++i)
      for (int j = 0; j < 12; ++j)
        for (int k = 0; k < 6; ++k) {
          c.add({i * spacing, j * spacing, k * spacing});
          c.add({i * spacing + 2.2, j * spacing, k * spacing + 0.1 * (i % 3)});
        }
    EXPECT_EQ(first_difference(c), "") << "step " << step;
  }
}

TEST(EveryDetector, pairs_no_two_fixed_grains) {
  Cloud c = random_cloud(300, {0, 0, 0}, {10, 10, 10}, 0.8, 1, 12);
  for (auto& w : c.ws) w.flags = kFixed;
  EXPECT_TRUE(brute_pairs(c).empty());
  EXPECT_EQ(first_difference(c), "");
  for (std::size_t i = 0; i < c.ws.size(); i += 3) c.ws[i].flags = 0;
  EXPECT_EQ(first_difference(c), "");
}

TEST(EveryDetector, agrees_in_periodic_boxes_of_any_axes_and_any_width) {
  auto detectors = all_detectors();
  for (int axes = 1; axes < 8; ++axes) {
    // Widths around whole numbers of cells, down to less than a grain.
    for (const double width : {0.7, 1.9, 2.11, 3.3, 4.2, 4.3, 5.0, 6.4, 8.5, 10.6, 13.0, 40.0}) {
      const double side = 12;
      const auto span = [&](int k) { return axes & (1 << k) ? width : side; };
      const auto n =
          static_cast<std::uint32_t>(std::clamp(0.2 * span(0) * span(1) * span(2), 30.0, 400.0));
      Cloud c = random_cloud(n, {-3, -3, -3}, {span(0) - 3, span(1) - 3, span(2) - 3}, 0.7, 1, 13);
      for (int k = 0; k < 3; ++k)
        if (axes & (1 << k)) c.period(k, -3, width - 3);
      EXPECT_EQ(first_difference(c, detectors), "") << "axes " << axes << " width " << width;
      for (std::size_t i = 0; i < c.xr.size(); i += 2)  // not wrapped back yet
        for (int k = 0; k < 3; ++k)
          if (axes & (1 << k)) c.xr[i].x[k] += width * (static_cast<double>(i % 7) - 3);
      EXPECT_EQ(first_difference(c, detectors), "") << "axes " << axes << " width " << width;
    }
  }
}

TEST(EveryDetector, pairs_across_the_seam_of_a_long_sparse_periodic_box) {
  Cloud c;
  for (int k = 0; k < 3; ++k) c.period(k, 0, 1e7);
  c.add({0, 5, 5}), c.add({1e7, 5, 5}), c.add({1e7 - 1.5, 5, 5}), c.add({5e6, 1e7 - 0.1, 2});
  c.add({5e6, 0.1, 1e7}), c.add({5e6 + 1, 1, 1}), c.add({1e7 * 70000 + 3, 5, 5}, 4);
  EXPECT_GE(brute_pairs(c).size(), 5u);
  EXPECT_EQ(first_difference(c), "");
}

TEST(EveryDetector, leaves_out_positions_that_are_not_numbers) {
  Cloud c = random_cloud(200, {0, 0, 0}, {9, 9, 9}, 0.8, 1, 14);
  const auto clean = c;
  for (const double bad : {kNan, kInf, -kInf}) {
    for (int k = 0; k < 3; ++k) {
      c = clean;
      for (std::size_t i = 0; i < c.xr.size(); i += 5) c.xr[i].x[k] = bad;
      EXPECT_EQ(first_difference(c), "") << bad;
      for (int p = 0; p < 3; ++p) c.period(p, 0, 9);
      EXPECT_EQ(first_difference(c), "") << bad;
    }
  }
  for (auto& g : c.xr) g.x = {kNan, kNan, kNan};
  EXPECT_EQ(first_difference(c), "");
}

TEST(EveryDetector, stays_quick_when_no_position_is_a_number) {
  Cloud c;  // pair by pair, this many would take minutes
  for (int i = 0; i < 300000; ++i) c.add({kNan, i * 1.0, 0});
  c.add({0, 0, 0});
  for (auto& [name, detector] : all_detectors())
    EXPECT_TRUE(pairs_of(*detector, c).empty()) << name;
}

TEST(EveryDetector, decides_like_brute_on_radii_and_reach_out_of_range) {
  const Cloud clean = random_cloud(150, {0, 0, 0}, {9, 9, 9}, 0.8, 1, 15);
  for (const double radius : {kNan, kInf, -kInf, -1.0, 0.0, 1e300, 1e-320}) {
    Cloud c = clean;
    for (std::size_t i = 0; i < c.xr.size(); i += 9) c.xr[i].r = radius;
    EXPECT_EQ(first_difference(c), "") << "radius " << radius;
  }
  for (const double reach : {kNan, kInf, -kInf, -0.3, -5.0, 1e308, 0.0}) {
    Cloud c = clean;
    c.reach = reach;
    EXPECT_EQ(first_difference(c), "") << "reach " << reach;
  }
  Cloud points = clean;  // nothing has any size: only what rounding leaves of it
  for (auto& g : points.xr) g.r = 0;
  points.reach = 1e-310;
  EXPECT_EQ(first_difference(points), "");
}

TEST(EveryDetector, decides_like_brute_in_boxes_without_size) {
  for (const double hi : {0.0, -4.0, kInf, kNan, 1e-320, 1e300}) {
    Cloud c = random_cloud(100, {0, 0, 0}, {5, 5, 5}, 0.8, 1, 16);
    c.period(1, 0, hi);
    EXPECT_EQ(first_difference(c), "") << "hi " << hi;
  }
}

TEST(EveryDetector, gives_the_same_set_for_any_number_of_threads) {
  const int before = omp_get_max_threads();
  Cloud open = random_cloud(6000, {0, 0, 0}, {33, 33, 33}, 0.8, 1, 17);
  for (std::size_t i = 0; i < 500; ++i) open.ws[i].flags = kFixed;
  Cloud closed = open;
  for (int k = 0; k < 3; ++k) closed.period(k, 0, 33);
  auto detectors = all_detectors();
  for (const Cloud* c : {&open, &closed}) {
    const auto expected = brute_pairs(*c);
    for (const int threads : {1, 2, 3, 7}) {
      if (test::reduced_effort() && threads % 2 == 1) continue;
      omp_set_num_threads(threads);
      for (auto& [name, detector] : detectors)
        EXPECT_EQ(pairs_of(*detector, *c), expected) << name << " with " << threads;
    }
  }
  omp_set_num_threads(before);
}

TEST(SortedCells, list_pairs_in_the_same_order_for_any_number_of_threads) {
  const int before = omp_get_max_threads();
  Cloud c = random_cloud(9000, {0, 0, 0}, {38, 38, 38}, 0.8, 1, 18);
  for (int k = 0; k < 2; ++k) c.period(k, 0, 38);
  detect::SortedCells d;
  std::vector<RowPair> first, again;
  omp_set_num_threads(1);
  d.find(c.input(), first);
  ASSERT_GT(first.size(), 9000u);
  for (const int threads : {2, 3, 7}) {
    omp_set_num_threads(threads);
    d.find(c.input(), again);
    EXPECT_EQ(again, first) << threads << " threads";
  }
  omp_set_num_threads(before);
}

}  // namespace
}  // namespace scree
