// The two passes of an update, by certificates and by testing everything: one result, whatever
// the motion, and whatever chooses.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "clouds.hpp"
#include "geometry/kernel/kernel.hpp"
#include "geometry/triangulation/hilbert.hpp"
#include "geometry/triangulation/pass_choice.hpp"
#include "geometry/triangulation/triangulation.hpp"
#include "packing.hpp"
#include "reference.hpp"
#include "samples.hpp"
#include "sequences.hpp"
#include "support/effort.hpp"

namespace scree::geometry {
namespace {

constexpr std::array all_passes{Pass::automatic, Pass::certificates, Pass::tests};

// The same motions for every triangulation: by `size`, each site in its own direction.
void step(std::vector<Site>& sites, double size, int update) {
  Draw d(31, static_cast<std::uint64_t>(update));
  for (Site& s : sites) s.x += jitter(d, size);
}

std::vector<Vec3> positions(const std::vector<Site>& sites) {
  std::vector<Vec3> x;
  for (const Site& s : sites) x.push_back(s.x);
  return x;
}

TEST(Passes, are_chosen_by_the_motion_and_give_what_a_rebuild_gives) {
  std::vector<Site> sites = sorted_packing(test::reduced_effort() ? 1000 : 4000);
  Triangulation t = std::move(*Triangulation::build(sites));
  int update = 0;
  const auto full_tests = [&](double size, int updates) {
    RepairStats all;
    for (int k = 0; k < updates; ++k) {
      step(sites, size, ++update);
      all += *t.move_all(positions(sites), {}, 2);
      EXPECT_EQ(t.fault(4), "");
      EXPECT_TRUE(t.tetrahedra() == Triangulation::build(sites)->tetrahedra());
    }
    return all.full_tests;
  };
  for (int round = 0; round < 2; ++round) {
    EXPECT_GE(full_tests(0.03, 4), 3u);  // one update by certificates tells
    // Back when what was lost pays for new certificates, later if the change was regretted.
    const std::size_t slow = full_tests(1e-5, 60);
    EXPECT_GE(slow, 10u);
    EXPECT_LE(slow, 50u);
  }
}

TEST(Passes, in_turn_give_what_a_rebuild_gives) {
  std::vector<Site> sites = sorted_packing(1500);
  Triangulation t = std::move(*Triangulation::build(sites));
  std::size_t tests = 0;
  for (int update = 0; update < 24; ++update) {
    t.use(all_passes[update * 7 / 3 % 3]);
    step(sites, std::pow(10.0, -1 - update % 5), update);
    if (update % 5 == 4) {  // weights, too
      std::vector<double> w;
      for (Site& s : sites) w.push_back(s.w = 0.3 - s.w * 0.3);
      tests += t.move_all(positions(sites), w, 3)->full_tests;
    } else {
      tests += t.move_all(positions(sites), {}, 3)->full_tests;
    }
    ASSERT_EQ(t.fault(4), "");
    ASSERT_TRUE(t.tetrahedra() == Triangulation::build(sites)->tetrahedra()) << update;
  }
  EXPECT_GE(tests, 8u);
  EXPECT_LE(tests, 20u);
}

class EachCloudByTests : public testing::TestWithParam<Cloud> {};

TEST_P(EachCloudByTests, equals_a_rebuild_after_random_motions) {
  for (const double size : {1e-4, 1e-2, 1e-1})
    for (const Ties ties : {Ties::by_id, Ties::lexicographic}) {
      std::vector<Site> sites = make_cloud(GetParam(), GetParam() == Cloud::two_lines ? 60 : 300);
      Vec3 low = sites[0].x, high = low;
      for (const Site& s : sites)
        for (int k = 0; k < 3; ++k)
          low[k] = std::min(low[k], s.x[k]), high[k] = std::max(high[k], s.x[k]);
      const double spacing = norm(high - low) / std::cbrt(double(sites.size()));
      Triangulation t = std::move(*Triangulation::build(sites, ties));
      t.use(Pass::tests);
      for (int update = 0; update < 3; ++update) {
        step(sites, size * spacing, update);
        const auto done = t.move_all(positions(sites), {}, 2);
        ASSERT_TRUE(done.ok());
        const auto expected = Triangulation::build(sites, ties);
        ASSERT_EQ(t.fault(4), "");
        ASSERT_TRUE(t.tetrahedra() == expected->tetrahedra());
        ASSERT_EQ(t.hidden_sites(), expected->hidden_sites());
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Passes, EachCloudByTests, testing::ValuesIn(all_clouds),
                         [](const auto& info) { return std::string(name(info.param)); });

TEST(Passes, by_tests_give_one_result_for_any_number_of_threads) {
  const std::vector<Site> start = sorted_packing(12000);
  const auto cells_of = [&](int threads, RepairStats& stats) {
    std::vector<Site> sites = start;
    Triangulation t = std::move(*Triangulation::build(sites));
    t.use(Pass::tests);
    for (int update = 0; update < 3; ++update) {
      step(sites, 0.05, update);
      stats += *t.move_all(positions(sites), {}, threads);
    }
    EXPECT_EQ(t.fault(3), "");
    return cells_in_order(t);
  };
  RepairStats first;
  const auto cells = cells_of(1, first);
  EXPECT_EQ(first.full_tests, 3u);
  EXPECT_GT(first.flips(), 6000u);
  EXPECT_GT(first.held, 0u);
  for (const int threads : {2, 3, 7}) {
    RepairStats stats;
    EXPECT_TRUE(cells_of(threads, stats) == cells);
    EXPECT_EQ(stats.facets_tested, first.facets_tested);
    EXPECT_EQ(stats.flips(), first.flips());
  }
}

TEST(Passes, in_random_sequences_on_a_grid_equal_a_rebuild) {
  const auto sequences = static_cast<std::uint64_t>(test::tries(40));
  for (const Pass pass : {Pass::certificates, Pass::tests})
    for (const Sequence kind : {Sequence::mixed, Sequence::dense, Sequence::moving})
      for (std::uint64_t number = 0; number < sequences; ++number) {
        SequenceRun run(kind, number, pass);
        ASSERT_EQ(run.run(), "") << static_cast<int>(kind) << ", " << number;
        ASSERT_TRUE(pass == Pass::tests || run.stats().full_tests == 0);
      }
}

TEST(Passes, by_tests_refuse_bad_input_and_change_nothing) {
  std::vector<Site> sites = sorted_packing(64);
  Triangulation t = std::move(*Triangulation::build(sites));
  t.use(Pass::tests);
  step(sites, 0.01, 1);
  ASSERT_EQ(t.move_all(positions(sites))->full_tests, 1u);
  const auto before = t.tetrahedra();
  std::vector<Vec3> x = positions(sites);
  for (Vec3& p : x) p += Vec3{0.3, 0, 0};
  x[7].y = std::numeric_limits<double>::quiet_NaN();
  const auto bad = t.move_all(x);
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().location, "site 7");
  EXPECT_TRUE(t.tetrahedra() == before);
  for (std::uint32_t v = 0; v < 64; ++v) EXPECT_EQ(t.site(v).x, sites[v].x);
  step(sites, 0.01, 2);
  ASSERT_TRUE(t.move_all(positions(sites)).ok());
  EXPECT_TRUE(t.tetrahedra() == Triangulation::build(sites)->tetrahedra());
}

// Budgets and the sites' former positions are never kept together.
TEST(Passes, take_no_more_memory_by_tests_than_by_certificates) {
  std::vector<Site> sites = sorted_packing(20000);
  std::array<std::size_t, 2> bytes{};
  for (const Pass pass : {Pass::certificates, Pass::tests}) {
    Triangulation t = std::move(*Triangulation::build(sites));
    t.use(pass);
    ASSERT_TRUE(t.move_all(positions(sites)).ok());
    bytes[pass == Pass::tests] = t.memory_bytes();
  }
  EXPECT_LT(bytes[1], bytes[0]);
}

TEST(Passes, give_back_what_the_other_pass_needed) {
  const std::vector<Site> start = sorted_packing(20000);
  const auto bytes_after = [&](const std::vector<Pass>& passes) {
    std::vector<Site> sites = start;
    Triangulation t = std::move(*Triangulation::build(sites));
    int update = 0;
    for (const Pass pass : passes) {
      t.use(pass);
      step(sites, 1e-3, ++update);
      EXPECT_TRUE(t.move_all(positions(sites)).ok());
    }
    return static_cast<double>(t.memory_bytes()) / 20000;
  };
  // The lists of what is looked at again grow with the updates: some bytes per grain.
  const double tests = bytes_after({Pass::tests}), certificates = bytes_after({Pass::certificates});
  EXPECT_LT(bytes_after({Pass::certificates, Pass::tests}), tests + 8);
  EXPECT_LT(bytes_after({Pass::tests, Pass::certificates}), certificates + 8);
  EXPECT_LT(certificates, 350);
  EXPECT_LT(tests, 320);
}

// Five sites as a cell with the fifth beyond every facet: what the filter decides is right.
TEST(CellFilter, is_undecided_wherever_it_could_be_wrong) {
  for (const char* set : {"plain", "avx2", "avx512"}) {
    const kernel::Kernels* kernels = kernel::choose_kernels(set);
    if (kernels == nullptr) continue;
    for (const Family f : all_families) {
      std::vector<Site> sites;
      kernel::CellBlock block;
      block.count = 203;  // the last group is not full
      for (int i = 0; i < block.count; ++i) {
        const std::array<Site, 5> s = sample(f, 1000 + static_cast<std::uint64_t>(i));
        const auto row = static_cast<std::uint32_t>(sites.size());
        sites.insert(sites.end(), s.begin(), s.end());
        const std::uint32_t p = row + 4;
        block.sites[i] = {row, row + 1, row + 2, row + 3, p, p, p, p};
        block.to_test[i] = static_cast<std::uint8_t>(i % 7 == 0 ? 16 : 31);
        block.cell[i] = static_cast<std::uint32_t>(i);
      }
      kernels->filter(sites.data(), block);
      int sure = 0;
      for (int i = 0; i < block.count; ++i) {
        const auto& r = block.sites[i];
        const int turn =
            reference::orient3d(sites[r[0]].x, sites[r[1]].x, sites[r[2]].x, sites[r[3]].x);
        EXPECT_EQ(block.undecided[i] & ~block.to_test[i], 0) << name(f) << i;
        if (!(block.undecided[i] & 16)) {
          EXPECT_EQ(turn, 1) << set << " " << name(f) << i;
        }
        if (turn <= 0 || block.to_test[i] != 31) continue;
        const int side = reference::power_test(
            {sites[r[0]], sites[r[1]], sites[r[2]], sites[r[3]], sites[r[4]]});
        sure += (block.undecided[i] & 15) == 0;
        for (int k = 0; k < 4; ++k) {
          const bool undecided = block.undecided[i] >> k & 1;
          EXPECT_TRUE(undecided || side == -1) << set << " " << name(f) << i;
        }
      }
      if (f == Family::random) {
        EXPECT_GT(sure, 10);  // else the filter is of no use
      }
    }
  }
}

// Cells as a sweep reads them; mark 9: free.
struct StoredCells {
  std::vector<std::array<std::uint32_t, 8>> cells;
  std::vector<std::uint8_t> mark;

  explicit StoredCells(const Triangulation& t) {
    for (std::uint32_t c = 0; c < t.cell_slots(); ++c) {
      auto& cell = cells.emplace_back();
      for (int k = 0; k < 4; ++k)
        cell[k] = t.vertices_of(c)[k], cell[4 + k] = t.neighbours_of(c)[k];
      mark.push_back(t.live(c) ? 0 : 9);
    }
  }
};

// What a sweep found, for each cell: facets certainly wrong, and undecided.
struct Found {
  std::vector<std::uint8_t> wrong, undecided;
  std::vector<std::uint32_t> infinite;
  std::size_t facets = 0;
};

Found swept(const kernel::Kernels& kernels, const StoredCells& stored,
            const std::vector<Site>& sites) {
  const auto& [cells, mark] = stored;
  const auto count = static_cast<std::uint32_t>(cells.size());
  Found found{std::vector<std::uint8_t>(count), std::vector<std::uint8_t>(count), {}, 0};
  const auto sweep = std::make_unique<kernel::CellSweep>();
  for (std::uint32_t next = 0; next < count;) {
    next = kernels.sweep({cells.data(), mark.data(), 9}, sites.data(), next, count, *sweep);
    for (int i = 0; i < sweep->listed; ++i) {
      EXPECT_EQ(found.wrong[sweep->cell[i]] | found.undecided[sweep->cell[i]], 0);  // listed once
      found.wrong[sweep->cell[i]] = sweep->wrong[i];
      found.undecided[sweep->cell[i]] = sweep->undecided[i];
    }
    const auto* far = sweep->infinite_cell.data();
    found.infinite.insert(found.infinite.end(), far, far + sweep->infinite);
  }
  found.facets = sweep->facets;
  return found;
}

// Every claim of the sweep against exact arithmetic. Returns the share of facets that it decided.
double sure_share(const Found& found, const StoredCells& stored, const std::vector<Site>& sites) {
  std::size_t facets = 0, sure = 0, infinite = 0;
  for (std::uint32_t c = 0; c < stored.cells.size(); ++c) {
    const auto& q = stored.cells[c];
    if (stored.mark[c] != 0) continue;
    if (*std::max_element(q.begin(), q.begin() + 4) == Triangulation::infinite) {
      EXPECT_EQ(found.infinite.at(infinite++), c);
      continue;
    }
    const Site &a = sites[q[0]], &b = sites[q[1]], &e = sites[q[2]], &d = sites[q[3]];
    const int turn = reference::orient3d(a.x, b.x, e.x, d.x);
    EXPECT_TRUE(turn > 0 || (found.undecided[c] & 16)) << c;
    for (std::uint32_t k = 0; k < 4; ++k) {
      const std::uint32_t n = q[4 + k], apex = stored.cells[n >> 2][n & 3];
      const bool wrong = found.wrong[c] >> k & 1, undecided = found.undecided[c] >> k & 1;
      if (n >> 2 < c || apex == Triangulation::infinite) {
        EXPECT_FALSE(wrong) << c;
        continue;
      }
      ++facets, sure += !undecided;
      if (turn == 0) continue;  // the reference has no side then
      const int sign = turn * reference::power_test({a, b, e, d, sites[apex]});
      EXPECT_TRUE(undecided || sign == (wrong ? 1 : -1)) << c;
    }
  }
  EXPECT_EQ(found.facets, facets);
  EXPECT_EQ(found.infinite.size(), infinite);
  return static_cast<double>(sure) / static_cast<double>(facets);
}

// Sites that moved under their old cells: `size` 0.3 leaves few facets regular, 0 all of them.
class SweepOfCells : public testing::TestWithParam<Cloud> {};

TEST_P(SweepOfCells, misses_nothing_and_calls_wrong_what_is_wrong) {
  for (const double size : {0.0, 1e-3, 0.3}) {
    std::vector<Site> sites = make_cloud(GetParam(), 200);
    const Triangulation t = std::move(*Triangulation::build(sites));
    if (t.dimension() < 3) continue;  // helpers, which are not among the sites
    const StoredCells stored(t);
    Vec3 low = sites[0].x, high = low;
    for (const Site& s : sites)
      for (int k = 0; k < 3; ++k)
        low[k] = std::min(low[k], s.x[k]), high[k] = std::max(high[k], s.x[k]);
    step(sites, size * norm(high - low) / std::cbrt(double(sites.size())), 3);
    for (const char* set : {"plain", "avx2", "avx512"}) {
      const kernel::Kernels* kernels = kernel::choose_kernels(set);
      if (kernels == nullptr) continue;
      SCOPED_TRACE(set);
      const double share = sure_share(swept(*kernels, stored, sites), stored, sites);
      if (GetParam() == Cloud::random) {
        EXPECT_GT(share, 0.99);  // else the filter is of no use
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Passes, SweepOfCells, testing::ValuesIn(all_clouds),
                         [](const auto& info) { return std::string(name(info.param)); });

TEST(PassChoice, tests_everything_as_soon_as_too_many_facets_were_looked_at) {
  PassChoice c;
  EXPECT_FALSE(c.test_all(100));
  c.record(50, 1000, 100);
  EXPECT_FALSE(c.test_all(100));
  c.record(50, 1000, 100);
  EXPECT_TRUE(c.test_all(300));  // three times the motion, three times the facets
}

TEST(PassChoice, goes_back_after_a_dozen_small_motions_and_hesitates_where_it_was_regretted) {
  PassChoice c;
  const auto updates_until_back = [&] {
    c.record(500, 1000, 100);
    EXPECT_TRUE(c.test_all(100));
    int n = 0;
    while (c.test_all(1)) ++n;
    return n;
  };
  EXPECT_EQ(updates_until_back(), 12);
  EXPECT_GT(updates_until_back(), 20);
  for (int k = 0; k < 200; ++k) {  // long in peace
    c.record(1, 1000, 1);
    EXPECT_FALSE(c.test_all(1));
  }
  EXPECT_EQ(updates_until_back(), 12);
}

TEST(PassChoice, stays_where_ties_are_looked_at_without_any_motion) {
  PassChoice c;
  c.record(500, 1000, 0);
  for (int k = 0; k < 1000; ++k) EXPECT_TRUE(c.test_all(0));
}

}  // namespace
}  // namespace scree::geometry
