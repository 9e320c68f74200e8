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
