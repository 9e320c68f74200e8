// Every grain has a skin of its own in the near list (sim/lists/grain_skins.cpp). Slow grains have
// thin ones: the worst case are slow grains that fast ones hit, again and again. The audit compares
// the near list of every step with what brute force finds.
#include "worlds.hpp"

namespace scree::test {
namespace {

// A block of grains at rest that just touch, so that most candidates do and the step works on a
// near list, and eight that are shot into it.
World shot_at(bool periodic) {
  World w = empty_world(linear_material(1e-3, 0.9, 0.3));
  const int across = 8;
  const double d = 0.01, width = across * d;
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < across; ++i)
      for (int k = 0; k < across; ++k)
        w.particles.add(
            {.x = {d * (i + 0.5), d * (j + 0.5), d * (k + 0.5)}, .radius = 0.5 * 1.0002 * d}, 2500);
  for (int m = 0; m < 8; ++m)
    w.particles.add({.x = {d * (m + 0.4), 6 * d + 0.3 * d * m, d * (7.3 - m)},
                     .radius = 0.3 * d,
                     .v = {0.4 - 0.1 * m, -2.0 - 0.2 * m, 0.1 * m}},
                    2500);
  w.max_start_overlap = 0.1;
  if (periodic) {
    w.box = {{0, 0, 0}, {width, width, width}, {true, false, true}};
    w.walls = {plane({0, 0, 0}, {0, 1, 0}), plane({0, 0.12, 0}, {0, -1, 0})};
  } else {
    w.walls = open_box(width);
    w.walls.push_back(plane({0, 0.12, 0}, {0, -1, 0}));
  }
  return w;
}

std::string outcome(bool periodic, int audit, const std::string& method, int threads,
                    double skin = 0) {
  World w = shot_at(periodic);
  w.detect.audit = audit;
  w.detect.method = method;
  w.detect.skin = skin;
  Simulation s = start(std::move(w), {.threads = threads});
  EXPECT_GT(s.contact_count(), 500u);
  run(s, 600);
  return to_string(s.state_hash());
}

TEST(OwnSkins, miss_no_contact_when_fast_grains_hit_slow_ones) {
  for (const bool periodic : {false, true}) {
    const std::string audited = outcome(periodic, 1, "cubes", 1);
    EXPECT_EQ(outcome(periodic, 0, "cubes", 3), audited) << periodic;
    EXPECT_EQ(outcome(periodic, 0, "brute", 2), audited) << periodic;
    EXPECT_EQ(outcome(periodic, 7, "cubes", 1, 0.004), audited) << periodic << " thick skin";
  }
}

TEST(OwnSkins, do_not_change_the_moments_of_renewal_with_threads) {
  std::vector<std::uint64_t> renewals;
  for (const int threads : {1, 2, 5}) {
    Simulation s = start(shot_at(false), {.threads = threads});
    run(s, 600);
    renewals.push_back(s.renewals());
  }
  EXPECT_EQ(renewals[1], renewals[0]);
  EXPECT_EQ(renewals[2], renewals[0]);
  EXPECT_GT(renewals[0], 1u) << "lists that are never renewed test nothing";
}

}  // namespace
}  // namespace scree::test
