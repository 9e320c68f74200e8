// What a simulation reports is the exact sum of what each grain and contact adds, on any number of
// threads.
#include <algorithm>
#include <mutex>
#include <tuple>

#include "base/exact_sum.hpp"
#include "base/instruction_set.hpp"
#include "base/parallel_totals.hpp"
#include "worlds.hpp"

namespace scree::test {
namespace {

constexpr int kAcross = 17;  // 4913 grains and some 14,000 contacts: blocks for seven threads

// A lattice of unequal grains that touch, with walls on five sides.
World touching_lattice(const MaterialSpec& material) {
  World w = empty_world(material);
  w.gravity.g = {0, -9.81, 0};
  const double d = 0.01, step = 0.995 * d;
  w.walls = open_box(kAcross * step);
  const CounterRandom random(8, 1);
  for (std::uint64_t k = 0; k < kAcross * kAcross * kAcross; ++k) {
    const auto at = [&](std::uint64_t cell) { return (static_cast<double>(cell) + 0.5) * step; };
    const auto u = [&](std::uint64_t m) { return random.uniform(10 * k + m) - 0.5; };
    w.particles.add({.x = {at(k % kAcross), at(k / (kAcross * kAcross)), at(k / kAcross % kAcross)},
                     .radius = 0.5 * d * (1 + 0.004 * u(0)),
                     .v = {0.01 * u(1), 0.01 * u(2), 0.01 * u(3)},
                     .omega = {u(4), u(5), u(6)}},
                    w.materials[0].density);
  }
  return w;
}

std::vector<ContactView> in_order(const Simulation& s) {
  std::vector<ContactView> all;
  s.for_each_contact([&all](const ContactView& c) { all.push_back(c); });
  return all;
}

std::vector<ContactView> visited(const Simulation& s, int threads) {
  std::vector<ContactView> all;
  std::mutex one_at_a_time;
  s.visit_contacts(threads, [&](int thread, std::span<const ContactView> block) {
    const std::lock_guard lock(one_at_a_time);
    EXPECT_GE(thread, 0);
    EXPECT_LT(thread, threads);
    all.insert(all.end(), block.begin(), block.end());
  });
  const auto key = [](const ContactView& c) {
    return std::tuple(c.i.value, c.wall, c.wall < 0 ? c.j.value : 0u);
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const ContactView& a, const ContactView& b) { return key(a) < key(b); });
  return all;
}

TEST(ContactVisits, show_the_contacts_of_the_ordered_list_on_any_threads) {
  Simulation s = start(touching_lattice(hertz_rolling_material()));
  run(s, 3);
  const std::vector<ContactView> expected = in_order(s);
  ASSERT_GT(expected.size(), 4 * kTotalsBlock);
  const ContactCount count = s.count_contacts();
  EXPECT_EQ(count.pairs + count.walls, expected.size());
  EXPECT_EQ(static_cast<std::ptrdiff_t>(count.walls),
            std::count_if(expected.begin(), expected.end(),
                          [](const ContactView& c) { return c.wall >= 0; }));
  EXPECT_GT(count.walls, 500u);
  for (const int threads : {1, 2, 3}) {
    const std::vector<ContactView> found = visited(s, threads);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
      const ContactView &a = found[k], &b = expected[k];
      ASSERT_EQ(std::tie(a.i, a.wall, a.overlap, a.friction),
                std::tie(b.i, b.wall, b.overlap, b.friction));
      ASSERT_TRUE(a.j == b.j && a.point == b.point && a.normal == b.normal && a.force == b.force &&
                  a.tangential == b.tangential);
    }
  }
}

TEST(Energy, of_grains_is_the_exact_sum_on_any_threads) {
  for (const int threads : {1, 2, 3}) {
    Simulation s = start(touching_lattice(hertz_rolling_material()), {.threads = threads});
    run(s, 3);
    ExactSum kinetic, rotational, potential;
    const Particles& p = s.particles();
    for (std::size_t r = 0; r < p.size(); ++r) {
      kinetic += 0.5 * norm2(p.vm[r].v) / p.vm[r].inv_mass;
      rotational += 0.5 * norm2(p.ws[r].omega) / p.inv_inertia[r];
      potential += -dot(Vec3{0, -9.81, 0}, p.xr[r].x) / p.vm[r].inv_mass;
    }
    const EnergyReport e = s.energy();
    EXPECT_EQ(e.kinetic, kinetic.value());
    EXPECT_EQ(e.rotational, rotational.value());
    EXPECT_EQ(e.potential, potential.value());
    EXPECT_GT(e.kinetic, 0);
  }
}

// Springs of known stiffness: half k overlap^2 of each contact, with grains and with walls.
TEST(Energy, stored_in_linear_contacts_is_that_of_their_overlaps) {
  MaterialSpec m = linear_material(1e-3, 0.5, 0);
  m.normal.params = {};
  const double k = 1e4;
  m.normal.params.set("stiffness", k);
  m.normal.params.set("restitution", 0.5);
  Simulation s = start(touching_lattice(m), {.threads = 3});
  run(s, 3);
  ExactSum expected;
  for (const ContactView& c : in_order(s)) expected += 0.5 * k * c.overlap * c.overlap;
  // The overlap is a difference of lengths 200 times as long, rounded to 2^-53 of those.
  EXPECT_NEAR(s.energy().stored_normal, expected.value(), 1e-13 * expected.value());
  EXPECT_GT(expected.value(), 0);
  EXPECT_EQ(s.energy().stored_tangential, 0);
  EXPECT_EQ(s.energy().stored_rolling, 0);
}

TEST(Energy, stored_is_the_same_on_any_threads_and_instruction_set) {
  EnergyReport first;
  for (const std::string set : {"plain", "avx2", "avx512"})
    for (const int threads : {1, 2, 3}) {
      if (!has_instruction_set(set)) continue;
      Simulation s = start(touching_lattice(hertz_rolling_material()),
                           {.threads = threads, .instruction_set = set});
      run(s, 5);
      const EnergyReport e = s.energy();
      if (first.kinetic == 0) first = e;
      EXPECT_EQ(e.stored_normal, first.stored_normal) << set << " " << threads;
      EXPECT_EQ(e.stored_tangential, first.stored_tangential) << set << " " << threads;
      EXPECT_EQ(e.stored_rolling, first.stored_rolling) << set << " " << threads;
    }
  EXPECT_GT(first.stored_normal, 0);
  EXPECT_GT(first.stored_tangential, 0);
  EXPECT_GT(first.stored_rolling, 0);
}

TEST(WallLoads, are_exact_sums_on_any_threads) {
  for (const int threads : {1, 3}) {
    Simulation s = start(touching_lattice(hertz_rolling_material()), {.threads = threads});
    run(s, 3);
    std::vector<std::array<ExactSum, 3>> force(s.world().walls.size());
    for (const ContactView& c : in_order(s))
      if (c.wall >= 0)
        for (int k = 0; k < 3; ++k)
          force[static_cast<std::size_t>(c.wall)][static_cast<std::size_t>(k)] += -c.force[k];
    const std::vector<WallReport> reports = s.wall_reports();
    for (std::size_t w = 0; w < force.size(); ++w) {
      EXPECT_EQ(reports[w].force.x, force[w][0].value());
      EXPECT_EQ(reports[w].force.y, force[w][1].value());
      EXPECT_EQ(reports[w].force.z, force[w][2].value());
      EXPECT_GT(norm(reports[w].force), 0);
    }
  }
}

}  // namespace
}  // namespace scree::test
