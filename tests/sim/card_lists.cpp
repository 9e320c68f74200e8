// Lists that a card makes: every pair that the certificates promise is in them, and the answer is
// that of the processor. On the card that is not there (tests/card/fake_card.cpp).
#include "engine_list.hpp"
#include "worlds.hpp"

namespace scree::test {
namespace {

// Grains of sizes up to `ratio` times the smallest in random places that are free, moving, in a box
// that is periodic along some axes.
World mixture(std::uint64_t seed, double ratio, int count, const Vec3& size,
              const bool (&ring)[3]) {
  World w = empty_world(hertz_rolling_material());
  w.detect.audit = 3;
  w.max_start_overlap = 0.2;
  w.box.lo = {-0.1, 0.2, 3}, w.box.hi = w.box.lo + size;
  for (int k = 0; k < 3; ++k) w.box.periodic[k] = ring[k];
  const CounterRandom random(seed, 9);
  std::vector<Grain> placed;
  for (std::uint64_t n = 0; n < 4000 && placed.size() < static_cast<std::size_t>(count); ++n) {
    const auto u = [&](std::uint64_t m) { return random.uniform(16 * n + m); };
    const double r = 1e-3 * std::pow(ratio, u(0) * u(0) * u(0));
    const Vec3 x{w.box.lo.x + u(1) * size.x, w.box.lo.y + u(2) * size.y,
                 w.box.lo.z + u(3) * size.z};
    const bool free = std::all_of(placed.begin(), placed.end(), [&](const Grain& g) {
      return norm(w.box.nearest(x - g.x)) > r + g.radius - 0.02 * std::min(r, g.radius);
    });
    if (!free || 2.1 * r > std::min({size.x, size.y, size.z})) continue;
    placed.push_back({.x = x, .radius = r, .v = {u(4) - 0.5, u(5) - 0.5, u(6) - 0.5}});
    w.particles.add(placed.back(), w.materials[0].density);
  }
  return w;
}

void expect_the_answer_of_the_processor(const World& w, std::uint64_t steps,
                                        RunOptions options = {.threads = 2}) {
  Simulation here = start(w), there = start(w, on_card(options));
  run(here, steps), run(there, steps);
  EXPECT_TRUE(here.state_hash() == there.state_hash());
  EXPECT_EQ(here.contact_count(), there.contact_count());
}

TEST(CardLists, of_mixtures_in_boxes_of_all_kinds_miss_no_pair) {
  std::uint64_t seed = 1;
  for (const double ratio : {1.0, 5.0, 35.0, 100.0})
    for (const double narrow : {3.4, 4.1, 8.0})
      for (int rings = 0; rings<8; rings += ratio> 1 ? 3 : 1) {
        const double widest = 2e-3 * ratio;
        const World w = mixture(++seed, ratio, 120, {narrow * widest, 6 * widest, 4 * widest},
                                {(rings & 1) != 0, (rings & 2) != 0, (rings & 4) != 0});
        SCOPED_TRACE("ratio " + std::to_string(ratio) + ", narrow " + std::to_string(narrow) +
                     ", rings " + std::to_string(rings));
        ASSERT_GT(w.particles.size(), 3u);
        expect_the_answer_of_the_processor(w, 60);
      }
}

// Grains on a lattice as wide as their diameter: all centres lie on borders of cells, or next to.
TEST(CardLists, of_lattices_miss_no_pair) {
  for (const double pitch : {0.999, 1.0, 1.05}) {
    World w = empty_world(linear_material(1e-3, 0.5, 0.3));
    w.detect.audit = 1;
    const double d = 0.01;
    w.box.lo = {0, 0, 0}, w.box.hi = pitch * d * Vec3{5, 4, 4};
    for (int k = 0; k < 3; ++k) w.box.periodic[k] = true;
    for (int n = 0; n < 80; ++n)
      w.particles.add({.x = pitch * d * Vec3{1.0 * (n % 5), 1.0 * (n / 5 % 4), 1.0 * (n / 20)},
                       .radius = 0.5 * d,
                       .v = {0.01 * (n % 3), 0.02 * (n % 2), -0.01 * (n % 5)}},
                      2500);
    expect_the_answer_of_the_processor(w, 40);
  }
}

// A large grain whose contacts are more than one thread adds up, with couples and a wall below.
TEST(CardLists, of_a_crowded_grain_have_one_order) {
  World w = empty_world(hertz_rolling_material());
  w.gravity.g = {0, -9.81, 0};
  const double large = 0.02, small = 0.001;
  w.walls = {plane({0, -large * 0.9999, 0}, {0, 1, 0})};
  w.particles.add({.x = {0, 0, 0}, .radius = large}, 2500);
  constexpr int kCount = 700;
  for (int n = 0; n < kCount; ++n) {
    const double y = 0.95 - 1.7 * (n + 0.5) / kCount, across = std::sqrt(1 - y * y), turn = 2.4 * n;
    const double reach = large + small * 0.999;
    w.particles.add({.x = reach * Vec3{across * std::cos(turn), y, across * std::sin(turn)},
                     .radius = small,
                     .omega = {3, 2.0 * (n % 7), 1}},
                    2500);
  }
  for (const bool sorted : {true, false})
    expect_the_answer_of_the_processor(w, 150, {.threads = 2, .sort_rows = sorted});
  Simulation s = start(w, on_card({.threads = 2}));
  run(s, 20);
  ASSERT_GT(s.contact_count(), 300u);
  EXPECT_EQ(s.detector(), s.engine()) << "the processor has made the lists";
}

// Whatever the positions are: a gas that flies apart, grains at the edge of numbers, one alone.
TEST(CardLists, bear_rows_anywhere) {
  World w = empty_world();
  w.max_start_overlap = 0.2;
  w.particles.add({.x = {1e30, 0, 0}, .radius = 0.01}, 2500);
  expect_the_answer_of_the_processor(w, 10);
  w.particles.add({.x = {1e30, 0, 0.0199}, .radius = 0.01}, 2500);
  w.particles.add({.x = {-3e8, 0.019, 0}, .radius = 0.01}, 2500);
  w.particles.add({.x = {-3e8, 0, 0}, .radius = 0.01, .v = {1, 1, 1}}, 2500);
  w.particles.add({.x = {0, 0, 0}, .radius = 0.01, .v = {20, 0, 0}}, 2500);
  w.particles.add({.x = {0.03, 0, 0}, .radius = 0.01, .v = {-20, 1, 0}}, 2500);
  expect_the_answer_of_the_processor(w, 200);
}

// A detector that was asked for by name is the processor's, and the card goes on with its lists.
TEST(CardLists, are_the_processors_where_a_detector_is_named) {
  const bool open[3] = {false, false, false};
  World w = mixture(77, 5, 80, {0.03, 0.03, 0.03}, open);
  w.detect.method = "sweep";
  expect_the_answer_of_the_processor(w, 60);
  Simulation s = start(w, on_card({.threads = 2}));
  run(s, 5);
  EXPECT_EQ(s.detector(), "sweep");
}

}  // namespace
}  // namespace scree::test
