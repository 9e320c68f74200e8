// Ties against the definition: heights |x|^2 - w raised by real, very small and very different
// amounts, in integers.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <vector>

#include "geometry/predicates/predicates.hpp"
#include "reference.hpp"
#include "samples.hpp"

namespace scree::geometry {
namespace {

constexpr int samples = 20000;

bool ranks_lower(const RankedSite& s, const RankedSite& t, Ties ties) {
  const auto key = [&](const RankedSite& r) {
    const Vec3& x = r.site.x;
    return ties == Ties::by_id ? std::make_tuple(0.0, 0.0, 0.0, r.id)
                               : std::make_tuple(x.x, x.y, x.z, r.id);
  };
  return key(s) < key(t);
}

// Coordinates of at most 8 and units of one: the lifted rows have entries below 2^112 (53-bit
// mantissas are written out in full), so every minor of order 5 is below 2^500.
int perturbed_reference(const std::vector<RankedSite>& sites, Ties ties) {
  std::vector<Site> plain;
  for (const RankedSite& r : sites) plain.push_back(r.site);
  reference::Matrix m = reference::lifted(plain);
  for (std::size_t i = 0; i < sites.size(); ++i) {
    int rank = 0;
    for (const RankedSite& other : sites) rank += ranks_lower(other, sites[i], ties);
    m[i][3] = (m[i][3] << 6000) + (mpz_class(1) << (1000 * (rank + 1)));
  }
  return reference::power_side_of_rows(m);
}

// Few distinct positions, so that nearly everything ties; ids distinct and shuffled.
std::vector<RankedSite> tied(Draw& d, int count, Vec3 u, Vec3 v, Vec3 w) {
  std::vector<RankedSite> s;
  for (int i = 0; i < count; ++i) {
    const Vec3 x =
        double(d.integer(0, 1)) * u + double(d.integer(0, 1)) * v + double(d.integer(0, 1)) * w;
    s.push_back({{x, 1.0 * d.integer(0, 8) / 8 >= 1 ? 1.0 : 0.0}, 0});
  }
  std::array<std::uint32_t, 5> ids{3, 14, 15, 92, 65};
  for (int i = 4; i > 0; --i) std::swap(ids[i], ids[d.integer(0, i)]);
  for (int i = 0; i < count; ++i) s[i].id = ids[i];
  return s;
}

class EachTieRule : public testing::TestWithParam<Ties> {};

TEST_P(EachTieRule, decides_five_sites_as_small_weights_would) {
  int wrong = 0, ties = 0;
  for (int i = 0; i < samples; ++i) {
    Draw d(20, i);
    auto s = tied(d, 5, {1, 0, 0}, {0, 1, 0}, {0, 0, 1});
    const int turn = orient3d(s[0].site.x, s[1].site.x, s[2].site.x, s[3].site.x);
    if (turn == 0) continue;
    if (turn < 0) std::swap(s[0], s[1]);
    ties += power_test(s[0].site, s[1].site, s[2].site, s[3].site, s[4].site) == 0;
    wrong +=
        power_side(s[0], s[1], s[2], s[3], s[4], GetParam()) != perturbed_reference(s, GetParam());
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(ties, samples / 20);
}

TEST_P(EachTieRule, decides_four_sites_of_a_plane_as_small_weights_would) {
  int wrong = 0, ties = 0;
  const std::array<std::array<Vec3, 2>, 4> squares{{{Vec3{1, 0, 0}, Vec3{0, 1, 0}},
                                                    {Vec3{1, 0, 0}, Vec3{0, 0, 1}},
                                                    {Vec3{0, 1, 0}, Vec3{0, 0, -1}},
                                                    {Vec3{1, 1, 0}, Vec3{1, -1, 1}}}};
  for (int i = 0; i < samples; ++i) {
    Draw d(21, i);
    const auto& square = squares[d.integer(0, 3)];
    const auto s = tied(d, 4, square[0], square[1], {});
    if (cross(s[1].site.x - s[0].site.x, s[2].site.x - s[0].site.x) == Vec3{}) continue;
    ties += power_test(s[0].site, s[1].site, s[2].site, s[3].site) == 0;
    wrong += power_side(s[0], s[1], s[2], s[3], GetParam()) != perturbed_reference(s, GetParam());
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(ties, samples / 20);
}

TEST_P(EachTieRule, decides_three_sites_of_a_line_as_small_weights_would) {
  int wrong = 0, ties = 0;
  for (int i = 0; i < samples; ++i) {
    Draw d(22, i);
    const Vec3 along{1.0 * d.integer(-1, 1), 1.0 * d.integer(-1, 1), 1.0 * d.integer(-1, 1)};
    auto s = tied(d, 3, {}, {}, {});
    for (RankedSite& r : s) {
      const double t = d.integer(-2, 2);
      r.site = {t * along, t * t * norm2(along)};  // the lift is flat: every triple ties
    }
    if (s[0].site.x == s[1].site.x) continue;
    ties += power_test(s[0].site, s[1].site, s[2].site) == 0;
    wrong += power_side(s[0], s[1], s[2], GetParam()) != perturbed_reference(s, GetParam());
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(ties, samples / 20);
}

TEST_P(EachTieRule, keeps_the_lower_id_of_two_equal_sites) {
  const RankedSite a{{{1, 2, 3}, 0.5}, 4}, b{{{1, 2, 3}, 0.5}, 9};
  EXPECT_EQ(power_side(a, b, GetParam()), -1);
  EXPECT_EQ(power_side(b, a, GetParam()), 1);
  const RankedSite heavier{{{1, 2, 3}, 0.6}, 10};
  EXPECT_EQ(power_side(a, heavier, GetParam()), 1);
}

TEST_P(EachTieRule, a_hull_facet_conflicts_outside_and_inside_its_own_circle) {
  const RankedSite a{{{0, 0, 0}}, 1}, b{{{1, 0, 0}}, 2}, c{{{0, 1, 0}}, 3};
  EXPECT_EQ(hull_side(a, b, c, {{{5, 5, 1e-30}}, 4}, GetParam()), 1);
  EXPECT_EQ(hull_side(a, b, c, {{{0.1, 0.1, -1e-30}}, 4}, GetParam()), -1);
  EXPECT_EQ(hull_side(a, b, c, {{{0.1, 0.1, 0}}, 4}, GetParam()), 1);
  EXPECT_EQ(hull_side(a, b, c, {{{5, 5, 0}}, 4}, GetParam()), -1);
  EXPECT_EQ(hull_side(a, b, c, {{{1, 1, 0}}, 4}, GetParam()), -1);  // tie, p ranks highest
}

INSTANTIATE_TEST_SUITE_P(Ties, EachTieRule, testing::Values(Ties::by_id, Ties::lexicographic),
                         [](const auto& info) {
                           return info.param == Ties::by_id ? "by_id" : "lexicographic";
                         });

}  // namespace
}  // namespace scree::geometry
