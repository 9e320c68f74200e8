#include "geometry/predicates/batch.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "reference.hpp"
#include "samples.hpp"
#include "support/effort.hpp"

namespace scree::geometry {
namespace {

// Calls a family. SCREE_LONG=1: 10^7 random and 10^6 nearly degenerate ones in all.
std::size_t calls(Family f) {
  const char* wanted = std::getenv("SCREE_LONG");
  if (wanted == nullptr || *wanted == '0') return static_cast<std::size_t>(test::tries(5000));
  return f == Family::random ? 10'000'000 : 150'000;
}

struct Queries {
  std::vector<Site> sites;
  std::vector<PowerQuery> power;
  std::vector<OrientQuery> orient;
};

// Positive tetrahedra: what the power test is defined for. Flat samples stay for orient3d.
Queries queries(Family f, std::size_t first, std::size_t count) {
  Queries q;
  for (std::size_t i = first; i < first + count; ++i) {
    const std::array<Site, 5> s = sample(f, i);
    const auto row = static_cast<std::uint32_t>(q.sites.size());
    q.sites.insert(q.sites.end(), s.begin(), s.end());
    q.orient.push_back({row, row + 1, row + 2, row + 3});
    const int turn = orient3d(s[0].x, s[1].x, s[2].x, s[3].x);
    if (turn > 0) q.power.push_back({row, row + 1, row + 2, row + 3, row + 4});
    if (turn < 0) q.power.push_back({row + 1, row, row + 2, row + 3, row + 4});
  }
  return q;
}

class BatchOf : public testing::TestWithParam<Family> {};

TEST_P(BatchOf, has_the_signs_of_exact_integers) {
  const Family f = GetParam();
  std::size_t open_orient = 0, open_power = 0, orients = 0, powers = 0;
  constexpr std::size_t part = 5000;
  for (std::size_t first = 0; first < calls(f); first += part) {
    const Queries q = queries(f, first, part);
    std::vector<std::int8_t> orient(q.orient.size()), power(q.power.size());
    open_orient += orient3d_tests(q.sites, q.orient, orient);
    open_power += power_tests(q.sites, q.power, power);
    orients += orient.size(), powers += power.size();
    for (std::size_t i = 0; i < orient.size(); ++i) {
      const auto& r = q.orient[i];
      ASSERT_EQ(orient[i], reference::orient3d(q.sites[r[0]].x, q.sites[r[1]].x, q.sites[r[2]].x,
                                               q.sites[r[3]].x))
          << first + i;
    }
    for (std::size_t i = 0; i < power.size(); ++i) {
      const auto& r = q.power[i];
      ASSERT_EQ(power[i], reference::power_test({q.sites[r[0]], q.sites[r[1]], q.sites[r[2]],
                                                 q.sites[r[3]], q.sites[r[4]]}))
          << first + i;
    }
  }
  std::printf("leave the filter: %.4f%% of %zu orient3d, %.4f%% of %zu power tests\n",
              100.0 * double(open_orient) / double(orients), orients,
              100.0 * double(open_power) / double(powers), powers);
  if (f == Family::random) {
    EXPECT_LT(double(open_power), 1e-3 * double(powers));
  }
}

INSTANTIATE_TEST_SUITE_P(Batch, BatchOf, testing::ValuesIn(all_families),
                         [](const auto& info) { return std::string(name(info.param)); });

TEST(Batch, every_instruction_set_gives_the_same_signs) {
  for (const Family f : all_families) {
    const Queries q = queries(f, 77, 1003);
    std::vector<std::int8_t> plain(q.power.size()), other(q.power.size());
    std::vector<std::int8_t> plain_orient(q.orient.size()), other_orient(q.orient.size());
    power_tests(q.sites, q.power, plain, {"plain"});
    orient3d_tests(q.sites, q.orient, plain_orient, {"plain"});
    for (const char* set : {"avx2", "avx512", "auto", "no such set"}) {
      power_tests(q.sites, q.power, other, {set});
      orient3d_tests(q.sites, q.orient, other_orient, {set});
      EXPECT_EQ(plain, other) << set;
      EXPECT_EQ(plain_orient, other_orient) << set;
    }
  }
}

TEST(Batch, any_number_of_queries) {
  const Queries q = queries(Family::grains, 0, 300);
  for (const std::size_t n : {0, 1, 2, 3, 4, 5, 7, 8, 9, 127, 128, 129, 257}) {
    std::vector<std::int8_t> signs(n + 1, 7);
    power_tests(q.sites, std::span(q.power).first(n), std::span(signs).first(n));
    for (std::size_t i = 0; i < n; ++i) {
      const auto& r = q.power[i];
      EXPECT_EQ(signs[i], power_test(q.sites[r[0]], q.sites[r[1]], q.sites[r[2]], q.sites[r[3]],
                                     q.sites[r[4]]));
    }
    EXPECT_EQ(signs[n], 7);
  }
}

TEST(Batch, determinants_beyond_their_bound_have_the_right_sign) {
  for (const Family f : all_families) {
    const Queries q = queries(f, 311, 500);
    for (std::size_t first = 0; first + 11 <= q.power.size(); first += 11) {
      std::array<double, 11> det{};
      const double bound = power_determinants(q.sites, std::span(q.power).subspan(first, 11), det);
      for (std::size_t i = 0; i < det.size(); ++i) {
        if (!(std::abs(det[i]) > bound)) continue;
        const auto& r = q.power[first + i];
        const int sign =
            power_test(q.sites[r[0]], q.sites[r[1]], q.sites[r[2]], q.sites[r[3]], q.sites[r[4]]);
        EXPECT_EQ(det[i] > 0 ? 1 : -1, sign) << name(f) << first + i;
      }
    }
  }
}

// The bound holds at the ends of the exact domain: nothing overflows into a wrong certainty.
TEST(Batch, greatest_and_least_coordinates) {
  for (const double scale : {0x1p199, 0x1p-147}) {
    std::vector<Site> s{{{0, 0, 0}, 0}, {{scale, 0, 0}, 0}, {{0, scale, 0}, 0}, {{0, 0, scale}, 0}};
    s.push_back({{0.5 * scale, 0.5 * scale, 0.5 * scale}, 0});
    s.push_back({{scale, scale, scale}, 0});
    s.push_back({{-scale, scale, scale}, 0});
    const std::vector<PowerQuery> q{{0, 1, 2, 3, 4}, {0, 1, 2, 3, 5}, {0, 1, 2, 3, 6}};
    std::vector<std::int8_t> signs(3);
    power_tests(s, q, signs);
    EXPECT_EQ(signs, (std::vector<std::int8_t>{1, 0, -1}));
  }
}

}  // namespace
}  // namespace scree::geometry
