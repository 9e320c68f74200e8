// Certificates of the lists where they have nothing to spare: two grains that come head-on close
// two displacements a step. The audit compares every step with what the certificates promise.
#include "worlds.hpp"

namespace scree::test {
namespace {

constexpr double kSpeed = 0.25, kRadius = 0.005, kDt = 2e-5;
constexpr double kWay = kSpeed * kDt;  // of a grain in a step

World head_on(double gap, double skin) {
  World w = empty_world(linear_material(1e-3, 0.9, 0.3));
  w.dt = kDt;
  w.detect.skin = skin;
  w.detect.audit = 1;
  w.particles.add({.x = {0, 0, 0}, .radius = kRadius, .v = {kSpeed, 0, 0}}, 2500);
  w.particles.add({.x = {2 * kRadius + gap, 0, 0}, .radius = kRadius, .v = {-kSpeed, 0, 0}}, 2500);
  return w;
}

// Until the two have met and parted again: 50 steps of contact and some more.
void expect_no_miss(World w, double gap) {
  Simulation s = start(std::move(w));
  const auto failure = s.run(static_cast<std::uint64_t>(gap / (2 * kWay)) + 80);
  EXPECT_FALSE(failure.has_value()) << "gap " << gap / kWay << " ways: " << failure->message;
  EXPECT_GT(s.greatest_overlap(), 0) << "a pair that does not meet tests nothing";
}

// The start is moved by less than one closing a step, so that in some run the pair stands just
// outside of what each list holds: a promise that counts 1.9 displacements in place of two is then
// broken after a few dozen steps.
TEST(ClosingPair, is_never_missed_with_a_thin_skin) {
  for (double gap = 30 * kWay; gap < 130 * kWay; gap += 1.7 * kWay)
    expect_no_miss(head_on(gap, 60 * kWay), gap);
}

// Here the skin of the near list is the shorter one.
TEST(ClosingPair, is_never_missed_with_a_thick_skin) {
  for (double gap = 150 * kWay; gap < 400 * kWay; gap += 1.7 * kWay)
    expect_no_miss(head_on(gap, 500 * kWay), gap);
}

// A third grain rattles between two fixed balls: the sums of the greatest displacements run out all
// the time, and the real displacements, which are those of the pair, take their place.
TEST(ClosingPair, is_never_missed_where_displacements_are_measured) {
  for (double gap = 160 * kWay; gap < 260 * kWay; gap += 1.7 * kWay) {
    World w = head_on(gap, 200 * kWay);
    const double far = 0.1, room = 2 * kWay;
    for (const double side : {-1.0, 1.0})
      w.particles.add(
          {.x = {far, side * (2 * kRadius + room), 0}, .radius = kRadius, .fixed = true}, 2500);
    w.particles.add({.x = {far, 0, 0}, .radius = kRadius, .v = {0, 2 * kSpeed, 0}}, 2500);
    expect_no_miss(std::move(w), gap);
  }
}

}  // namespace
}  // namespace scree::test
