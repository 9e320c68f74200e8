// Three ways to the forces on a grain: all near pairs in slices of the list, pairs sifted by law,
// bits of links that were hit. Many tiles, several threads, grains so large that their contacts
// reach over all tiles: one answer.
#include "matrix.hpp"
#include "reported.hpp"
#include "worlds.hpp"

namespace scree::test {
namespace {

double jitter(std::uint64_t n, double by) { return by * (CounterRandom(41, 3).uniform(n) - 0.5); }

// 16 x 12 x 16 small grains that partly overlap: six tiles. Two of three touch.
World dense(bool rolling) {
  World w = empty_world(linear_material(1e-3, 0.5, 0.4));
  w.gravity.g = {0.5, -9.81, 0.3};
  if (rolling) {
    w.materials[0].rolling = {"spring", {}};
    w.materials[0].rolling.params.set("friction", 0.05);
    w.materials[0].normal.params = {};
    w.materials[0].normal.params.set("stiffness", 2000.0);
    w.materials[0].normal.params.set("restitution", 0.5);
  }
  std::uint64_t n = 0;
  for (int j = 0; j < 12; ++j)
    for (int i = 0; i < 16; ++i)
      for (int k = 0; k < 16; ++k, n += 4)
        w.particles.add({.x = {0.01 * (i + 0.55) + jitter(n, 2e-4), 0.01 * (j + 0.55),
                               0.01 * (k + 0.55) + jitter(n + 1, 2e-4)},
                         .radius = 0.005,
                         .v = {jitter(n + 2, 1), jitter(n + 3, 1), 0}},
                        2500);
  w.walls = open_box(0.161);
  return w;
}

World dense_equal() { return dense(false); }
World dense_rolling() { return dense(true); }

// Far apart: one near pair in ten touches.
World loose() {
  World w = dense(false);
  for (PositionRadius& g : w.particles.xr) g.x = 1.03 * g.x;
  w.walls = open_box(0.17);
  return w;
}

// So wide that rows come in nine blocks (sim/lists/row_order.hpp): contacts between grains of far
// rows.
World wide() {
  World w = empty_world(linear_material(1e-3, 0.5, 0.4));
  w.gravity.g = {0.5, -9.81, 0.3};
  std::uint64_t n = 0;
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 90; ++i)
      for (int k = 0; k < 88; ++k, n += 4)
        w.particles.add({.x = {0.01 * (i + 0.55) + jitter(n, 2e-4), 0.0099 * (j + 0.51),
                               0.01 * (k + 0.55) + jitter(n + 1, 2e-4)},
                         .radius = 0.005,
                         .v = {jitter(n + 2, 1), jitter(n + 3, 1), 0}},
                        2500);
  w.walls = open_box(0.901);
  return w;
}

// Gravity that turns: its work is booked in every step.
World turning() {
  World w = loose();
  w.gravity.rate = 3;
  return w;
}

// Three grains of 24 radii in the middle of the small ones, and each size a material.
World with_large() {
  World w = dense(false);
  MaterialSpec heavy = linear_material(1.5e-3, 0.7, 0.3);
  heavy.name = "heavy";
  w.materials.push_back(heavy);
  World out = w;
  out.particles = {};
  out.max_start_overlap = 0.5;
  const std::vector<Vec3> centre = {{0.04, 0.06, 0.04}, {0.12, 0.06, 0.11}, {0.05, 0.1, 0.13}};
  const double large = 0.03, small = 0.00125;
  for (const Vec3& c : centre)
    out.particles.add({.x = c, .radius = large, .material = MaterialId{1}, .v = {0, -0.5, 0.2}},
                      2500);
  std::uint64_t n = 0;
  for (int j = 0; j < 24; ++j)
    for (int i = 0; i < 58; ++i)
      for (int k = 0; k < 58; ++k, n += 4) {
        const Vec3 x{0.00275 * (i + 0.5) + jitter(n, 5e-4), 0.04 + 0.0024 * j,
                     0.00275 * (k + 0.5) + jitter(n + 1, 5e-4)};
        double gap = 1;
        for (const Vec3& c : centre) gap = std::min(gap, norm(x - c) - large - small);
        if (gap < -1e-4 || gap > 0.003) continue;  // a skin of small ones around the large
        out.particles.add(
            {.x = x, .radius = small, .v = {jitter(n + 2, 1), -0.2, jitter(n + 3, 1)}}, 2500);
      }
  return out;
}

struct GatherCase {
  const char* name;
  World (*make)();
};

class GatherByAnyWay : public testing::TestWithParam<GatherCase> {};

TEST_P(GatherByAnyWay, gives_the_same_bits) {
  const std::uint64_t steps = matrix().steps(120, 20);
  std::string expected;
  const auto check = [&](const RunOptions& o) {
    Simulation s = start(GetParam().make(), o);
    ASSERT_GT(s.particles().size(), 2000u) << "too few tiles to test anything";
    run(s, steps / 2);
    run(s, steps - steps / 2);
    EXPECT_GT(s.contact_count(), 100u);
    const std::string got = reported(s);
    if (expected.empty()) expected = got;
    EXPECT_EQ(got, expected) << "threads " << o.threads << " gather by "
                             << static_cast<int>(o.gather_by) << " sorted " << o.sort_rows << " "
                             << o.instruction_set;
  };
  check({.threads = 1, .instruction_set = "plain", .gather_by = GatherBy::links});
  check({.threads = 2, .engine = "rows"});
  for (const GatherBy way : {GatherBy::speed, GatherBy::links, GatherBy::hits})
    for (const int threads : matrix().threads()) check({.threads = threads, .gather_by = way});
  if (matrix().reduced) return;
  check({.threads = 2, .sort_rows = false, .gather_by = GatherBy::hits});
  for (const char* set : {"plain", "avx2"})
    if (kernel::choose_kernels(set) != nullptr)
      check({.threads = 2, .instruction_set = set, .gather_by = GatherBy::hits});
}

// A byte of hits knows its row modulo 2^16: rows beyond must not be taken for others.
TEST(GatherByHits, tells_rows_apart_that_are_more_than_65536) {
  const auto hash = [](GatherBy way) {
    World w = empty_world(linear_material(1e-3, 0.5, 0.4));
    for (int j = 0; j < 70; ++j)
      for (int i = 0; i < 1000; ++i)
        w.particles.add(
            {.x = {0.00998 * i, 0.00999 * j, 0}, .radius = 0.005, .v = {0, 0, 0.01 * j}}, 2500);
    w.max_start_overlap = 0.1;
    Simulation s = start(std::move(w), {.threads = 2, .gather_by = way});
    run(s, 4);
    EXPECT_GT(s.contact_count(), 130000u);
    return to_string(s.state_hash());
  };
  EXPECT_EQ(hash(GatherBy::hits), hash(GatherBy::links));
}

INSTANTIATE_TEST_SUITE_P(Worlds, GatherByAnyWay,
                         testing::Values(GatherCase{"dense_equal", dense_equal},
                                         GatherCase{"dense_rolling", dense_rolling},
                                         GatherCase{"loose", loose}, GatherCase{"wide", wide},
                                         GatherCase{"turning", turning},
                                         GatherCase{"with_large", with_large}),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(TurningGravity, books_its_work_while_steps_look_ahead) {
  Simulation s = start(turning(), {.threads = 2});
  run(s, 400);
  const EnergyReport e = s.energy();
  // The trapezoid rule on speeds that collisions change within 30 steps: a thousandth is its order.
  EXPECT_LT(std::abs(e.residual()), 1e-3 * (e.lost() + std::abs(e.work_gravity)));
  EXPECT_GT(std::abs(e.work_gravity), 0.01 * e.total());
}

}  // namespace
}  // namespace scree::test
