#include "geometry/triangulation/triangulation.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "clouds.hpp"
#include "geometry/triangulation/hilbert.hpp"

namespace scree::geometry {
namespace {

Triangulation built(const std::vector<Site>& sites, Ties ties = Ties::by_id,
                    const std::vector<std::uint32_t>& ids = {}) {
  auto t = Triangulation::build(sites, ties, ids);
  EXPECT_TRUE(t.ok());
  return std::move(*t);
}

class EachCloud : public testing::TestWithParam<Cloud> {};

TEST_P(EachCloud, is_valid_with_both_rules_for_ties) {
  for (const std::size_t count : {5, 30, 1500}) {
    const auto sites = make_cloud(GetParam(), count);
    EXPECT_EQ(built(sites, Ties::by_id).fault(4), "");
    EXPECT_EQ(built(sites, Ties::lexicographic).fault(4), "");
  }
}

// The rows are shuffled, the ids go with their sites: the same triangulation in ids.
TEST_P(EachCloud, does_not_depend_on_the_order_of_the_rows) {
  const auto sites = make_cloud(GetParam(), 800);
  const auto expected = built(sites).tetrahedra();
  for (int trial = 0; trial < 3; ++trial) {
    Draw d(33, trial);
    std::vector<std::uint32_t> ids(sites.size());
    std::iota(ids.begin(), ids.end(), 0u);
    for (std::size_t i = ids.size() - 1; i > 0; --i)
      std::swap(ids[i], ids[d.integer(0, static_cast<int>(i))]);
    std::vector<Site> shuffled;
    for (const std::uint32_t id : ids) shuffled.push_back(sites[id]);
    auto cells = built(shuffled, Ties::by_id, ids).tetrahedra();
    for (auto& cell : cells) {
      for (auto& v : cell) v = ids[v];
      std::sort(cell.begin(), cell.end());
    }
    std::sort(cells.begin(), cells.end());
    ASSERT_EQ(cells, expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Triangulation, EachCloud, testing::ValuesIn(all_clouds),
                         [](const auto& info) { return std::string(name(info.param)); });

TEST(Triangulation, of_few_sites_has_their_dimension_and_edges) {
  using Edges = std::vector<std::array<std::uint32_t, 2>>;
  EXPECT_EQ(built({}).dimension(), -1);
  EXPECT_EQ(built({}).fault(4), "");
  const std::vector<Site> s{{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}};
  const std::vector<Edges> expected{
      {}, {{0, 1}}, {{0, 1}, {0, 2}, {1, 2}}, {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};
  for (std::size_t n = 1; n <= 4; ++n) {
    const Triangulation t = built({s.begin(), s.begin() + n});
    EXPECT_EQ(t.dimension(), static_cast<int>(n) - 1);
    EXPECT_EQ(t.edges(), expected[n - 1]);
    EXPECT_EQ(t.tetrahedra().size(), n == 4 ? 1u : 0u);
    EXPECT_TRUE(t.hidden_sites().empty());
    EXPECT_EQ(t.fault(4), "");
  }
}

TEST(Triangulation, on_a_line_joins_the_next_visible_site) {
  for (const Vec3 along : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}, Vec3{1, -2, 3}}) {
    std::vector<Site> s;
    for (const int at : {4, 0, 1, 3, 2}) s.push_back({double(at) * along, 0});
    s[4].w = -5 * norm2(along);  // the power of site 2 is nowhere least
    const Triangulation t = built(s);
    EXPECT_EQ(t.dimension(), 1);
    EXPECT_EQ(t.hidden_sites(), std::vector<std::uint32_t>{4});
    const std::vector<std::array<std::uint32_t, 2>> expected{{0, 3}, {1, 2}, {2, 3}};
    EXPECT_EQ(t.edges(), expected);
    EXPECT_EQ(t.fault(4), "");
  }
}

TEST(Triangulation, of_sites_at_one_place_keeps_the_greatest_weight_then_the_lowest_id) {
  const Vec3 x{1, 2, 3};
  const Triangulation t = built({{x, 1}, {x, 2}, {x, 2}, {x, 0}});
  EXPECT_EQ(t.dimension(), 0);
  EXPECT_EQ(t.hidden_sites(), (std::vector<std::uint32_t>{0, 2, 3}));
  EXPECT_EQ(t.fault(4), "");
}

TEST(Triangulation, in_a_plane_satisfies_euler) {
  // v - e + f = 2 with the outer face; every inner face a triangle: e = 3v - 3 - h.
  for (const Vec3 normal : {Vec3{0, 0, 1}, Vec3{0, 1, 0}, Vec3{1, 0, 0}}) {
    std::vector<Site> s;
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 8; ++j) {
        const double a = i, b = j;
        s.push_back({normal.z != 0   ? Vec3{a, b, 5}
                     : normal.y != 0 ? Vec3{a, 5, b}
                                     : Vec3{5, a, b},
                     1});
      }
    for (const Ties ties : {Ties::by_id, Ties::lexicographic}) {
      const Triangulation t = built(s, ties);
      EXPECT_EQ(t.dimension(), 2);
      EXPECT_EQ(t.edges().size(), 3u * 64 - 3 - 28);
      EXPECT_TRUE(t.tetrahedra().empty());
      EXPECT_EQ(t.fault(4), "");
    }
  }
}

TEST(Triangulation, at_the_limits_of_the_domain_stays_flat_or_full) {
  for (const double scale : {0x1p-147, 0x1p199}) {
    const std::vector<Site> flat{
        {{0, 0, scale}}, {{scale, 0, scale}}, {{0, scale, scale}}, {{scale, scale, scale}}};
    EXPECT_EQ(built(flat).dimension(), 2);
    EXPECT_EQ(built(flat).edges().size(), 5u);
    EXPECT_EQ(built(flat).fault(4), "");
    auto full = flat;
    full.push_back({{0, 0, 0}});
    EXPECT_EQ(built(full).tetrahedra().size(), 2u);
    EXPECT_EQ(built(full).fault(4), "");
  }
}

TEST(Triangulation, reports_a_hidden_grain) {
  std::vector<Site> s = make_cloud(Cloud::cubic, 125);
  s.push_back({{1.5, 1.5, 1.5}, 0.25 - 0.75});  // its lift meets the cube's hyperplane: a tie
  EXPECT_EQ(built(s).hidden_sites(), std::vector<std::uint32_t>{125});  // highest id: hidden
  s.back().w = moved_by_ulps(s.back().w, 1);
  EXPECT_TRUE(built(s).hidden_sites().empty());
  EXPECT_EQ(built(s).fault(4), "");
}

TEST(Triangulation, refuses_what_it_cannot_triangulate_exactly) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto bad = Triangulation::build(std::vector<Site>{{{0, 0, 0}}, {{nan, 0, 0}, 1}});
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().code, "E0801");
  EXPECT_EQ(bad.error().location, "site 1");
  const std::vector<Site> two{{{0, 0, 0}}, {{1, 0, 0}}};
  const std::vector<std::uint32_t> equal{7, 7}, few{7};
  EXPECT_EQ(Triangulation::build(two, Ties::by_id, equal).error().code, "E0802");
  EXPECT_EQ(Triangulation::build(two, Ties::by_id, few).error().code, "E0802");
}

TEST(Triangulation, of_any_small_integers_is_valid) {
  EXPECT_TRUE(rc::check([] {
    const auto coordinate = rc::gen::inRange(-2, 3);
    const auto rows = *rc::gen::container<std::vector<std::array<int, 4>>>(
        rc::gen::container<std::array<int, 4>>(coordinate));
    std::vector<Site> s;
    for (const auto& r : rows) s.push_back({{1.0 * r[0], 1.0 * r[1], 1.0 * r[2]}, 1.0 * r[3]});
    RC_ASSERT(built(s, Ties::by_id).fault(4) == "");
    RC_ASSERT(built(s, Ties::lexicographic).fault(4) == "");
  }));
}

TEST(Hilbert, neighbours_on_the_curve_are_neighbours_in_space) {
  struct GridCell {
    std::uint64_t key;
    int x, y, z;
  };
  std::vector<GridCell> cells;
  for (int x = 0; x < 8; ++x)
    for (int y = 0; y < 8; ++y)
      for (int z = 0; z < 8; ++z) cells.push_back({hilbert_key(x, y, z), x, y, z});
  std::sort(cells.begin(), cells.end(), [](auto& a, auto& b) { return a.key < b.key; });
  for (std::size_t i = 1; i < cells.size(); ++i) {
    const GridCell &a = cells[i - 1], &b = cells[i];
    ASSERT_EQ(std::abs(a.x - b.x) + std::abs(a.y - b.y) + std::abs(a.z - b.z), 1);
  }
}

}  // namespace
}  // namespace scree::geometry
