// The detector that follows motion: against brute force on every call, and by the way it says it
// took. A test that the grid answered would prove nothing, so hand-overs are counted throughout.
#include <omp.h>
#include <rapidcheck.h>

#include <cmath>

#include "cloud.hpp"
#include "detect/triangulated.hpp"

namespace scree::detect {
namespace {

using Reason = Triangulated::Reason;

// Face-centred, spacing d between nearest neighbours; every grain moved by up to `jitter`.
Cloud packing(int cells, double r, double d, double jitter, std::uint64_t seed) {
  Cloud c;
  const CounterRandom random(seed, 0);
  const double a = d * std::sqrt(2.0);
  std::uint64_t draw = 0;
  for (int i = 0; i < 2 * cells; ++i)
    for (int j = 0; j < 2 * cells; ++j)
      for (int k = 0; k < 2 * cells; ++k) {
        if ((i + j + k) % 2) continue;
        Vec3 x{0.5 * a * i, 0.5 * a * j, 0.5 * a * k};
        for (int m = 0; m < 3; ++m) x[m] += jitter * (2 * random.uniform(draw++) - 1);
        c.add(x, r);
      }
  return c;
}

void shake(Cloud& c, double way, std::uint64_t seed) {
  const CounterRandom random(seed, 5);
  for (std::size_t i = 0; i < c.xr.size(); ++i)
    if (!(c.ws[i].flags & kFixed))
      for (int k = 0; k < 3; ++k) c.xr[i].x[k] += way * (2 * random.uniform(3 * i + k) - 1);
}

void sort_rows(Cloud& c, std::uint64_t seed) {
  const CounterRandom random(seed, 6);
  for (std::size_t i = c.xr.size(); i > 1; --i) {
    const std::size_t j = random.words(i)[0] % i;
    std::swap(c.xr[i - 1], c.xr[j]);
    std::swap(c.ws[i - 1], c.ws[j]);
    std::swap(c.id[i - 1], c.id[j]);
  }
  ++c.fixed_version;
}

void remove_row(Cloud& c, std::size_t row) {
  c.xr.erase(c.xr.begin() + row);
  c.ws.erase(c.ws.begin() + row);
  c.id.erase(c.id.begin() + row);
  ++c.fixed_version;
}

TEST(TriangulationDetector, follows_a_shaken_packing_without_help) {
  for (const double reach : {0.0, 0.1, 0.2, 0.6, 0.8}) {
    Cloud c = packing(4, 1, 2.02, 0.05, 1);
    c.reach = reach;
    Triangulated d;
    for (std::uint64_t step = 0; step < 12; ++step) {
      shake(c, 0.02 * static_cast<double>(step % 4), step);
      ASSERT_EQ(pairs_of(d, c), brute_pairs(c)) << "step " << step << " reach " << reach;
    }
    EXPECT_EQ(d.handed_over(), 0u);
    EXPECT_EQ(d.sites().builds(), 1u) << "motion was not followed";
  }
}

TEST(TriangulationDetector, needs_the_edges_alone_while_overlaps_and_reach_are_small) {
  Cloud c = packing(4, 1, 1.98, 0.01, 2);
  c.reach = 0.3;
  Triangulated d;
  for (std::uint64_t step = 0; step < 6; ++step) {
    shake(c, 0.01, step);
    ASSERT_EQ(pairs_of(d, c), brute_pairs(c));
  }
  EXPECT_EQ(d.from_edges(), 6u);
}

TEST(TriangulationDetector, closes_triangles_where_edges_miss_pairs) {
  // Equal balls at random positions, up to thirty in one: no centre can leave its cell.
  std::size_t not_edges = 0;
  for (const double side : {4.0, 7.0, 11.0}) {
    const Cloud c = random_cloud(300, {0, 0, 0}, {side, side, side}, 1, 1, 31);
    Triangulated d;
    EXPECT_EQ(pairs_of(d, c), brute_pairs(c)) << "side " << side;
    EXPECT_EQ(d.from_triangles(), 1u);
    EXPECT_EQ(d.handed_over(), 0u);
    std::vector<geometry::Site> sites;
    for (const auto& g : c.xr) sites.push_back({g.x, 1.1025});
    MeetingPairs m;
    ASSERT_TRUE(m.find(geometry::Triangulation::build(sites).value(), 1));
    not_edges += m.closed();
  }
  EXPECT_GT(not_edges, 1000u) << "edges had them all: nothing was tested";
}

TEST(TriangulationDetector, hands_over_while_a_small_grain_is_buried_and_takes_back) {
  Cloud c = packing(3, 1, 2.02, 0.02, 3);
  c.add({2.5, 2.5, 2.5}, 0.1);
  Triangulated d;
  const Vec3 outside{-1.3, -1.3, -1.3}, inside = c.xr[5].x + Vec3{0.2, 0, 0};
  c.xr.back().x = outside;
  EXPECT_EQ(pairs_of(d, c), brute_pairs(c));
  EXPECT_EQ(d.handed_over(), 0u);
  c.xr.back().x = inside;
  for (int k = 0; k < 3; ++k) EXPECT_EQ(pairs_of(d, c), brute_pairs(c));
  EXPECT_EQ(d.handed_over(Reason::overlaps), 3u);
  c.xr.back().x = outside;
  std::uint64_t before = d.handed_over();
  for (int k = 0; k < 8; ++k) EXPECT_EQ(pairs_of(d, c), brute_pairs(c));
  EXPECT_LE(d.handed_over(), before + 3) << "the pause must end";
  bool told = false;
  for (const DetectorNote& n : d.notes())
    told |= n.what.find("overlaps too deep") != std::string::npos && n.count == d.handed_over();
  EXPECT_TRUE(told);
}

TEST(TriangulationDetector, hands_over_what_it_cannot_prove_and_says_why) {
  Cloud c = packing(3, 1, 2.02, 0.02, 4);
  Triangulated d;
  c.reach = 2.5;
  EXPECT_EQ(pairs_of(d, c), brute_pairs(c));
  EXPECT_EQ(d.handed_over(Reason::reach), 1u);
  c.reach = 0.1;
  c.period(0, 0, 2.05);
  EXPECT_EQ(pairs_of(d, c), brute_pairs(c));
  EXPECT_EQ(d.handed_over(Reason::period), 1u);
  c.box = {};
  c.xr[3].x.y = 1e70;
  EXPECT_EQ(pairs_of(d, c), brute_pairs(c));
  EXPECT_EQ(d.handed_over(), 3u);
  c.xr[3].x.y = 1;
  EXPECT_EQ(pairs_of(d, c), brute_pairs(c));
  EXPECT_EQ(d.handed_over(), 3u);
}

TEST(TriangulationDetector, survives_two_equal_grains_at_one_place) {
  Cloud c = packing(2, 1, 2.1, 0.01, 5);
  Triangulated d;
  EXPECT_EQ(pairs_of(d, c), brute_pairs(c));
  c.add(c.xr[4].x);
  EXPECT_EQ(pairs_of(d, c), brute_pairs(c));
  EXPECT_EQ(d.handed_over(Reason::overlaps), 1u);
}

TEST(TriangulationDetector, follows_grains_through_the_faces_of_a_periodic_box) {
  for (const int axes : {1, 2, 5, 6, 7}) {
    for (const bool wrapped : {true, false}) {
      Cloud c = packing(4, 1, 2.05, 0.02, 6);
      const double side = 4 * 2.05 * std::sqrt(2.0);
      for (int k = 0; k < 3; ++k)
        if (axes & 1 << k) c.period(k, -0.4, side - 0.4);
      Triangulated d;
      for (std::uint64_t step = 0; step < 30; ++step) {
        shake(c, 0.03, step);
        for (auto& g : c.xr) g.x += Vec3{0.11, -0.07, 0.05};
        for (auto& g : c.xr)
          for (int k = 0; wrapped && k < 3; ++k)
            if (c.box.periodic[k]) g.x[k] -= side * std::floor((g.x[k] + 0.4) / side);
        if (step % 16 == 7) sort_rows(c, step);
        ASSERT_EQ(pairs_of(d, c), brute_pairs(c)) << "axes " << axes << " step " << step;
      }
      EXPECT_EQ(d.handed_over(), 0u);
      EXPECT_EQ(d.sites().builds(), 1u) << "axes " << axes << (wrapped ? " wrapped" : "");
    }
  }
}

TEST(TriangulationDetector, finds_pairs_across_both_sides_of_a_narrow_box_once) {
  Cloud c;
  for (int k = 0; k < 3; ++k) c.period(k, 0, 2.4);
  c.add({0.1, 0.1, 0.1}), c.add({1.3, 0.1, 0.1}), c.add({1.3, 1.3, 0.1}, 0.9);
  Triangulated d;
  EXPECT_EQ(brute_pairs(c).size(), 3u);
  EXPECT_EQ(pairs_of(d, c), brute_pairs(c));
  EXPECT_EQ(d.handed_over(), 0u);
}

TEST(TriangulationDetector, handles_a_crystal_at_rest_and_turning) {
  Cloud c = packing(3, 1, 2.0, 0, 7);
  const Cloud start = c;
  Triangulated d;
  for (int step = 0; step < 20; ++step) {
    const double angle = 0.05 * std::max(0, step - 4);
    for (std::size_t i = 0; i < c.xr.size(); ++i) {
      const Vec3& x = start.xr[i].x;
      c.xr[i].x = {std::cos(angle) * x.x - std::sin(angle) * x.y,
                   std::sin(angle) * x.x + std::cos(angle) * x.y, x.z};
    }
    ASSERT_EQ(pairs_of(d, c), brute_pairs(c)) << "step " << step;
  }
  EXPECT_EQ(d.handed_over(), 0u);
}

TEST(TriangulationDetector, handles_a_layer_that_buckles_out_of_its_plane) {
  Cloud c;
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 12; ++j) c.add({2.0 * i, 0, 2.0 * j});
  Triangulated d;
  for (int step = 0; step < 6; ++step) {
    ASSERT_EQ(pairs_of(d, c), brute_pairs(c)) << "step " << step;
    for (std::size_t i = 0; i < c.xr.size(); ++i)
      c.xr[i].x.y = step == 4 ? 0 : 0.02 * step * static_cast<double>(i % 5);
  }
  EXPECT_EQ(d.handed_over(), 0u);
}

TEST(TriangulationDetector, keeps_up_with_walls_of_overlapping_fixed_balls) {
  Cloud c = packing(3, 1, 2.05, 0.02, 8);
  for (int i = -3; i < 14; ++i)
    for (int j = -3; j < 14; ++j) c.add({0.7 * i, -1.7, 0.7 * j}, 0.7, true);
  Triangulated d;
  for (std::uint64_t step = 0; step < 8; ++step) {
    shake(c, 0.03, step);
    ASSERT_EQ(pairs_of(d, c), brute_pairs(c));
  }
  EXPECT_EQ(d.handed_over(), 0u);
  EXPECT_EQ(d.from_triangles(), 8u);
}

// Small grains between and upon large ones, none buried: rejected where they would overlap.
Cloud mixture(double ratio, std::uint32_t small, std::uint64_t seed) {
  Cloud c = packing(2, 1, 2.02, 0.005, seed);
  const CounterRandom random(seed, 9);
  const double r = 1 / ratio;
  std::uint64_t draw = 0;
  for (std::uint32_t made = 0; made < small; draw += 3) {
    // Upon the surface of some large grain, as sediment would be.
    Vec3 n{random.uniform(draw) - 0.5, random.uniform(draw + 1) - 0.5,
           random.uniform(draw + 2) - 0.5};
    const Vec3 x = c.xr[draw / 3 % 32].x + (1 + 1.02 * r) * normalized(n);
    bool is_free = true;
    for (const auto& g : c.xr) is_free &= norm(g.x - x) > g.r + 0.98 * r;
    if (!is_free) continue;
    c.add(x, r);
    ++made;
  }
  c.reach = 0.2 * r;
  return c;
}

TEST(TriangulationDetector, proves_mixtures_up_to_one_in_a_thousand) {
  for (const double ratio : {5.0, 35.0, 1000.0}) {
    Cloud c = mixture(ratio, 400, 10);
    Triangulated d;
    for (std::uint64_t step = 0; step < 6; ++step) {
      ASSERT_EQ(pairs_of(d, c), brute_pairs(c)) << "ratio " << ratio;
      shake(c, 0.03 / ratio, step);
    }
    EXPECT_EQ(d.handed_over(), 0u) << "ratio " << ratio;
  }
}

TEST(TriangulationDetector, gives_the_same_list_in_the_same_order_for_any_number_of_threads) {
  const int before = omp_get_max_threads();
  std::vector<std::vector<RowPair>> reference;
  for (const int threads : {1, 2, 3, 7}) {
    omp_set_num_threads(threads);
    Cloud c = packing(9, 1, 1.9, 0.1, 11);
    const double side = 9 * 1.9 * std::sqrt(2.0);
    for (int k = 0; k < 3; ++k) c.period(k, 0, side);
    c.reach = 0.7;
    Triangulated d;
    for (std::uint64_t step = 0; step < 3; ++step) {
      shake(c, 0.05, step);
      std::vector<RowPair> pairs;
      d.find(c.input(), pairs);
      if (threads == 1) reference.push_back(pairs);
      EXPECT_EQ(pairs, reference[step]) << threads << " threads, step " << step;
    }
    EXPECT_EQ(d.handed_over(), 0u);
  }
  omp_set_num_threads(before);
}

// Motion, renewed rows, newcomers, leavers, other reaches: one detector through all of it.
TEST(TriangulationDetector, agrees_with_brute_through_random_histories) {
  std::uint64_t own_lists = 0, lists = 0;
  EXPECT_TRUE(rc::check([&] {
    const double ratio = *rc::gen::element(1.0, 5.0, 1000.0);
    Cloud c = ratio == 1 ? packing(3, 1, 2.02, 0.1, 12) : mixture(ratio, 60, 12);
    const double unit = 1 / ratio;
    const double side = ratio == 1 ? 3 * 2.02 * std::sqrt(2.0) : 2 * 2.02 * std::sqrt(2.0);
    for (int k = 0; k < 3; ++k)
      if (*rc::gen::inRange(0, 2)) c.period(k, 0, side + 0.25 * unit * *rc::gen::inRange(0, 4));
    Triangulated d;
    std::uint32_t next_id = 7;
    const int steps = *rc::gen::inRange(1, 12);
    for (int step = 0; step < steps; ++step) {
      const auto seed = static_cast<std::uint64_t>(*rc::gen::inRange(0, 1000));
      switch (*rc::gen::inRange(0, 7)) {
        case 0:
          sort_rows(c, seed);
          break;
        case 1:
          for (int k = 0; k < 3; ++k) {
            c.add({0.01 * *rc::gen::inRange(0, 600), 0.01 * *rc::gen::inRange(0, 600), -1.5}, unit);
            c.id.back() = ParticleId{next_id += 2};
          }
          ++c.fixed_version;
          break;
        case 2:
          for (int k = 0; k < 3 && c.xr.size() > 5; ++k)
            remove_row(c, (seed + 17 * k) % c.xr.size());
          break;
        case 3:
          c.reach = unit * *rc::gen::element(0.0, 0.05, 0.2, 0.5, 0.8, 1.7);
          break;
        case 4:
          for (auto& g : c.xr) g.x += Vec3{0.3, 0.02, -0.4};
          break;
        default:
          shake(c, unit * *rc::gen::element(0.0, 1e-3, 0.05, 0.3), seed);
      }
      if (pairs_of(d, c) != brute_pairs(c)) RC_FAIL("differs from brute");
    }
    lists += static_cast<std::uint64_t>(steps);
    own_lists += d.from_edges() + d.from_triangles();
  }));
  EXPECT_GT(own_lists, lists / 5) << "the grid did the work";
}

}  // namespace
}  // namespace scree::detect
