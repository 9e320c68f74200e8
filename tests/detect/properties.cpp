// Random worlds, drawn to be nasty: coordinates on a coarse lattice (so that centres coincide, lie
// on faces of cells and exactly at reach), thin periodic boxes, mixed sizes, fixed grains, grains
// far away and positions that are not numbers.
#include <rapidcheck.h>

#include <limits>

#include "cloud.hpp"

namespace scree {
namespace {

double draw_coordinate() {
  const int kind = *rc::gen::inRange(0, 20);
  if (kind == 0) return *rc::gen::element(1e7, -1e12, 1e300, -1e20);
  if (kind == 1)
    return *rc::gen::element(std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity());
  if (kind < 12) return 0.25 * *rc::gen::inRange(-40, 40);
  return 1e-4 * *rc::gen::inRange(-100000, 100000);
}

// Sizes up to 1:1000 where they are hardest: heaps of grains in and on one another, all at one
// position, or on a lattice whose spacing is that of the cells.
Vec3 draw_position(int layout, double reach, const std::vector<Vec3>& heaps) {
  const auto on_lattice = [] { return *rc::gen::inRange(-4, 4); };
  switch (layout) {
    case 0:
      return {0.5, -0.25, 0.125};
    case 1: {
      const double step = *rc::gen::element(2 + reach, 1.0, 8 + reach);
      return {step * on_lattice(), step * on_lattice(), step * on_lattice()};
    }
    default: {
      const double spread = *rc::gen::element(0.01, 0.3, 3.0);
      const auto near = [&] { return spread * 1e-3 * *rc::gen::inRange(-1000, 1000); };
      return *rc::gen::elementOf(heaps) + Vec3{near(), near(), near()};
    }
  }
}

Cloud draw_crowd() {
  Cloud c;
  c.reach = *rc::gen::element(0.0, 1e-4, 0.25);
  const int layout = *rc::gen::inRange(0, 5);
  const std::vector<Vec3> heaps = {{0, 0, 0}, {9.5, -3, 2}, {-40, 41, 17}};
  const auto radii = *rc::gen::element(std::vector<double>{1}, std::vector<double>{1, 0.5},
                                       std::vector<double>{4, 0.004, 0.004, 0.004},
                                       std::vector<double>{4, 1, 0.2, 0.04, 0.004});
  const int grains = *rc::gen::inRange(0, 150);
  for (int i = 0; i < grains; ++i)
    c.add(draw_position(layout, c.reach, heaps), *rc::gen::elementOf(radii));
  for (int k = 0; k < 3; ++k)
    if (*rc::gen::inRange(0, 2) == 1)
      c.period(k, -4 * (2 + c.reach), *rc::gen::element(4 * (2 + c.reach), 10.0, 60.0));
  return c;
}

Cloud draw_cloud() {
  Cloud c;
  c.reach = *rc::gen::element(0.0, 0.25, 0.5, 0.1, 3.0);
  const auto radii =
      *rc::gen::element(std::vector<double>{0.875}, std::vector<double>{1, 0.5, 0.75},
                        std::vector<double>{0.004, 4, 0.5}, std::vector<double>{0},
                        std::vector<double>{0.004, 0.009, 0.03, 0.1, 0.5, 1.25, 4});
  const int grains = *rc::gen::inRange(0, 120);
  for (int i = 0; i < grains; ++i)
    c.add({draw_coordinate(), draw_coordinate(), draw_coordinate()}, *rc::gen::elementOf(radii),
          *rc::gen::inRange(0, 4) == 0);
  for (int k = 0; k < 3; ++k) {
    if (*rc::gen::inRange(0, 2) == 0) continue;
    const double lo = 0.5 * *rc::gen::inRange(-20, 20);
    c.period(k, lo, lo + *rc::gen::element(0.5, 2.0, 2.125, 4.0, 4.25, 6.5, 10.0, 20.0));
  }
  return c;
}

TEST(EveryDetector, agrees_with_brute_on_random_worlds) {
  auto detectors = all_detectors();  // reused: nothing may survive from the world before
  std::uint64_t version = 0;
  EXPECT_TRUE(rc::check([&] {
    Cloud c = draw_cloud();
    c.fixed_version = ++version;
    const std::string difference = first_difference(c, detectors);
    if (!difference.empty()) RC_FAIL(difference);
  }));
}

TEST(EveryDetector, agrees_with_brute_on_crowds_of_sizes_up_to_1_to_1000) {
  auto detectors = all_detectors();
  std::uint64_t version = 0;
  EXPECT_TRUE(rc::check([&] {
    Cloud c = draw_crowd();
    for (int step = 0; step < 3; ++step) {
      c.fixed_version = ++version;
      const std::string difference = first_difference(c, detectors);
      if (!difference.empty()) RC_FAIL(difference);
      for (std::size_t i = 0; i < c.xr.size(); ++i)
        c.xr[i].x = c.xr[i].x + Vec3{1e-3 * static_cast<double>(i % 7), -2e-3, 0};
    }
  }));
}

TEST(EveryDetector, follows_grains_that_move_while_the_fixed_ones_are_kept) {
  EXPECT_TRUE(rc::check([] {
    auto detectors = all_detectors();
    Cloud c = draw_cloud();
    for (int step = 0; step < 4; ++step) {
      for (std::size_t i = 0; i < c.xr.size(); ++i)
        if (!(c.ws[i].flags & kFixed)) c.xr[i].x = c.xr[i].x + Vec3{0.3, -0.2, 0.25 * step};
      const std::string difference = first_difference(c, detectors);
      if (!difference.empty()) RC_FAIL(difference);
    }
  }));
}

TEST(EveryDetector, lists_the_same_grains_when_rows_are_permuted) {
  EXPECT_TRUE(rc::check([] {
    auto detectors = all_detectors();
    Cloud c = draw_cloud();
    for (int step = 0; step < 2; ++step) {
      const std::string difference = first_difference(c, detectors);
      if (!difference.empty()) RC_FAIL(difference);
      std::reverse(c.xr.begin(), c.xr.end());
      std::reverse(c.ws.begin(), c.ws.end());
      std::reverse(c.id.begin(), c.id.end());
      ++c.fixed_version;  // rows changed
    }
  }));
}

}  // namespace
}  // namespace scree
